/**
 * The computations of the calculator, without its user interface: input tensors sampled from a seed, the inputs of `attend`,
 * and the state after each action of the reader.
 */

import { attend, mechanisms, readFormula } from '../index.js';
import { translate } from '../language/translate.js';
import { isSameConfiguration, seedSchema } from '../outline.js';
import {
  computeExtents,
  createConfiguration,
  isSingleHead,
  listInputs,
  readState,
  resolveOptions,
} from './state.js';
import { applyExample, copyOverlappingEntries, lessons } from './worked-example.js';

/** @import { AttendExtendedResult as Attended } from '../engine/attend.js' */
/** @import { Value } from '../engine/schema.js' */
/** @import { TensorEntry, State } from './state.js' */
/** @import { Lesson, Numbers } from './worked-example.js' */

/** @typedef {{ state: State, inputs: Map<string, Numbers>, result: Attended }} Projected attention whose queries, keys and values are computed from embeddings */

export const kDefaultSeed = seedSchema.default;

/**
 * Initial numbers of inputs that are not random: a mask that hides nothing, and the identity as output projection.
 * @type {Readonly<Record<string, (i: number, features: number) => number>>}
 */
const kGivenNumbers = { mask: () => 1, outputWeight: (i, features) => (i % (features + 1) === 0 ? 1 : 0) };

/**
 * The line of multi-head attention that computes each input of scaled dot-product attention.
 * @type {Readonly<Record<string, string>>}
 */
const kProjections = { query: 'queries', key: 'keys', value: 'values' };

/** Finds the lesson that has the same numbers as the state, if any. @param {State} state */
export function findLesson(state) {
  const present = createConfiguration(state);
  return lessons.find((lesson) =>
    isSameConfiguration(createConfiguration(createLessonState(lesson)), present),
  );
}

/** @param {Lesson} lesson @returns {State} */
export function createLessonState({ mechanism = '', options = {}, numbers = {} }) {
  const configuration = { experiment: 'calculator', seed: kDefaultSeed, parameters: { mechanism } };
  return {
    ...readState(configuration, mechanisms()).state,
    options,
    edited: new Map(Object.entries(numbers)),
  };
}

/** @param {State} state @param {ReadonlyMap<string, Numbers>} base @returns {Map<string, Numbers>} inputs of the mechanism */
export function collectInputs(state, base) {
  return new Map(
    listInputs(state).flatMap(({ name }) => {
      const numbers = state.edited.get(name) ?? base.get(name);
      return numbers ? [/** @type {[string, Numbers]} */ ([name, numbers])] : [];
    }),
  );
}

/** Samples the input tensors in their current shapes from the seed; edited numbers keep their indices. @param {State} state */
export async function sampleInputs(state) {
  const zeros = listInputs(state).map(({ name, shape, type }) => {
    const extents = computeExtents(state, shape);
    const size = extents.reduce((product, extent) => product * extent, 1);
    const given = kGivenNumbers[name];
    const data = Array.from({ length: size }, (_, i) => given?.(i, state.features) ?? 0);
    return { name, type, numbers: { shape: extents, data } };
  });
  const inputs = Object.fromEntries(zeros.map(({ name, numbers }) => [name, numbers]));
  const drawn = await attend(
    state.mechanism.name,
    { ...inputs, ...resolveOptions(state) },
    { randomSeed: state.seed },
  );
  const base = new Map(
    zeros.map(({ name, numbers }) => {
      const random = kGivenNumbers[name] ? null : drawn.inputs?.[name];
      const short = random ? [...random.data].map((value) => Number(value.toPrecision(7))) : numbers.data;
      const drawnNumbers = { shape: numbers.shape, data: short };
      return [
        name,
        state.seed === kDefaultSeed ? applyExample(state.mechanism.name, name, drawnNumbers) : drawnNumbers,
      ];
    }),
  );
  const edited = [...state.edited].flatMap(([name, numbers]) => {
    const target = base.get(name);
    return target ? [/** @type {[string, Numbers]} */ ([name, copyOverlappingEntries(numbers, target)])] : [];
  });
  return { base, edited: new Map(edited) };
}

/**
 * @param {State} state
 * @param {ReadonlyMap<string, Numbers>} inputs
 * @param {TensorEntry | null} place entry whose gradients are computed
 * @param {import('../engine/attend.js').AttendRequest['descent']} [descent] steps of gradient descent to take, instead of computing gradients
 */
export async function computeAttention(state, inputs, place, descent) {
  const inputValues = { ...Object.fromEntries(inputs), ...resolveOptions(state) };
  const request = descent ? { descent } : { gradient: place ?? undefined };
  const result = await attend(state.mechanism.name, inputValues, { steps: true, ...request });
  return {
    result,
    projected: isSingleHead(state) ? await computeProjectedAttention(state, inputs, result) : null,
  };
}

/**
 * Computes scaled dot-product attention with the queries, keys and values that the head has projected.
 * @param {State} state
 * @param {ReadonlyMap<string, Numbers>} inputs
 * @param {Attended} result
 * @returns {Promise<Projected>}
 */
async function computeProjectedAttention(state, inputs, { steps = {} }) {
  const projected = { ...state, ...chooseMechanism(state, 'scaled-dot') };
  const numbers = new Map(
    listInputs(projected).flatMap(({ name }) => {
      const tensor = steps[kProjections[name] ?? ''] ?? inputs.get(name);
      return tensor ? [[name, { shape: [...tensor.shape], data: [...tensor.data] }]] : [];
    }),
  );
  return { state: projected, inputs: numbers, ...(await computeAttention(projected, numbers, null)) };
}

/** @param {State} state @param {string} name of a mechanism @returns {Partial<State>} fields of the state that change */
export function chooseMechanism(state, name) {
  const mechanism = mechanisms().find((one) => one.name === name) ?? state.mechanism;
  const options = Object.entries(state.options).filter(([option]) =>
    mechanism.options.some((schema) => schema.name === option),
  );
  return { mechanism, options: Object.fromEntries(options), edited: new Map() };
}

/**
 * Reads the state from a link. The reader's formula determines the inputs; an invalid formula is dropped with the numbers of
 * its inputs, and a notice reports this.
 * @param {import('../engine/schema.js').Configuration} configuration
 * @returns {Promise<ReturnType<typeof readState>>}
 */
async function readLinkState(configuration) {
  const { mechanism, formula } = configuration.parameters;
  if (mechanism !== 'own' || !formula) return readState(configuration, mechanisms());
  try {
    const own = await readFormula(String(formula));
    return readState(
      configuration,
      mechanisms().map((one) => (one.name === own.name ? own : one)),
    );
  } catch (error) {
    const parameters = { ...configuration.parameters, formula: '', numbers: '' };
    const { state, notices } = readState({ ...configuration, parameters }, mechanisms());
    const { message } = /** @type {Error} */ (error);
    return { state, notices: [translate('Link: {message}. Ignored.', { message }), ...notices] };
  }
}

/**
 * Reads the state from a link and computes its result. Refused options and numbers are dropped, and notices report them.
 * @param {import('../engine/schema.js').Configuration} configuration
 */
export async function computeConfiguration(configuration) {
  let { state, notices } = await readLinkState(configuration);
  for (;;) {
    try {
      const { base, edited } = await sampleInputs(state);
      state = { ...state, edited };
      return {
        ...{ state, base, notices },
        ...(await computeAttention(state, collectInputs(state, base), null)),
      };
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
 * @param {string} formula that the reader has typed
 * @returns {Promise<{ change?: Partial<State>, error?: string }>} change of the state, or an error message
 */
export async function applyFormula(state, formula) {
  try {
    return {
      change: { mechanism: await readFormula(formula), options: setOption(state, 'formula', formula) },
    };
  } catch (error) {
    return { error: /** @type {Error} */ (error).message };
  }
}

/** @param {State} state @param {string} name @param {Value} value @returns {State['options']} */
export function setOption({ mechanism, options }, name, value) {
  const standard = mechanism.options.find((option) => option.name === name)?.default;
  const { [name]: _, ...others } = options;
  return value === standard && name !== 'grid' ? others : { ...others, [name]: value };
}

/** Adds or removes an optional input. @param {State} state @param {string} name @returns {State['edited']} */
export function toggleInput(state, name) {
  const edited = new Map(state.edited);
  const input = state.mechanism.inputs.find((one) => one.name === name);
  if (!edited.delete(name) && input)
    edited.set(name, { shape: computeExtents(state, input.shape), data: [] });
  return edited;
}

/**
 * @param {State} state
 * @param {import('../engine/attend.js').AttendExtendedResult} result of a descent
 * @returns {State} the state with the learned numbers, which are rounded to keep links short
 */
export function applyTrainedInputs(state, { inputs = {} }) {
  const edited = new Map(state.edited);
  for (const [name, { shape, data }] of Object.entries(inputs)) {
    edited.set(name, { shape: [...shape], data: [...data].map((value) => Number(value.toPrecision(7))) });
  }
  return { ...state, edited };
}
