/** The state of the calculator, and its format in a link. */

/** @import { Configuration, MechanismSchema, Value } from '../engine/schema.js' */
/** @import { Numbers } from './worked-example.js' */

/**
 * @typedef {object} State
 * @property {MechanismSchema} mechanism
 * @property {string[]} tokens
 * @property {number} features
 * @property {number} seed
 * @property {Record<string, Value>} options that differ from their defaults
 * @property {Map<string, Numbers>} edited inputs that the reader has changed
 *
 * @typedef {{ of: string, at: number[] }} TensorEntry name and indices of a number whose derivatives are shown
 * @typedef {{ configuration: Configuration, shown?: string }} Shown settings of the element
 */

const kMaximumTokens = 8;

const kMechanism = 'scaled-dot';
const kSentence = 'The FBI is chasing a criminal';
const kFeatures = 2;

/** Maximum number of characters for the numbers in a link. */
const kMaximumNumbersTextLength = 3600;

/** Names of the optional inputs that are shown by default. */
export const kInputsShownByDefault = new Set(['value', 'mask', 'bias']);

/** Default size of the grid of filters; a larger one does not fit on the page. */
const kDefaultGrid = 3;

/** @param {string} text @returns {string[]} one token per word, at least one */
export function splitTokens(text) {
  const words = text.split(/\s+/).filter(Boolean).slice(0, kMaximumTokens);
  return words.length > 0 ? words : ['…'];
}

/**
 * Lists the inputs of the mechanism that are shown.
 * @param {State} state
 */
export function listInputs({ mechanism, edited }) {
  return mechanism.inputs.filter(
    ({ name, optional }) => !optional || kInputsShownByDefault.has(name) || edited.has(name),
  );
}

/**
 * Whether the mechanism is one head that only projects embeddings to queries, keys and values of two numbers.
 * @param {State} state
 */
export const isSingleHead = ({ mechanism, features, options, edited }) =>
  mechanism.name === 'multi-head' &&
  features === 2 &&
  Number(options['heads'] ?? 1) === 1 &&
  !mechanism.inputs.some(({ name, optional }) => optional && name !== 'mask' && edited.has(name)) &&
  /^(1,0,0,1)?$/.test(String(edited.get('outputWeight')?.data ?? ''));

/**
 * @param {MechanismSchema} mechanism
 * @param {string} letter of a shape
 * @returns {boolean} whether the axis has one entry for each word of the sentence: steps, positions, regions or contexts
 */
export function isTokenAxis({ inputs }, letter) {
  // In a mechanism with image rows (R), C counts the columns of the image instead of contexts.
  return /^[TSL]$/.test(letter) || (letter === 'C' && !inputs.some(({ shape }) => shape.includes('R')));
}

/**
 * @param {State} state
 * @param {string} shape in letters, as inputs declare it
 * @returns {number[]} the size of each axis
 */
export function computeExtents({ mechanism, tokens, features, options }, shape) {
  const grid = Number(options['grid'] ?? kDefaultGrid);
  /** @param {string} letter */
  const extent = (letter) => {
    if (letter === 'B') return 1;
    if (letter === 'P') return grid * grid;
    if (isTokenAxis(mechanism, letter)) return tokens.length;
    return /\d/.test(letter) ? Number(letter) : features;
  };
  return shape.split(' ').map((word) => word.split('+').reduce((sum, letter) => sum + extent(letter), 0));
}

/**
 * Options for `attend`; the default grid is smaller here than in the library.
 * @param {State} state
 * @returns {Record<string, Value>}
 */
export function resolveOptions({ mechanism, options }) {
  /** @type {Record<string, Value>} */
  const grid = mechanism.options.some(({ name }) => name === 'grid') ? { grid: kDefaultGrid } : {};
  return { ...grid, ...options };
}

/** Whether more numbers have been edited than fit into a link. @param {State} state */
export const isLinkTooLong = (state) =>
  String(createConfiguration(state).parameters['numbers']).length > kMaximumNumbersTextLength;

/** @param {State} state @returns {Configuration} for links */
export function createConfiguration({ mechanism, tokens, features, seed, options, edited }) {
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
 * Reads a configuration. Settings that are not accepted keep their defaults, and notices report them.
 * @param {Configuration} configuration
 * @param {readonly MechanismSchema[]} all
 * @returns {{ state: State, notices: string[] }}
 */
export function readState({ seed, parameters }, all) {
  /** @type {string[]} */
  const notices = [];
  /** @param {string} what @param {string} text @param {string} expected */
  const addNotice = (what, text, expected) =>
    notices.push(`Link: ${what}: "${text.slice(0, 40)}" is not accepted; expected ${expected}. Ignored.`);
  const mechanismName = String(parameters['mechanism'] || kMechanism);
  const matchingMechanism = all.find(({ name }) => name === mechanismName);
  if (!matchingMechanism)
    addNotice('mechanism', mechanismName, `one of: ${all.map(({ name }) => name).join(', ')}`);
  const mechanism =
    matchingMechanism ?? /** @type {MechanismSchema} */ (all.find(({ name }) => name === kMechanism));
  /** @type {State} */
  const state = {
    mechanism,
    tokens: splitTokens(String(parameters['tokens'] || kSentence)),
    features: Number(parameters['features'] ?? kFeatures),
    seed,
    options: {},
    edited: new Map(),
  };
  const { formula = '' } = parameters;
  const hasFormula = mechanism.options.some(({ name }) => name === 'formula');
  if (hasFormula && formula !== '') state.options['formula'] = formula;
  else if (formula !== '') addNotice('formula', String(formula), `none: ${mechanism.name} has its own`);
  /** @param {'options' | 'numbers'} field */
  const parseField = (field) =>
    matchingMechanism ? parseEntries(String(parameters[field] ?? ''), field, addNotice) : [];
  for (const { name, value } of parseField('options')) {
    const schema = mechanism.options.find((option) => option.name === name && option.type !== 'text');
    // The mechanism validates the value.
    if (schema) state.options[name] = schema.type === 'boolean' ? value === 'true' : parseValue(value);
    else addNotice('options', name, `options of ${mechanism.name}`);
  }
  for (const { name, value, rest } of parseField('numbers')) {
    const input = mechanism.inputs.find((one) => one.name === name);
    const shape = value.split(',').map(Number);
    const data = rest === '' ? [] : rest.split(',').map((text) => (text === '' ? Number.NaN : Number(text)));
    const expectedShape = input && computeExtents(state, input.shape);
    const fits =
      String(expectedShape) === String(shape) &&
      shape.reduce((product, extent) => product * extent, 1) === data.length &&
      data.every((number) => Number.isFinite(Math.fround(number)));
    if (fits) state.edited.set(name, { shape, data });
    else
      addNotice(name, rest, input ? `numbers in the shape ${expectedShape}` : 'an input of this mechanism');
  }
  return { state, notices };
}

/** @param {string} text @returns {number | string} */
const parseValue = (text) => (Number.isNaN(Number(text)) ? text : Number(text));

/**
 * Reads a sequence of "name(value)rest".
 * @param {string} text
 * @param {string} what name of the field, for notices
 * @param {(what: string, text: string, expected: string) => void} addNotice
 */
function parseEntries(text, what, addNotice) {
  const pattern = /([a-zA-Z]+)\(([^()]*)\)((?:[-+\d.,]|e[-+]?\d)*)/g;
  if (text.replace(pattern, '') !== '') {
    addNotice(what, text, 'name(value) one after the other');
    return [];
  }
  return [...text.matchAll(pattern)].map(([, name = '', value = '', rest = '']) => ({ name, value, rest }));
}
