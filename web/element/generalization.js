/**
 * Whether own data are enough to generalize from: the accuracy on examples that the run is trained on, against that on
 * examples it has never seen.
 * @module
 */
import { say, sayCount } from '../language/say.js';
import { formatCount, formatPercent } from '../parts/format.js';

/** @import { DataSummary } from '../engine/shapes.js' */
/** @import { Moment } from './timeline.js' */

/** The same measured on training examples and on held-out ones. */
const kMeasures = /** @type {const} */ ([
  ['trainingExactMatch', 'exactMatch'],
  ['trainingAccuracy', 'accuracy'],
  ['trainingTokenAccuracy', 'tokenAccuracy'],
]);

/** Training examples count as known from here on. */
const kKnown = 0.8;
/** New ones are answered as well if they are behind by no more than this. */
const kGap = 0.2;
/** Of fewer held-out examples a share is a rough number. */
const kFew = 20;

/**
 * @param {DataSummary} data of the run
 * @param {Moment} moment
 * @returns {string} nothing before the first step
 */
export function generalizationText(data, { step, metrics }) {
  const [seen, fresh] = kMeasures
    .map((names) => names.map((name) => Number(metrics[name] ?? Number.NaN)))
    .find((shares) => shares.every(Number.isFinite)) ?? [Number.NaN, Number.NaN];
  if (!(step > 0) || !Number.isFinite(seen) || !Number.isFinite(fresh)) return '';
  const { train, heldOut, unit } = data;
  const places = {
    seen: formatPercent(Number(seen)),
    fresh: formatPercent(Number(fresh)),
    count: formatCount(train),
    ones: nounOf(data),
  };
  const outcome = outcomeOf(Number(seen), Number(fresh), chanceOf(data));
  const text = textOf(outcome, places);
  if (unit || heldOut >= kFew) return text;
  const rough = sayCount(
    heldOut,
    {
      one: 'Only {count} is held out, so the second number is rough.',
      other: 'Only {count} are held out, so the second number is rough.',
    },
    { count: formatCount(heldOut) },
  );
  return `${text} ${rough}`;
}

/**
 * @param {number} seen share of the training examples that is right
 * @param {number} fresh share of the held-out ones
 * @param {number} chance the share that guessing gets
 * @returns {'learning' | 'memorized' | 'partial' | 'general'}
 */
export function outcomeOf(seen, fresh, chance) {
  if (seen < kKnown) return 'learning';
  if (seen - fresh <= kGap) return 'general';
  return fresh < (1 + chance) / 2 ? 'memorized' : 'partial';
}

/** @param {DataSummary} data @returns {number} the share of the larger of two classes; of words hardly anything is guessed */
const chanceOf = ({ positive, train, heldOut }) =>
  positive === undefined ? 0 : Math.max(positive, train + heldOut - positive) / (train + heldOut);

/** @param {DataSummary} data */
const nounOf = ({ unit, positive }) =>
  unit ? say('tokens') : positive === undefined ? say('pairs') : say('sentences');

/** @typedef {Readonly<Record<'seen' | 'fresh' | 'count' | 'ones', string>>} Places */

/** @param {ReturnType<typeof outcomeOf>} outcome @param {Places} places */
function textOf(outcome, places) {
  switch (outcome) {
    case 'memorized':
      return say(
        'It knows the {ones} it has seen ({seen} right) and not the new ones ({fresh}): {count} {ones} are too few to generalize.',
        places,
      );
    case 'partial':
      return say(
        'It knows the {ones} it has seen ({seen} right) better than new ones ({fresh}): more {ones} would help.',
        places,
      );
    case 'general':
      return say(
        'It knows the {ones} it has seen ({seen} right) and new ones as well ({fresh}): it generalizes.',
        places,
      );
    default:
      return say(
        'So far {seen} of the {ones} it has seen are right, and {fresh} of the new ones: more steps may help.',
        places,
      );
  }
}
