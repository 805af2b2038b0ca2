/** Shows the link as a QR code over the whole window, large enough for the last row of a classroom. */
import { html } from 'lit';
import { translate } from '../language/translate.js';
import { toElement } from '../parts/dom.js';
import { qrCodeTemplate } from './qr-code.js';

/** @param {string} link */
export function openFullScreenQrCode(link) {
  const label = translate('The link for students as a QR code');
  const dialog = /** @type {HTMLDialogElement} */ (
    toElement(html`
      <dialog class="full-code" aria-label=${label} @close=${() => dialog.remove()}>
        ${qrCodeTemplate(link, label)}
        <p class="full-link">${link}</p>
        <button type="button" @click=${() => dialog.close()}>${translate('Close')}</button>
      </dialog>
    `)
  );
  document.body.append(dialog);
  dialog.showModal();
}
