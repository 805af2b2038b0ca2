/** The description of a map. */

import { html } from 'lit';

/** A map's formula and description. @param {import('../engine/view-types.js').NamedMap | undefined} map */
export const mapHelpTemplate = (map) =>
  html`<p class="bars-help"><span class="bars-formula">${map?.formula}</span> ${map?.help}</p>`;
