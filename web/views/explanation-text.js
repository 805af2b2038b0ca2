/**
 * What a test of a map found, in words and as a small table.
 * @module
 */

import { exact } from './disclosure-table.js';
import { h } from './dom.js';
import { formatPercent, formatShare } from './format.js';

/** @typedef {import('./view.js').Explanation} Explanation */

/** A change of the answer that nobody would notice. */
const kNone = 0.01;

/**
 * Numbers above one another, each over a bar of its size.
 * @param {readonly string[]} labels of the columns
 * @param {readonly { name: string, values: ArrayLike<number> }[]} rows
 * @returns {HTMLElement}
 */
export function cellTable(labels, rows) {
  const head = h('tr', {}, h('td'), ...labels.map((label) => h('th', { scope: 'col' }, label)));
  const body = rows.map(({ name, values }) => {
    const cells = Array.from(values, (value) => {
      const cell = h('td', {}, exact(value, formatShare));
      cell.style.setProperty('--share', String(Math.min(1, Math.max(0, value))));
      return cell;
    });
    return h('tr', {}, h('th', { scope: 'row' }, name), ...cells);
  });
  const table = h('table', { class: 'explain-table' }, h('thead', {}, head), h('tbody', {}, ...body));
  return h('div', { class: 'explain-scroll', tabindex: 0, role: 'group', 'aria-label': 'weights' }, table);
}

/**
 * @param {Explanation} found
 * @returns {HTMLElement[]}
 */
export function outcomeText(found) {
  const { test, columnLabels, weights, changes = [], found: others = [] } = found;
  /** @param {string} text */
  const line = (text) => h('p', {}, text);
  switch (test) {
    case 'permute':
      return [line(permuted(changes, found.median ?? Number.NaN, found.answer))];
    case 'leave-out':
      return [
        line(agreement(found.agreement ?? Number.NaN)),
        cellTable(columnLabels, [
          { name: 'weight', values: weights },
          { name: 'change without it', values: changes },
        ]),
      ];
    case 'search':
      if (!found.distance) {
        return [
          line(
            `No other map was found that changes the answer by ${formatShare(found.allowed ?? 0)} or less.`,
          ),
        ];
      }
      return [
        line(
          `${becomes(found)} Both maps are ${formatShare(found.distance)} apart (0: the same, 1: nothing in common).`,
        ),
        cellTable(columnLabels, [
          { name: 'learned', values: weights },
          { name: 'found', values: others },
        ]),
      ];
    default:
      return [line(becomes(found))];
  }
}

/**
 * @param {readonly number[]} changes ascending
 * @param {number} median
 * @param {import('./view.js').Explanation['answer']} answer
 */
function permuted(changes, median, { label, probability }) {
  const untouched = changes.filter((change) => change < kNone).length;
  const largest = changes.at(-1) ?? Number.NaN;
  return (
    `The answer is ${label} (${formatPercent(probability)}). In ${changes.length} random orders it changed by ${formatShare(median)} in the median, ` +
    `by ${formatShare(largest)} at most; ${untouched} of them left it as it was.`
  );
}

/** @param {number} tau */
function agreement(tau) {
  const word =
    tau > 0.6 ? 'agree well' : tau > 0.2 ? 'agree a little' : tau > -0.2 ? 'do not agree' : 'disagree';
  return `Weights and changes ${word}: Kendall's τ is ${tau.toFixed(2).replace('-', '−')} (1: the same order, −1: the opposite).`;
}

/** @param {Explanation} found */
function becomes({ answer, answerAfter, change = Number.NaN }) {
  const after = answerAfter ?? answer;
  const still = after.label === answer.label ? 'still' : 'now';
  return (
    `The answer is ${still} ${after.label} (${formatPercent(after.probability)}; with the learned weights ${answer.label}, ` +
    `${formatPercent(answer.probability)}): a change of ${formatShare(change)}.`
  );
}
