/**
 * The past and the present of a picture under one slider.
 * @module
 */

import { createFilm } from './film.js';
import { createFilmBar } from './film-bar.js';

/**
 * @template {{ step: number }} Picture
 * @param {object} options
 * @param {() => void} options.onShow another picture is wanted
 * @param {(picture: Picture) => string} options.tell a past picture in a few words
 */
export function createFilmStrip({ onShow, tell }) {
  const film = /** @type {ReturnType<typeof createFilm<Picture>>} */ (createFilm());
  const bar = createFilmBar({
    onShow,
    tell: (index) => tell(/** @type {Picture} */ (film.pictures()[index])),
  });
  /** @type {Picture | null} */
  let now = null;

  /** @returns {Picture | null} the one that is wanted */
  function wanted() {
    const index = bar.shown();
    return index === null ? now : (film.pictures()[index] ?? now);
  }

  function clear() {
    film.clear();
    bar.grow(0, now?.step ?? 0, null);
  }

  return {
    element: bar.element,
    wanted,
    clear,
    /** A new present; the past begins again where it is older than the last one. @param {Picture} picture */
    take(picture) {
      const kept = bar.shown() === null ? null : wanted();
      const again = picture.step < (now?.step ?? 0);
      now = picture;
      if (again) clear();
      film.record(picture);
      const index = kept && !again ? film.pictures().findLastIndex(({ step }) => step <= kept.step) : null;
      bar.grow(film.pictures().length, picture.step, index);
    },
    dispose: bar.dispose,
  };
}
