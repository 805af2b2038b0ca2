/** The result of a test of a map, in words and as a small table. */

import { html } from 'lit';
import { markText, translate } from '../language/translate.js';
import { exactNumberTemplate } from '../parts/disclosure-table.js';
import { formatFixed, formatPercent, formatShare, quoteToken } from '../parts/format.js';
import { attendsElsewhere, findLargestIndex } from './other-map.js';

/** @import { Explanation } from '../engine/shapes.js' */

/** Changes of the answer below this are negligible. */
const kNegligibleChange = 0.01;
/** Fewer changes than this are too few to compare their order. */
const kMinimumCompared = 3;
/** Changes of the answer from this on are large. */
const kLargeChange = 0.1;

/**
 * A table of numbers, each above a bar that shows its size.
 * @param {readonly string[]} labels of the columns
 * @param {readonly { name: string, values: ArrayLike<number> }[]} rows
 */
export const cellTableTemplate = (labels, rows) => html`
  <div class="explain-scroll" tabindex="0" role="group" aria-label=${translate('weights')}>
    <table class="explain-table">
      <thead><tr><td></td>${labels.map((label) => html`<th scope="col">${label}</th>`)}</tr></thead>
      <tbody>
        ${rows.map(({ name, values }) => html`<tr><th scope="row">${name}</th>${Array.from(values, cellTemplate)}</tr>`)}
      </tbody>
    </table>
  </div>
`;

/** @param {number} value */
const cellTemplate = (value) =>
  html`<td .style=${`--share: ${Math.min(1, Math.max(0, value))}`}>${exactNumberTemplate(value, formatShare)}</td>`;

/** @param {Explanation} explanation */
export function outcomeTemplate(explanation) {
  const { columnLabels, weights, changes = [], alternativeWeights = [] } = explanation;
  switch (explanation.test) {
    case 'permute':
      return lineTemplate(
        describePermutations(changes, explanation.median ?? Number.NaN, explanation.answer),
      );
    case 'leave-out':
      return [
        lineTemplate(describeAgreement(explanation.agreement ?? Number.NaN, changes)),
        cellTableTemplate(columnLabels, [
          { name: translate('weight'), values: weights },
          { name: translate('change'), values: changes },
        ]),
      ];
    case 'search':
      if (!explanation.distance)
        return lineTemplate(
          translate('No other map was found that changes the answer by {change} or less.', {
            change: formatShare(explanation.maximumChange ?? 0),
          }),
        );
      return [
        lineTemplate(
          `${describeChange(explanation)} ${translate('Both maps are {distance} apart (0: the same, 1: nothing in common).', { distance: formatShare(explanation.distance) })}`,
        ),
        cellTableTemplate(columnLabels, [
          { name: translate('learned'), values: weights },
          { name: translate('found'), values: alternativeWeights },
        ]),
      ];
    default:
      return lineTemplate(describeChange(explanation));
  }
}

/** @param {string} text */
const lineTemplate = (text) => html`<p>${text}</p>`;

/**
 * For each test whether the weights matter, and the texts for yes and no.
 * @type {Readonly<Record<string, { isImportant: (explanation: Explanation) => boolean, yes: string, no: string }>>}
 */
const kVerdicts = {
  permute: {
    isImportant: ({ median = 0 }) => median >= kLargeChange,
    yes: markText('So these weights matter: in another order the probabilities move.'),
    no: markText('So these weights hardly matter: in another order the answer stays.'),
  },
  uniform: {
    isImportant: ({ change = 0 }) => change >= kLargeChange,
    yes: markText('So these weights matter: with equal ones the probabilities move.'),
    no: markText('So these weights hardly matter: with equal ones the answer stays.'),
  },
  'leave-out': {
    isImportant: ({ changes = [], weights }) =>
      Math.max(...changes) >= kLargeChange && findLargestIndex(changes) === findLargestIndex(weights),
    yes: markText('So these weights matter: the answer changes most without the input that has the largest.'),
    no: markText(
      'So these weights hardly matter: the answer changes more without another input than without the one that has the largest.',
    ),
  },
  search: {
    isImportant: (explanation) => !attendsElsewhere(explanation),
    yes: markText('So these weights matter: the answer stays only with others much like them.'),
    no: markText('So these weights hardly matter: the answer stays with others, too.'),
  },
};

/** @param {Explanation} explanation @returns {boolean} whether the weights of the row matter, by this test */
const isImportant = (explanation) => kVerdicts[explanation.test]?.isImportant(explanation) ?? false;

/** @param {Explanation} explanation @returns {string} the verdict of a test about the weights of the row */
export function describeVerdict(explanation) {
  const verdict = kVerdicts[explanation.test];
  return verdict ? translate(isImportant(explanation) ? verdict.yes : verdict.no) : '';
}

/**
 * @param {readonly Explanation[]} all one of each test
 * @returns {string} a sentence that says by how many of the tests the weights matter
 */
export const describeImportanceCount = (all) =>
  translate('By {count} of {all} tests these weights matter.', {
    count: all.filter(isImportant).length,
    all: all.length,
  });

/** @param {readonly Explanation[]} all one of each test @returns {string} joint verdict of the tests */
export function describeJointVerdict(all) {
  const yes = all.filter(isImportant);
  const counted = describeImportanceCount(all);
  const hasOther = all.some((one) => one.test === 'search' && !isImportant(one));
  if (yes.length === 0) return `${counted} ${translate('So this map tells little about the answer.')}`;
  if (yes.length === all.length)
    return `${counted} ${translate('So this map tells where the answer comes from.')}`;
  return `${counted} ${
    hasOther
      ? translate(
          'Some weights found by a search leave the answer, too: this map is one explanation among several.',
        )
      : translate('The tests ask different things, so look at each.')
  }`;
}

/**
 * @param {readonly number[]} changes ascending
 * @param {number} median
 * @param {import('../engine/shapes.js').Explanation['answer']} answer
 */
function describePermutations(changes, median, { label, probability }) {
  const untouched = changes.filter((change) => change < kNegligibleChange).length;
  const largest = changes.at(-1) ?? Number.NaN;
  return translate(
    'The answer is {label} ({probability}). In {count} random orders it changed by {median} in the median, by {largest} at most; in {untouched} of them by less than {none}.',
    {
      label: quoteToken(label),
      probability: formatPercent(probability),
      count: changes.length,
      median: formatShare(median),
      largest: formatShare(largest),
      untouched,
      none: formatFixed(kNegligibleChange, 2),
    },
  );
}

/** @param {number} tau @param {readonly number[]} changes */
function describeAgreement(tau, changes) {
  const count = changes.filter((change) => change >= kNegligibleChange).length;
  if (count < kMinimumCompared)
    return translate(
      'The answer changes by {change} or more for only {count} of {all} inputs, so the order of the changes is not compared with that of the weights. Look for the largest weight and the largest change.',
      { count, all: changes.length, change: formatFixed(kNegligibleChange, 2) },
    );
  const verdict =
    tau > 0.6
      ? translate('Weights and changes agree well.')
      : tau > 0.2
        ? translate('Weights and changes agree a little.')
        : tau > -0.2
          ? translate('Weights and changes do not agree.')
          : translate('Weights and changes disagree.');
  return `${verdict} ${translate('Kendall’s τ is {tau} (1: the same order, −1: the opposite).', { tau: formatFixed(tau, 2) })}`;
}

/** @param {Explanation} explanation */
function describeChange({ answer, alternativeAnswer, change = Number.NaN }) {
  const after = alternativeAnswer ?? answer;
  const [now, before] = [after, answer].map(({ probability }) => formatShare(probability));
  const places = {
    word: quoteToken(after.label),
    old: quoteToken(answer.label),
    now,
    before,
    change: formatShare(change),
  };
  return after.label === answer.label
    ? translate(
        'The answer is still {word}, with probability {now} instead of {before}: a change of {change}.',
        places,
      )
    : translate('The answer was {old} ({before}), now it is {word} ({now}): a change of {change}.', places);
}
