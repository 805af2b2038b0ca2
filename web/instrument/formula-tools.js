/**
 * Tools beside the field for the reader's own score formula: the parsed formula, a gradient check, and a button that opens the
 * formula elsewhere.
 */
import { html } from 'lit';
import { checkFormula, readFormula } from '../index.js';
import { translate } from '../language/translate.js';
import { formatNumber, getErrorMessage } from '../parts/format.js';
import { mathTemplate } from './math.js';

/** @import { InstrumentElement } from './host.js' */
/** @import { FormulaCheck } from '../engine/own-formula.js' */
/** @import { MathTree } from '../engine/schema.js' */

/** Maximum number of remembered formulas. */
const kMaximumFormulas = 50;

/** @typedef {{ check?: FormulaCheck | Error, reading?: MathTree }} FormulaResults */
/** Results for the formulas that were shown last. @type {Map<string, FormulaResults>} */
const resultsByFormula = new Map();

/** @param {string} formula @param {FormulaResults} newResults merged into the stored results of the formula */
function storeFormulaResults(formula, newResults) {
  const all = { ...resultsByFormula.get(formula), ...newResults };
  resultsByFormula.delete(formula);
  resultsByFormula.set(formula, all);
  for (const [oldest] of resultsByFormula)
    if (resultsByFormula.size > kMaximumFormulas) resultsByFormula.delete(oldest);
}

/** @param {unknown} formula @returns {unknown} a new object whenever there are new results, as a key for `guard` */
export const getFormulaResults = (formula) => resultsByFormula.get(String(formula));

/**
 * Returns a parsed formula; starts the parsing if there is no result yet.
 * @param {string} formula
 * @param {() => void} refresh called when the result is available
 * @returns {MathTree | undefined}
 */
export function requestParsedMath(formula, refresh) {
  const storedResults = resultsByFormula.get(formula);
  if (!storedResults?.reading && !pendingFormulas.has(formula)) {
    pendingFormulas.add(formula);
    readFormula(formula)
      .then((own) => {
        storeFormulaResults(formula, { reading: findScoreMath(own) });
        refresh();
      })
      .catch(() => undefined)
      .finally(() => pendingFormulas.delete(formula));
  }
  return storedResults?.reading;
}

/** Formulas that are being parsed. @type {Set<string>} */
const pendingFormulas = new Set();

/** @param {Pick<import('../engine/schema.js').MechanismSchema, 'lines'>} own the parsed formula @returns {MathTree | undefined} MathML of the whole formula */
export const findScoreMath = ({ lines }) => lines.find(({ name }) => name === 'scores')?.math;

/**
 * @param {object} options
 * @param {InstrumentElement} options.element
 * @param {string} options.formula
 * @param {MathTree | undefined} options.math the parsed formula
 * @param {string} options.label of the button that opens another link
 * @param {() => string} options.getLink that link, without `#`
 * @param {() => void} options.refresh
 */
export function formulaToolsTemplate({ element, formula, math, label, getLink, refresh }) {
  const checkGradient = async () => {
    const check = await checkFormula(formula).catch((/** @type {Error} */ error) => error);
    storeFormulaResults(formula, { check });
    refresh();
  };
  const result = resultsByFormula.get(formula)?.check;
  return html`<div class="formula-tools">
    ${math ? html`<p class="formula-reading field-help">${translate('Read as')} ${mathTemplate(math)}</p>` : null}
    <button class="button" type="button" @click=${checkGradient}>${translate('Check the gradient')}</button>
    <button class="button" type="button" @click=${() => openLink(element, getLink())}>${label}</button>
    <p class="formula-status field-help" role="status">${result && (result instanceof Error ? getErrorMessage(result) : formatCheck(result))}</p>
  </div>`;
}

/** @param {FormulaCheck} check @returns {string} */
function formatCheck({ parts, tolerance }) {
  const [worst] = [...parts].sort((a, b) => Number(b.difference) - Number(a.difference));
  if (!worst) return translate('Nothing to check: the formula contains no q, no k and no learned letter.');
  if (parts.some(({ difference }) => difference === null))
    return translate('For some random q and k the score is not a number.');
  const verdict = Number(worst.difference) <= tolerance ? translate('Right.') : translate('Wrong.');
  return `${verdict} ${translate(
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
 * Opens another link: through the page's address if the instrument follows the address, so that the reader can go back.
 * @param {InstrumentElement} element
 * @param {string} link
 */
function openLink(element, link) {
  const [base] = element.getAttribute('link-base')?.split('#') ?? [];
  if (element.hasAttribute('permalink') || base === location.href.split('#')[0]) location.hash = link;
  else element.configuration = link;
}
