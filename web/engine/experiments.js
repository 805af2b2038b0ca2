/**
 * The list of experiments with all texts for readers. It is separate from the registry, because a page that only shows a
 * poster does not need the texts.
 */

import { registry as plain } from '../generated/registry.js';
import { texts } from '../generated/texts.js';
import { deepFreeze } from './freeze.js';

/** @import { ExperimentSchema } from './schema.js' */

/**
 * Deeply merges a value with a tree of texts that has the same structure.
 *
 * @param {unknown} value
 * @param {unknown} textTree
 * @returns {unknown}
 */
function mergeTexts(value, textTree) {
  if (typeof value !== 'object' || value === null || typeof textTree !== 'object' || textTree === null) {
    return value ?? textTree;
  }
  const [left, right] = [value, textTree].map((one) => /** @type {Record<string, unknown>} */ (one));
  if (Array.isArray(value)) return value.map((item, i) => mergeTexts(item, right[i]));
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return Object.fromEntries(Array.from(names, (name) => [name, mergeTexts(left[name], right[name])]));
}

/** @type {readonly ExperimentSchema[]} */
const experimentList = /* @__PURE__ */ deepFreeze(
  /** @type {readonly ExperimentSchema[]} */ (mergeTexts(plain.experiments, texts)),
);

/**
 * Every experiment with its parameters, metrics, inputs and maps; read-only.
 *
 * @returns {readonly ExperimentSchema[]}
 */
export function experiments() {
  return experimentList;
}
