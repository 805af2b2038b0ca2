/** Labels for the tokens of a file. Different tokens get different labels, even if they look alike. */

import { formatCodePoint } from '../parts/format.js';

/** @import { OwnMap } from '../engine/own-maps.js' */
/** @typedef {{ rows: readonly string[], columns: readonly string[], isSameText: boolean }} Labels `isSameText`: rows and columns have the same tokens */

/** Symbols that `showInvisibleCharacters()` inserts; they are escaped where a token itself contains them. */
const kMarks = /[␣↵⇥⍽∅◌⟨\u2400-\u2421]/g;

/** @type {WeakMap<OwnMap, Labels>} */
const labelCache = new WeakMap();

/** @param {OwnMap} map @returns {Labels} in which invisible characters still have to be replaced by `showInvisibleCharacters()` */
export function getLabels(map) {
  const found = labelCache.get(map);
  if (found) return found;
  const { rowTokens, columnTokens } = map;
  /** The last token with each Unicode normalization form. @type {Map<string, string>} */
  const forms = new Map();
  /** @type {Set<string>} */
  const ambiguous = new Set();
  for (const token of [...rowTokens, ...columnTokens]) {
    const form = token.normalize();
    if ((forms.get(form) ?? token) !== token) ambiguous.add(form);
    forms.set(form, token);
  }
  /** @param {string} token */
  const createLabel = (token) => {
    const form = token.normalize();
    const marked = token.replace(kMarks, formatCodePoint);
    return token !== form && ambiguous.has(form) ? marked.replace(/[^\0-\x7f⟨⟩]/gu, formatCodePoint) : marked;
  };
  const labels = {
    rows: rowTokens.map(createLabel),
    columns: columnTokens.map(createLabel),
    isSameText:
      rowTokens.length === columnTokens.length && rowTokens.every((token, i) => token === columnTokens[i]),
  };
  labelCache.set(map, labels);
  return labels;
}

/** Special tokens: [CLS], </s>, <|endoftext|>, but no byte like <0x0A>. */
const kSpecial = /^(\[[A-Z][A-Z_\d]*\]|<(?!0x)\|?[^\s<>]+>)$/;

/** @param {string} token */
export const isSpecial = (token) => kSpecial.test(token);

/**
 * Reads tokens of an attribute or a link: separated by whitespace, or as a JSON array.
 * @param {string} text
 * @returns {string[]}
 */
export function parseTokens(text) {
  if (/^\s*\["/.test(text)) {
    try {
      const tokens = /** @type {unknown} */ (JSON.parse(text));
      if (Array.isArray(tokens) && tokens.every((token) => typeof token === 'string')) return tokens;
    } catch {
      // The text is not JSON, so its tokens are separated by whitespace.
    }
  }
  return text.split(/\s+/).filter(Boolean);
}

/** @param {readonly string[]} tokens @returns {string} text from which `parseTokens` reads the same tokens */
export function formatTokenList(tokens) {
  const text = tokens.join(' ');
  return JSON.stringify(parseTokens(text)) === JSON.stringify(tokens) ? text : JSON.stringify(tokens);
}
