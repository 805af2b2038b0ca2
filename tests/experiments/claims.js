/** Claims of scenes about their networks: the sentence, and the condition on the metrics that makes it true. */

/** @import { Trained } from './replies.js' */

/**
 * @typedef {object} Claim
 * @property {string} title of the scene
 * @property {string} sentence the claim in its text
 * @property {(trained: Trained) => unknown} holds
 */

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

/** @type {readonly Claim[]} */
export const claims = [
  {
    title: 'Sentences are harder still',
    sentence: 'few translations are right in every word',
    holds: ({ metrics }) => metrics['exactMatch'] < 1 / 3,
  },
  {
    title: 'Alignment, learned',
    sentence: 'the French order is reversed, and attention runs backwards',
    holds: async (trained) => {
      const columns = (await readMapRows(trained)).map((row) => row.indexOf(Math.max(...row)));
      return String(columns.slice(1, 4)) === '3,2,1';
    },
  },
  {
    title: 'A low loss, a wrong map',
    sentence: 'to reverse nearly every number without a mistake',
    holds: ({ metrics }) => metrics['exactMatch'] > 0.95,
  },
  {
    title: 'Patient A',
    sentence: 'This map stays even: every row looks as it did at the start.',
    holds: async (trained) =>
      (await readMapRows(trained)).every((row) => Math.max(...row) - Math.min(...row) < 0.01),
  },
  {
    title: 'Patient B',
    sentence: 'All rows of this map are alike, whatever digit is being written.',
    holds: async (trained) => computeLargestDifference(await readMapRows(trained)) < 0.01,
  },
  {
    title: 'Patient C',
    sentence: 'The answers are right, and the diagonal is there.',
    holds: ({ metrics }) => metrics['exactMatch'] > 0.95 && metrics['alignmentAccuracy'] > 0.9,
  },
  {
    title: 'Patient C',
    sentence: 'But where a number is short, the visible weights of a row add up to less than 1.',
    holds: async (trained) => {
      const numbers = await Promise.all(
        Array.from({ length: 8 }, (_, example) => readMapRows(trained, example)),
      );
      const shortest = numbers.reduce((one, other) => (other.length < one.length ? other : one));
      return shortest.some((row) => sum(row) < 0.95);
    },
  },
  {
    title: 'Patient D',
    sentence: 'Here the training loss is next to nothing, and the map is clear.',
    holds: ({ loss, metrics }) => loss < 0.05 && metrics['alignmentAccuracy'] > 0.7,
  },
  {
    title: 'Patient D',
    sentence: 'Still, many held-out numbers come out wrong.',
    holds: ({ metrics }) => metrics['exactMatch'] < 0.9,
  },
  {
    title: 'All tokens at once',
    sentence: 'In the encoder about half the weight goes to the end token',
    holds: async ({ scope }) => {
      const { shape, weights } = await scope.attention({ map: 'encoder' });
      const columns = shape.at(-1) ?? 1;
      const share = sum(Array.from(weights).filter((_, i) => i % columns === columns - 1));
      return Math.abs(share / (weights.length / columns) - 0.5) < 0.15;
    },
  },
  {
    title: 'Two layers: an induction head',
    sentence: 'A head of layer 1 looks one place back, so digits get their letters',
    holds: async ({ scope }) => {
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
  {
    title: 'Without attention',
    sentence: 'It may tell colors and shapes, but hardly what lies where.',
    holds: ({ metrics }) => metrics['relationAccuracy'] < 0.4,
  },
  {
    title: 'One order for each head',
    sentence: 'Eight heads help GAT: more answers are right.',
    holds: ({ metrics }) => metrics['accuracy'] > 0.5,
  },
  {
    title: 'One neighbor knows',
    sentence: 'each must say the value of the key with its letter',
    holds: ({ metrics }) => metrics['accuracy'] < 0.5,
  },
  {
    title: 'Every value once',
    sentence: 'nearly all its answers are right',
    holds: ({ metrics }) => metrics['accuracy'] > 0.95,
  },
];
