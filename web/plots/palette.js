/**
 * The color scale of every map: cividis, 256 colors from dark blue (0) to yellow (1). Its lightness increases evenly, and
 * it looks the same with and without red-green color blindness.
 * Source: Nuñez, Anderton and Renslow, "Optimizing colormaps with consideration for color vision deficiency",
 * PLoS ONE 13(7), 2018; the 256 samples are from matplotlib, rounded to bytes.
 * @module
 */

/** Red, green and blue: of the darkest color, and how much each color differs from the one before, plus 2. */
const kChannels = [
  {
    darkest: 0x00,
    steps:
      '222222222222222222222223656554444444343434334334333334333333333333333333333333333332333333333233' +
      '333332333333323333332333332333333323333333333333333333323333333333333333333333333333333433333333' +
      '3333333333333343333333333334333333333433333334333333433334333222',
  },
  {
    darkest: 0x22,
    steps:
      '233323332332332332332323323323323332332333233233233233323323323323332332332332333233233233323323' +
      '323332332333233233323323332333233233323332333233323332333233332333233332333233332333332333323333' +
      '3233333233333323333333233333333233333333333233333333333333333334',
  },
  {
    darkest: 0x4e,
    steps:
      '234434434444344444343232212222212222122222122222221222222222222222222222222222322222222322222322' +
      '223222232223222322322322323223222222223222212222222222222122222122221222122212221221221212212122' +
      '1212121212121121121211121112111121111111111011110110101000002334',
  },
];

/** @type {string[]} CSS colors, darkest first. */
const kColors = new Array(256).fill('#');
for (const { darkest, steps } of kChannels) {
  let value = darkest;
  [...steps].forEach((step, i) => {
    value += Number(step) - 2;
    kColors[i] += value.toString(16).padStart(2, '0');
  });
}

/**
 * @param {number} value on the fixed domain [0, 1]; anything outside is clamped, NaN counts as 0
 * @returns {string} CSS colour
 */
export function getColor(value) {
  const index = Math.round(255 * Math.min(1, Math.max(0, value || 0)));
  return /** @type {string} */ (kColors[index]);
}

/**
 * From blue (0) through near white (0.5) to brown (1), for probabilities and signed values. Blue and brown are
 * distinguishable with every kind of color blindness.
 */
const kDiverging = [
  [0x12, 0x3d, 0x7c],
  [0x7f, 0xa6, 0xd3],
  [0xf5, 0xf2, 0xeb],
  [0xe0, 0xa2, 0x60],
  [0x84, 0x40, 0x08],
];

/**
 * @param {number} value on the fixed domain [0, 1]; anything outside is clamped, NaN counts as the middle
 * @returns {[number, number, number]} red, green, blue, 0 to 255
 */
export function getDivergingColor(value) {
  const last = kDiverging.length - 1;
  const place = last * Math.min(1, Math.max(0, Number.isNaN(value) ? 0.5 : value));
  const index = Math.min(last - 1, Math.floor(place));
  const [from, to] = /** @type {[number[], number[]]} */ ([kDiverging[index], kDiverging[index + 1]]);
  const mix = from.map((v, i) => Math.round(v + (place - index) * ((to[i] ?? v) - v)));
  return /** @type {[number, number, number]} */ (mix);
}

/**
 * @param {(value: number) => string} [toColor] of a value in [0, 1]
 * @returns {string} CSS gradient of the whole scale from left to right, for a legend
 */
export function createScaleGradient(toColor = getColor) {
  const stops = Array.from({ length: 17 }, (_, i) => toColor(i / 16));
  return `linear-gradient(to right, ${stops.join(', ')})`;
}
