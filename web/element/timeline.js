/**
 * The history of the run on one slider: every view with a history shows the step that is chosen there, and the numbers
 * beside the map are of the same step.
 * @module
 */
import { createFilmStrip } from '../parts/film-strip.js';
import { formatCount } from '../parts/format.js';

/** @import { Frame } from '../engine/shapes.js' */
/** @typedef {Pick<Frame, 'step' | 'loss' | 'metrics'>} Moment */

/** @param {(step: number | null) => void} onStep all views are to show this step; null for the present */
export function createTimeline(onStep) {
  const strip = /** @type {ReturnType<typeof createFilmStrip<Moment>>} */ (
    createFilmStrip({
      onShow: () => onStep(strip.getChosen()?.step ?? null),
      describe: ({ step }) => formatCount(step),
    })
  );
  return {
    element: strip.element,
    /** @returns {Moment | null} what is shown */
    getFrame: strip.getFrame,
    /** @param {Frame} frame the present @param {number} plannedSteps */
    take: ({ step, loss, metrics }, plannedSteps) => strip.record({ step, loss, metrics }, plannedSteps),
    /** @param {number | null} step null for the present */
    go: strip.choose,
    clear: strip.clear,
    dispose: strip.dispose,
  };
}
