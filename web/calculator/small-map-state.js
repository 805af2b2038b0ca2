/**
 * The state of a small map: the inputs of its mechanism with four tokens, arranged around the map, and the numbers of the result.
 */
import { computeExtents } from './state.js';

/** @import { State } from './state.js' */
/** @import { Tensor } from '../engine/tensors.js' */
/** @import { MechanismSchema } from '../engine/schema.js' */

/**
 * An input of the mechanism, as it is drawn beside the small map.
 * @typedef {object} PlacedInput
 * @property {string} name
 * @property {string} label letter in the formula, where the input has one
 * @property {boolean} isInteger
 * @property {readonly number[]} data
 * @property {number} width numbers in a row of a matrix
 */

const kTokens = ['1', '2', '3', '4'];
/** Size of the axes that do not count tokens. In a mechanism without tokens, the map is over these axes. */
const kFeatures = { withTokens: 1, withoutTokens: 4 };
/** Number of pixels along a side of the patch that is read from a picture. */
const kGrid = 4;

const kIdentity = [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2];

/** Initial numbers of inputs; inputs that are not listed are 1. @type {Readonly<Record<string, readonly number[]>>} */
const kExamples = {
  query: [2, 1, -1, -2],
  key: [1.5, -1, 0.5, -2],
  annotations: [1.5, -1, 0.5, -2],
  cells: [1, 2, 3, 4],
  value: [1, 2, 3, 4],
  scores: [0, 1, 0, 2, 1, 0, 2, 0, 0, 2, 0, 1, 2, 0, 1, 0],
  table: [0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0],
  context: [2],
  state: [0],
  canvas: [0],
  picture: [0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1],
  patchBias: [0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0],
  b: [-0.5],
};

/** Optional inputs that are shown beside the required ones. */
const kShownOptionalInputs = ['value', 'key', 'memory', 'bias'];
/** Inputs that are not shown: they have no effect while the state, the first of them, is zero. */
const kZeroInputs = ['state', 'weight', 'patchWeight', 'canvas'];

/** @param {MechanismSchema} mechanism */
const readsPicture = ({ inputs }) => inputs.some(({ name }) => name === 'state');

/** @param {MechanismSchema} mechanism @returns {State} with numbers that show what the mechanism does */
export function createMapState(mechanism) {
  const hasTokens = mechanism.inputs.some(({ shape }) => /[TSL]/.test(shape));
  const names = new Set(mechanism.options.map(({ name }) => name));
  /** @type {State} */
  const state = {
    mechanism,
    tokens: kTokens,
    features: hasTokens ? kFeatures.withTokens : kFeatures.withoutTokens,
    seed: 7,
    options: { ...(names.has('grid') && { grid: kGrid }), ...(names.has('scales') && { scales: 1 }) },
    edited: new Map(),
  };
  for (const { name, shape, optional } of mechanism.inputs) {
    if (optional && !kShownOptionalInputs.includes(name)) continue;
    const extents = computeExtents(state, shape);
    const size = extents.reduce((product, extent) => product * extent, 1);
    const first = findExampleNumbers(mechanism, name, size);
    state.edited.set(name, {
      shape: extents,
      data: Array.from({ length: size }, (_, i) => first[i % first.length] ?? 0),
    });
  }
  return state;
}

/** @param {MechanismSchema} mechanism @param {string} name of an input @param {number} size @returns {readonly number[]} */
function findExampleNumbers(mechanism, name, size) {
  // The third number of a window of DRAW is the logarithm of its variance.
  if (name === 'bias') return readsPicture(mechanism) ? [0, 0, -2, 0, 0] : [0];
  if (name === 'weight' && size === kIdentity.length) return kIdentity;
  if (name === 'weight' && size === kTokens.length) return kExamples['key'] ?? [];
  if (name === 'memory') return kExamples['key'] ?? [];
  return kExamples[name] ?? [1];
}

/** @param {State} state @returns {string[]} letters of the axes of the map: of its rows, if it has several, and of its columns */
function getMapLetters({ mechanism }) {
  const line = mechanism.lines.find(({ name }) => name === 'weights');
  const letters = line?.shape.split(' ') ?? [];
  return letters.filter((letter) => /^[TSLD]$/.test(letter));
}

/** @param {State} state @returns {Record<'rows' | 'columns' | 'matrices' | 'lists', PlacedInput[]>} the inputs by their place around the map */
export function layOutInputs(state) {
  const letters = getMapLetters(state);
  const places = {
    rows: /** @type {PlacedInput[]} */ ([]),
    columns: /** @type {PlacedInput[]} */ ([]),
    matrices: /** @type {PlacedInput[]} */ ([]),
    lists: /** @type {PlacedInput[]} */ ([]),
  };
  for (const { name, shape, type, help } of state.mechanism.inputs) {
    const numbers = state.edited.get(name);
    if (!numbers || (readsPicture(state.mechanism) && kZeroInputs.includes(name))) continue;
    const axes = shape.split(' ').filter((_, axis) => (numbers.shape[axis] ?? 1) > 1);
    const [letter] = axes;
    const isMatrix = axes.length > 1 || name === 'patchBias';
    const place = isMatrix
      ? 'matrices'
      : letter === 'T'
        ? 'rows'
        : letter !== undefined && letter === letters.at(-1)
          ? 'columns'
          : 'lists';
    const label = help && help.length < 4 ? help : name;
    const width = isMatrix && axes.length > 1 ? (numbers.shape.at(-1) ?? 1) : kGrid;
    places[place].push({ name, label, isInteger: type === 'integers', data: numbers.data, width });
  }
  return places;
}

/**
 * @typedef {object} MapNumbers
 * @property {string} title in English
 * @property {{ weight: number, isChosen: boolean }[][]} weights NaN where there is no result
 * @property {number[] | null} beside context of each row, shown to the right of the map
 * @property {number[] | null} below context of each column, shown below the map
 */

/**
 * @param {State} state
 * @param {Readonly<Record<string, Tensor>> | null} result
 * @returns {MapNumbers}
 */
export function readMap(state, result) {
  const width = kTokens.length;
  const isPicture = readsPicture(state.mechanism);
  const isSquare = isPicture || getMapLetters(state).length > 1;
  const data = result?.[isPicture ? 'context' : 'weights']?.data ?? [];
  const chosen = result?.['choice']?.data ?? [];
  const weights = Array.from({ length: isSquare ? width : 1 }, (_, row) =>
    Array.from({ length: width }, (_, column) => ({
      weight: data[row * width + column] ?? Number.NaN,
      isChosen: (chosen[row * width + column] ?? 0) > 0,
    })),
  );
  const context = Array.from(result?.['context']?.data ?? []);
  const hasContext = !isPicture && state.mechanism.lines.some(({ name }) => name === 'context');
  const isBelow = state.features > 1;
  return {
    title: isPicture ? 'context' : 'weights',
    weights,
    beside: hasContext && !isBelow ? context : null,
    below: hasContext && isBelow ? context : null,
  };
}
