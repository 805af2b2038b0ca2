/**
 * Decides what `npm test` leaves to the full run, `npm run proof`. Native cases that are only in the full run have names that
 * begin with Full_.
 */

/** Whether this is the full run. */
export const isFullRun = process.env.ATTENTO_PROOF === '1';

/**
 * Returns all seeds, or all cases, in the full run, else only the first.
 * @template T
 * @param {readonly T[]} all
 * @returns {readonly T[]}
 */
export const selectSeeds = (...all) => (isFullRun ? all : all.slice(0, 1));

/**
 * Returns all items in the full run, else every tenth, for tests of shared code. Files use a different `first`, so that they
 * do not all test the same items.
 * @template T
 * @param {readonly T[]} all
 * @param {0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9} [first] index of the first item
 * @returns {readonly T[]}
 */
export const selectSample = (all, first = 0) => (isFullRun ? all : all.filter((_, i) => i % 10 === first));
