/**
 * A score of one's own before any numbers: what its formula demands, and whether it is differentiated rightly.
 */

import { ask } from './attend.js';
import { deepFreeze } from './freeze.js';
import { mechanisms } from './mechanisms.js';
import { noReference, normaliseValue } from './value.js';
import { writtenMath } from './written-math.js';

/** @import { MechanismSchema, ParameterSchema } from './schema.js' */

/**
 * How right a formula is differentiated, part by part: queries `q`, keys `k` and the letters, where the score reads them.
 * Compared are `count` derivatives each, in single precision as training computes them, with central differences of the
 * formula itself, evaluated in double precision by code of its own; on small random numbers of a fixed seed. `difference` is
 * the largest one, relative to the largest derivative of the part, or null where that is no number. Right is what stays below
 * `tolerance`.
 *
 * @typedef {object} FormulaCheck
 * @property {number} tolerance
 * @property {readonly { name: string, count: number, difference: number | null }[]} parts
 */

const own = () => /** @type {MechanismSchema} */ (mechanisms().find(({ name }) => name === 'own'));

/** @param {unknown} formula @returns {string} of a length that the core looks at */
function text(formula) {
  const schema = /** @type {ParameterSchema} */ (own().options.find(({ name }) => name === 'formula'));
  return String(normaliseValue(schema, formula, noReference));
}

/**
 * The mechanism `own` as a formula makes it: its letters among the inputs, its steps among the lines, its Python.
 *
 * @param {string} formula
 * @returns {Promise<MechanismSchema>} read-only
 * @throws {import('./errors.js').AttentoscopeError} BAD_PARAMETER, with the character where the formula goes wrong; and
 *   BOOT_BLOCKED, BOOT_FAILED, NO_SIMD
 */
export async function readFormula(formula) {
  /** @type {Pick<MechanismSchema, 'inputs' | 'lines' | 'code'>} */
  const { inputs, lines, code } = await ask(text(formula), '');
  const usual = own();
  const known = new Map(usual.inputs.map((input) => [input.name, input.help]));
  return deepFreeze({
    ...usual,
    inputs: inputs.map((input) => ({ ...input, help: known.get(input.name) ?? '' })),
    lines: [
      ...lines.map((line) => ({ ...line, math: writtenMath(line.written ?? '') })),
      ...usual.lines.filter(({ written }) => written === undefined),
    ],
    code,
  });
}

/**
 * Compares the derivatives that train a score with central differences in double precision.
 *
 * @param {string} formula
 * @returns {Promise<FormulaCheck>}
 * @throws {import('./errors.js').AttentoscopeError} as `readFormula`
 */
export async function checkFormula(formula) {
  return ask(text(formula), 'check');
}
