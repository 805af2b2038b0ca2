/**
 * A switch between maps of the same network, with a description of the chosen one.
 * @module
 */

import { html } from 'lit';
import { translate } from '../language/translate.js';
import { createChoices } from './choices.js';
import { h, toElement } from './dom.js';

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
  const help = h('div', {});
  /** @param {string} name */
  const showHelp = (name) => help.replaceChildren(createMapHelp(maps.find((map) => map.name === name)));
  showHelp(selected);
  const choices = createChoices({
    label: translate('Picture'),
    choices: maps.map(({ name: value, label }) => ({ value, label })),
    selected,
    onChoose: (name) => {
      showHelp(name);
      onMap(name);
    },
  });
  const signs = h(
    'label',
    { class: 'bars-signs' },
    h('input', {
      type: 'checkbox',
      onchange: (/** @type {Event} */ event) =>
        onSigned(/** @type {HTMLInputElement} */ (event.target).checked),
    }),
    translate('signs'),
  );
  return { element: h('div', { class: 'bars-head' }, choices, signs), help };
}
