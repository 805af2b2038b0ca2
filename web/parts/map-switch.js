/**
 * A switch between maps of the same network, with a description of the chosen one.
 * @module
 */

import { html, render } from 'lit';
import { translate } from '../language/translate.js';
import { choices } from './choices.js';
import { toElement } from './dom.js';

/** A map's formula and description. @param {import('../engine/shapes.js').NamedMap | undefined} map */
export const mapHelp = (map) =>
  html`<p class="bars-help"><span class="bars-formula">${map?.formula}</span> ${map?.help}</p>`;

/** @param {import('../engine/shapes.js').NamedMap | undefined} map @returns {HTMLElement} */
export const createMapHelp = (map) => toElement(mapHelp(map));

/**
 * @param {object} options
 * @param {readonly import('../engine/shapes.js').NamedMap[]} options.maps
 * @param {string} options.selected
 * @param {(name: string) => void} options.onMap
 * @param {(signed: boolean) => void} options.onSigned
 */
export function createMapSwitch({ maps, selected, onMap, onSigned }) {
  const help = toElement(html`<div></div>`);
  /** @param {string} name */
  const showHelp = (name) => render(mapHelp(maps.find((map) => map.name === name)), help);
  showHelp(selected);
  const pictures = choices({
    label: translate('Picture'),
    choices: maps.map(({ name: value, label }) => ({ value, label })),
    selected,
    onChoose(name) {
      showHelp(name);
      onMap(name);
    },
  });
  const toggle = (/** @type {Event} */ { target }) =>
    onSigned(/** @type {HTMLInputElement} */ (target).checked);
  const element = toElement(html`
    <div class="bars-head">
      ${pictures}
      <label class="bars-signs"><input type="checkbox" @change=${toggle} />${translate('signs')}</label>
    </div>
  `);
  return { element, help };
}
