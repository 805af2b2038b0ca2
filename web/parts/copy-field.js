import { translate } from '../language/translate.js';

/**
 * Copies the text of a field. Where the page may not use the clipboard, the field is shown and its text selected.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @returns {Promise<string>} message for the reader
 */
export async function copyField(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return translate('Copied.');
  } catch {
    field.hidden = false;
    field.select();
    return translate('This page may not use the clipboard. The text is selected: copy it from here.');
  }
}
