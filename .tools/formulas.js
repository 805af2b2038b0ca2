/** Converts TeX to MathML in the build, as nested arrays that a page turns into elements without parsing markup. */
import katex from 'katex';

/** @import { MathTree } from '../web/engine/schema.js' */

const entities = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#x27;', "'"],
]);

/** @param {string} text */
const decodeEntities = (text) => text.replace(/&[^;]+;/g, (entity) => entities.get(entity) ?? entity);

/**
 * @param {string} formula TeX
 * @returns {MathTree} the `math` element without the TeX annotation
 */
export function createMathTree(formula) {
  const markup = katex.renderToString(formula, { output: 'mathml', throwOnError: true });
  /** @type {MathTree} */
  const root = ['root', {}];
  const open = [root];
  for (const [, closing, name, attributes, text] of markup.matchAll(/<(\/?)([a-z]+)([^>]*)>|([^<]+)/g)) {
    const parent = open[open.length - 1];
    if (text !== undefined) parent.push(decodeEntities(text));
    else if (closing) open.pop();
    else {
      const attributePairs = [...attributes.matchAll(/([a-z:]+)="([^"]*)"/g)].filter(
        ([, key]) => key !== 'xmlns',
      );
      /** @type {MathTree} */
      const element = [
        name,
        Object.fromEntries(attributePairs.map(([, key, value]) => [key, decodeEntities(value)])),
      ];
      parent.push(element);
      open.push(element);
    }
  }
  const [, , span] = root;
  const [, , math] = /** @type {MathTree} */ (span);
  const [, , semantics] = /** @type {MathTree} */ (math);
  const [, , row] = /** @type {MathTree} */ (semantics);
  addFunctionSpaces(/** @type {MathTree} */ (row));
  return ['math', {}, /** @type {MathTree} */ (row)];
}

/** Adds a space between a function name and an argument without parentheses: "max m". @param {MathTree} tree */
function addFunctionSpaces([, , ...children]) {
  children.forEach((child, i) => {
    if (typeof child === 'string') return;
    const [, attributes, text] = child;
    const [, , next] = children[i + 1] ?? [];
    if (text === '\u2061' && next !== '(') attributes['rspace'] = '0.17em';
    addFunctionSpaces(child);
  });
}
