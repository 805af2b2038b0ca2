/** The card of a term: one line and one formula, opened from the text. */
import { html, render } from 'lit';
import { translate } from '../language/translate.js';
import { findTerm } from './glossary.js';
import { renderFormula } from './prose-template.js';

/** Pixels between the card and its word, and to the edges of the column. */
const kGap = 8;

/**
 * Shows the card below the word, or above it where there is more room, in the column of the text: it covers neither the instrument
 * nor the link to the next scene.
 * @param {HTMLElement} page whose terms open the card
 * @param {HTMLElement} card
 */
export function listenForTerms(page, card) {
  page.addEventListener('click', (event) => {
    const button = /** @type {Element} */ (event.target).closest('[data-term]');
    if (button instanceof HTMLElement) showCard(button);
  });

  /** @param {HTMLElement} button */
  function showCard(button) {
    const term = findTerm(button.dataset['term'] ?? '');
    if (!term) return;
    render(
      html`
        <h2>${translate(term.title)}</h2>
        <p>${translate(term.definition)}</p>
        ${term.formula ? html`<p>${renderFormula(term.formula)}</p>` : null}
      `,
      card,
    );
    const column = (button.closest('.story-body, .words') ?? page).getBoundingClientRect();
    card.style.left = `${column.left + kGap}px`;
    card.style.inlineSize = `${column.width - 2 * kGap}px`;
    card.showPopover();
    const [word, { height }] = [button.getBoundingClientRect(), card.getBoundingClientRect()];
    const below = word.bottom + kGap;
    const top = below + height < column.bottom ? below : word.top - kGap - height;
    card.style.top = `${Math.max(0, top)}px`;
  }
}
