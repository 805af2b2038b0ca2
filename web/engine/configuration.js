/**
 * Checks the configuration of a run against the registry: an error names the parameter, the value and what was expected.
 */

import { rejectArgument } from './errors.js';
import { seedSchema } from './schema.js';
import { normalizeValue, normalizeValues } from './value.js';

/** @import { Configuration, ExperimentSchema, Registry, Value } from './schema.js' */

/**
 * @template {{ name: string }} Item
 * @param {string} parameter for errors
 * @param {readonly Item[]} items
 * @param {unknown} name
 * @param {string} [ifEmpty] what errors expect if there are no items
 * @returns {Item} the item with this name
 * @throws {AttentoscopeError} BAD_PARAMETER
 */
export function findByName(parameter, items, name, ifEmpty = '') {
  const found = items.find((item) => item.name === name);
  if (found) return found;
  const expected = items.length > 0 ? `one of: ${items.map((item) => item.name).join(', ')}` : ifEmpty;
  return rejectArgument(parameter, name, expected);
}

/**
 * Checks the configuration of a caller and returns a normalized copy, without defaults.
 *
 * @param {Registry} registry
 * @param {{ experiment?: unknown, seed?: unknown, preset?: unknown, parameters?: unknown }} options parameters override
 *   those of the preset
 * @returns {Configuration}
 * @throws {AttentoscopeError} BAD_PARAMETER
 */
export function normalizeConfiguration(registry, options) {
  const experiment = findByName('experiment', registry.experiments, options.experiment);
  const { seed = seedSchema.default, preset, parameters } = options;
  return {
    experiment: experiment.name,
    seed: Number(normalizeValue(seedSchema, seed)),
    parameters: normalizeValues(
      experiment,
      experiment.parameters,
      new Map([
        ...Object.entries(getPresetParameters(experiment, preset)),
        ...readEntries(parameters ?? {}, 'parameters'),
      ]),
    ),
  };
}

/**
 * @param {ExperimentSchema} experiment
 * @param {unknown} name of a preset; undefined: none
 * @returns {Readonly<Record<string, Value>>}
 * @throws {AttentoscopeError} BAD_PARAMETER
 */
function getPresetParameters({ name: experiment, presets = [] }, name) {
  if (name === undefined) return {};
  return findByName('preset', presets, name, `nothing: ${experiment} has no presets`).parameters;
}

/** Maximum number of properties of a caller's object. */
const maxNames = 100;

/**
 * Reads the own properties of an options object; `undefined` values are left out.
 *
 * @param {unknown} input
 * @param {string} parameter name of the object in errors
 * @param {readonly string[]} [names] the names that are allowed
 * @param {'BAD_PARAMETER' | 'BAD_INPUT'} [code]
 * @returns {Map<string, unknown>}
 * @throws {AttentoscopeError}
 */
export function readEntries(input, parameter, names, code = 'BAD_PARAMETER') {
  // Lists, boxed strings and the like may have any number of properties, so they are rejected without listing them.
  const isObject = Object.prototype.toString.call(input) === '[object Object]';
  const all = isObject ? Object.entries(/** @type {Record<string, unknown>} */ (input)) : [];
  if (!isObject || all.length > maxNames) {
    rejectArgument(parameter, input, `an object with at most ${maxNames} named values`, code);
  }
  const entries = new Map(all.filter(([, value]) => value !== undefined));
  for (const name of entries.keys()) {
    if (!names || names.includes(name)) continue;
    const expected = `only ${names.join(', ') || 'an empty object'}`;
    rejectArgument(`${parameter}.${name.slice(0, 80)}`, undefined, expected, code);
  }
  return entries;
}
