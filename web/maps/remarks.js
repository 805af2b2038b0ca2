/**
 * What in the numbers of a map is no weight of attention, in words.
 * @module
 */

import { say } from '../language/say.js';
import { formatCount } from '../parts/format.js';

/** @param {import('../engine/own-maps.js').OwnMap} map @returns {string[]} nothing where all is usual */
export function remarksOf({ unusual }) {
  const { nan, infinite, negative, rows, allRows } = unusual;
  const kinds = [
    ...(nan > 0 ? [say('{count} NaN', { count: formatCount(nan) })] : []),
    ...(infinite > 0 ? [say('{count} infinite', { count: formatCount(infinite) })] : []),
    ...(negative > 0 ? [say('{count} negative', { count: formatCount(negative) })] : []),
  ];
  return [
    ...(kinds.length > 0
      ? [
          say(
            'Among the weights of this map: {kinds}. They are shown as they are; measures leave their rows out.',
            {
              kinds: kinds.join(', '),
            },
          ),
        ]
      : []),
    ...(rows > 0
      ? [
          say(
            '{rows} of {all} rows do not add up to 1. They are shown as they are; measures take their shares.',
            {
              rows: formatCount(rows),
              all: formatCount(allRows),
            },
          ),
        ]
      : []),
  ];
}
