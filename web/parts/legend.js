/**
 * Legends that explain colors and outlines.
 * @module
 */

import { html } from 'lit';

/** @import { Child } from './dom.js' */

/** The legend as a part of a template. @param {...(readonly Child[])} items */
export const legendTemplate = (...items) =>
  html`<p class="legend">${items.map((item) => html`<span class="legend-item">${item}</span>`)}</p>`;

/** @param {string} kind suffix of the class that draws the mark */
export const legendMarkTemplate = (kind) => html`<span class="legend-${kind}"></span>`;

/**
 * @param {string} [gradient] CSS image; by default that of weights
 * @param {readonly [string, string]} [ends] labels
 * @returns {Child[]} the color scale between its labels
 */
export const createLegendRamp = (gradient, ends = ['0', '1']) => [
  html`<span>${ends[0]}</span>`,
  html`<span class="legend-ramp" .style=${gradient ? `background-image: ${gradient}` : ''}></span>`,
  html`<span>${ends[1]}</span>`,
];
