/** Renders texts with the markup of prose-parser.js in the reader's language. */
import { html } from 'lit';
import { translate } from '../language/translate.js';
import { getTermClass } from './glossary.js';
import { parseParagraphs, parsePieces, splitFirstSentence } from './prose-parser.js';

/** @typedef {(target: string) => string | null} ResolveAddress returns the address for the target of a link; null if there is none */

/**
 * @param {string} source English
 * @param {ResolveAddress} resolveAddress
 * @returns {unknown[]} its paragraphs; the first sentence has a class of its own, since projector mode shows only this sentence
 */
export function renderParagraphs(source, resolveAddress) {
  return parseParagraphs(source).map(({ kind, text }, i) => {
    const translation = translate(text);
    if (i > 0 || kind !== 'text')
      return html`<p class=${kind === 'task' ? 'task' : 'rest'}>${renderLine(translation, resolveAddress)}</p>`;
    const [first, rest] = splitFirstSentence(translation);
    return html`<p><span class="lead">${renderLine(first, resolveAddress)}</span><span class="rest">${renderLine(rest, resolveAddress)}</span></p>`;
  });
}

/** @param {string} text one paragraph @param {ResolveAddress} [resolveAddress] @returns {unknown[]} */
export function renderLine(text, resolveAddress = () => null) {
  let punctuation = '';
  return parsePieces(text).map((piece, i, pieces) => {
    const rendered = pieceTemplate({ ...piece, text: piece.text.slice(punctuation.length) }, resolveAddress);
    // Keeps the punctuation that follows a button on the same line.
    const next = piece.kind === 'term' || piece.kind === 'opens' ? pieces[i + 1] : undefined;
    [punctuation = ''] = (next?.kind === 'plain' && /^[.,:;?!)”“]+/.exec(next.text)) || [];
    return punctuation ? html`<span class="kept">${rendered}${punctuation}</span>` : rendered;
  });
}

/** An index or a power: one character, or braces, which may contain one nested level of braces. */
const kScript = /([_^](?:\{(?:[^{}]|\{[^{}]*\})*\}|[\wⱼⱽᵀ]))/;

/** @param {string} text @returns {unknown[]} with nested subscripts and superscripts */
const renderScripts = (text) =>
  text.split(kScript).map((part) => {
    if (!kScript.test(part)) return part;
    const content = renderScripts(part.slice(1).replace(/^\{(.*)\}$/, '$1'));
    return part.startsWith('_') ? html`<sub>${content}</sub>` : html`<sup>${content}</sup>`;
  });

/** @param {string} text with `_x` and `_{xy}` for an index, `^x` and `^{xy}` for a power */
export const renderFormula = (text) => html`<span class="formula">${renderScripts(text)}</span>`;

/** @param {import('./prose-parser.js').Piece} piece @param {ResolveAddress} resolveAddress */
function pieceTemplate({ kind, text, target }, resolveAddress) {
  const address = kind === 'link' ? resolveAddress(target) : null;
  switch (kind) {
    case 'strong':
      return html`<b>${text}</b>`;
    case 'variable':
      return html`<var>${text}</var>`;
    case 'formula':
      return renderFormula(text);
    case 'term':
      return html`<button type="button" class="term ${getTermClass(target.slice(1))}" data-term=${target.slice(1)}>${text}</button>`;
    case 'opens':
      return html`<button type="button" class="opens" data-opens=${target.slice(1)}>${text}</button>`;
    case 'phone':
      return html`<span class="on-phone">${text}</span>`;
    case 'link':
      return address === null ? text : html`<a href=${address}>${text}</a>`;
    default:
      return text;
  }
}
