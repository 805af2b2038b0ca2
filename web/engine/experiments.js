/**
 * The list of experiments, known without loading the module: the build writes it from the module's own
 * description.
 */

import { registry as generated } from '../generated/registry.js';
import { deepFreeze } from './freeze.js';

/** @typedef {import('./schema.js').ExperimentSchema} ExperimentSchema */
/** @typedef {import('./schema.js').Registry} Registry */

/** @type {Registry} */
export const registry = /* @__PURE__ */ deepFreeze(
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
