/**
 * The present and the history of a view on one slider.
 * @module
 */

import { createFilmBar } from './film-bar.js';
import { createFilmHistory } from './film-history.js';

/**
 * @template {{ step: number, loss: number }} FilmFrame
 * @param {object} options
 * @param {() => void} options.onShow called when another frame is to be shown
 * @param {(picture: FilmFrame) => string} options.describe describes a past frame in a few words
 */
export function createFilmStrip({ onShow, describe }) {
  const reel = /** @type {ReturnType<typeof createFilmHistory<FilmFrame>>} */ (
    createFilmHistory({ onShow, getChosenFrame })
  );
  const bar = createFilmBar({
    onShow,
    describe: (index) => describe(/** @type {FilmFrame} */ (reel.pictures()[index])),
  });

  /** @returns {FilmFrame | null} the frame that is chosen at the slider */
  function getChosenFrame() {
    const index = bar.getIndex();
    return (index === null ? null : reel.pictures()[index]) ?? null;
  }

  function clear() {
    reel.clear();
    bar.update(0, reel.getPresent()?.step ?? 0, null);
  }

  return {
    element: bar.element,
    film: reel.film,
    getFrame: reel.getFrame,
    getChosen: getChosenFrame,
    /** Chooses the frame at a step, or the last one before it. @param {number | null} step null for the present */
    choose(step) {
      const past = step !== null && step < (reel.getPresent()?.step ?? 0);
      const index = !past ? -1 : reel.pictures().findLastIndex((one) => one.step <= step);
      bar.choose(index < 0 ? null : index);
    },
    clear,
    /**
     * Sets the present frame; if its step is smaller than the last one, the history is cleared.
     * @param {FilmFrame} picture
     * @param {number} [planned] step at which the slider is full
     */
    record(picture, planned) {
      const chosenFrame = getChosenFrame();
      const again = reel.record(picture);
      if (again) bar.update(0, picture.step, null);
      const index =
        chosenFrame && !again ? reel.pictures().findLastIndex(({ step }) => step <= chosenFrame.step) : null;
      bar.update(reel.pictures().length, picture.step, index, planned);
    },
    dispose: bar.dispose,
  };
}
