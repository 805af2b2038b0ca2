/**
 * Validation driven by the registry. The core checks the same rules again; here they give an early, precise error that
 * names the parameter, the value and what would have been right.
 */

import { AttentoscopeError, excerpt, isRecord } from './errors.js';
import { isList, noReference, normaliseValue } from './value.js';

/**
 * @typedef {'integer' | 'real' | 'choice' | 'boolean' | 'integers' | 'reals' | 'text'} ParameterType
 */

/**
 * A bound is a number, or the name of an integer parameter whose value is meant.
 *
 * @typedef {number | string} Bound
 */

/**
 * One typed value, as the registry describes it.
 *
 * @typedef {object} ParameterSchema
 * @property {string} name
 * @property {ParameterType} type
 * @property {string} [label]
 * @property {string} [help]
 * @property {string} [unit]
 * @property {string} [formula]
 * @property {number} [minimum] least value of a number, or of an item of a list; of a text: bytes of UTF-8
 * @property {Bound} [maximum] greatest value of a number, or of an item of a list; of a text: bytes of UTF-8
 * @property {Bound} [limit] a number stays below this
 * @property {number} [step] grain of the control; not enforced
 * @property {'log' | 'linear'} [scale]
 * @property {Value} [default]
 * @property {boolean} [restart] whether changing it needs a new run
 * @property {readonly { value: string, label: string }[]} [choices]
 * @property {Bound} [length] number of items of a list
 * @property {number} [itemMinimum]
 * @property {Bound} [itemLimit] items stay below this
 * @property {number} [maximumLength] of a text, in UTF-16 units
 */

/** @typedef {number | string | boolean | readonly number[]} Value */

/** What callers may give for a value: lists in any form. @typedef {Value | ArrayLike<number>} GivenValue */

/**
 * @typedef {object} MetricSchema
 * @property {string} name
 * @property {string} label
 * @property {string} help
 * @property {string} [formula]
 * @property {'lower' | 'higher'} better
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {number} [target]
 */

/**
 * Parameters that together make a point; those that it does not name stand at their defaults.
 *
 * @typedef {object} Preset
 * @property {string} name
 * @property {string} label
 * @property {string} help
 * @property {Readonly<Record<string, Value>>} parameters
 */

/**
 * The user's own data that an experiment can learn from.
 *
 * @typedef {object} DataSchema
 * @property {string} label
 * @property {string} help
 * @property {number} maximumBytes
 */

/**
 * @typedef {object} ExperimentSchema
 * @property {string} name
 * @property {boolean} explains whether `explain` can test its maps
 * @property {string} module which of the core's modules holds it
 * @property {string} title
 * @property {string} summary
 * @property {string} article
 * @property {string} paper
 * @property {readonly ParameterSchema[]} parameters
 * @property {readonly MetricSchema[]} metrics
 * @property {readonly ParameterSchema[]} inputs what `predict` takes
 * @property {readonly { name: string, label: string, help: string, formula?: string }[]} maps the first is shown by default
 * @property {readonly string[]} views
 * @property {boolean} [twins] whether two models are trained side by side
 * @property {readonly Preset[]} [presets]
 * @property {DataSchema} [data]
 */

/**
 * An experiment before its texts are loaded: its parameters and inputs have no label, help, unit, formula, step or scale
 * yet, and its presets no help.
 *
 * @typedef {Omit<ExperimentSchema, 'article' | 'paper' | 'metrics' | 'maps'>} Outline
 */

/**
 * One line of a formula: the numbers are an output of `attend`, or one of its steps, of this name.
 *
 * @typedef {object} FormulaLine
 * @property {string} name
 * @property {string} shape in the letters of the inputs
 * @property {string} formula TeX
 * @property {MathTree} math the same as MathML
 */

/** An element of MathML: its name, its attributes, its children. @typedef {[string, Record<string, string>, ...(MathTree | string)[]]} MathTree */

/**
 * @typedef {object} MechanismSchema
 * @property {string} name
 * @property {string} title
 * @property {string} group what it is listed under
 * @property {string} formula TeX
 * @property {readonly FormulaLine[]} lines of the formula, in the order of their computing
 * @property {string} code Python; NumPy as it stands, PyTorch with `torch.` for `np.`
 * @property {string} paper
 * @property {string} look what to look for on the screen
 * @property {readonly { name: string, shape: string, help: string, optional: boolean, type: string }[]} inputs
 * @property {readonly ParameterSchema[]} options
 */

/**
 * @typedef {object} Registry
 * @property {number} version
 * @property {{ memoryBytes: number, configurationBytes: number }} limits
 * @property {readonly ExperimentSchema[]} experiments
 */

/**
 * What a run is made from: the given parameters only; defaults are filled in by the core.
 *
 * @typedef {object} Configuration
 * @property {string} experiment
 * @property {number} seed
 * @property {Record<string, Value>} parameters
 */

/** Every experiment takes a seed. @type {Readonly<ParameterSchema>} */
export const seedSchema = Object.freeze({
  name: 'seed',
  label: 'Seed',
  type: 'integer',
  minimum: 0,
  maximum: 4294967295,
  step: 1,
  default: 7,
  restart: true,
  help: 'Fixes the data and the initial weights: the same seed gives the same run, bit for bit.',
});

/**
 * The experiment of that name.
 *
 * @param {Registry} registry
 * @param {unknown} name
 * @returns {ExperimentSchema}
 * @throws {AttentoscopeError} BAD_PARAMETER
 */
export function findExperiment(registry, name) {
  const found = registry.experiments.find((experiment) => experiment.name === name);
  if (found) return found;
  const expected = `one of: ${registry.experiments.map((experiment) => experiment.name).join(', ')}`;
  throw new AttentoscopeError('BAD_PARAMETER', { parameter: 'experiment', value: name, expected });
}

/**
 * Checks what a caller wants to run and returns a clean copy holding only what was given.
 *
 * @param {Registry} registry
 * @param {{ experiment?: unknown, seed?: unknown, preset?: unknown, parameters?: unknown }} wanted parameters win over
 *   those of the preset
 * @returns {Configuration}
 * @throws {AttentoscopeError} BAD_PARAMETER
 */
export function normaliseConfiguration(registry, wanted) {
  const experiment = findExperiment(registry, wanted.experiment);
  const seed = wanted.seed === undefined ? 7 : Number(normaliseValue(seedSchema, wanted.seed, noReference));
  return {
    experiment: experiment.name,
    seed,
    parameters: normaliseParameters(experiment, {
      ...presetParameters(experiment, wanted.preset),
      ...Object.fromEntries(ownEntries(wanted.parameters ?? {}, 'parameters')),
    }),
  };
}

/**
 * @param {ExperimentSchema} experiment
 * @param {unknown} name of a preset; undefined: none
 * @returns {Readonly<Record<string, Value>>}
 * @throws {AttentoscopeError} BAD_PARAMETER
 */
export function presetParameters({ name: experiment, presets = [] }, name) {
  if (name === undefined) return {};
  const found = presets.find((preset) => preset.name === name);
  if (found) return found.parameters;
  const names = presets.map((preset) => preset.name).join(', ');
  const expected = names ? `one of: ${names}` : `nothing: ${experiment} has no presets`;
  throw new AttentoscopeError('BAD_PARAMETER', { parameter: 'preset', value: name, expected });
}

/**
 * @param {ExperimentSchema} experiment
 * @param {unknown} given an object of parameters by name
 * @returns {Record<string, Value>}
 * @throws {AttentoscopeError} BAD_PARAMETER
 */
export function normaliseParameters(experiment, given) {
  const entries = ownEntries(given, 'parameters');
  for (const name of entries.keys()) findSchema(experiment.parameters, name);
  /** @type {Record<string, Value>} */
  const clean = {};
  // Lists last: their length and range may name other parameters.
  for (const schema of [...experiment.parameters].sort((a, b) => Number(isList(a)) - Number(isList(b)))) {
    const value = entries.get(schema.name);
    if (value !== undefined)
      clean[schema.name] = normaliseValue(schema, value, referenceTo(experiment, clean));
  }
  return clean;
}

/**
 * @param {readonly ParameterSchema[]} schemas
 * @param {unknown} name
 * @param {'BAD_PARAMETER' | 'BAD_INPUT'} [code]
 * @returns {ParameterSchema}
 * @throws {AttentoscopeError}
 */
export function findSchema(schemas, name, code = 'BAD_PARAMETER') {
  const found = schemas.find((schema) => schema.name === name);
  if (found) return found;
  throw unknownName(schemas, name, code);
}

/**
 * @param {readonly ParameterSchema[]} schemas
 * @param {unknown} name
 * @param {'BAD_PARAMETER' | 'BAD_INPUT'} [code]
 * @returns {AttentoscopeError}
 */
export function unknownName(schemas, name, code = 'BAD_PARAMETER') {
  const parameter = String(excerpt(name)) || '(empty name)';
  const known = schemas.map((schema) => schema.name).join(', ');
  const expected = known ? `one of the names: ${known}` : 'no such parameter';
  return new AttentoscopeError(code, {
    parameter,
    expected,
    message: `${parameter}: no parameter has this name; expected ${expected}`,
  });
}

/**
 * How bounds that name a parameter are resolved: its given value, or else its default.
 *
 * @param {ExperimentSchema} experiment
 * @param {Readonly<Record<string, Value>>} values
 * @returns {(name: string) => number}
 */
export function referenceTo(experiment, values) {
  return (name) =>
    Number(Object.hasOwn(values, name) ? values[name] : findSchema(experiment.parameters, name).default);
}

/**
 * The own properties of an options object; anything but an object is refused, `undefined` values are left out.
 *
 * @param {unknown} given
 * @param {string} parameter how the object is called in errors
 * @param {readonly string[]} [names] the names that are allowed
 * @param {'BAD_PARAMETER' | 'BAD_INPUT'} [code]
 * @returns {Map<string, unknown>}
 * @throws {AttentoscopeError}
 */
export function ownEntries(given, parameter, names, code = 'BAD_PARAMETER') {
  if (!isRecord(given) || Array.isArray(given) || ArrayBuffer.isView(given)) {
    throw new AttentoscopeError(code, { parameter, value: given, expected: 'an object with named values' });
  }
  const entries = new Map(Object.entries(given).filter(([, value]) => value !== undefined));
  for (const name of entries.keys()) {
    if (!names || names.includes(name)) continue;
    const expected = `only ${names.join(', ') || 'an empty object'}`;
    throw new AttentoscopeError(code, { parameter: `${parameter}.${name.slice(0, 80)}`, expected });
  }
  return entries;
}
