/**
 * The form that chapters are written in. Paragraphs have an empty line between them and are translated as a whole; `# `
 * begins a heading, `- ` an item of a list, `? ` what is folded away below it: its title, a colon, its text. Within
 * a paragraph *x* is a variable, **word** is stressed, $y = w_j$ is a formula with an index, and [text](target) a link.
 * @module
 */

/** @typedef {'text' | 'heading' | 'item' | 'fold'} ParagraphKind */

const kKinds = /** @type {Readonly<Record<string, ParagraphKind>>} */ ({
  '': 'text',
  '#': 'heading',
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
      const [, sign = '', text = line] = /^([#?-]) (.*)$/.exec(line) ?? [];
      return { kind: kKinds[sign] ?? 'text', text };
    });
}

/** @typedef {{ kind: 'plain' | 'variable' | 'strong' | 'formula' | 'link', text: string, target: string }} Piece */

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
    const [whole, strong, variable, formula, link, target] = found;
    if (found.index > end) add('plain', text.slice(end, found.index));
    if (strong) add('strong', strong);
    else if (variable) add('variable', variable);
    else if (formula) add('formula', formula);
    else if (link) add('link', link, target);
    end = found.index + whole.length;
  }
  if (end < text.length) add('plain', text.slice(end));
  return pieces;
}
