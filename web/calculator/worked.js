/**
 * The worked example, and numbers that teach something.
 * @module
 */
import { phrase } from '../language/say.js';

/** @import { Value } from '../engine/schema.js' */
/** @typedef {{ shape: number[], data: number[] }} Numbers */

/** What the numbers of the example are made for. */
const kTokens = 6;
const kFeatures = 4;

/** @param {readonly (readonly number[])[]} rows @returns {Numbers} */
const example = (rows) => ({ shape: [1, rows.length, rows[0]?.length ?? 0], data: rows.flat() });

// The features: somebody, an action, a small word, the law.
const kQuery = [
  [0.6, 0, 0.2, 0.2],
  [0.3, 1.2, 0, 0.6],
  [0.2, 1.4, 0.1, 0],
  [1.6, 0.2, -0.4, 1.2],
  [0.6, 0, 0.2, 0.2],
  [0.2, 1.5, 0, 0.8],
];
const kKey = [
  [0, 0, 1, 0],
  [1.2, 0, 0, 1.6],
  [0, 0.4, 0.8, 0],
  [0, 1.5, 0, 0.3],
  [0, 0, 1, 0],
  [1, 0.2, 0, 1.1],
];
const kValue = [
  [0.1, 0, 0.2, -0.1],
  [1, 0.2, -0.5, 0.8],
  [0, 0.3, 0.1, 0.1],
  [-0.2, 1.2, 0.6, 0.3],
  [0.1, 0, -0.2, 0.1],
  [0.8, -0.4, 1, -0.9],
];

/** Of "The FBI is chasing a criminal", for a seed that nobody has changed. @type {ReadonlyMap<string, Numbers>} */
export const worked = new Map([
  ['query', example(kQuery)],
  ['key', example(kKey)],
  ['value', example(kValue)],
  ['annotations', example(kValue)],
]);

/** @param {number[]} mask @returns {Numbers} */
const maskOf = (mask) => ({ shape: [1, mask.length], data: mask });

/** The key of "FBI", ten times as long. */
const kDominant = kKey.map((row, i) => (i === 1 ? row.map((value) => 10 * value) : row));

/** Every key moved by the same vector, (1, −2, 1, 1). */
const kMoved = kKey.map((row) => row.map((value, i) => value + (i === 1 ? -2 : 1)));

/**
 * @typedef {object} Lesson
 * @property {string} name
 * @property {string} label
 * @property {string} help
 * @property {string} [mechanism] scaled dot-product attention unless said
 * @property {Readonly<Record<string, Value>>} [options]
 * @property {Readonly<Record<string, Numbers>>} [numbers]
 */

/** @type {readonly Lesson[]} */
export const lessons = [
  {
    name: 'example',
    label: phrase('The example'),
    help: phrase('“Chasing” asks who is involved: it finds the FBI and the criminal.'),
  },
  {
    name: 'equal',
    label: phrase('Equal keys'),
    help: phrase('Where nothing tells the keys apart, all weights are the same: attention becomes a mean.'),
    numbers: { key: example(kKey.map(() => [0.5, 0.5, 0.5, 0.5])) },
  },
  {
    name: 'dominant',
    label: phrase('One loud key'),
    help: phrase(
      'The key of “FBI” is ten times as long. Its weight is nearly 1, and little can be learned: press a weight and read the derivatives by the keys.',
    ),
    numbers: { key: example(kDominant) },
  },
  {
    name: 'moved',
    label: phrase('All keys moved'),
    help: phrase(
      'The same vector was added to every key. All scores of a query moved by the same amount, and the softmax subtracts it again.',
    ),
    numbers: { key: example(kMoved) },
  },
  {
    name: 'width',
    label: phrase('1/D for 1/√d'),
    help: phrase(
      'Divided by the width itself, 4, in place of its root, 2: the scores are halved, the map is paler.',
    ),
    options: { scale: 0.25 },
  },
  {
    name: 'mask',
    label: phrase('A mask'),
    help: phrase(
      '“A criminal” is hidden. What is masked gets exactly 0; the others share what is left, in the same proportions as before.',
    ),
    numbers: { mask: maskOf([1, 1, 1, 1, 0, 0]) },
  },
  {
    name: 'causal',
    label: phrase('No future'),
    help: phrase('Each word sees itself and what stands before it, as in a model that writes.'),
    options: { causal: true },
  },
  {
    name: 'window',
    label: phrase('A window'),
    help: phrase('Only the direct neighbours are seen; scores elsewhere do not matter, however high.'),
    mechanism: 'local-m',
    options: { window: 1 },
  },
];

/**
 * The example laid over numbers of another size.
 * @param {string} name of an input
 * @param {Numbers} numbers
 * @returns {Numbers}
 */
export function withExample(name, numbers) {
  const known = worked.get(name);
  const [, rows, columns] = numbers.shape;
  return known && numbers.shape.length === 3 && rows && columns === kFeatures && rows >= kTokens
    ? overlaid(known, numbers)
    : numbers;
}

/**
 * What of `from` has a place in the shape of `onto`, on those numbers.
 * @param {Numbers} from
 * @param {Numbers} onto
 * @returns {Numbers}
 */
export function overlaid(from, onto) {
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
 * What a lesson about queries, keys and values gives to the mechanism.
 * @param {string} name
 * @returns {{ query: Numbers, key: Numbers, value: Numbers }}
 */
export function exampleOf(name) {
  return {
    query: example(kQuery),
    key: example(kKey),
    value: example(kValue),
    ...lessons.find((lesson) => lesson.name === name)?.numbers,
  };
}
