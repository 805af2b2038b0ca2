/** Renders formulas as MathML, element by element. */

import { guard } from 'lit/directives/guard.js';

/** @import { MathTree } from '../engine/schema.js' */

const kMathNamespace = 'http://www.w3.org/1998/Math/MathML';

/**
 * @param {MathTree} tree
 * @returns {unknown} a template that lit renders again only for another tree
 */
export const mathTemplate = (tree) => guard([tree], () => buildElement(tree));

/** @param {MathTree} tree @returns {Element} */
function buildElement([name, attributes, ...children]) {
  const element = document.createElementNS(kMathNamespace, name);
  for (const [key, value] of Object.entries(attributes)) {
    // Styling is left to the style sheets.
    if (key !== 'style' && key !== 'class') element.setAttribute(key, value);
  }
  element.append(...children.map((child) => (typeof child === 'string' ? child : buildElement(child))));
  return element;
}
