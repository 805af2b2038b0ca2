/**
 * What the screen shows of a run over time: the last frame, its history on a slider, and announcements for screen readers.
 * @module
 */
import { createFilmStrip } from '../parts/film-strip.js';
import { formatCount } from '../parts/format.js';
import { throttle } from '../parts/throttle.js';
import { toFrame } from './view-options.js';

/** @import { Frame } from '../engine/shapes.js' */
/** @typedef {Pick<Frame, 'step' | 'loss' | 'metrics'>} Moment */

const kSpokenEveryMs = 4000;
/** Digits that change faster than this cannot be read. */
const kNumbersEveryMs = 100;

export class FrameDisplay {
  #live;
  /** The present. @type {Frame | null} */
  frame = null;
  announcement = '';
  /**
   * The history of the run on one slider: all views show the step that is chosen there, and the numbers beside the map are of
   * the same step.
   */
  timeline = /** @type {ReturnType<typeof createFilmStrip<Moment>>} */ (
    createFilmStrip({
      onShow: () => {
        this.#live.views.showStep(this.timeline.getChosen()?.step ?? null);
        this.#live.host.refresh();
      },
      describe: ({ step }) => formatCount(step),
    })
  );
  #announceSummary = throttle(() => this.announce(this.#live.views.summary()), kSpokenEveryMs);
  #refreshNumbers = throttle(() => this.#live.host.refresh(), kNumbersEveryMs);

  /** @param {import('./live.js').Live} live */
  constructor(live) {
    this.#live = live;
  }

  /** @returns {Moment | null} what is shown */
  get moment() {
    return this.timeline.getFrame() ?? this.frame;
  }

  /** @param {import('../engine/scope.js').Progress} progress @param {number} plannedSteps */
  take(progress, plannedSteps) {
    const { step, loss, metrics } = progress;
    this.frame = toFrame(progress);
    this.timeline.record({ step, loss, metrics }, plannedSteps);
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
    this.timeline.dispose();
  }
}
