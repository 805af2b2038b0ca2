/**
 * `npm test` takes a part of what can be proven, `npm run proof` all of it. Here is where they part; in tests/core
 * a case that takes too long for `npm test` has a name that begins with Proof_, and core/proof.hpp says how much of others it takes.
 */

/** Whether everything is to be proven. */
export const proof = process.env.ATTENTO_PROOF === '1';

/**
 * What is to be seen with each of several seeds, or in each of several cases: all of them in a proof, else the first alone.
 * @template T
 * @param {readonly T[]} all
 * @returns {readonly T[]}
 */
export const seeds = (...all) => (proof ? all : all.slice(0, 1));

/**
 * What is shown one by one of code that all share: in a proof of each, else of every tenth. Files begin
 * with different ones, so that not all of them show the same.
 * @template T
 * @param {readonly T[]} all
 * @param {0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9} [first] index of the one to begin with
 * @returns {readonly T[]}
 */
export const some = (all, first = 0) => (proof ? all : all.filter((_, i) => i % 10 === first));
