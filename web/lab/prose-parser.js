/**
 * The markup of scenes. Empty lines separate paragraphs, each of which is translated as a whole; `# ` begins a heading, `! `
 * a task. Within a paragraph *x* is a variable, **word** is bold, $y = w_j$ is a formula with an index, [text](target) a link,
 * and [text](:name) a term of the glossary. [text](>name) opens an exploration of the instrument, [text](>settings.parameter)
 * the settings at a parameter. [text](~) is shown on phones only.
 */

/** @typedef {'text' | 'heading' | 'task' | 'item' | 'fold'} ParagraphKind */

const kParagraphKinds = /** @type {Readonly<Record<string, ParagraphKind>>} */ ({
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
export function parseParagraphs(source) {
  return source
    .split(/\n\s*\n/)
    .map((lines) => lines.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .map((line) => {
      const [, sign = '', text = line] = /^([#!?-]) (.*)$/.exec(line) ?? [];
      return { kind: kParagraphKinds[sign] ?? 'text', text };
    });
}

/** @typedef {{ kind: 'plain' | 'variable' | 'strong' | 'formula' | 'link' | 'term' | 'opens' | 'phone', text: string, target: string }} Piece */

/** Kind of a link by the first character of its target. */
const kTargetKinds = /** @type {Readonly<Record<string, Piece['kind']>>} */ ({
  ':': 'term',
  '>': 'opens',
  '~': 'phone',
});

const kPiecePattern = /\*\*([^*]+)\*\*|\*([^*]+)\*|\$([^$]+)\$|\[([^\]]+)\]\(([^)]+)\)/g;

/**
 * @param {string} text of one paragraph
 * @returns {Piece[]} in order
 */
export function parsePieces(text) {
  /** @type {Piece[]} */
  const pieces = [];
  /** @param {Piece['kind']} kind @param {string} pieceText @param {string} [target] */
  const add = (kind, pieceText, target = '') => pieces.push({ kind, text: pieceText, target });
  let end = 0;
  for (const match of text.matchAll(kPiecePattern)) {
    const [whole, strong, variable, formula, link, target = ''] = match;
    if (match.index > end) add('plain', text.slice(end, match.index));
    if (strong) add('strong', strong);
    else if (variable) add('variable', variable);
    else if (formula) add('formula', formula);
    else if (link) add(kTargetKinds[target[0] ?? ''] ?? 'link', link, target);
    end = match.index + whole.length;
  }
  if (end < text.length) add('plain', text.slice(end));
  return pieces;
}

/**
 * The first sentence of a paragraph, and the rest of it.
 * @param {string} text
 * @returns {[string, string]}
 */
export function splitFirstSentence(text) {
  // "et al." ends no sentence.
  const end = /(?<! al)[.?!](?=\s)/.exec(text)?.index;
  return end === undefined ? [text, ''] : [text.slice(0, end + 1), text.slice(end + 1)];
}

/** @param {string} text @returns {string} without markup, and without the parts for phones */
export const stripMarkup = (text) =>
  parsePieces(text)
    .map((piece) => (piece.kind === 'phone' ? '' : piece.text))
    .join('');
