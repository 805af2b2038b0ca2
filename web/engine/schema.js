/**
 * The types of the registry, and the lookup of parameters by name.
 */

import { AttentoscopeError, formatExcerpt } from './errors.js';

/**
 * @typedef {'integer' | 'real' | 'choice' | 'boolean' | 'integers' | 'reals' | 'text'} ParameterType
 */

/**
 * A bound is a number, or the name of an integer parameter whose value is the bound.
 *
 * @typedef {number | string} Bound
 */

/**
 * The schema of one typed value.
 *
 * @typedef {object} ParameterSchema
 * @property {string} name
 * @property {ParameterType} type
 * @property {string} [label]
 * @property {string} [help]
 * @property {string} [unit]
 * @property {string} [formula]
 * @property {number} [minimum] least value of a number, or of an item of a list; for a text: bytes of UTF-8
 * @property {Bound} [maximum] greatest value of a number, or of an item of a list; for a text: bytes of UTF-8
 * @property {Bound} [limit] exclusive upper bound of a number
 * @property {number} [step] step size of the control; not enforced
 * @property {'log' | 'linear'} [scale]
 * @property {Value} [default]
 * @property {boolean} [restart] whether a change needs a new run; default true
 * @property {readonly { value: string, label: string, formula?: string }[]} [choices]
 * @property {Bound} [length] number of items of a list
 * @property {number} [itemMinimum]
 * @property {Bound} [itemLimit] exclusive upper bound of the items
 * @property {number} [maximumLength] for a text, in UTF-16 units; for a list, in items
 */

/** @typedef {number | string | boolean | readonly number[]} Value */

/** A value that callers may pass; lists may also be array-like. @typedef {Value | ArrayLike<number>} ValueLike */

/**
 * @typedef {object} MetricSchema
 * @property {string} name
 * @property {string} label
 * @property {string} help
 * @property {string} [formula]
 * @property {'lower' | 'higher'} better
 * @property {boolean} [isShare] whether it is a share of examples, tokens, weight or pixels, from 0 to 1; default false
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {number} [target] value that a correct network reaches within its planned steps
 * @property {'alignments' | 'own-data'} [needs] reported only for own data with alignments, or for any own data
 */

/**
 * A named set of parameters; all other parameters have their defaults.
 *
 * @typedef {object} Preset
 * @property {string} name
 * @property {string} label
 * @property {string} help
 * @property {Readonly<Record<string, Value>>} parameters
 * @property {Readonly<Record<string, number | null>>} [targets] targets of metrics that differ for this preset; null: no target
 * @property {string} [missedTarget] the metric whose target a faulty preset does not reach
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
 * @property {string} module name of the WebAssembly module that contains it
 * @property {string} title
 * @property {string} summary
 * @property {string} article
 * @property {string} paper
 * @property {readonly ParameterSchema[]} parameters
 * @property {readonly MetricSchema[]} metrics
 * @property {readonly ParameterSchema[]} inputs inputs of `predict`
 * @property {readonly { name: string, label: string, help: string, formula?: string }[]} maps attention maps; the first is shown by default
 * @property {readonly string[]} views
 * @property {boolean} [hasBaseline] whether two models are trained side by side
 * @property {{ name: 'adam', beta1: number, beta2: number, epsilon: number, formula: string }} [optimizer] the constants of the
 *   optimizer; `formula`: the learning rate of step t, from 0
 * @property {readonly Preset[]} [presets]
 * @property {DataSchema} [data]
 */

/**
 * An experiment before its texts are loaded: its parameters, inputs and maps have no label, help, unit, formula, step or scale
 * yet, and its presets no label and no help.
 *
 * @typedef {Omit<ExperimentSchema, 'article' | 'paper' | 'metrics' | 'optimizer'>} ExperimentOutline
 */

/**
 * One line of a formula. Its numbers are the output or the step of `attend` with this name.
 *
 * @typedef {object} FormulaLine
 * @property {string} name
 * @property {string} shape in the letters of the inputs
 * @property {string} formula TeX; '' where there is `written`
 * @property {string} [written] the text of a step of the user's own formula
 * @property {MathTree} math the line as MathML
 */

/** An element of MathML: its name, its attributes, its children. @typedef {[string, Record<string, string>, ...(MathTree | string)[]]} MathTree */

/**
 * @typedef {object} MechanismSchema
 * @property {string} name
 * @property {string} title
 * @property {string} group heading under which it is listed
 * @property {string} formula TeX
 * @property {readonly FormulaLine[]} lines lines of the formula, in the order of computation
 * @property {string} code Python for NumPy; for PyTorch `np.` is replaced by `torch.`
 * @property {string} paper
 * @property {string} look what to look for on the screen
 * @property {readonly { name: string, shape: string, otherShapes: readonly string[], help: string, optional: boolean,
 *   type: string }[]} inputs
 * @property {readonly ParameterSchema[]} options
 */

/**
 * @typedef {object} Registry
 * @property {number} version
 * @property {readonly ExperimentSchema[]} experiments
 */

/**
 * The configuration of a run: the given parameters only; the core fills in defaults.
 *
 * @typedef {object} Configuration
 * @property {string} experiment
 * @property {number} seed
 * @property {Record<string, Value>} parameters
 */

/** Every experiment takes a seed. @satisfies {Readonly<ParameterSchema>} */
export const seedSchema = Object.freeze({
  name: 'seed',
  type: /** @type {const} */ ('integer'),
  minimum: 0,
  maximum: 4294967295,
  default: 7,
});

/**
 * @param {readonly ParameterSchema[]} schemas
 * @param {unknown} name
 * @returns {ParameterSchema}
 * @throws {AttentoscopeError} BAD_PARAMETER
 */
export function findSchema(schemas, name) {
  const found = schemas.find((schema) => schema.name === name);
  if (found) return found;
  const parameter = String(formatExcerpt(name)) || '(empty name)';
  const knownNames = schemas.map((schema) => schema.name).join(', ');
  const expected = knownNames ? `one of the names: ${knownNames}` : 'no such parameter';
  throw new AttentoscopeError('BAD_PARAMETER', {
    parameter,
    expected,
    message: `${parameter}: no parameter has this name; expected ${expected}`,
  });
}

/**
 * Resolves bounds that name a parameter: its given value, or else its default.
 *
 * @param {ExperimentSchema} experiment
 * @param {Readonly<Record<string, Value>>} values
 * @returns {(name: string) => number}
 */
export function createParameterGetter(experiment, values) {
  return (name) =>
    Number(Object.hasOwn(values, name) ? values[name] : findSchema(experiment.parameters, name).default);
}
