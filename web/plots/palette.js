/**
 * The color scales. Weights go from the color of the paper (0) over a middle to an end (1), signed numbers from such an end
 * (−1) over the paper to another (1). The themes choose these few colors so that lightness changes evenly, also with every
 * kind of color blindness, and so that black and white are equally legible on the middles. On dark paper the middle comes at a
 * smaller weight, because dark colors are harder to tell apart there. Canvases mix the colors with a theme; elements leave it to
 * the style sheet, so that they follow its theme.
 */

/** Colors at 0, at the middle and at 1. @typedef {readonly (readonly number[])[]} Ramp */
/** @typedef {Pick<import('./theme.js').Theme, 'ramp' | 'divergingRamp'>} ColorTheme */

/** Weight of the middle color on light and on dark paper. */
export const kMiddles = /** @type {const} */ ([0.6, 0.4]);

/** @param {ColorTheme} theme */
const getMiddle = ({ ramp: [paper, , end] }) => kMiddles[Number(paper?.[1]) < Number(end?.[1]) ? 1 : 0];

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
 * @param {number} middle @returns {[index: number, share: number]} index of the color before it, and share of the next color in the mixture
 */
function locate(value, middle) {
  const place = Math.min(1, Math.max(0, value || 0));
  return place < middle ? [0, place / middle] : [1, (place - middle) / (1 - middle)];
}

/** @param {readonly number[]} from @param {readonly number[]} to @param {number} share @returns {number[]} red, green, blue */
export const mixColors = (from, to, share) =>
  from.map((part, i) => Math.round(part + share * ((to[i] ?? 0) - part)));

/** @param {Ramp} ramp @param {number} value @param {ColorTheme} theme */
function mixRamp(ramp, value, theme) {
  const [index, share] = locate(value, getMiddle(theme));
  const [from = [], to = []] = ramp.slice(index);
  return mixColors(from, to, share);
}

/**
 * @param {number} weight on the fixed domain [0, 1]; anything outside is clamped, NaN counts as 0
 * @param {ColorTheme} theme
 * @returns {number[]} red, green, blue, 0 to 255
 */
export const getRgb = (weight, theme) => mixRamp(theme.ramp, weight, theme);

/** @param {number} value on the fixed domain [−1, 1], otherwise as `getRgb` @param {ColorTheme} theme */
export const getDivergingRgb = (value, theme) =>
  mixRamp(value > 0 ? theme.divergingRamp : theme.ramp, Math.abs(value), theme);

/** @param {number} weight @param {ColorTheme} theme @returns {string} CSS color, for a canvas */
export const getColor = (weight, theme) => `rgb(${getRgb(weight, theme)})`;

/** @param {number} value @param {ColorTheme} theme @returns {string} CSS color, for a canvas */
export const getDivergingColor = (value, theme) => `rgb(${getDivergingRgb(value, theme)})`;

/** @param {number} weight @param {string} ramp @returns {string[]} CSS colors on light and on dark paper */
const mixStyles = (weight, ramp) =>
  kMiddles.map((middle) => {
    const [index, share] = locate(weight, middle);
    const names = ['paper', `${ramp}-middle`, `${ramp}-end`].slice(index);
    return `color-mix(in srgb, var(--attento-${names[1]}) ${(100 * share).toFixed(1)}%, var(--attento-${names[0]}))`;
  });

/** @param {number} weight @param {'ramp' | 'diverging'} [ramp] @returns {string} CSS color of an element, or fill of a shape in SVG */
export const getColorStyle = (weight, ramp = 'ramp') => `light-dark(${mixStyles(weight, ramp)})`;

/** @param {number} weight @returns {string} CSS declarations for a shape in SVG; browsers without `light-dark()` use the first one */
export const getFillStyle = (weight) =>
  `fill: ${mixStyles(weight, 'ramp')[0]}; fill: ${getColorStyle(weight)}`;

/** @param {number} weight @returns {string} CSS declarations for a cell with a text */
export const getCellStyle = (weight) =>
  `background: ${getColorStyle(weight)}; color: light-dark(${weight > kMiddles[0] ? '#fff' : '#000'}, ${weight > kMiddles[1] ? '#000' : '#fff'})`;

/**
 * @param {number} value on a scale of weights, or of signed numbers
 * @param {ColorTheme} theme
 * @returns {string} color of text on the color of the value: black or white, whichever has more contrast, at least 4.5
 */
export function getTextColor(value, theme) {
  const middle = getMiddle(theme);
  return Math.abs(value) > middle === middle < kMiddles[0] ? '#000000' : '#ffffff';
}
