/**
 * Works around a leak in Chromium: a named radio button that was removed from a shadow root is never freed, and neither is
 * the tree that it was part of.
 */

/** @param {ParentNode} root of a tree that is about to be removed for good */
export function removeRadioNames(root) {
  for (const radio of root.querySelectorAll('input[type=radio]')) radio.removeAttribute('name');
}
