/**
 * Renders texts with the markup of prose-text.js in the reader's language.
 * @module
 */
import { html } from 'lit';
import { translate } from '../language/translate.js';
import { markOf } from './glossary.js';
import { firstSentence, paragraphsOf, piecesOf } from './prose-text.js';

/** @typedef {(target: string) => string | null} AddressOf where a link leads; null if it cannot */

/**
 * @param {string} source English
 * @param {AddressOf} addressOf
 * @returns {unknown[]} its paragraphs; the first sentence has a class of its own, since projector mode shows only that
 */
export function paragraphs(source, addressOf) {
  return paragraphsOf(source).map(({ kind, text }, i) => {
    const said = translate(text);
    if (i > 0 || kind !== 'text')
      return html`<p class=${kind === 'task' ? 'task' : 'rest'}>${line(said, addressOf)}</p>`;
    const [first, rest] = firstSentence(said);
    return html`<p><span class="lead">${line(first, addressOf)}</span><span class="rest">${line(rest, addressOf)}</span></p>`;
  });
}

/** @param {string} said one paragraph @param {AddressOf} [addressOf] @returns {unknown[]} */
export function line(said, addressOf = () => null) {
  let marks = '';
  return piecesOf(said).map((piece, i, pieces) => {
    const shown = pieceTemplate({ ...piece, text: piece.text.slice(marks.length) }, addressOf);
    // Keeps the punctuation that follows a button on the same line.
    const next = piece.kind === 'term' || piece.kind === 'opens' ? pieces[i + 1] : undefined;
    [marks = ''] = (next?.kind === 'plain' && /^[.,:;?!)”“]+/.exec(next.text)) || [];
    return marks ? html`<span class="kept">${shown}${marks}</span>` : shown;
  });
}

/** An index or a power: one character, or braces, which may contain one nested level of braces. */
const kScript = /([_^](?:\{(?:[^{}]|\{[^{}]*\})*\}|[\wⱼⱽᵀ]))/;

/** @param {string} text @returns {unknown[]} with nested subscripts and superscripts */
const scripts = (text) =>
  text.split(kScript).map((part) => {
    if (!kScript.test(part)) return part;
    const raised = scripts(part.slice(1).replace(/^\{(.*)\}$/, '$1'));
    return part.startsWith('_') ? html`<sub>${raised}</sub>` : html`<sup>${raised}</sup>`;
  });

/** @param {string} text with `_x` and `_{xy}` for an index, `^x` and `^{xy}` for a power */
export const formula = (text) => html`<span class="formula">${scripts(text)}</span>`;

/** @param {import('./prose-text.js').Piece} piece @param {AddressOf} addressOf */
function pieceTemplate({ kind, text, target }, addressOf) {
  const address = kind === 'link' ? addressOf(target) : null;
  switch (kind) {
    case 'strong':
      return html`<b>${text}</b>`;
    case 'variable':
      return html`<var>${text}</var>`;
    case 'formula':
      return formula(text);
    case 'term':
      return html`<button type="button" class="term ${markOf(target.slice(1))}" data-term=${target.slice(1)}>${text}</button>`;
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
