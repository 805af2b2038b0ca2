/** Legends that explain colors and outlines. */

import { html } from 'lit';
import { getColorStyle, kMiddles } from '../plots/palette.js';

/** @import { Child } from './dom.js' */
/** @typedef {null | undefined | false | 0 | ''} Falsy */

/**
 * A CSS gradient from left to right, with exactly the colors of the map in light and dark themes.
 * @param {readonly number[]} values from 0 to 1, or from −1
 * @param {(value: number) => number} getPlace
 */
const formatGradient = (values, getPlace) =>
  `linear-gradient(to right, ${values.map((value) => `${getColorStyle(Math.abs(value), value > 0 ? 'diverging' : 'ramp')} ${100 * getPlace(value)}%`)})`;

const [light, dark] = kMiddles;
const kWeightGradient = formatGradient([0, -dark, -light, -1], Math.abs);
/** The gradient of signed numbers. */
export const kDivergingGradient = formatGradient(
  [-1, -light, -dark, 0, dark, light, 1],
  (value) => (value + 1) / 2,
);

/** A legend with the given entries. @param {...(readonly Child[] | Falsy)} items null, undefined and false are left out */
export const legendTemplate = (...items) =>
  html`<p class="legend">${items.map((item) => (item ? html`<span class="legend-item">${item}</span>` : null))}</p>`;

/** @param {string} kind suffix of the class that draws the mark */
export const legendMarkTemplate = (kind) => html`<span class="legend-${kind}"></span>`;

/**
 * @param {string} [gradient] CSS image; by default that of weights
 * @param {readonly [string, string]} [ends] labels
 * @returns {Child[]} the color scale between its labels
 */
export const createLegendRamp = (gradient = kWeightGradient, ends = ['0', '1']) => [
  html`<span>${ends[0]}</span>`,
  html`<span class="legend-ramp" .style=${`background-image: ${gradient}`}></span>`,
  html`<span>${ends[1]}</span>`,
];
