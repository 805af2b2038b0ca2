/**
 * What the screen shows of a run over time: the last frame, its history on a timeline, and announcements for screen readers.
 */
import { throttle } from '../parts/throttle.js';
import { createTimeline } from '../parts/timeline.js';
import { toFrame } from './view-options.js';

/** @import { Frame } from '../engine/view-types.js' */
/** @typedef {Pick<Frame, 'step' | 'loss' | 'metrics'>} StepMetrics */

const kSpokenEveryMs = 4000;
/** Minimum time between two updates of the numbers, so that they can be read. */
const kNumbersEveryMs = 100;

export class FrameDisplay {
  #live;
  /** The newest frame. @type {Frame | null} */
  frame = null;
  announcement = '';
  /**
   * The timeline of the run: all views show the step that is chosen there, and the numbers beside the map are of the same step.
   * A run pauses while the reader looks back.
   */
  timeline = /** @type {ReturnType<typeof createTimeline<StepMetrics>>} */ (
    createTimeline({
      onShow: () => {
        const { host, liveRun, partAccess, views } = this.#live;
        const past = this.timeline.getChosen();
        if (past && partAccess.isAvailable('run')) liveRun.training.pause();
        views.showStep(past?.step ?? null);
        host.refresh();
      },
    })
  );
  #announceSummary = throttle(() => this.announce(this.#live.views.summary()), kSpokenEveryMs);
  #refreshNumbers = throttle(() => this.#live.host.refresh(), kNumbersEveryMs);

  /** @param {import('./live.js').LiveInstrument} live */
  constructor(live) {
    this.#live = live;
  }

  /** @returns {StepMetrics | null} the metrics of the step that is shown */
  get stepMetrics() {
    return this.timeline.getFrame() ?? this.frame;
  }

  /** @param {import('../engine/scope.js').Progress} progress @param {number} end step at which the timeline is full */
  take(progress, end) {
    const { step, loss, metrics } = progress;
    this.frame = toFrame(progress);
    this.timeline.record({ step, loss, metrics }, end);
    this.#refreshNumbers.call();
    return this.frame;
  }

  /** @param {string} text */
  announce(text) {
    this.announcement = text;
    this.#live.host.refresh();
  }

  announceSummary() {
    this.#announceSummary.call();
  }

  clear() {
    this.frame = null;
    this.timeline.clear();
  }

  dispose() {
    this.#announceSummary.cancel();
    this.#refreshNumbers.cancel();
    this.timeline.stop();
  }
}
