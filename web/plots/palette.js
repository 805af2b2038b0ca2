/**
 * The color scale of every map: cividis, 256 colors from dark blue (0) to yellow (1). Its lightness increases evenly, and
 * it looks the same with and without red-green color blindness.
 * Source: Nuñez, Anderton and Renslow, "Optimizing colormaps with consideration for color vision deficiency",
 * PLoS ONE 13(7), 2018; the 256 samples are from matplotlib, rounded to bytes.
 * @module
 */

const kSamples =
  '00224e00234f00245100255300255400265600275800285900285b00295d002a5f002a61002b62002c64002c66002d68' +
  '002e6a002e6c002f6d00306f0030700031700031710132710533710833700c34700f357012357014367016377018376f' +
  '1a386f1c396f1e3a6f203a6f213b6e233c6e243c6e263d6e273e6e293f6e2a3f6d2b406d2d416d2e416d2f426d31436d' +
  '32436d33446d34456c35456c36466c38476c39486c3a486c3b496c3c4a6c3d4a6c3e4b6c3f4c6c404c6c414d6c424e6c' +
  '434e6c444f6c45506c46516c47516c48526c49536c4a536c4b546c4c556c4d556c4e566c4f576c50576c51586d52596d' +
  '535a6d545a6d555b6d555c6d565c6d575d6d585e6d595e6e5a5f6e5b606e5c616e5d616e5e626e5e636f5f636f60646f' +
  '61656f62656f636670646770656870656870666970676a71686a71696b716a6c716b6d726c6d726c6e726d6f726e6f73' +
  '6f70737071737172747272747273747374757474757575757676767777767777777878777979777a7a787b7a787c7b78' +
  '7d7c787e7c787e7d787f7e78807f78817f788280798381798482798582798683798784788885788985788a86788b8778' +
  '8c88788d88788e89788f8a78908b78918b78928c78928d78938e78948e77958f779690779791779892779992779a9376' +
  '9b94769c95769d95769e96769f9775a09875a19975a29975a39a74a49b74a59c74a69c74a79d73a89e73a99f73aaa073' +
  'aba072aca172ada272aea371afa471b0a571b1a570b3a670b4a76fb5a86fb6a96fb7a96eb8aa6eb9ab6dbaac6dbbad6d' +
  'bcae6cbdae6cbeaf6bbfb06bc0b16ac1b26ac2b369c3b369c4b468c5b568c6b667c7b767c8b866c9b965cbb965ccba64' +
  'cdbb63cebc63cfbd62d0be62d1bf61d2c060d3c05fd4c15fd5c25ed6c35dd7c45cd9c55cdac65bdbc75adcc859ddc858' +
  'dec958dfca57e0cb56e1cc55e2cd54e4ce53e5cf52e6d051e7d150e8d24fe9d34eead34cebd44bedd54aeed649efd748' +
  'f0d846f1d945f2da44f3db42f5dc41f6dd3ff7de3ef8df3cf9e03afbe138fce236fde334fee434fee535fee636fee838';

/** @type {readonly string[]} CSS colors, darkest first. */
const kColors = Array.from({ length: 256 }, (_, i) => `#${kSamples.slice(6 * i, 6 * i + 6)}`);

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
