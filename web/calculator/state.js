/**
 * The state of the calculator, and its format in a link.
 * @module
 */

/** @import { Configuration, MechanismSchema, Value } from '../engine/schema.js' */
/** @import { Numbers } from './worked.js' */

/**
 * @typedef {object} State
 * @property {MechanismSchema} mechanism
 * @property {string[]} tokens
 * @property {number} features
 * @property {number} seed
 * @property {Record<string, Value>} options that differ from their defaults
 * @property {Map<string, Numbers>} edited inputs that the reader has changed
 */

const kMostTokens = 8;

const kMechanism = 'scaled-dot';
const kSentence = 'The FBI is chasing a criminal';
const kFeatures = 4;

/** Longest text of numbers in a link. */
export const kMostNumbers = 3600;

/** Optional inputs that are shown by default. */
export const kUsual = new Set(['value', 'mask', 'bias']);

/** Default size of the grid of filters; a larger one does not fit on the page. */
export const kGrid = 3;

/** @param {string} text @returns {string[]} one token per word, at least one */
export function tokensOf(text) {
  const words = text.split(/\s+/).filter(Boolean).slice(0, kMostTokens);
  return words.length > 0 ? words : ['…'];
}

/**
 * The inputs that are present.
 * @param {State} state
 */
export function presentInputs({ mechanism, edited }) {
  return mechanism.inputs.filter(({ name, optional }) => !optional || kUsual.has(name) || edited.has(name));
}

/**
 * @param {MechanismSchema} mechanism
 * @param {string} letter of a shape
 * @returns {boolean} whether it counts the words of the sentence: steps, positions, regions, contexts
 */
export function countsTokens({ inputs }, letter) {
  // Next to rows (R), C is the columns of an image.
  return /^[TSL]$/.test(letter) || (letter === 'C' && !inputs.some(({ shape }) => shape.includes('R')));
}

/**
 * @param {State} state
 * @param {string} shape in letters, as inputs declare it
 * @returns {number[]}
 */
export function extentsOf({ mechanism, tokens, features, options }, shape) {
  const grid = Number(options['grid'] ?? kGrid);
  /** @param {string} letter */
  const extent = (letter) => {
    if (letter === 'B') return 1;
    if (letter === 'P') return grid * grid;
    if (countsTokens(mechanism, letter)) return tokens.length;
    return /\d/.test(letter) ? Number(letter) : features;
  };
  return shape.split(' ').map((word) => word.split('+').reduce((sum, letter) => sum + extent(letter), 0));
}

/**
 * Options for `attend`; the default grid is smaller here than in the library.
 * @param {State} state
 * @returns {Record<string, Value>}
 */
export function optionsOf({ mechanism, options }) {
  /** @type {Record<string, Value>} */
  const grid = mechanism.options.some(({ name }) => name === 'grid') ? { grid: kGrid } : {};
  return { ...grid, ...options };
}

/**
 * @param {State} state
 * @returns {Configuration} for links
 */
export function configurationOf({ mechanism, tokens, features, seed, options, edited }) {
  const { formula = '', ...others } = options;
  const own = Object.entries(others).map(([name, value]) => `${name}(${value})`);
  const numbers = [...edited].map(([name, { shape, data }]) => `${name}(${shape})${data.join()}`);
  return {
    experiment: 'calculator',
    seed,
    parameters: {
      mechanism: mechanism.name === kMechanism ? '' : mechanism.name,
      tokens: tokens.join(' ') === kSentence ? '' : tokens.join(' '),
      features,
      formula,
      options: own.join(''),
      numbers: numbers.join(''),
    },
  };
}

/**
 * Reads a configuration. What does not fit keeps its default, and a notice says so.
 * @param {Configuration} configuration
 * @param {readonly MechanismSchema[]} all
 * @returns {{ state: State, notices: string[] }}
 */
export function stateOf({ seed, parameters }, all) {
  /** @type {string[]} */
  const notices = [];
  /** @param {string} what @param {string} text @param {string} expected */
  const tell = (what, text, expected) =>
    notices.push(`Link: ${what}: "${text.slice(0, 40)}" is not accepted; expected ${expected}. Ignored.`);
  const wanted = String(parameters['mechanism'] || kMechanism);
  const found = all.find(({ name }) => name === wanted);
  if (!found) tell('mechanism', wanted, `one of: ${all.map(({ name }) => name).join(', ')}`);
  const mechanism = found ?? /** @type {MechanismSchema} */ (all.find(({ name }) => name === kMechanism));
  /** @type {State} */
  const state = {
    mechanism,
    tokens: tokensOf(String(parameters['tokens'] || kSentence)),
    features: Number(parameters['features'] ?? kFeatures),
    seed,
    options: {},
    edited: new Map(),
  };
  const { formula = '' } = parameters;
  const written = mechanism.options.some(({ name }) => name === 'formula');
  if (written && formula !== '') state.options['formula'] = formula;
  else if (formula !== '') tell('formula', String(formula), `none: ${mechanism.name} has its own`);
  for (const { name, value } of found ? parts(String(parameters['options'] ?? ''), 'options', tell) : []) {
    const schema = mechanism.options.find((option) => option.name === name && option.type !== 'text');
    // The mechanism validates the value.
    if (schema) state.options[name] = schema.type === 'boolean' ? value === 'true' : numberOrWord(value);
    else tell('options', name, `options of ${mechanism.name}`);
  }
  for (const { name, value, rest } of found
    ? parts(String(parameters['numbers'] ?? ''), 'numbers', tell)
    : []) {
    const input = mechanism.inputs.find((one) => one.name === name);
    const shape = value.split(',').map(Number);
    const data = rest === '' ? [] : rest.split(',').map((text) => (text === '' ? Number.NaN : Number(text)));
    const fits =
      input &&
      String(extentsOf(state, input.shape)) === String(shape) &&
      shape.reduce((product, extent) => product * extent, 1) === data.length &&
      data.every((number) => Number.isFinite(Math.fround(number)));
    if (fits) state.edited.set(name, { shape, data });
    else
      tell(
        name,
        rest,
        input ? `numbers in the shape ${extentsOf(state, input.shape)}` : 'an input of this mechanism',
      );
  }
  return { state, notices };
}

/** @param {string} text @returns {number | string} */
const numberOrWord = (text) => (Number.isNaN(Number(text)) ? text : Number(text));

/**
 * Reads a sequence of "name(value)rest".
 * @param {string} text
 * @param {string} what
 * @param {(what: string, text: string, expected: string) => void} tell
 */
function parts(text, what, tell) {
  const pattern = /([a-zA-Z]+)\(([^()]*)\)((?:[-+\d.,]|e[-+]?\d)*)/g;
  if (text.replace(pattern, '') !== '') {
    tell(what, text, 'name(value) one after the other');
    return [];
  }
  return [...text.matchAll(pattern)].map(([, name = '', value = '', rest = '']) => ({ name, value, rest }));
}
