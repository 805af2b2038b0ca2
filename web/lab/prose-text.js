/**
 * The form that scenes are written in. Paragraphs have an empty line between them and are translated as a whole; `# `
 * begins a heading, `! ` what the reader is to do. Within a paragraph *x* is a variable, **word** is stressed, $y = w_j$ is
 * a formula with an index, [text](target) a link, [text](:name) a term of the glossary, and [text](>name) opens that
 * exploration of the instrument, and [text](>settings.parameter) the settings at a parameter. [text](~) is for phones.
 * @module
 */

/** @typedef {'text' | 'heading' | 'task' | 'item' | 'fold'} ParagraphKind */

const kKinds = /** @type {Readonly<Record<string, ParagraphKind>>} */ ({
  '': 'text',
  '#': 'heading',
  '!': 'task',
  '-': 'item',
  '?': 'fold',
});

/**
 * @param {string} source
 * @returns {{ kind: ParagraphKind, text: string }[]}
 */
export function paragraphsOf(source) {
  return source
    .split(/\n\s*\n/)
    .map((lines) => lines.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .map((line) => {
      const [, sign = '', text = line] = /^([#!?-]) (.*)$/.exec(line) ?? [];
      return { kind: kKinds[sign] ?? 'text', text };
    });
}

/** @typedef {{ kind: 'plain' | 'variable' | 'strong' | 'formula' | 'link' | 'term' | 'opens' | 'phone', text: string, target: string }} Piece */

/** What a target is that begins so. */
const kTargets = /** @type {Readonly<Record<string, Piece['kind']>>} */ ({
  ':': 'term',
  '>': 'opens',
  '~': 'phone',
});

const kPieces = /\*\*([^*]+)\*\*|\*([^*]+)\*|\$([^$]+)\$|\[([^\]]+)\]\(([^)]+)\)/g;

/**
 * @param {string} text of one paragraph
 * @returns {Piece[]} in order
 */
export function piecesOf(text) {
  /** @type {Piece[]} */
  const pieces = [];
  /** @param {Piece['kind']} kind @param {string} of @param {string} [target] */
  const add = (kind, of, target = '') => pieces.push({ kind, text: of, target });
  let end = 0;
  for (const found of text.matchAll(kPieces)) {
    const [whole, strong, variable, formula, link, target = ''] = found;
    if (found.index > end) add('plain', text.slice(end, found.index));
    if (strong) add('strong', strong);
    else if (variable) add('variable', variable);
    else if (formula) add('formula', formula);
    else if (link) add(kTargets[target[0] ?? ''] ?? 'link', link, target);
    end = found.index + whole.length;
  }
  if (end < text.length) add('plain', text.slice(end));
  return pieces;
}

/**
 * The first sentence of a paragraph, and the rest of it.
 * @param {string} text
 * @returns {[string, string]}
 */
export function firstSentence(text) {
  // "et al." ends no sentence.
  const end = /(?<! al)[.?!](?=\s)/.exec(text)?.index;
  return end === undefined ? [text, ''] : [text.slice(0, end + 1), text.slice(end + 1)];
}

/** @param {string} text @returns {string} as it is read, without marks, and without what is for phones */
export const plainText = (text) =>
  piecesOf(text)
    .map((piece) => (piece.kind === 'phone' ? '' : piece.text))
    .join('');
