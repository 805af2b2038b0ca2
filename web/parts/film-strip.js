/**
 * The present and the history of a view on one slider.
 * @module
 */

import { createFilmBar } from './film-bar.js';
import { createReel } from './reel.js';

/**
 * @template {{ step: number }} Picture
 * @param {object} options
 * @param {() => void} options.onShow called when another frame is to be shown
 * @param {(picture: Picture) => string} options.tell describes a past frame in a few words
 * @param {(picture: Picture) => number} options.lossOf
 */
export function createFilmStrip({ onShow, tell, lossOf }) {
  const reel = /** @type {ReturnType<typeof createReel<Picture>>} */ (createReel({ onShow, lossOf, shown }));
  const bar = createFilmBar({
    onShow,
    tell: (index) => tell(/** @type {Picture} */ (reel.pictures()[index])),
  });

  /** @returns {Picture | null} the frame that is chosen at the slider */
  function shown() {
    const index = bar.shown();
    return (index === null ? null : reel.pictures()[index]) ?? null;
  }

  function clear() {
    reel.clear();
    bar.grow(0, reel.now()?.step ?? 0, null);
  }

  return {
    element: bar.element,
    film: reel.film,
    wanted: reel.wanted,
    chosen: shown,
    /** Chooses the frame at a step, or the last one before it. @param {number | null} step null for the present */
    choose(step) {
      const past = step !== null && step < (reel.now()?.step ?? 0);
      const index = !past ? -1 : reel.pictures().findLastIndex((one) => one.step <= step);
      bar.choose(index < 0 ? null : index);
    },
    clear,
    /**
     * Sets the present frame; if its step is smaller than the last one, the history is cleared.
     * @param {Picture} picture
     * @param {number} [planned] step at which the slider is full
     */
    take(picture, planned) {
      const kept = shown();
      const again = reel.take(picture);
      if (again) bar.grow(0, picture.step, null);
      const index = kept && !again ? reel.pictures().findLastIndex(({ step }) => step <= kept.step) : null;
      bar.grow(reel.pictures().length, picture.step, index, planned);
    },
    dispose: bar.dispose,
  };
}
