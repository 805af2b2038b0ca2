/** The color scales of all themes: lightness, color blindness, and contrast of what is drawn on them. */
import { describe, expect, test } from 'vitest';
import { themeStyles } from '../../web/element/theme-styles.js';
import {
  getCellStyle,
  getColor,
  getColorStyle,
  getDivergingRgb,
  getFillStyle,
  getRgb,
  getTextColor,
  kMiddles,
} from '../../web/plots/palette.js';

/** Color vision deficiencies of full severity: Machado, Oliveira and Fernandes 2009, in linear RGB; and gray. */
const kVisions = /** @type {const} */ ({
  normal: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
  gray: [0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722],
});
/** Least distance (CIE 1976) of colors whose weights differ by a tenth; about 2 are visible. */
const kLeastDistance = 6;

/** @param {readonly number[]} rgb @returns {number[]} linear, 0 to 1 */
const linearize = (rgb) =>
  rgb.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));

/** @param {readonly number[]} matrix @param {readonly number[]} vector */
const multiply = (matrix, vector) =>
  [0, 3, 6].map((row) => vector.reduce((sum, value, i) => sum + Number(matrix[row + i]) * value, 0));

/** @param {readonly number[]} linear @returns {number[]} CIE L*a*b* under D65 */
function toLab(linear) {
  const xyz = multiply(
    [0.43388, 0.376228, 0.189893, 0.2126729, 0.7151522, 0.072175, 0.017757, 0.109472, 0.872771],
    linear.map((part) => Math.min(1, Math.max(0, part))),
  );
  const [x = 0, y = 0, z = 0] = xyz.map((part) =>
    part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116,
  );
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** @param {readonly number[]} rgb */
const getLuminance = (rgb) => Number(multiply(kVisions.gray, linearize(rgb))[0]);
/** @param {readonly number[]} one @param {readonly number[]} other */
function getContrast(one, other) {
  const [less = 0, more = 0] = [getLuminance(one), getLuminance(other)].sort((a, b) => a - b);
  return (more + 0.05) / (less + 0.05);
}

const [kBlack, kWhite] = [
  [0, 0, 0],
  [255, 255, 255],
];
/** @param {string} hex */
const parseHex = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** The colors of a theme, read from its styles; later blocks override earlier ones. @param {readonly string[]} blocks */
function readColors(blocks) {
  const found = new Map(
    blocks.flatMap((block) =>
      [...block.matchAll(/--attento-([\w-]+): (#\w{6})/g)].map(([, name = '', hex = '']) => [
        name,
        parseHex(hex),
      ]),
    ),
  );
  /** @param {string} name */
  const get = (name) => /** @type {number[]} */ (found.get(name));
  return {
    ...{ paper: get('paper'), ink: get('ink') },
    ramp: [get('paper'), get('ramp-middle'), get('ramp-end')],
    divergingRamp: [get('paper'), get('diverging-middle'), get('diverging-end')],
  };
}

const [light = '', dark = '', , , projector = ''] = themeStyles.split(/(?<=\})\n/);
const themes = { light: [light], dark: [light, dark], projector: [light, projector] };

describe.each(Object.entries(themes))('in the theme %s', (name, blocks) => {
  const isDark = name === 'dark';
  const middle = kMiddles[isDark ? 1 : 0];
  const theme = readColors(blocks);
  const weights = Array.from({ length: 101 }, (_, i) => i / 100);
  const scales = [
    (/** @type {number} */ weight) => getRgb(weight, theme),
    (/** @type {number} */ weight) => getDivergingRgb(weight, theme),
  ];

  test.each(Object.entries(kVisions))(
    'weights that differ by a tenth are distinct: %s',
    (_vision, matrix) => {
      for (const scale of scales) {
        const colors = weights.map((weight) => toLab(multiply(matrix, linearize(scale(weight)))));
        for (let i = 10; i <= 100; ++i) {
          const [before = [], after = []] = [colors[i - 10], colors[i]];
          const distance = Math.hypot(...after.map((part, channel) => part - Number(before[channel])));
          expect(distance).toBeGreaterThan(kLeastDistance);
        }
      }
    },
  );

  test('small weights stand out from the paper', () => {
    for (const scale of scales)
      for (const [weight, contrast] of Object.entries({ 0.1: 1.2, 0.2: 1.5, 0.4: 2.5 }))
        expect(getContrast(scale(Number(weight)), theme.paper)).toBeGreaterThan(contrast);
  });

  test('0 is paper, and lightness changes steadily to 1', () => {
    for (const scale of scales) {
      expect(scale(0)).toEqual(theme.paper);
      const lightness = weights.map((weight) => Number(toLab(linearize(scale(weight)))[0]));
      const direction = Math.sign(Number(lightness.at(-1)) - Number(lightness[0]));
      for (let i = 5; i <= 100; ++i)
        expect(direction * (Number(lightness[i]) - Number(lightness[i - 5]))).toBeGreaterThan(2);
    }
  });

  test('numbers in cells and outlines are legible at every weight', () => {
    for (const scale of scales) {
      for (const weight of weights) {
        const color = scale(weight);
        expect(getContrast(color, parseHex(getTextColor(weight, theme)))).toBeGreaterThanOrEqual(4.5);
        expect(getContrast(color, weight > middle === isDark ? kBlack : kWhite)).toBeGreaterThanOrEqual(4.5);
        // An outline is a line of ink with a rim of paper.
        expect(Math.max(getContrast(color, theme.ink), getContrast(color, theme.paper))).toBeGreaterThan(3);
      }
    }
  });

  test('the two sides of signed numbers are distinct with every vision', () => {
    for (const matrix of Object.values(kVisions).slice(0, -1)) {
      for (const value of [0.2, 0.5, 1]) {
        const [minus = [], plus = []] = [-value, value].map((one) =>
          toLab(multiply(matrix, linearize(getDivergingRgb(one, theme)))),
        );
        expect(Math.hypot(...plus.map((part, i) => part - Number(minus[i])))).toBeGreaterThan(10);
      }
    }
  });
});

test('colors of elements are mixed from the theme by the style sheet, as those of canvases', () => {
  const theme = readColors([light]);
  expect(getColor(0.3, theme)).toBe('rgb(137,185,230)');
  const mix = (/** @type {string} */ to, /** @type {string} */ share, /** @type {string} */ from) =>
    `color-mix(in srgb, var(--attento-${to}) ${share}%, var(--attento-${from}))`;
  expect(getColorStyle(0.3)).toBe(
    `light-dark(${mix('ramp-middle', '50.0', 'paper')},${mix('ramp-middle', '75.0', 'paper')})`,
  );
  expect(getFillStyle(0.3)).toBe(`fill: ${mix('ramp-middle', '50.0', 'paper')}; fill: ${getColorStyle(0.3)}`);
  expect(getColorStyle(0.7, 'diverging')).toBe(
    `light-dark(${mix('diverging-end', '25.0', 'diverging-middle')},${mix('diverging-end', '50.0', 'diverging-middle')})`,
  );
  for (const weight of [-1, Number.NaN]) expect(getColorStyle(weight)).toBe(getColorStyle(0));
  expect(getCellStyle(0.7)).toContain('; color: light-dark(#fff, #000)');
});
