/**
 * The experiments as far as links and settings need them: names, ranges, choices, defaults, but no texts for readers.
 * The build writes it from the module's own description, so nothing has to be loaded to know it.
 */

import { registry as generated } from '../generated/registry.js';
import { deepFreeze } from './freeze.js';

/** @import { Outline, Registry } from './schema.js' */

/** @type {Registry} */
export const registry = /* @__PURE__ */ deepFreeze(
  /** @type {Registry} */ (/** @type {unknown} */ (structuredClone(generated))),
);

/**
 * Every experiment with title, summary, parameters and presets, but without what only a reader of settings and numbers
 * needs: what a page has before anything runs; read-only.
 *
 * @returns {readonly Outline[]}
 */
export function outlines() {
  return registry.experiments;
}
