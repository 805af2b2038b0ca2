/** A button of a view. */

import { html } from 'lit';

/** @param {string} text @param {() => void} act @param {boolean} [isDisabled] */
export const buttonTemplate = (text, act, isDisabled = false) =>
  html`<button type="button" class="button" ?disabled=${isDisabled} @click=${act}>${text}</button>`;
