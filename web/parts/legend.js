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
  return createCustomLegend(
    [createMark('truth'), translate('truth')],
    [translate('learned share'), ...createRamp()],
  );
}

/** @param {...(readonly Child[])} items */
export function createCustomLegend(...items) {
  return h('p', { class: 'legend' }, ...items.map((item) => h('span', { class: 'legend-item' }, ...item)));
}

/** @param {string} kind suffix of the class that draws the mark @returns {HTMLElement} */
export function createMark(kind) {
  return h('span', { class: `legend-${kind}` });
}

/**
 * @param {(value: number) => string} [toColor] of a value in [0, 1]
 * @param {readonly [string, string]} [ends] labels
 * @returns {Child[]} the color scale between its labels
 */
export function createRamp(toColor, ends = ['0', '1']) {
  const scale = createMark('ramp');
  scale.style.backgroundImage = createScaleGradient(toColor);
  return [h('span', {}, ends[0]), scale, h('span', {}, ends[1])];
}
