/** One picture and its glimpses, extracted from a frame or from an answer. */

/** @import { Prediction } from '../../engine/shapes.js' */
/** @import { Frame } from '../../engine/view-types.js' */

/**
 * @typedef {object} GlimpseData
 * @property {number} step
 * @property {number} example index of the picture, where it is one of the task
 * @property {ArrayLike<number>} picture [side, side]
 * @property {ArrayLike<number>} places [T, 2] x and y from −1 to 1
 * @property {readonly ArrayLike<number>[]} patches of each glimpse, scale by scale
 * @property {ArrayLike<number>} confidence [T, glyphs]
 * @property {number} glyph −1 where there is none
 * @property {{ row: number, column: number }} at upper left corner of the glyph
 * @property {number} sigma standard deviation of the sampled places in training
 * @property {Readonly<Record<string, number | null>>} metrics of the held-out pictures, and `loss`, the training loss
 * @property {GlimpseData} [learned] the same with the learned places
 * @property {readonly number[] | undefined} [held] the glimpses whose places the reader holds
 */

/**
 * @typedef {object} GlimpseDetails
 * @property {number} [side] pixels along an image
 * @property {number} [glyphSide] pixels along the glyph
 * @property {readonly string[]} [targetWords] names of the glyphs
 */

/** Sizes of the pictures of a run. @typedef {{ side: number, glyphSide: number, scales: number, cells: number, names: readonly string[] }} Sizes */

/** @param {GlimpseDetails} details of the manifest @param {Readonly<Record<string, unknown>>} parameters @returns {Sizes} */
export function readSizes({ side = 0, glyphSide = 0, targetWords = [] }, parameters) {
  return {
    side,
    glyphSide,
    scales: Number(parameters['scales']),
    cells: Number(parameters['patchSize']),
    names: targetWords,
  };
}

/** @param {ArrayLike<number>} all @param {number} index @param {number} width @returns {number[]} */
export const sliceRow = (all, index, width) =>
  Array.from({ length: width }, (_, i) => all[index * width + i] ?? 0);

/** @param {ArrayLike<number>} patches @param {ArrayLike<number>} places */
function splitByGlimpse(patches, places) {
  const glimpses = places.length / 2;
  return Array.from({ length: glimpses }, (_, t) => sliceRow(patches, t, patches.length / glimpses));
}

/**
 * Extracts the watched picture and its glimpses from a frame.
 * @param {Frame} frame
 * @param {number} [example]
 * @returns {GlimpseData | null} with copied numbers, which stay valid after the frame
 */
export function extractGlimpseData({ step, loss, metrics, tensors }, example = -1) {
  const { picture, places, patches, confidence, glyph, sigma } = tensors;
  if (!picture || !places || !patches || !confidence || !glyph || !sigma) return null;
  const [which = -1, row = 0, column = 0] = glyph;
  return {
    step,
    example,
    picture: picture.slice(),
    places: places.slice(),
    patches: splitByGlimpse(patches, places),
    confidence: confidence.slice(),
    glyph: which,
    at: { row, column },
    sigma: sigma[0] ?? 0,
    metrics: { ...metrics, loss },
  };
}

/**
 * Reads the picture and its glimpses from a prediction.
 * @param {Prediction} answer
 * @param {number} step
 * @param {readonly string[]} names
 * @returns {GlimpseData}
 */
export function createGlimpseData(answer, step, names) {
  const { picture, places, patches, confidence, glyph } =
    /** @type {{ picture: number[], places: number[], patches: number[], confidence: number[], glyph: string }} */ (
      /** @type {unknown} */ (answer)
    );
  const [name = '', row = 0, column = 0] = glyph.split(' ');
  return {
    step,
    example: -1,
    picture,
    places,
    patches: splitByGlimpse(patches, places),
    confidence,
    glyph: names.indexOf(name),
    at: { row: Number(row), column: Number(column) },
    sigma: 0,
    metrics: {},
  };
}

/** Whether held glimpses have moved the place of glimpse t by at least a pixel. @param {GlimpseData} snapshot @param {number} t @param {Sizes} sizes */
export function isGlimpseMoved({ places, learned }, t, { side }) {
  const [now, before] = [places, learned?.places ?? places].map((all) => computePixel(all, t, side));
  return Math.hypot(now.row - before.row, now.column - before.column) >= 1;
}

/** @param {GlimpseData} snapshot */
export const countGlimpses = (snapshot) => snapshot.places.length / 2;

/**
 * @param {ArrayLike<number>} places
 * @param {number} t
 * @param {number} side
 * @returns {{ row: number, column: number }} in pixels from the upper left corner
 */
export function computePixel(places, t, side) {
  /** @param {number} axis */
  const along = (axis) => (((places[2 * t + axis] ?? 0) + 1) / 2) * side;
  return { row: along(1), column: along(0) };
}

/** @param {Pick<GlimpseData, 'places' | 'glyph' | 'at'>} snapshot @param {number} t @param {Sizes} sizes */
export function isOnGlyph({ places, glyph, at }, t, { side, glyphSide }) {
  const { row, column } = computePixel(places, t, side);
  /** @param {number} where @param {number} from */
  const within = (where, from) => where >= from && where <= from + glyphSide;
  return glyph >= 0 && within(row, at.row) && within(column, at.column);
}

/**
 * @param {GlimpseData} snapshot
 * @param {number} t
 * @param {Sizes} sizes
 * @returns {{ glyph: number, probability: number }} the most probable glyph after glimpse t
 */
export function findLikeliestGlyph(snapshot, t, { names }) {
  const shares = sliceRow(snapshot.confidence, t, names.length);
  const probability = Math.max(...shares);
  return { glyph: shares.indexOf(probability), probability };
}
