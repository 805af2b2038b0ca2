/**
 * Chromium keeps a radio button that has left a shadow root for as long as it has a name, and with it all of the page that
 * it hung in.
 * @module
 */

/** @param {ParentNode} root of what is about to leave the page for good */
export function forgetRadios(root) {
  for (const radio of root.querySelectorAll('input[type=radio]')) radio.removeAttribute('name');
}
