/**
 * Legends that explain colors and outlines.
 * @module
 */

import { translate } from '../language/translate.js';
import { createScaleGradient } from '../plots/palette.js';
import { h } from './dom.js';

/** @import { Child } from './dom.js' */

/** @returns {HTMLElement} the legend of a map of shares */
export function createLegend() {
  return legendOf([mark('truth'), translate('truth')], [translate('learned share'), ...ramp()]);
}

/** @param {...(readonly Child[])} items */
export function legendOf(...items) {
  return h('p', { class: 'legend' }, ...items.map((item) => h('span', { class: 'legend-item' }, ...item)));
}

/** @param {string} kind suffix of the class that draws the mark @returns {HTMLElement} */
export function mark(kind) {
  return h('span', { class: `legend-${kind}` });
}

/**
 * @param {(value: number) => string} [toColor] of a value in [0, 1]
 * @param {readonly [string, string]} [ends] labels
 * @returns {Child[]} the color scale between its labels
 */
export function ramp(toColor, ends = ['0', '1']) {
  const scale = mark('ramp');
  scale.style.backgroundImage = createScaleGradient(toColor);
  return [h('span', {}, ends[0]), scale, h('span', {}, ends[1])];
}
