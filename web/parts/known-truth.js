/**
 * Tells whether attention or a word can be compared with the truth: the reader's own data may lack the true attention, and an
 * unknown word never counts as correct.
 */

/** @import { Manifest } from '../engine/shapes.js' */

/** @param {{ data?: Manifest['data'] | undefined }} [manifest] @returns {boolean} whether the true attention is known; own data have it only if they contain alignments */
export const hasKnownTruth = ({ data } = {}) => data?.source !== 'own' || (data.aligned ?? 0) > 0;

/**
 * @param {string | undefined} token
 * @param {string | undefined} target
 * @returns {boolean} whether the token equals the target; `<unknown>` never counts as correct
 */
export const isCorrect = (token, target) => token === target && token !== '<unknown>';
