/**
 * The link as a QR code over the whole window, large enough for the last row of a classroom.
 * @module
 */
import { translate } from '../language/translate.js';
import { h } from '../parts/dom.js';
import { createLinkCode } from './link-code.js';

/** @param {string} link */
export function openFullCode(link) {
  const close = h('button', { type: 'button', onclick: () => dialog.close() }, translate('Close'));
  const dialog = h(
    'dialog',
    { class: 'full-code', 'aria-label': translate('The link for students as a QR code') },
    createLinkCode(link, translate('The link for students as a QR code')),
    h('p', { class: 'full-link' }, link),
    close,
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
