/**
 * Formulas as the browser's own MathML, built element by element.
 * @module
 */

/** @typedef {import('../../engine/schema.js').MathTree} MathTree */

const kMathNamespace = 'http://www.w3.org/1998/Math/MathML';

/** @type {WeakMap<MathTree, Element>} */
const built = new WeakMap();

/**
 * @param {MathTree} tree
 * @returns {Element} always the same for the same tree, so that a rendering leaves it alone
 */
export function mathElement(tree) {
  const element = built.get(tree) ?? build(tree);
  built.set(tree, element);
  return element;
}

/** @param {MathTree} tree @returns {Element} */
function build([name, attributes, ...children]) {
  const element = document.createElementNS(kMathNamespace, name);
  for (const [key, value] of Object.entries(attributes)) {
    // What would be a style attribute is a matter of ours.
    if (key !== 'style' && key !== 'class') element.setAttribute(key, value);
  }
  element.append(...children.map((child) => (typeof child === 'string' ? child : build(child))));
  return element;
}
