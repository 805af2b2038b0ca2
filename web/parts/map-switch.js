/**
 * The description of a map.
 * @module
 */

import { html } from 'lit';
import { toElement } from './dom.js';

/** A map's formula and description. @param {import('../engine/shapes.js').NamedMap | undefined} map */
export const mapHelpTemplate = (map) =>
  html`<p class="bars-help"><span class="bars-formula">${map?.formula}</span> ${map?.help}</p>`;

/** @param {import('../engine/shapes.js').NamedMap | undefined} map @returns {HTMLElement} */
export const createMapHelp = (map) => toElement(mapHelpTemplate(map));
