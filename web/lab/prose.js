/**
 * The text of the page, from the form of prose-text.js and in the reader's language.
 * @module
 */
import { html } from 'lit';
import { say } from '../language/say.js';
import { paragraphsOf, piecesOf } from './prose-text.js';

/** A tag for a text without values. @typedef {(text: TemplateStringsArray) => unknown} Prose */

/**
 * @param {(target: string) => string | null} addressOf where a link leads; null if it can't
 * @returns {Prose}
 */
export function proseWith(addressOf) {
  /** @param {string} text @returns {unknown[]} */
  const line = (text) => piecesOf(text).map((piece) => pieceTemplate(piece, addressOf));
  return ([source = '']) => {
    /** @type {unknown[]} */
    const whole = [];
    let section = whole;
    /** @type {unknown[]} */
    let list = [];
    /** @type {unknown[]} */
    let item = [];
    for (const { kind, text } of paragraphsOf(source)) {
      const said = say(text);
      if (kind === 'heading') {
        section = [html`<h2>${line(said)}</h2>`];
        whole.push(html`<section>${section}</section>`);
      } else if (kind === 'text') {
        section.push(html`<p>${line(said)}</p>`);
        list = [];
      } else if (kind === 'item') {
        if (list.length === 0) section.push(html`<ul>${list}</ul>`);
        item = line(said);
        list.push(html`<li>${item}</li>`);
      } else {
        const colon = said.indexOf(': ');
        item.push(
          html`<details><summary>${said.slice(0, colon)}</summary>${line(said.slice(colon + 2))}</details>`,
        );
      }
    }
    return whole;
  };
}

/** @param {import('./prose-text.js').Piece} piece @param {(target: string) => string | null} addressOf */
function pieceTemplate({ kind, text, target }, addressOf) {
  const address = kind === 'link' ? addressOf(target) : null;
  switch (kind) {
    case 'strong':
      return html`<b>${text}</b>`;
    case 'variable':
      return html`<var>${text}</var>`;
    case 'formula':
      return html`<span class="formula">${text.split(/(_\w)/).map((part) => (part.startsWith('_') ? html`<sub>${part.slice(1)}</sub>` : part))}</span>`;
    case 'link':
      return address === null ? text : html`<a href=${address}>${text}</a>`;
    default:
      return text;
  }
}
