/**
 * The markup of scenes. Empty lines separate paragraphs, each of which is translated as a whole; `# ` begins a heading, `! `
 * a task. Within a paragraph *x* is a variable, **word** is bold, $y = w_j$ is a formula with an index, [text](target) a link,
 * and [text](:name) a term of the glossary. [text](>name) opens an exploration of the instrument, [text](>settings.parameter)
 * the settings at a parameter. [text](~) is shown on phones only.
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

/** Kind of a link by the first character of its target. */
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

/** @param {string} text @returns {string} without markup, and without the parts for phones */
export const plainText = (text) =>
  piecesOf(text)
    .map((piece) => (piece.kind === 'phone' ? '' : piece.text))
    .join('');
