/**
 * A history of frames in bounded memory: when it is full, every second frame is dropped, and later frames are recorded half
 * as often. The first frame is always kept.
 */

const kMaximumFrames = 64;

/**
 * @template {{ step: number }} FilmFrame
 * @param {number} [maximum] maximum number of frames
 */
export function createFilm(maximum = kMaximumFrames) {
  /** @type {FilmFrame[]} */
  let pictures = [];
  let interval = 1;
  return {
    /** @returns {readonly FilmFrame[]} the recorded frames, oldest first */
    pictures: () => pictures,
    /**
     * @param {FilmFrame} picture
     * @returns {boolean} whether the frame was recorded, because enough steps have passed since the last one
     */
    record(picture) {
      const last = pictures[pictures.length - 1];
      if (last && picture.step < last.step + interval) return false;
      pictures.push(picture);
      if (pictures.length > maximum) {
        pictures = pictures.filter((_, i) => i % 2 === 0);
        interval = Math.max(2 * interval, Math.floor((picture.step - (pictures[0]?.step ?? 0)) / maximum));
      }
      return true;
    },
    clear() {
      pictures = [];
      interval = 1;
    },
  };
}
