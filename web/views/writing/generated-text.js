/** A generated text: what each head attended to when a token was generated, in words and as arcs. */

import { translate } from '../../language/translate.js';
import { formatShare, quoteToken } from '../../parts/format.js';
import { selectStrongest } from '../../plots/arc-paint.js';
import { computeArcs } from '../heads/arc-data.js';

/** How many tokens are named for each head, and get an arc. */
const kListed = 2;

/**
 * @typedef {object} GeneratedText
 * @property {readonly string[]} tokens
 * @property {number} promptLength how many of the tokens belong to the prompt
 * @property {ArrayLike<number>} weights [layers · heads, T, T]
 * @property {number} heads of a layer
 */

/**
 * The tokens to which each head gave the largest weights when a token was generated: in the row of the token before it.
 * @param {GeneratedText} of
 * @param {number} layer
 * @param {number} token
 */
const findStrongestTokens = ({ tokens: { length: T }, heads, weights }, layer, token) =>
  Array.from({ length: heads }, (_, head) => {
    const start = ((layer * heads + head) * T + token - 1) * T;
    const row = Array.from({ length: token }, (_none, s) => weights[start + s] ?? 0);
    return selectStrongest(row, kListed).map(({ weight, index }) => ({ row: token, column: index, weight }));
  });

/**
 * Describes which tokens each head attended to when a token was generated.
 * @param {GeneratedText} of
 * @param {number} layer
 * @param {number} token
 * @returns {{ heading: string, lines: string[] }} a line for each head
 */
export function describeToken(of, layer, token) {
  const { tokens } = of;
  if (token === 0) return { heading: translate('Nothing comes before the first token.'), lines: [] };
  const lines = findStrongestTokens(of, layer, token).map((cells, head) => {
    const found = cells.map(({ column, weight }) => `${quoteToken(tokens[column])} ${formatShare(weight)}`);
    return `H${head + 1}: ${found.join('; ')}`;
  });
  return {
    heading: translate('To write {token} the model looked at', { token: quoteToken(tokens[token]) }),
    lines,
  };
}

/** The middle of a token, its upper edge, and the lower edge of its letters. @typedef {{ x: number, y: number, bottom: number }} TokenBox */

/**
 * Arcs of each head from a token to the tokens with its largest weights, as many as the text lists; without those in other
 * lines, because such arcs would strike words through.
 * @param {GeneratedText} text
 * @param {number} layer
 * @param {number} token
 * @param {readonly TokenBox[]} boxes
 */
export const computeTextArcs = (text, layer, token, boxes) =>
  computeArcs(findStrongestTokens(text, layer, token), (row, column) => {
    const [from, to] = [boxes[row], boxes[column]];
    if (!from || to?.y !== from.y) return null;
    const above = boxes.filter(({ x, y }) => y < from.y && x >= to.x && x <= from.x);
    return { from, to, top: Math.max(0, ...above.map(({ bottom }) => bottom)) };
  });
