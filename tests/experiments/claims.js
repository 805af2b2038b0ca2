/** Claims of scenes about their networks. */

/** @import { Trained } from './replies.js' */

/** @param {Trained} trained @param {number} [example] default: the watched one @returns {Promise<number[][]>} the rows of its map */
async function readMapRows({ scope }, example = Number(scope.configuration.parameters['probeExample'] ?? 0)) {
  const { weights, rowLabels, columnLabels } = await scope.attention({ example });
  return rowLabels.map((_, row) =>
    Array.from(weights.subarray(row * columnLabels.length, (row + 1) * columnLabels.length)),
  );
}

/** The largest difference between two rows of a map. @param {readonly number[][]} rows */
const computeLargestDifference = (rows) =>
  Math.max(...rows.flatMap((row) => row.map((weight, s) => Math.abs(weight - Number(rows[0]?.[s])))));

/** @param {readonly number[]} numbers */
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

/**
 * What makes claims of scenes about their networks true: for the title of a scene and a sentence in its text, the condition on
 * the trained network.
 * @type {Readonly<Record<string, Readonly<Record<string, (trained: Trained) => unknown>>>>}
 */
export const claims = {
  'Sentences are harder still': {
    'few translations are right in every word': ({ metrics }) => metrics['exactMatch'] < 1 / 3,
  },
  'Alignment, learned': {
    'the French order is reversed, and attention runs backwards': async (trained) => {
      const columns = (await readMapRows(trained)).map((row) => row.indexOf(Math.max(...row)));
      return String(columns.slice(1, 4)) === '3,2,1';
    },
  },
  'An encoder that reads one way': {
    'to reverse nearly every number without a mistake': ({ metrics }) => metrics['exactMatch'] > 0.95,
  },
  'Patient A': {
    'Its map stays even: every row looks as it did at the start.': async (trained) =>
      (await readMapRows(trained)).every((row) => Math.max(...row) - Math.min(...row) < 0.01),
  },
  'Patient B': {
    'All rows of this map are alike, whatever digit is being written.': async (trained) =>
      computeLargestDifference(await readMapRows(trained)) < 0.01,
  },
  'Patient C': {
    'The answers are right, and the diagonal is there.': ({ metrics }) =>
      metrics['exactMatch'] > 0.95 && metrics['alignmentAccuracy'] > 0.9,
    'But where a number is short, the visible weights of a row add up to less than 1.': async (trained) => {
      const numbers = await Promise.all(
        Array.from({ length: 8 }, (_, example) => readMapRows(trained, example)),
      );
      const shortest = numbers.reduce((one, other) => (other.length < one.length ? other : one));
      return shortest.some((row) => sum(row) < 0.95);
    },
  },
  'Patient D': {
    'Here the training loss is next to nothing, and the map is clear.': ({ loss, metrics }) =>
      loss < 0.05 && metrics['alignmentAccuracy'] > 0.7,
    'Still, many test numbers come out wrong.': ({ metrics }) => metrics['exactMatch'] < 0.9,
  },
  'All tokens at once': {
    'In the encoder about half the weight goes to the end token': async ({ scope }) => {
      const { shape, weights } = await scope.attention({ map: 'encoder' });
      const columns = shape.at(-1) ?? 1;
      const share = sum(Array.from(weights).filter((_, i) => i % columns === columns - 1));
      return Math.abs(share / (weights.length / columns) - 0.5) < 0.15;
    },
  },
  'Two layers: an induction head': {
    'A head of layer 1 looks one place back, so digits get their letters': async ({ scope }) => {
      const { weights, rowLabels, columnLabels } = await scope.attention();
      const [rows, columns] = [rowLabels.length, columnLabels.length];
      const heads = Number(scope.manifest.details['heads']);
      // Digits are at the odd positions of the source.
      const back = Array.from({ length: heads }, (_, head) => {
        const odd = rowLabels.flatMap((label, row) => (row % 2 === 1 && /\d/.test(label) ? [row] : []));
        return sum(odd.map((row) => Number(weights[(head * rows + row) * columns + row - 1]))) / odd.length;
      });
      return Math.max(...back) > 0.5;
    },
  },
  'Without attention': {
    'It may tell colors and shapes, but hardly what lies where.': ({ metrics }) =>
      metrics['relationAccuracy'] < 0.4,
  },
  'Eight heads': {
    'Eight heads help GAT: more answers are right.': ({ metrics }) => metrics['accuracy'] > 0.5,
  },
  'One neighbor knows': {
    'each must say the value of the key with its letter': ({ metrics }) => metrics['accuracy'] < 0.5,
  },
  'Every value once': {
    'nearly all its answers are right': ({ metrics }) => metrics['accuracy'] > 0.95,
  },
};
