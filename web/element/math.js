/**
 * Formulas as the browser's own MathML, built element by element.
 * @module
 */

import { guard } from 'lit/directives/guard.js';

/** @import { MathTree } from '../engine/schema.js' */

const kMathNamespace = 'http://www.w3.org/1998/Math/MathML';

/**
 * @param {MathTree} tree
 * @returns {unknown} what lit renders, and leaves alone while it is the same tree
 */
export const mathTemplate = (tree) => guard([tree], () => build(tree));

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
