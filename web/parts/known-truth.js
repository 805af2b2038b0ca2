/**
 * What can be judged: of own data the true attention may be unknown, and an unknown word is never right.
 * @module
 */

/** @import { Manifest } from '../engine/shapes.js' */

/** @param {{ data?: Manifest['data'] | undefined }} [manifest] @returns {boolean} whether the true attention is known: of own data it has to be given */
export const knowsTruth = ({ data } = {}) => data?.source !== 'own' || (data.aligned ?? 0) > 0;

/** @param {string | undefined} said @param {string | undefined} wanted @returns {boolean} whether a token is the wanted one; nobody can tell which word an unknown one stands for */
export const isRight = (said, wanted) => said === wanted && said !== '<unknown>';
