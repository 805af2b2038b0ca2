/**
 * The list of experiments, known without loading the module: the build writes it from the module's own
 * description.
 */

import { registry as generated } from '../generated/registry.js';

/** @typedef {import('./schema.js').ExperimentSchema} ExperimentSchema */
/** @typedef {import('./schema.js').Registry} Registry */

/** @type {Registry} */
export const registry = deepFreeze(
  /** @type {Registry} */ (/** @type {unknown} */ (structuredClone(generated))),
);

/**
 * Every experiment with its parameters, metrics, inputs and maps; read-only.
 *
 * @returns {readonly ExperimentSchema[]}
 */
export function experiments() {
  return registry.experiments;
}

/**
 * Every attention mechanism with its formula (TeX), paper, inputs and options, as `attend` takes them; read-only.
 *
 * @returns {readonly import('./schema.js').MechanismSchema[]}
 */
export function mechanisms() {
  return registry.mechanisms;
}

/**
 * @template T
 * @param {T} value
 * @returns {T}
 */
function deepFreeze(value) {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}
