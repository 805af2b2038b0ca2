/** The worked example, and the lessons: numbers that demonstrate one effect each. */
import { markText } from '../language/translate.js';

/** @import { Value } from '../engine/schema.js' */
/** @typedef {{ shape: number[], data: number[] }} Numbers */

/** Number of features of each vector in the worked example. */
const kFeatures = 2;

/** @param {readonly (readonly number[])[]} rows @returns {Numbers} */
const createExample = (rows) => ({ shape: [1, rows.length, rows[0]?.length ?? 0], data: rows.flat() });

// The first feature tells who acts, the second one what is done.
const kQuery = [
  [-0.6, -0.9],
  [0.4, 1.6],
  [-0.9, 1.1],
  [1.8, 0.6],
  [0.9, -1],
  [0.3, 1.4],
];
const kKey = [
  [-0.4, -1.2],
  [1.6, 1.1],
  [-1.3, 0.5],
  [-0.3, 1.7],
  [0.5, -0.9],
  [1.9, -0.1],
];
const kValue = [
  [-1.2, -0.9],
  [1.5, 0.9],
  [-1.5, 0.4],
  [-0.3, 1.5],
  [0.2, -1.5],
  [1.4, -0.8],
];

/** Inputs for "The FBI is chasing a criminal"; they replace random inputs while the seed is the default. @type {ReadonlyMap<string, Numbers>} */
export const workedExample = new Map([
  ['query', createExample(kQuery)],
  ['key', createExample(kKey)],
  ['value', createExample(kValue)],
  ['annotations', createExample(kValue)],
]);

/** @param {number[]} mask @returns {Numbers} */
const createMask = (mask) => ({ shape: [1, mask.length], data: mask });

const kEmbedding = [
  [-0.9, -0.8],
  [1.6, -0.3],
  [-1.1, 0.7],
  [-0.2, 1.7],
  [-0.6, -1.1],
  [1.4, -0.6],
];

/** @param {number[]} data @returns {Numbers} */
const createMatrix = (data) => ({ shape: [kFeatures, kFeatures], data });

/**
 * Embeddings of the same words, and the matrices of multi-head attention; the query's matrix exchanges the features.
 * @type {ReadonlyMap<string, Numbers>}
 */
export const embeddingExample = new Map([
  ['query', createExample(kEmbedding)],
  ['queryWeight', createMatrix([0.2, 0.9, 1.1, 0.1])],
  ['keyWeight', createMatrix([1, 0.1, -0.1, 1])],
  ['valueWeight', createMatrix([0.8, -0.6, 0.7, 0.9])],
]);

/** The keys, with that of "FBI" ten times as long. */
const kLongKey = kKey.map((row, i) => (i === 1 ? row.map((value) => 10 * value) : row));

/** Every key plus the vector (1, −2). */
const kShiftedKeys = kKey.map((row) => row.map((value, i) => value + (i === 1 ? -2 : 1)));

/**
 * @typedef {object} Lesson
 * @property {string} name
 * @property {string} label
 * @property {string} help
 * @property {string} [mechanism] default: scaled dot-product attention
 * @property {Readonly<Record<string, Value>>} [options]
 * @property {Readonly<Record<string, Numbers>>} [numbers]
 */

/** @type {readonly Lesson[]} */
export const lessons = [
  {
    name: 'example',
    label: markText('The example'),
    help: markText('“Chasing” asks who is involved: it finds the FBI and the criminal.'),
  },
  {
    name: 'equal',
    label: markText('Equal keys'),
    help: markText('If all keys are equal, all weights are equal: attention becomes a mean.'),
    numbers: { key: createExample(kKey.map(() => [0.5, 0.5])) },
  },
  {
    name: 'dominant',
    label: markText('One long key'),
    help: markText(
      'The key of “FBI” is ten times as long. Its weight is nearly 1, and little can be learned: press a weight and read the derivatives by the keys.',
    ),
    numbers: { key: createExample(kLongKey) },
  },
  {
    name: 'moved',
    label: markText('All keys moved'),
    help: markText(
      'The same vector was added to every key. All scores of a query moved by the same amount, and the softmax subtracts it again.',
    ),
    numbers: { key: createExample(kShiftedKeys) },
  },
  {
    name: 'width',
    label: markText('1/D for 1/√d'),
    help: markText(
      'Scores are divided by the width, 2, instead of its root: they become smaller, and the map is paler.',
    ),
    options: { scale: 0.5 },
  },
  {
    name: 'mask',
    label: markText('A mask'),
    help: markText(
      '“A criminal” is masked: its weights are exactly 0. The other weights grow in the same proportion, up to a sum of 1.',
    ),
    numbers: { mask: createMask([1, 1, 1, 1, 0, 0]) },
  },
  {
    name: 'causal',
    label: markText('Causal mask'),
    help: markText('Each word sees itself and the words before it, as in a language model.'),
    options: { causal: true },
  },
  {
    name: 'window',
    label: markText('A window'),
    help: markText('Only the direct neighbors are seen; scores of other words do not matter, however high.'),
    mechanism: 'local-m',
    options: { window: 1 },
  },
  {
    name: 'origin',
    label: markText('Where q, k and v come from'),
    help: markText('Attention in which queries, keys and values all come from the same tokens.'),
    mechanism: 'multi-head',
  },
];

/**
 * Overwrites the first entries of an input with the worked example, where it fits.
 * @param {string} mechanism
 * @param {string} name of an input
 * @param {Numbers} numbers
 * @returns {Numbers}
 */
export function applyExample(mechanism, name, numbers) {
  const workedNumbers = (mechanism === 'multi-head' ? embeddingExample : workedExample).get(name);
  const [rows = 0, columns] = numbers.shape.slice(-2);
  return workedNumbers && columns === kFeatures && rows >= Number(workedNumbers.shape.at(-2))
    ? copyOverlappingEntries(workedNumbers, numbers)
    : numbers;
}

/**
 * Returns `onto` with the entries of `from` in place of those that have the same indices.
 * @param {Numbers} from
 * @param {Numbers} onto
 * @returns {Numbers}
 */
export function copyOverlappingEntries(from, onto) {
  if (from.shape.length !== onto.shape.length) return onto;
  const data = onto.data.map((value, flat) => {
    let rest = flat;
    let place = 0;
    let stride = 1;
    for (let axis = onto.shape.length - 1; axis >= 0; axis--) {
      const index = rest % Number(onto.shape[axis]);
      rest = Math.floor(rest / Number(onto.shape[axis]));
      if (index >= Number(from.shape[axis])) return value;
      place += index * stride;
      stride *= Number(from.shape[axis]);
    }
    return from.data[place] ?? value;
  });
  return { shape: onto.shape, data };
}

/**
 * The inputs of a lesson about queries, keys and values.
 * @param {string} name of the lesson
 * @returns {{ query: Numbers, key: Numbers, value: Numbers }}
 */
export function getLessonTensors(name) {
  return {
    query: createExample(kQuery),
    key: createExample(kKey),
    value: createExample(kValue),
    ...lessons.find((lesson) => lesson.name === name)?.numbers,
  };
}
