/**
 * What can be done with a score of one's own beside the field that it is typed into.
 * @module
 */
import { html } from 'lit';
import { checkFormula } from '../index.js';
import { say } from '../language/say.js';
import { formatNumber, messageOf } from '../parts/format.js';

/** @import { AttentoScope } from './attento-scope.js' */
/** @import { FormulaCheck } from '../engine/own-formula.js' */

/** So many formulas are remembered. */
const kMostFound = 50;

/** What was found of the formulas that somebody asked about last. @type {Map<string, FormulaCheck | Error>} */
const found = new Map();

/** @param {string} formula @param {FormulaCheck | Error} answer */
export function noteFound(formula, answer) {
  found.delete(formula);
  found.set(formula, answer);
  for (const [oldest] of found) if (found.size > kMostFound) found.delete(oldest);
}

/** @param {unknown} formula @returns {unknown} another object where more is known of it */
export const foundOf = (formula) => found.get(String(formula));

/**
 * @param {object} options
 * @param {AttentoScope} options.element
 * @param {string} options.formula
 * @param {string} options.label of a button that leads elsewhere
 * @param {() => string} options.linkOf where to, without `#`
 * @param {() => void} options.refresh
 */
export function formulaTools({ element, formula, label, linkOf, refresh }) {
  const check = async () => {
    noteFound(formula, await checkFormula(formula).catch((/** @type {Error} */ error) => error));
    refresh();
  };
  const answer = found.get(formula);
  return html`<div class="formula-tools">
    <button class="button" type="button" @click=${check}>${say('Check the gradient')}</button>
    <button class="button" type="button" @click=${() => show(element, linkOf())}>${label}</button>
    <p class="formula-told field-help" role="status">${answer && (answer instanceof Error ? messageOf(answer) : checkText(answer))}</p>
  </div>`;
}

/** @param {FormulaCheck} check @returns {string} */
export function checkText({ parts, tolerance }) {
  const [worst] = [...parts].sort((a, b) => Number(b.difference) - Number(a.difference));
  if (!worst) return say('Nothing to check: neither q nor k nor a letter in it.');
  if (parts.some(({ difference }) => difference === null))
    return say('For some random q and k the score is not a number.');
  const verdict = Number(worst.difference) <= tolerance ? say('Right.') : say('Wrong.');
  return `${verdict} ${say(
    '{count} derivatives, as training computes them, and central differences in double precision differ by at most {difference} of the largest, by {name}; {tolerance} is allowed.',
    {
      count: parts.reduce((sum, { count }) => sum + count, 0),
      name: worst.name,
      difference: formatNumber(Number(worst.difference)),
      tolerance: formatNumber(tolerance),
    },
  )}`;
}

/**
 * Shows another link: through the page's address where that is what the page shows, so that the reader can go back.
 * @param {AttentoScope} element
 * @param {string} link
 */
function show(element, link) {
  const [base] = element.getAttribute('link-base')?.split('#') ?? [];
  if (element.hasAttribute('permalink') || base === location.href.split('#')[0]) location.hash = link;
  else element.configuration = link;
}
