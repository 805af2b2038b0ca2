/**
 * The experiments as links and settings need them: names, ranges, choices, defaults, but no texts for readers.
 * The build generates it from the description of the core, so that no module must be loaded.
 */

import { registry as generated } from '../generated/registry.js';
import { deepFreeze } from './freeze.js';

/** @import { ExperimentOutline, Registry } from './schema.js' */

/** @type {Registry} */
export const registry = /* @__PURE__ */ deepFreeze(
  /** @type {Registry} */ (/** @type {unknown} */ (generated)),
);

/**
 * Every experiment with title, summary, parameters and presets, but without the texts of settings and metrics: the part
 * that a page needs before a run starts; read-only.
 *
 * @returns {readonly ExperimentOutline[]}
 */
export function outlines() {
  return registry.experiments;
}
