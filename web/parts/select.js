/** A drop-down list. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';

/**
 * @param {object} options
 * @param {string} [options.label] accessible name, where no label element is around the list
 * @param {readonly { value: string, label: string }[]} options.choices
 * @param {string | undefined} options.selected value
 * @param {(value: string, index: number) => void} options.onChoose
 */
export function selectTemplate({ label, choices, selected, onChoose }) {
  const choose = (/** @type {Event} */ { target }) => {
    const { value, selectedIndex } = /** @type {HTMLSelectElement} */ (target);
    onChoose(value, selectedIndex);
  };
  return html`
    <select aria-label=${label ?? nothing} @change=${choose}>
      ${choices.map(({ value, label: text }) => html`<option value=${value} .selected=${live(value === selected)}>${text}</option>`)}
    </select>
  `;
}
