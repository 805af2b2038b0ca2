/**
 * The color scales. Weights go from the color of the paper (0) over a middle to an end (1), signed numbers from such an end
 * (−1) over the paper to another (1). The themes choose these few colors so that lightness changes evenly, also with every
 * kind of color blindness, and so that black and white are equally legible on the middles. Canvases mix them with a theme;
 * elements leave it to the style sheet, so that they follow its theme.
 * @module
 */

/** Colors at 0, at `kMiddle` and at 1. @typedef {readonly (readonly number[])[]} Ramp */
/** @typedef {Pick<import('./theme.js').Theme, 'ramp' | 'divergingRamp'>} ColorTheme */

/** Weight of the middle color. */
export const kMiddle = 0.6;

/** CSS gradient of the scale of signed numbers from left to right, for a legend. */
export const kDivergingGradient =
  'linear-gradient(to right, var(--attento-ramp-end), var(--attento-ramp-middle) 20%, var(--attento-paper), var(--attento-diverging-middle) 80%, var(--attento-diverging-end))';

/** @type {CanvasRenderingContext2D | null} */
let parser = null;

/** @param {string} color in any CSS notation @returns {number[]} red, green, blue, 0 to 255 */
export function parseColor(color) {
  parser ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!parser) return [0, 0, 0];
  parser.fillStyle = '#000000';
  parser.fillStyle = color;
  const hex = /^#(..)(..)(..)$/.exec(String(parser.fillStyle));
  if (hex) return hex.slice(1).map((part) => Number.parseInt(part, 16));
  parser.fillRect(0, 0, 1, 1);
  return [...parser.getImageData(0, 0, 1, 1).data].slice(0, 3);
}

/**
 * @param {number} value
 * @returns {[index: number, share: number]} index of the color before it, and share of the next color in the mixture
 */
function locate(value) {
  const place = Math.min(1, Math.max(0, value || 0));
  return place < kMiddle ? [0, place / kMiddle] : [1, (place - kMiddle) / (1 - kMiddle)];
}

/** @param {readonly number[]} from @param {readonly number[]} to @param {number} share @returns {number[]} red, green, blue */
export const mixColors = (from, to, share) =>
  from.map((part, i) => Math.round(part + share * ((to[i] ?? 0) - part)));

/** @param {Ramp} ramp @param {number} value */
function mixRamp(ramp, value) {
  const [index, share] = locate(value);
  const [from = [], to = []] = ramp.slice(index);
  return mixColors(from, to, share);
}

/**
 * @param {number} weight on the fixed domain [0, 1]; anything outside is clamped, NaN counts as 0
 * @param {ColorTheme} theme
 * @returns {number[]} red, green, blue, 0 to 255
 */
export const getRgb = (weight, theme) => mixRamp(theme.ramp, weight);

/** @param {number} value on the fixed domain [−1, 1], otherwise as `getRgb` @param {ColorTheme} theme */
export const getDivergingRgb = (value, theme) =>
  mixRamp(value > 0 ? theme.divergingRamp : theme.ramp, Math.abs(value));

/** @param {number} weight @param {ColorTheme} theme @returns {string} CSS color, for a canvas */
export const getColor = (weight, theme) => `rgb(${getRgb(weight, theme)})`;

/** @param {number} value @param {ColorTheme} theme @returns {string} CSS color, for a canvas */
export const getDivergingColor = (value, theme) => `rgb(${getDivergingRgb(value, theme)})`;

/** @param {number} weight @returns {string} CSS color of an element, or fill of a shape in SVG */
export function getColorStyle(weight) {
  const [index, share] = locate(weight);
  const names = ['paper', 'ramp-middle', 'ramp-end'].slice(index);
  return `color-mix(in srgb, var(--attento-${names[1]}) ${(100 * share).toFixed(1)}%, var(--attento-${names[0]}))`;
}

/** @param {number} weight @returns {string} CSS declarations for a cell with a text */
export const getCellStyle = (weight) =>
  `background: ${getColorStyle(weight)}; color: light-dark(${weight > kMiddle ? '#fff, #000' : '#000, #fff'})`;

/**
 * @param {number} value on a scale of weights, or of signed numbers
 * @param {ColorTheme} theme
 * @returns {string} color of a text on it: black or white, whichever has more contrast, at least 4.5
 */
export function getTextColor(value, { ramp: [paper, , end] }) {
  const isDark = Number(paper?.[1]) < Number(end?.[1]);
  return Math.abs(value) > kMiddle === isDark ? '#000000' : '#ffffff';
}
