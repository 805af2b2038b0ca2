/**
 * Remarks about a map: numbers that are no attention weights, and parts of the file that were left out or changed when it was
 * read.
 */

import { translate } from '../language/translate.js';
import { formatCount, isolateDirection, quoteToken } from '../parts/format.js';

/** @import { OwnMap, OwnMaps } from '../engine/own-maps.js' */

/** At most this many names are listed; of the others, only the number is given. */
const kMaximumNames = 8;

/** @param {readonly string[]} names */
const formatNames = (names) => {
  const text = names.slice(0, kMaximumNames).map(isolateDirection).join('; ');
  const rest = names.length - kMaximumNames;
  return rest > 0 ? translate('{names} and {count} more', { names: text, count: formatCount(rest) }) : text;
};

/** @param {OwnMap} map @param {OwnMaps} file @returns {string[]} empty for an ordinary map */
export function listRemarks(map, file) {
  return [...describeNumbers(map), ...describeReading(map, file)].filter((text) => text !== false);
}

/** @param {OwnMap} map */
function describeNumbers({ unusual }) {
  const { nan, infinite, negative, rows, emptied, allRows } = unusual;
  const kinds = [
    ...(nan > 0 ? [translate('{count} NaN', { count: formatCount(nan) })] : []),
    ...(infinite > 0 ? [translate('{count} infinite', { count: formatCount(infinite) })] : []),
    ...(negative > 0 ? [translate('{count} negative', { count: formatCount(negative) })] : []),
  ];
  /** @param {number} count */
  const createCounts = (count) => ({ rows: formatCount(count), all: formatCount(allRows) });
  return [
    kinds.length > 0 &&
      translate(
        'Among the weights of this map: {kinds}. They are shown as they are; measures leave their rows out.',
        { kinds: kinds.join(', ') },
      ),
    rows > 0 &&
      translate(
        '{rows} of {all} rows do not add up to 1. They are shown as they are; measures divide them by their sums.',
        createCounts(rows),
      ),
    emptied > 0 &&
      translate(
        '{rows} of {all} rows have no weight on any other token; they are empty.',
        createCounts(emptied),
      ),
  ];
}

/** @param {OwnMap} map @param {OwnMaps} file */
function describeReading({ layerNames, ragged }, { without, leftOut, notStacked, replacedSurrogates }) {
  return [
    without.length > 0 &&
      translate('Without {tokens}: what is left of each row is divided by its sum.', {
        tokens: without.map(quoteToken).join(' '),
      }),
    layerNames.length > 0 &&
      translate('The layers are, in this order: {names}.', { names: formatNames(layerNames) }),
    notStacked.length > 0 &&
      translate('Not made layers of one map, since shapes or tokens differ: {names}.', {
        names: formatNames(notStacked),
      }),
    leftOut.length > 0 &&
      translate('Left out, since they are no maps: {names}.', { names: formatNames(leftOut) }),
    ragged && translate('Each row had one weight more than the row before: the rest of a row is 0.'),
    replacedSurrogates > 0 &&
      translate('{count} halves of surrogate pairs in its texts became U+FFFD.', {
        count: formatCount(replacedSurrogates),
      }),
  ];
}
