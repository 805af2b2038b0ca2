/**
 * Judges whether the reader's data are enough to generalize from, by the accuracies on training and held-out examples.
 */
import { translate, translateCount } from '../language/translate.js';
import { formatCount, formatPercent } from '../parts/format.js';

/** @import { DataSummary } from '../engine/shapes.js' */
/** @import { StepMetrics } from './frame-display.js' */

/** Pairs of metrics: the same measure on training and on held-out examples. */
const kMetricPairs = /** @type {const} */ ([
  ['trainingExactMatch', 'exactMatch'],
  ['trainingAccuracy', 'accuracy'],
  ['trainingTokenAccuracy', 'tokenAccuracy'],
]);

/** From this accuracy on, training examples count as learned. */
const kLearnedAccuracy = 0.8;
/** Held-out examples count as equally well answered if their accuracy is lower by at most this. */
const kMaximumGap = 0.2;
/** With fewer held-out examples than this, their accuracy is a rough number. */
const kMinimumHeldOut = 20;

/**
 * @param {DataSummary} data of the run
 * @param {StepMetrics} stepMetrics
 * @returns {string} empty before the first step
 */
export function formatGeneralization(data, { step, metrics }) {
  const [trainAccuracy, heldOutAccuracy] = kMetricPairs
    .map((names) => names.map((name) => Number(metrics[name] ?? Number.NaN)))
    .find((shares) => shares.every(Number.isFinite)) ?? [Number.NaN, Number.NaN];
  if (!(step > 0) || !Number.isFinite(trainAccuracy) || !Number.isFinite(heldOutAccuracy)) return '';
  const { train, heldOut, unit } = data;
  const places = {
    seen: formatPercent(Number(trainAccuracy)),
    fresh: formatPercent(Number(heldOutAccuracy)),
    count: formatCount(train),
    ones: getExampleNoun(data),
  };
  const outcome = classifyGeneralization(
    Number(trainAccuracy),
    Number(heldOutAccuracy),
    computeChanceAccuracy(data),
  );
  const text = formatOutcome(outcome, places);
  if (unit || heldOut >= kMinimumHeldOut) return text;
  const rough = translateCount(
    heldOut,
    {
      one: 'Only {count} is for the test, so the second number is rough.',
      other: 'Only {count} are for the test, so the second number is rough.',
    },
    { count: formatCount(heldOut) },
  );
  return `${text} ${rough}`;
}

/**
 * @param {number} trainAccuracy accuracy on training examples
 * @param {number} heldOutAccuracy accuracy on held-out examples
 * @param {number} chance accuracy of guessing
 * @returns {'learning' | 'memorized' | 'partial' | 'general'}
 */
export function classifyGeneralization(trainAccuracy, heldOutAccuracy, chance) {
  if (trainAccuracy < kLearnedAccuracy) return 'learning';
  if (trainAccuracy - heldOutAccuracy <= kMaximumGap) return 'general';
  return heldOutAccuracy < (1 + chance) / 2 ? 'memorized' : 'partial';
}

/** @param {DataSummary} data @returns {number} the share of the larger of two classes; 0 for words, which can hardly be guessed */
const computeChanceAccuracy = ({ positive, train, heldOut }) =>
  positive === undefined ? 0 : Math.max(positive, train + heldOut - positive) / (train + heldOut);

/** @param {DataSummary} data */
const getExampleNoun = ({ unit, positive }) =>
  unit ? translate('tokens') : positive === undefined ? translate('pairs') : translate('sentences');

/** @typedef {Readonly<Record<'seen' | 'fresh' | 'count' | 'ones', string>>} TextValues */

/** @param {ReturnType<typeof classifyGeneralization>} outcome @param {TextValues} places */
function formatOutcome(outcome, places) {
  switch (outcome) {
    case 'memorized':
      return translate(
        'It knows the {ones} it has seen ({seen} right) and not the new ones ({fresh}): {count} {ones} are too few to generalize.',
        places,
      );
    case 'partial':
      return translate(
        'It knows the {ones} it has seen ({seen} right) better than new ones ({fresh}): more {ones} would help.',
        places,
      );
    case 'general':
      return translate(
        'It knows the {ones} it has seen ({seen} right) and new ones as well ({fresh}): it generalizes.',
        places,
      );
    default:
      return translate(
        'So far {seen} of the {ones} it has seen are right, and {fresh} of the new ones: more steps may help.',
        places,
      );
  }
}
