/**
 * A switch between two forms of the same content.
 * @module
 */

import { translate } from '../language/translate.js';
import { createChoices } from './choices.js';

/** @typedef {{ value: string, label: string, parts: readonly HTMLElement[] }} Form */

/**
 * @param {readonly [Form, ...Form[]]} forms
 * @param {(value: string) => void} onChange called when another form is shown
 * @param {string} [first] value of the form that is shown first
 * @returns {HTMLElement} the switch
 */
export function createFormSwitch(forms, onChange, first = forms[0].value) {
  /** @param {string} form */
  const showForm = (form) => {
    for (const { value, parts } of forms)
      for (const part of parts) part.toggleAttribute('hidden', value !== form);
  };
  showForm(first);
  return createChoices({
    label: translate('Form'),
    choices: forms,
    selected: first,
    onChoose: (value) => {
      showForm(value);
      onChange(value);
    },
  });
}
