/**
 * The present of a picture and its past, of which one may be projected in place of the present.
 * @module
 */

import { createFilm } from './film.js';

/**
 * @template {{ step: number }} Picture
 * @param {object} options
 * @param {() => void} options.onShow another picture is wanted
 * @param {(picture: Picture) => number} options.lossOf
 * @param {() => Picture | null} [options.shown] the one that the reader chose, where one can be chosen
 */
export function createReel({ onShow, lossOf, shown = () => null }) {
  const film = /** @type {ReturnType<typeof createFilm<Picture>>} */ (createFilm());
  /** @type {Picture | null} */
  let now = null;
  /** @type {Picture | null} */
  let projected = null;
  return {
    pictures: film.pictures,
    clear: film.clear,
    now: () => now,
    /** @returns {Picture | null} the one that is wanted */
    wanted: () => projected ?? shown() ?? now,
    /**
     * A new present; the past begins again where it is older than the last one.
     * @param {Picture} picture
     * @returns {boolean} whether it began again
     */
    take(picture) {
      const again = picture.step < (now?.step ?? 0);
      now = picture;
      if (again) film.clear();
      film.record(picture);
      return again;
    },
    /** @type {import('../engine/shapes.js').ShownFilm} */
    film: {
      pictures() {
        const past = film.pictures();
        const all = now && past.at(-1) !== now ? [...past, now] : [...past];
        return all.map((picture) => ({
          step: picture.step,
          loss: lossOf(picture),
          project() {
            projected = picture;
            onShow();
          },
        }));
      },
      end() {
        projected = null;
        onShow();
      },
      step: () => (projected ?? shown() ?? now)?.step ?? 0,
    },
  };
}
