/** The current frame and the frames before it, of which the reader may choose one to be shown instead. */

import { createFilm } from './film.js';

/**
 * @template {{ step: number, loss: number }} FilmFrame
 * @param {object} options
 * @param {() => void} options.onShow called when another frame is to be shown
 */
export function createFilmHistory({ onShow }) {
  const film = /** @type {ReturnType<typeof createFilm<FilmFrame>>} */ (createFilm());
  /** @type {FilmFrame | null} */
  let now = null;
  /** @type {FilmFrame | null} */
  let projected = null;
  return {
    pictures: film.pictures,
    clear: film.clear,
    getPresent: () => now,
    /** @returns {FilmFrame | null} the frame to show */
    getFrame: () => projected ?? now,
    /**
     * Sets the current frame; if its step is smaller than that of the last frame, the history is cleared.
     * @param {FilmFrame} picture
     * @returns {boolean} whether the history was cleared
     */
    record(picture) {
      const again = picture.step < (now?.step ?? 0);
      now = picture;
      if (again) film.clear();
      film.record(picture);
      return again;
    },
    /** @type {import('../engine/view-types.js').Film} */
    film: {
      pictures() {
        const past = film.pictures();
        const all = now && past.at(-1) !== now ? [...past, now] : [...past];
        return all.map((picture) => ({
          step: picture.step,
          loss: picture.loss,
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
      step: () => (projected ?? now)?.step ?? 0,
    },
  };
}
