/**
 * The computations of the calculator, without its page: numbers of a seed in the present shapes, the inputs of `attend`, and
 * the state after each action of the reader.
 * @module
 */

import { attend, mechanisms, readFormula } from '../index.js';
import { translate } from '../language/translate.js';
import { seedSchema, writeLink } from '../outline.js';
import { configurationOf, extentsOf, optionsOf, presentInputs, stateOf } from './state.js';
import { lessons, overlaid, withExample } from './worked.js';

/** @import { Value } from '../engine/schema.js' */
/** @import { Place } from './calculator.js' */
/** @import { State } from './state.js' */
/** @import { Lesson, Numbers } from './worked.js' */

export const kSeed = Number(seedSchema.default);

/** The lesson whose numbers the state has, if any. @param {State} state */
export function lessonOf(state) {
  const present = writeLink(configurationOf(state));
  return lessons.find((lesson) => writeLink(configurationOf(lessonState(lesson))) === present);
}

/** @param {Lesson} lesson @returns {State} */
export function lessonState({ mechanism = '', options = {}, numbers = {} }) {
  const wanted = { experiment: 'calculator', seed: kSeed, parameters: { mechanism } };
  return { ...stateOf(wanted, mechanisms()).state, options, edited: new Map(Object.entries(numbers)) };
}

/** @param {State} state @param {ReadonlyMap<string, Numbers>} base @returns {Map<string, Numbers>} inputs of the mechanism */
export function inputsOf(state, base) {
  return new Map(
    presentInputs(state).flatMap(({ name }) => {
      const numbers = state.edited.get(name) ?? base.get(name);
      return numbers ? [/** @type {[string, Numbers]} */ ([name, numbers])] : [];
    }),
  );
}

/** Draws the numbers of the seed in the present shapes; edited numbers keep their indices. @param {State} state */
export async function laid(state) {
  const given = presentInputs(state).map(({ name, shape, type }) => {
    const extents = extentsOf(state, shape);
    const size = extents.reduce((product, extent) => product * extent, 1);
    return { name, type, numbers: { shape: extents, data: new Array(size).fill(name === 'mask' ? 1 : 0) } };
  });
  const inputs = Object.fromEntries(given.map(({ name, numbers }) => [name, numbers]));
  const drawn = await attend(
    state.mechanism.name,
    { ...inputs, ...optionsOf(state) },
    { randomSeed: state.seed },
  );
  const base = new Map(
    given.map(({ name, numbers }) => {
      const random = drawn.inputs?.[name];
      const short = random ? [...random.data].map((value) => Number(value.toPrecision(7))) : numbers.data;
      const laid = { shape: numbers.shape, data: short };
      return [name, state.seed === kSeed ? withExample(name, laid) : laid];
    }),
  );
  const edited = [...state.edited].flatMap(([name, numbers]) => {
    const under = base.get(name);
    return under ? [/** @type {[string, Numbers]} */ ([name, overlaid(numbers, under)])] : [];
  });
  return { base, edited: new Map(edited) };
}

/**
 * @param {State} state
 * @param {ReadonlyMap<string, Numbers>} inputs
 * @param {Place | null} place whose gradients are computed
 * @param {import('../engine/attend.js').AttendRequest['descent']} [descent] instead of gradients
 */
export function attended(state, inputs, place, descent) {
  const given = { ...Object.fromEntries(inputs), ...optionsOf(state) };
  const further = descent ? { descent } : { gradient: place ?? undefined };
  return attend(state.mechanism.name, given, { steps: true, ...further });
}

/** @param {State} state @param {string} name of a mechanism @returns {Partial<State>} what changes */
export function chosen(state, name) {
  const mechanism = mechanisms().find((one) => one.name === name) ?? state.mechanism;
  const kept = Object.entries(state.options).filter(([option]) =>
    mechanism.options.some((schema) => schema.name === option),
  );
  return { mechanism, options: Object.fromEntries(kept), edited: new Map() };
}

/**
 * The state of a link. The reader's own formula determines the inputs; an invalid one is dropped with its numbers, and a notice
 * says so.
 * @param {import('../engine/schema.js').Configuration} configuration
 * @returns {Promise<ReturnType<typeof stateOf>>}
 */
async function stateFor(configuration) {
  const { mechanism, formula } = configuration.parameters;
  if (mechanism !== 'own' || !formula) return stateOf(configuration, mechanisms());
  try {
    const own = await readFormula(String(formula));
    return stateOf(
      configuration,
      mechanisms().map((one) => (one.name === own.name ? own : one)),
    );
  } catch (error) {
    const parameters = { ...configuration.parameters, formula: '', numbers: '' };
    const { state, notices } = stateOf({ ...configuration, parameters }, mechanisms());
    const { message } = /** @type {Error} */ (error);
    return { state, notices: [translate('Link: {message}. Ignored.', { message }), ...notices] };
  }
}

/**
 * The state of a link with its result. Options and numbers that the mechanism refuses are dropped, and notices say so.
 * @param {import('../engine/schema.js').Configuration} configuration
 */
export async function opened(configuration) {
  let { state, notices } = await stateFor(configuration);
  for (;;) {
    try {
      const { base, edited } = await laid(state);
      state = { ...state, edited };
      return { state, base, notices, result: await attended(state, inputsOf(state, base), null) };
    } catch (error) {
      const { options } = state;
      const { parameter = '', message } = /** @type {{ parameter?: string, message: string }} */ (error);
      const edited = new Map(state.edited);
      const numbers = edited.delete(parameter);
      if (!numbers && Object.keys(options).length === 0) throw error;
      notices = [...notices, translate('Link: {message}. Ignored.', { message })];
      if (numbers) {
        state = { ...state, edited };
        continue;
      }
      const { [parameter]: refused, ...others } = options;
      state = { ...state, options: refused === undefined ? {} : others };
    }
  }
}

/**
 * @param {State} state
 * @param {string} formula of the reader's own
 * @returns {Promise<{ change?: Partial<State>, fault?: string }>} change of the state, or an error message
 */
export async function written(state, formula) {
  try {
    return {
      change: { mechanism: await readFormula(formula), options: withOption(state, 'formula', formula) },
    };
  } catch (error) {
    return { fault: /** @type {Error} */ (error).message };
  }
}

/** @param {State} state @param {string} name @param {Value} value @returns {State['options']} */
export function withOption({ mechanism, options }, name, value) {
  const standard = mechanism.options.find((option) => option.name === name)?.default;
  const { [name]: _, ...others } = options;
  return value === standard && name !== 'grid' ? others : { ...others, [name]: value };
}

/** Adds or removes an optional input. @param {State} state @param {string} name @returns {State['edited']} */
export function toggled(state, name) {
  const edited = new Map(state.edited);
  const input = state.mechanism.inputs.find((one) => one.name === name);
  if (!edited.delete(name) && input) edited.set(name, { shape: extentsOf(state, input.shape), data: [] });
  return edited;
}

/**
 * @param {State} state
 * @param {import('../engine/attend.js').AttendExtendedResult} result of a descent
 * @returns {State} with the learned numbers, rounded to keep links short
 */
export function withLearned(state, { inputs = {} }) {
  const edited = new Map(state.edited);
  for (const [name, { shape, data }] of Object.entries(inputs)) {
    edited.set(name, { shape: [...shape], data: [...data].map((value) => Number(value.toPrecision(7))) });
  }
  return { ...state, edited };
}
