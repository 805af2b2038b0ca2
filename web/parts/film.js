/**
 * A history of frames in bounded memory: when it is full, every second frame is dropped and the next ones are recorded half
 * as often. The first one is always kept.
 * @module
 */

const kPictures = 64;

/**
 * @template {{ step: number }} Picture
 * @param {number} [most] number of frames
 */
export function createFilm(most = kPictures) {
  /** @type {Picture[]} */
  let pictures = [];
  let interval = 1;
  return {
    /** @returns {readonly Picture[]} oldest first */
    pictures: () => pictures,
    /**
     * @param {Picture} picture
     * @returns {boolean} whether it was recorded, because enough steps have passed since the last one
     */
    record(picture) {
      const last = pictures[pictures.length - 1];
      if (last && picture.step < last.step + interval) return false;
      pictures.push(picture);
      if (pictures.length > most) {
        pictures = pictures.filter((_, i) => i % 2 === 0);
        interval = Math.max(2 * interval, Math.floor((picture.step - (pictures[0]?.step ?? 0)) / most));
      }
      return true;
    },
    clear() {
      pictures = [];
      interval = 1;
    },
  };
}
