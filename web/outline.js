/**
 * The part of the public interface that a page needs before anything runs: links, errors, and the experiments without what
 * only a reader of settings and numbers asks for. Apart from index.js, so that a poster loads no more than that.
 */

export { calculator } from './engine/calculator.js';
export { AttentoscopeError, errorCodes } from './engine/errors.js';
export { decodeFragment } from './engine/link.js';
export { maps } from './engine/maps.js';
export { parseFields, parseLink, writeLink } from './engine/permalink.js';
export { outlines } from './engine/registry.js';
export { seedSchema } from './engine/schema.js';

/** Fetches what drives a run. Who knows that one will start calls this beforehand. */
export const fetchEngine = () => import('./engine/create-scope.js');
