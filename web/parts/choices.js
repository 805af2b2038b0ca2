/**
 * A row of radio buttons that look like one segmented control.
 * @module
 */

import { h } from './dom.js';

let groups = 0;

/**
 * @param {object} options
 * @param {string} options.label accessible name of the group
 * @param {readonly { value: string, label: string }[]} options.choices
 * @param {string} options.selected initial value
 * @param {(value: string) => void} options.onChoose
 * @returns {HTMLElement}
 */
export function createChoices({ label, choices, selected, onChoose }) {
  const name = `attento-choice-${++groups}`;
  const radios = choices.map(({ value, label: text }) =>
    h(
      'label',
      { class: 'bars-choice' },
      h('input', {
        type: 'radio',
        name,
        value,
        checked: value === selected,
        onchange: () => onChoose(value),
      }),
      h('span', {}, text),
    ),
  );
  return h('div', { class: 'bars-choices', role: 'radiogroup', 'aria-label': label }, ...radios);
}
