/**
 * The part of the public interface that a page needs before a run starts: links, errors, and the experiments without the
 * texts of settings and metrics. It is separate from index.js, so that a poster loads no more than this.
 */

export { calculator } from './engine/calculator.js';
export { AttentoscopeError, errorCodes } from './engine/errors.js';
export { maps } from './engine/maps.js';
export {
  decodeFragment,
  isSameConfiguration,
  parseFields,
  parseLink,
  writeLink,
} from './engine/permalink.js';
export { outlines } from './engine/registry.js';
export { seedSchema } from './engine/schema.js';

/** Fetches the code that runs a scope. It can be called early, before a run starts. */
export const fetchEngine = () => import('./engine/create-scope.js');
