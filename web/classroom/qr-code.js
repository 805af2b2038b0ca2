/** The QR code of a link for students, or a text that says why there is none. */
import { html } from 'lit';
import { encode } from 'uqr';
import { translate } from '../language/translate.js';

/** Quiet zone around the code, in modules, as the standard requires. */
const kQuietZone = 4;

/** Whether other computers can open the link. @param {string} link */
export const isPublicLink = (link) => /^https?:/.test(link);

/** @param {string} link @param {string} label for a screen reader */
export function qrCodeTemplate(link, label) {
  if (!isPublicLink(link))
    return translate(
      'This page was opened from a file, so its address leads nowhere on another computer. For a link and a QR code for students, put the page on a web server.',
    );
  const code = encodeIfFits(link);
  if (!code) return translate('This link is too long for a QR code.');
  const dots = code.data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
  const side = code.size + 2 * kQuietZone;
  // Always black on white.
  return html`
    <svg class="qr" viewBox="${-kQuietZone} ${-kQuietZone} ${side} ${side}" shape-rendering="crispEdges" role="img" aria-label=${label}>
      <path d="M${-kQuietZone} ${-kQuietZone}h${side}v${side}h${-side}z" fill="#ffffff" />
      <path d=${dots.join('')} fill="#000000" />
    </svg>
  `;
}

/** @param {string} text */
function encodeIfFits(text) {
  try {
    return encode(text, { ecc: 'M', border: 0 });
  } catch {
    return null;
  }
}
