/**
 * Attentoscope: seeded tasks whose true attention is known, small models that learn them live, and the
 * attention laid over the truth. This is the package's public interface.
 */

export { createScope } from './engine/create-scope.js';
export { AttentoscopeError, errorCodes } from './engine/errors.js';
export { experiments } from './engine/experiments.js';
export { parseLink, writeLink } from './engine/permalink.js';
export { Scope } from './engine/scope.js';
