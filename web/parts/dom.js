/**
 * Builds DOM nodes without markup strings, so that text is never parsed as markup.
 * @module
 */

const kMathNamespace = 'http://www.w3.org/1998/Math/MathML';

/** @typedef {Node | string | null | undefined | false} Child */
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

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  setAttributes(node, attributes);
  node.append(...children.filter(isChild));
  return node;
}

/**
 * Creates a MathML node.
 * @param {string} tag
 * @param {...Child} children
 * @returns {Element}
 */
export function math(tag, ...children) {
  const node = document.createElementNS(kMathNamespace, tag);
  node.append(...children.filter(isChild));
  return node;
}

/** @param {Child} child @returns {child is Node | string} */
function isChild(child) {
  return child !== null && child !== undefined && child !== false;
}
