/**
 * What the screen shows of a run over time: the last frame, the timeline, and announcements for screen readers.
 * @module
 */
import { throttle } from '../parts/throttle.js';
import { createTimeline } from './timeline.js';
import { toFrame } from './view-options.js';

const kSpokenEveryMs = 4000;
/** Digits that change faster than this cannot be read. */
const kNumbersEveryMs = 100;

export class FrameDisplay {
  #refresh;
  #announceSummary;
  #refreshNumbers;
  /** @type {import('../engine/shapes.js').Frame | null} */
  frame = null;
  announcement = '';
  timeline;

  /**
   * @param {object} hooks
   * @param {() => void} hooks.refresh requests a rendering
   * @param {() => string} hooks.summarize describes the run in words
   * @param {(step: number | null) => void} hooks.onStep the reader has chosen a step; null for the present
   */
  constructor({ refresh, summarize, onStep }) {
    this.#refresh = refresh;
    this.#announceSummary = throttle(() => this.announce(summarize()), kSpokenEveryMs);
    this.#refreshNumbers = throttle(refresh, kNumbersEveryMs);
    this.timeline = createTimeline((step) => {
      onStep(step);
      refresh();
    });
  }

  /** @param {import('../engine/scope.js').Progress} progress @param {number} plannedSteps */
  take(progress, plannedSteps) {
    this.frame = toFrame(progress);
    this.timeline.take(this.frame, plannedSteps);
    this.#refreshNumbers.call();
    return this.frame;
  }

  /** @param {string} text */
  announce(text) {
    this.announcement = text;
    this.#refresh();
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
