/**
 * The past and the present of a picture under one slider.
 * @module
 */

import { createFilmBar } from './film-bar.js';
import { createReel } from './reel.js';

/**
 * @template {{ step: number }} Picture
 * @param {object} options
 * @param {() => void} options.onShow another picture is wanted
 * @param {(picture: Picture) => string} options.tell a past picture in a few words
 * @param {(picture: Picture) => number} options.lossOf
 */
export function createFilmStrip({ onShow, tell, lossOf }) {
  const reel = /** @type {ReturnType<typeof createReel<Picture>>} */ (createReel({ onShow, lossOf, shown }));
  const bar = createFilmBar({
    onShow,
    tell: (index) => tell(/** @type {Picture} */ (reel.pictures()[index])),
  });

  /** @returns {Picture | null} the one that is chosen at the slider */
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
    clear,
    /** A new present; the past begins again where it is older than the last one. @param {Picture} picture */
    take(picture) {
      const kept = shown();
      const again = reel.take(picture);
      if (again) bar.grow(0, picture.step, null);
      const index = kept && !again ? reel.pictures().findLastIndex(({ step }) => step <= kept.step) : null;
      bar.grow(reel.pictures().length, picture.step, index);
    },
    dispose: bar.dispose,
  };
}
