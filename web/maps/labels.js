/**
 * Tokens of a file as labels: different wherever the tokens are, though they may look alike.
 * @module
 */

import { codeOf } from '../parts/format.js';

/** @import { OwnMap } from '../engine/own-maps.js' */
/** @typedef {{ rows: readonly string[], columns: readonly string[], same: boolean }} Labels `same`: rows and columns are one text */

/** Marks of `visible`, which a token may hold itself. */
const kMarks = /[␣↵⇥⍽∅◌⟨\u2400-\u2421]/g;

/** @type {WeakMap<OwnMap, Labels>} */
const known = new WeakMap();

/** @param {OwnMap} map @returns {Labels} which `visible` makes legible */
export function labelsOf(map) {
  const found = known.get(map);
  if (found) return found;
  const { rowTokens, columnTokens } = map;
  /** One of the tokens that look the same, composed or not. @type {Map<string, string>} */
  const forms = new Map();
  /** @type {Set<string>} */
  const ambiguous = new Set();
  for (const token of [...rowTokens, ...columnTokens]) {
    const form = token.normalize();
    if ((forms.get(form) ?? token) !== token) ambiguous.add(form);
    forms.set(form, token);
  }
  /** @param {string} token */
  const labelOf = (token) => {
    const form = token.normalize();
    const marked = token.replace(kMarks, codeOf);
    return token !== form && ambiguous.has(form) ? marked.replace(/[^\0-\x7f⟨⟩]/gu, codeOf) : marked;
  };
  const labels = {
    rows: rowTokens.map(labelOf),
    columns: columnTokens.map(labelOf),
    same:
      rowTokens.length === columnTokens.length && rowTokens.every((token, i) => token === columnTokens[i]),
  };
  known.set(map, labels);
  return labels;
}

/** Texts that mark a place rather than a word: [CLS], </s>, <|endoftext|>, but no byte like <0x0A>. */
const kSpecial = /^(\[[A-Z][A-Z_\d]*\]|<(?!0x)\|?[^\s<>]+>)$/;

/** @param {string} token */
export const isSpecial = (token) => kSpecial.test(token);

/**
 * Tokens as an attribute or a link names them: with blanks between them, or as a JSON array.
 * @param {string} text
 * @returns {string[]}
 */
export function readTokens(text) {
  if (/^\s*\["/.test(text)) {
    try {
      const tokens = /** @type {unknown} */ (JSON.parse(text));
      if (Array.isArray(tokens) && tokens.every((token) => typeof token === 'string')) return tokens;
    } catch {
      // Then it is a list with blanks.
    }
  }
  return text.split(/\s+/).filter(Boolean);
}

/** @param {readonly string[]} tokens @returns {string} as `readTokens` takes it */
export function writeTokens(tokens) {
  const text = tokens.join(' ');
  return JSON.stringify(readTokens(text)) === JSON.stringify(tokens) ? text : JSON.stringify(tokens);
}
