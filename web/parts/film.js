/**
 * The past of a picture in bounded memory: when it is full, every second picture goes and the next ones are taken half as
 * often. The first one always stays.
 * @module
 */

const kPictures = 64;

/**
 * @template {{ step: number }} Picture
 * @param {number} [most] pictures
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
     * @returns {boolean} whether it was taken, as enough steps have passed since the last one
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
