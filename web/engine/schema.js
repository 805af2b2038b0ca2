/**
 * What the registry describes, as types, and how a parameter is found by its name.
 */

import { AttentoscopeError, excerpt } from './errors.js';

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
 * @property {boolean} [restart] whether changing it needs a new run; it does if this is missing
 * @property {readonly { value: string, label: string, formula?: string }[]} [choices]
 * @property {Bound} [length] number of items of a list
 * @property {number} [itemMinimum]
 * @property {Bound} [itemLimit] items stay below this
 * @property {number} [maximumLength] of a text, in UTF-16 units; of a list, in items
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
 * @property {number} [target] what a correct network reaches within its planned steps
 * @property {'alignments' | 'own-data'} [needs] told only of own data that hold such, or of any own data
 */

/**
 * Parameters that together make a point; those that it does not name stand at their defaults.
 *
 * @typedef {object} Preset
 * @property {string} name
 * @property {string} label
 * @property {string} help
 * @property {Readonly<Record<string, Value>>} parameters
 * @property {Readonly<Record<string, number | null>>} [targets] of metrics whose target differs here; null: it has none
 * @property {string} [missedTarget] the metric whose target it does not reach, because it shows what goes wrong
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
 * @property {boolean} supportsExplain whether `explain` can test its maps
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
 * @property {boolean} [hasBaseline] whether two models are trained side by side
 * @property {{ name: 'adam', beta1: number, beta2: number, epsilon: number, formula: string }} [optimizer] what no setting
 *   changes; `formula`: the learning rate of step t, from 0 on
 * @property {readonly Preset[]} [presets]
 * @property {DataSchema} [data]
 */

/**
 * An experiment before its texts are loaded: its parameters, inputs and maps have no label, help, unit, formula, step or scale yet, and its
 * presets no label and no help.
 *
 * @typedef {Omit<ExperimentSchema, 'article' | 'paper' | 'metrics' | 'optimizer'>} Outline
 */

/**
 * One line of a formula: the numbers are an output of `attend`, or one of its steps, of this name.
 *
 * @typedef {object} FormulaLine
 * @property {string} name
 * @property {string} shape in the letters of the inputs
 * @property {string} formula TeX; '' where `written` says it
 * @property {string} [written] a step of a reader's own formula, in its own letters
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
 * @property {readonly { name: string, shape: string, otherShapes: readonly string[], help: string, optional: boolean,
 *   type: string }[]} inputs
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
  help: 'Fixes the data and the initial weights: the same seed gives the same run, bit for bit.',
});

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
