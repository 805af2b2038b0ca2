/** The form in which a text of the reader's own is typed. */

import { html, nothing } from 'lit';
import { toElement } from './dom.js';

/**
 * @param {import('../engine/view-types.js').ViewOptions['schema']['inputs']} inputs
 * @param {object} options
 * @param {string} options.label
 * @param {string} [options.text] to begin with
 * @param {string} options.action label of the button
 * @param {(text: string) => void} options.onSend
 */
export function createTextForm(inputs, { label, text = '', action, onSend }) {
  const maximum = inputs.find(({ type }) => type === 'text')?.maximum ?? 2000;
  const form = toElement(html`
    <form class="typed" aria-label=${label} @submit=${send}>
      <input type="text" aria-label=${label} value=${text} placeholder=${text ? nothing : label} maxlength=${maximum} autocomplete="off" spellcheck="false" />
      <button class="button" type="submit">${action}</button>
    </form>
  `);
  const input = /** @type {HTMLInputElement} */ (form.firstElementChild);

  /** @param {Event} event */
  function send(event) {
    event.preventDefault();
    onSend(input.value);
  }
  return form;
}
