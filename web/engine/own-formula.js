/**
 * The user's own score as a formula: the inputs that it needs, and a check of its derivatives.
 */

import { analyzeFormula } from './attend.js';
import { createFormulaMathMl } from './formula-mathml.js';
import { deepFreeze } from './freeze.js';
import { mechanisms } from './mechanisms.js';
import { normalizeValue } from './value.js';

/** @import { MechanismSchema, ParameterSchema } from './schema.js' */

/**
 * The errors of a formula's derivatives for each input that the score reads: queries `q`, keys `k` and letters. `count`
 * derivatives of each, in single precision as in training, are compared with central differences of the formula, which
 * separate code evaluates in double precision, on small random numbers of a fixed seed. `difference` is the largest
 * difference relative to the largest derivative of the input, or null where it is not a number. The derivatives are correct
 * where it is below `tolerance`.
 *
 * @typedef {object} FormulaCheck
 * @property {number} tolerance
 * @property {readonly { name: string, count: number, difference: number | null }[]} parts
 */

const findOwnMechanism = () =>
  /** @type {MechanismSchema} */ (mechanisms().find(({ name }) => name === 'own'));

/** @param {unknown} formula @returns {string} the formula, after a check of its type and length */
function checkFormulaText(formula) {
  const schema = /** @type {ParameterSchema} */ (
    findOwnMechanism().options.find(({ name }) => name === 'formula')
  );
  return String(normalizeValue(schema, formula));
}

/**
 * The mechanism `own` for a formula: its letters are inputs, its steps are lines, and it has Python code.
 *
 * @param {string} formula
 * @returns {Promise<MechanismSchema>} read-only
 * @throws {import('./errors.js').AttentoscopeError} BAD_PARAMETER, with the position of the error in the formula; and
 *   BOOT_BLOCKED, BOOT_FAILED, NO_SIMD
 */
export async function readFormula(formula) {
  /** @type {Pick<MechanismSchema, 'inputs' | 'lines' | 'code'>} */
  const { inputs, lines, code } = await analyzeFormula(checkFormulaText(formula), '');
  const defaultMechanism = findOwnMechanism();
  const helpByName = new Map(defaultMechanism.inputs.map((input) => [input.name, input.help]));
  return deepFreeze({
    ...defaultMechanism,
    inputs: inputs.map((input) => ({ ...input, help: helpByName.get(input.name) ?? '' })),
    lines: [
      ...lines.map((line) => ({ ...line, math: createFormulaMathMl(line.written ?? '') })),
      ...defaultMechanism.lines.filter(({ written }) => written === undefined),
    ],
    code,
  });
}

/**
 * Compares the derivatives of a formula, as training uses them, with central differences in double precision.
 *
 * @param {string} formula
 * @returns {Promise<FormulaCheck>}
 * @throws {import('./errors.js').AttentoscopeError} as `readFormula`
 */
export async function checkFormula(formula) {
  return analyzeFormula(checkFormulaText(formula), 'check');
}
