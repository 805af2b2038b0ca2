/**
 * Attentoscope: seeded tasks whose true attention is known, small models that learn them live, and a comparison of
 * their attention with the truth. This is the public interface of the package.
 */

/** @typedef {import('./engine/attend.js').AttendResult} Attended */
/** @typedef {import('./engine/attend.js').AttendRequest} AttendRequest */
/** @typedef {import('./engine/shapes.js').AttentionMap} AttentionMap */
/** @typedef {import('./engine/shapes.js').Batch} Batch */
/** @typedef {import('./engine/shapes.js').Evaluation} Evaluation */
/** @typedef {import('./engine/shapes.js').Explanation} Explanation */
/** @typedef {import('./engine/shapes.js').Manifest} Manifest */
/** @typedef {import('./engine/shapes.js').Prediction} Prediction */
/** @typedef {import('./engine/create-scope.js').ScopeOptions} ScopeOptions */
/** @typedef {import('./engine/errors.js').ErrorCode} ErrorCode */
/** @typedef {import('./engine/schema.js').Configuration} Configuration */
/** @typedef {import('./engine/schema.js').ExperimentSchema} ExperimentSchema */
/** @typedef {import('./engine/schema.js').MechanismSchema} MechanismSchema */
/** @typedef {import('./engine/schema.js').ParameterSchema} ParameterSchema */
/** @typedef {import('./engine/own-formula.js').FormulaCheck} FormulaCheck */
/** @typedef {import('./engine/own-maps.js').HeadMeasures} HeadMeasures */
/** @typedef {import('./engine/own-maps.js').OwnMap} OwnMap */
/** @typedef {import('./engine/own-maps.js').OwnMaps} OwnMaps */
/** @typedef {import('./engine/scope.js').Progress} Progress */
/** @typedef {import('./engine/scope.js').Scope} Scope */
/** @typedef {import('./engine/scope.js').ScopeEvents} ScopeEvents */
/** @typedef {import('./engine/sweep.js').SweepOptions} SweepOptions */
/** @typedef {import('./engine/sweep.js').SweepPoint} SweepPoint */
/** @typedef {import('./engine/tensors.js').Tensor} Tensor */

import { fetchEngine } from './outline.js';

export { experiments } from './engine/experiments.js';
export { mechanisms } from './engine/mechanisms.js';
export { parseLink, writeLink } from './engine/public-link.js';
export { AttentoscopeError, calculator, errorCodes, maps, outlines } from './outline.js';

/**
 * Starts a run. The code that runs it is fetched by this call, not with this module, so that a page that only lists
 * experiments or reads links loads little.
 *
 * @param {import('./engine/create-scope.js').ScopeOptions} options
 * @returns {Promise<import('./engine/scope.js').Scope>}
 * @throws {import('./engine/errors.js').AttentoscopeError} BAD_PARAMETER, BAD_FILE (own data), OUT_OF_MEMORY, BOOT_BLOCKED,
 *   BOOT_FAILED, NO_SIMD
 */
export async function createScope(options) {
  const engine = await fetchEngine();
  return engine.createScope(options);
}

/**
 * Trains one scope after another with varied parameters, and yields the evaluation of each on held-out data.
 *
 * @example
 * for await (const { parameters, evaluation } of sweep({ experiment: 'context-lookup', vary: { contexts: [2, 5] } })) {
 *   console.log(parameters.contexts, evaluation.loss);
 * }
 *
 * @param {import('./engine/sweep.js').SweepOptions} options
 * @returns {AsyncGenerator<import('./engine/sweep.js').SweepPoint, void, void>} checks the options when the first result is requested
 * @throws {import('./engine/errors.js').AttentoscopeError} CANCELLED by the signal, and whatever `createScope` throws
 */
export async function* sweep(options) {
  const engine = await import('./engine/sweep.js');
  yield* engine.sweep(options);
}

/**
 * Computes a single mechanism on your own numbers: a pure function, for teaching and for tests.
 *
 * @overload
 * @param {string} mechanism a name that `mechanisms()` lists
 * @param {Record<string, import('./engine/tensors.js').TensorLike | string>} inputs inputs and options by name
 * @returns {Promise<import('./engine/attend.js').AttendResult>}
 * @throws {import('./engine/errors.js').AttentoscopeError} BAD_PARAMETER, BAD_INPUT, OUT_OF_MEMORY, BOOT_BLOCKED,
 *   BOOT_FAILED, NO_SIMD
 */
/**
 * Computes a single mechanism with additional results: the lines of the formula, gradients, random inputs.
 *
 * @overload
 * @param {string} mechanism
 * @param {Record<string, import('./engine/tensors.js').TensorLike | string>} inputs
 * @param {import('./engine/attend.js').AttendRequest} request
 * @returns {Promise<import('./engine/attend.js').AttendExtendedResult>}
 */
/**
 * @param {string} mechanism
 * @param {Record<string, import('./engine/tensors.js').TensorLike | string>} inputs
 * @param {import('./engine/attend.js').AttendRequest} [request]
 */
export async function attend(mechanism, inputs, request) {
  const engine = await import('./engine/attend.js');
  return engine.attend(mechanism, inputs, request);
}

/**
 * Reads a formula of your own as a mechanism: its letters become inputs, its steps lines. `attend('own', { formula, … })`
 * computes its numbers.
 *
 * @param {string} formula of query q and key k, as `v · tanh(W q + U k)`
 * @returns {Promise<import('./engine/schema.js').MechanismSchema>}
 * @throws {import('./engine/errors.js').AttentoscopeError} BAD_PARAMETER (what is expected at which character of the formula),
 *   BOOT_BLOCKED, BOOT_FAILED, NO_SIMD
 */
export async function readFormula(formula) {
  const engine = await import('./engine/own-formula.js');
  return engine.readFormula(formula);
}

/**
 * Compares the derivatives of your own formula, as training uses them, with central differences in double precision.
 *
 * @param {string} formula
 * @returns {Promise<import('./engine/own-formula.js').FormulaCheck>}
 * @throws {import('./engine/errors.js').AttentoscopeError} as `readFormula`
 */
export async function checkFormula(formula) {
  const engine = await import('./engine/own-formula.js');
  return engine.checkFormula(formula);
}

/**
 * Opens attention maps that were computed elsewhere: a JSON or safetensors file in the documented format.
 *
 * @example
 * const file = await openMaps(await (await fetch('attention.safetensors')).arrayBuffer());
 * file.weights({ map: 0, layer: 3, head: 7 });   // row by row, maps[0].rows times maps[0].columns
 *
 * @param {ArrayBuffer | Uint8Array | string} file
 * @param {{ signal?: AbortSignal }} [options]
 * @returns {Promise<import('./engine/own-maps.js').OwnMaps>}
 * @throws {import('./engine/errors.js').AttentoscopeError} BAD_FILE, CANCELLED, CRASHED, OUT_OF_MEMORY, BOOT_BLOCKED, BOOT_FAILED, NO_SIMD
 */
export async function openMaps(file, options) {
  const engine = await import('./engine/own-maps.js');
  return engine.openMaps(file, options);
}
