/**
 * The card of a term: one line and one formula, opened from the text.
 * @module
 */
import { html, render } from 'lit';
import { say } from '../language/say.js';
import { termOf } from './glossary.js';
import { formula } from './prose.js';

/**
 * @param {HTMLElement} page whose terms open it
 * @param {HTMLElement} card
 */
export function openTerms(page, card) {
  page.addEventListener('click', (event) => {
    const button = /** @type {Element} */ (event.target).closest('[data-term]');
    if (button instanceof HTMLElement) show(button);
  });

  /** @param {HTMLElement} button */
  function show(button) {
    const found = termOf(button.dataset['term'] ?? '');
    if (!found) return;
    render(
      html`
        <h2>${say(found.term)}</h2>
        <p>${say(found.says)}</p>
        ${found.formula ? html`<p>${formula(found.formula)}</p>` : null}
      `,
      card,
    );
    card.showPopover();
  }
}
