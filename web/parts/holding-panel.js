/**
 * Describes the rows of a map whose weights the reader holds fixed, and shows the most probable answers before and after.
 */

import { html } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { translate } from '../language/translate.js';
import { buttonTemplate } from './button.js';
import { formatFixed, quoteToken, showInvisibleCharacters } from './format.js';

/** @import { Candidates, HeldRow, Holding } from './holding.js' */

/** Maximum number of words whose probabilities are compared. */
const kMaximumWords = 6;
/** Weights and probabilities below this are not mentioned. */
const kNegligible = 0.005;

/** @param {readonly string[]} labels @param {readonly number[]} columns */
const quoteColumns = (labels, columns) => columns.map((column) => quoteToken(labels[column])).join(' ');

/** The columns that a held row attends to, in quotes. @param {Holding} holding @param {HeldRow} row */
function quoteHeldColumns({ map }, { place, chosen, column }) {
  const held = chosen.flatMap((weight, i) => (weight > kNegligible ? [i] : []));
  return quoteColumns(map.getLabels(place).columns, map.placeRow ? [column] : held);
}

/** @param {string | undefined} token of the row; undefined if it is the only row @param {string} tokens */
const describeRow = (token, tokens) =>
  token === undefined
    ? translate('It is made to look at {tokens}.', { tokens })
    : translate('{token} is made to look at {tokens}.', { token: quoteToken(token), tokens });

/** @param {Holding} holding @returns {string} a sentence about the row that was changed last, and about the hidden columns */
function describeHeld(holding) {
  const {
    rows,
    without,
    map: { getLabels, getPlaceName },
  } = holding;
  const row = rows.at(-1);
  const place = row && getPlaceName?.(row.place);
  return [
    place && `${place}:`,
    row && describeRow(getLabels(row.place).rows[row.row], quoteHeldColumns(holding, row)),
    without.size > 0 &&
      translate('Hidden from all rows: {tokens}.', {
        tokens: quoteColumns(getLabels({}).columns, [...without]),
      }),
  ]
    .filter(Boolean)
    .join(' ');
}

/** @param {Holding} holding @returns {string} a sentence about the held rows and the answer of the model */
function describeAnswer(holding) {
  const row = holding.rows.at(-1);
  const best = row && holding.getCandidates(row)[1][0];
  if (!holding.answers) return '';
  if (!best)
    return `${describeHeld(holding)} ${translate('model says {token}', { token: quoteToken(holding.answers.after.text) })}.`;
  const values = {
    row: row.row + 1,
    tokens: quoteHeldColumns(holding, row),
    answer: quoteToken(best.token),
    probability: formatFixed(best.probability, 2),
  };
  return holding.map.getLabels(row.place).rows.length === 0
    ? translate('Held on {tokens}: now says {answer}, {probability}.', values)
    : translate('Row {row} held on {tokens}: now says {answer}, {probability}.', values);
}

/** The panel; empty if nothing is held and no hold was refused. @param {Holding} holding @param {unknown} [tools] of a view */
export function holdingTemplate(holding, tools) {
  const { rows, without, answers, error } = holding;
  const row = rows.at(-1);
  if (!holding.isActive && !error) return null;
  /** @type {[Candidates, Candidates]} */
  const candidates = row ? holding.getCandidates(row) : [[], []];
  return html`
    <div class="hold">
      <p class="hold-head">
        <span>${describeHeld(holding)}</span>
        ${row && buttonTemplate(translate('Let go'), () => holding.hold(row.row, 0, 'release', row.place))}
        ${rows.length + without.size > (row ? 1 : 0) ? buttonTemplate(translate('Let go of all'), () => holding.releaseAll()) : null}
      </p>
      ${row && dialTemplate(holding, row)} ${row && tools}
      ${holding.map.hasPrefix ? prefixTemplate(holding) : null}
      ${error ? html`<p role="status">${error}</p>` : null}
      ${error ? null : candidates[1].length > 0 ? wordsTemplate(...candidates) : answers && textsTemplate(answers)}
      <p class="visually-hidden" role="status">${guard([holding.spokenAnswers], () => describeAnswer(holding))}</p>
    </div>
  `;
}

/** @param {Holding} holding @param {HeldRow} row */
function dialTemplate(holding, row) {
  /** @param {Event} event */
  const turn = ({ target }) => holding.turnDial(row, Number(/** @type {HTMLInputElement} */ (target).value));
  return html`
    <label class="hold-dial">
      ${translate('learned')}
      <input type="range" min="0" max="1" step="0.05" .value=${String(row.dial)} aria-label=${translate('From learned to held weights')} @input=${turn} />
      ${translate('held')}
    </label>
  `;
}

/** @param {Holding} holding */
const prefixTemplate = (holding) => html`
  <label class="hold-dial">
    <input type="checkbox" .checked=${holding.prefix === 'own'} @change=${() => holding.setPrefix(holding.prefix === 'own' ? 'true' : 'own')} />
    ${translate('go on with its own words')}
  </label>
`;

/** The most probable words, each with its probabilities before and after. @param {Candidates} before @param {Candidates} after */
function wordsTemplate(before, after) {
  /** @param {Candidates} candidates @param {string} word */
  const find = (candidates, word) => candidates.find(({ token }) => token === word)?.probability ?? 0;
  const words = [...new Set([...after, ...before].map(({ token }) => token))]
    .filter((word, i) => i < 2 || find(before, word) + find(after, word) > kNegligible)
    .slice(0, kMaximumWords);
  const formatProbability = (/** @type {number} */ share) => (share > 0 ? formatFixed(share, 2) : '–');
  return html`
    <table class="hold-words">
      <thead><tr><th>${translate('model says')}</th><th>${translate('learned')}</th><th>${translate('held')}</th></tr></thead>
      <tbody>${words.map((word) => {
        const [old, now] = [find(before, word), find(after, word)];
        return html`<tr>
          <th>${showInvisibleCharacters(word)}</th>
          <td>${formatProbability(old)}</td>
          <td><span class="hold-bar" .style=${`--share: ${now}; --learned: ${old}`}></span>${formatProbability(now)}</td>
        </tr>`;
      })}</tbody>
    </table>
  `;
}

/** The model's whole answers before and after weights are held, for maps whose single rows have no answer. @param {import('./holding.js').Answers} answers */
const textsTemplate = ({ before, after }) => html`
  <table class="hold-words">
    <thead><tr><td></td><th>${translate('model says')}</th></tr></thead>
    <tbody>
      <tr><th>${translate('learned')}</th><td>${showInvisibleCharacters(before.text ?? '')}</td></tr>
      <tr><th>${translate('held')}</th><td>${showInvisibleCharacters(after.text ?? '')}</td></tr>
    </tbody>
  </table>
`;

export const holdingStyles = /* css */ `
.hold { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap); }
.hold p, .hold-head { margin: 0; }
.hold-head { display: flex; flex-wrap: wrap; align-items: center; gap: var(--attento-gap-small) var(--attento-gap); font-weight: 600; }
.hold-dial { display: flex; align-items: center; gap: var(--attento-gap); color: var(--attento-muted); }
.hold-dial input { margin: 0; }
.hold-dial [type="range"] { flex: 1 1 3em; min-inline-size: 0; max-inline-size: 16em; block-size: 1.75em; }
.hold-dial [type="checkbox"] { inline-size: 1.2em; block-size: 1.2em; }
.hold-words { border-collapse: collapse; max-inline-size: 26em; }
.hold-words th, .hold-words td { text-align: start; font-weight: 400; padding: 0.1em var(--attento-gap) 0.1em 0; white-space: pre; }
.hold-words td:only-of-type { white-space: pre-wrap; }
.hold-words td:last-child { inline-size: 70%; padding-inline-end: 0; }
.hold-words thead th { color: var(--attento-muted); font-size: var(--attento-size-small); }
.hold-words tbody tr:first-child > th { font-weight: 650; }
.hold-bar { display: inline-block; position: relative; inline-size: calc(100% - 3em); block-size: 0.8em; margin-inline-end: var(--attento-gap); border: 1px solid var(--attento-rule); background: linear-gradient(var(--attento-accent) 0 0) 0 0 / calc(100% * var(--share)) 100% no-repeat; }
.hold-bar::after { content: ""; position: absolute; inset-block: -0.2em; inset-inline-start: calc(100% * var(--learned)); border-inline-start: 2px solid var(--attento-ink); }
.align-changed { animation: align-changed 1.2s ease-out; }
@keyframes align-changed { from { background: var(--attento-accent); color: var(--attento-paper); } }
@media (prefers-reduced-motion: reduce) { .align-changed { animation: none; } }
@media (pointer: coarse) { .hold-dial, .hold-dial [type="range"] { min-block-size: var(--attento-control); } }
@media print { .hold-dial, .hold .button { display: none; } }
/* The answers come first on projectors, and on narrow screens, where the panel is below the map. */
:host([theme='projector']) .reading > .conduct { order: -1; }
:host([theme='projector']) .reading > .hold { order: -2; }
:host([theme='projector']) .reading > .conduct.hold { order: -3; }
:host([theme='projector']) .hold > .hold-dial { order: 1; }
@container scope (max-width: 52em) {
  .reading > .conduct { order: -1; }
  .reading > .hold { order: -2; }
  .reading > .conduct.hold { order: -3; }
  .hold > .hold-dial { order: 1; }
  .side:has(.hold:not(.conduct)) > .metrics { order: 0; }
}
`;
