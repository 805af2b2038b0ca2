/**
 * The QR code of a link for students, or a text that says why there is none.
 * @module
 */
import { translate } from '../language/translate.js';
import { createQrCode } from '../share/qr.js';

/** Whether other computers can open the link. @param {string} link */
export const isPublicLink = (link) => /^https?:/.test(link);

/** @param {string} link @param {string} label for a screen reader @returns {SVGElement | string} */
export function createLinkCode(link, label) {
  if (!isPublicLink(link))
    return translate(
      'This page was opened from a file, so its address leads nowhere on another computer. For a link and a QR code for students, put the page on a web server.',
    );
  return createQrCode(link, label) ?? translate('This link is too long for a QR code.');
}
