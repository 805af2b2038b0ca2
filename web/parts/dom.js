/** Builds DOM nodes without markup strings, so that text is never parsed as markup. */

import { render } from 'lit';

const kMathNamespace = 'http://www.w3.org/1998/Math/MathML';

/** What templates and cells of tables may contain. @typedef {Node | import('lit').TemplateResult | string | null | undefined | false} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes */

/**
 * @param {Element} node
 * @param {Attributes} attributes functions become event listeners (`onclick` listens to 'click'); false, null and
 *   undefined remove the attribute, true sets an empty one
 */
export function setAttributes(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(name.slice(2), value);
    else if (value === false || value === null || value === undefined) node.removeAttribute(name);
    else node.setAttribute(name, value === true ? '' : String(value));
  }
}

/** Renders a template once. @param {import('lit').TemplateResult} template of one element @returns {HTMLElement} */
export function toElement(template) {
  const fragment = document.createDocumentFragment();
  render(template, fragment);
  return /** @type {HTMLElement} */ (fragment.firstElementChild);
}

/** Creates a MathML node. @param {string} tag @param {...(Node | string)} children @returns {Element} */
export function createMathElement(tag, ...children) {
  const node = document.createElementNS(kMathNamespace, tag);
  node.append(...children);
  return node;
}
