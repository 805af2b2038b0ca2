/** A Vite plugin that minifies style sheets, templates and prose in JavaScript. */
import { parseSync, Visitor } from 'vite';

/**
 * Removes insignificant white space from style sheets, templates and prose.
 * @type {import('vite').Plugin}
 */
export const minifiedSources = {
  name: 'minified-sources',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/web\/(?!engine|generated)\w+\/[^?]*\.js$/.test(id)) return undefined;
    const { program, comments } = parseSync(id, code);
    const sheets = new Set(comments.filter(({ value }) => value === ' css ').map(({ end }) => end + 1));
    /** @type {{ start: number, end: number, text: string }[]} */
    const edits = [];
    /** @param {import('vite').ESTree.TemplateLiteral} literal @param {(text: string) => string} minifyText */
    const minify = ({ quasis }, minifyText) => {
      for (const { start, end } of quasis)
        edits.push({ start, end, text: minifyText(code.slice(start, end)) });
    };
    new Visitor({
      TemplateLiteral(literal) {
        if (sheets.has(literal.start)) minify(literal, minifyCss);
      },
      TaggedTemplateExpression({ tag, quasi }) {
        if (tag.type !== 'Identifier') return;
        if (tag.name === 'markProse') minify(quasi, joinParagraphs);
        if (tag.name !== 'html' && tag.name !== 'svg') return;
        minify(quasi, minifyMarkup);
        // A space at either end of a template is removed, too.
        const [first, last] = [edits.at(-quasi.quasis.length), edits.at(-1)];
        if (first) first.text = first.text.replace(/^ (?=<)/, '');
        if (last) last.text = last.text.replace(/(?<=^|>) $/, '');
      },
    }).visit(program);
    const sortedEdits = edits.sort((a, b) => b.start - a.start);
    return sortedEdits.reduce(
      (text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end),
      code,
    );
  },
};

/** Keeps spaces before colons, which may be descendant combinators; other spaces at punctuation are removed. @param {string} sheet */
const minifyCss = (sheet) =>
  sheet
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>~]) ?|(:) | (?=!)/g, '$1$2')
    .replace(/;(})|\b0(\.\d)/g, '$1$2');

/** Joins the lines of each paragraph. @param {string} prose */
const joinParagraphs = (prose) =>
  prose
    .split(/\n\s*\n/)
    .map((lines) => lines.replace(/\s+/g, ' '))
    .join('\n\n');

/** Replaces each line break with its indentation by one space, or by none before the end of a tag. @param {string} markup */
const minifyMarkup = (markup) => markup.replace(/\n\s*(?=\/?>)/g, '').replace(/\n\s*/g, ' ');
