/**
 * The choice between pictures of one and the same network, and what the chosen one shows.
 * @module
 */

import { h } from './dom.js';

let groups = 0;

/**
 * @param {object} options
 * @param {readonly import('./view.js').AttentionMap[]} options.maps
 * @param {string} options.shown
 * @param {(name: string) => void} options.onMap
 * @param {(signed: boolean) => void} options.onSigned
 */
export function createMapSwitch({ maps, shown, onMap, onSigned }) {
  const group = `attento-map-${++groups}`;
  const help = h('p', { class: 'bars-help' });
  /** @param {string} name */
  const explain = (name) => {
    const map = maps.find((m) => m.name === name);
    help.replaceChildren(h('span', { class: 'bars-formula' }, map?.formula ?? ''), ' ', map?.help ?? '');
  };
  explain(shown);
  const choices = maps.map((map) =>
    h(
      'label',
      { class: 'bars-choice' },
      h('input', {
        type: 'radio',
        name: group,
        value: map.name,
        checked: map.name === shown,
        onchange: () => {
          explain(map.name);
          onMap(map.name);
        },
      }),
      h('span', {}, map.label),
    ),
  );
  const signs = h(
    'label',
    { class: 'bars-signs' },
    h('input', {
      type: 'checkbox',
      onchange: (/** @type {Event} */ event) =>
        onSigned(/** @type {HTMLInputElement} */ (event.target).checked),
    }),
    'signs',
  );
  return {
    element: h(
      'div',
      { class: 'bars-head' },
      h('div', { class: 'bars-choices', role: 'radiogroup', 'aria-label': 'Picture' }, ...choices),
      signs,
      help,
    ),
  };
}
