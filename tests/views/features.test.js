/** Features, decision surfaces and plots: their painted shapes and their texts. */
import { describe, expect, test } from 'vitest';
import { sweeps } from '../../web/experiments/feature-attention/sweep-panel.js';
import { selectLabels } from '../../web/parts/grid-cursor.js';
import { computeContour, findPlusSignCells } from '../../web/plots/decision-surface-paint.js';
import { computeFeatureSlot, paintFeatures } from '../../web/plots/feature-bars-paint.js';
import { findLargestIndices } from '../../web/plots/largest-column.js';
import { getColor } from '../../web/plots/palette.js';
import { paintEndLabels, spreadLabels, strokeLine } from '../../web/plots/plot-paint.js';
import {
  describeFeature,
  evaluateShares,
  findInformative,
  formatList,
  summarizeFeatures,
} from '../../web/views/features/feature-bars-text.js';
import { createExampleStepper, describeExample } from '../../web/views/features/one-example.js';
import { formatRanges } from '../../web/views/sentences/accuracy-by-length.js';
import { createRecordingContext, theme } from './recorder.js';

const truth = Float32Array.of(0, 0.5, 0, 0.5);
const rows = [Float32Array.of(0.125, 0.5, 0.125, 0.25), Float32Array.of(0.5, 0.25, 0.125, 0.125)];
const numbers = {
  names: ['Gate', 'Plain'],
  rows,
  truth,
  low: Float32Array.of(0, 0.25, 0, 0.125),
  high: Float32Array.of(0.25, 0.75, 0.25, 0.5),
  example: null,
};
const labels = ['x0', 'x1', 'x2', 'x3'];

describe('feature bars', () => {
  const box = { left: 20, top: 30, width: 400, height: 100 };
  const picture = { ...numbers, pointedFeature: null };

  test('bars of the gate are colored by share, those of the baseline gray, both as high as their share', () => {
    const { drawn, context } = createRecordingContext();
    paintFeatures(context, [box, { ...box, top: 140 }], picture, theme, 12);
    const slot = computeFeatureSlot(box, 4, 1, theme.line);
    const bar = drawn.find(({ style }) => style === getColor(0.5, theme));
    expect(bar?.box[3]).toBeCloseTo(0.5 * slot.height, 8);
    expect(bar?.box[0]).toBeCloseTo(slot.x, 8);
    const mutedFills = drawn.filter(({ kind, style }) => kind === 'fill' && style === 'muted');
    expect(Math.max(...mutedFills.map((fill) => fill.box[3] ?? 0))).toBeCloseTo(0.5 * slot.height, 8);
  });

  test('the summary names the largest weights and whether they are the truth', () => {
    expect(findLargestIndices(rows[0] ?? [], 2)).toEqual([1, 3]);
    expect(findInformative(truth)).toEqual([1, 3]);
    expect(evaluateShares(rows[0] ?? [], truth)).toEqual({ mass: 0.75, found: true });
    expect(evaluateShares(rows[1] ?? [], truth)).toEqual({ mass: 0.375, found: false });
    expect(summarizeFeatures(numbers, labels)).toBe(
      'x1 and x3 matter. Gate looks most at x1 and x3, the truth, with 75\u00a0% on the features that matter. ' +
        'Plain looks most at x0 and x1, not the truth, with 38\u00a0% on the features that matter.',
    );
    expect(describeFeature({ ...numbers, example: Float32Array.of(0, 0.875, 0, 0) }, 1)).toEqual([
      'Gate: mean weight 0.500, in eight of ten examples from 0.250 to 0.750.',
      'This example: 0.875.',
      'Plain: 0.250 of all the weight of its first layer.',
    ]);
    expect([[], ['a'], ['a', 'b', 'c']].map(formatList)).toEqual(['', 'a', 'a, b and c']);
  });

  test('the text of an example has its numbers and says which model is right', () => {
    const answer = /** @type {import('../../web/engine/shapes.js').Prediction} */ (
      /** @type {unknown} */ ({
        output: 0.25,
        baseline: 0.875,
        target: 1,
        attention: { weights: rows[0], truth },
        steps: [{ name: 'input', formula: 'x', values: Float32Array.of(0, -1.5, 0, -0.25) }],
      })
    );
    expect(describeExample(answer, 3, labels, ['Gate', 'Plain'])).toBe(
      'Example 3: x1 = −1.50 and x3 = −0.25; y is 1. Gate puts 75\u00a0% of its weight on the two and gives y = 1 a ' +
        'probability of 0.250 (wrong); Plain: 0.875 (right).',
    );
  });
});

describe('labels of many columns', () => {
  test('are thinned evenly', () => {
    expect([...selectLabels(8, 16, [])]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect([...selectLabels(100, 10, [])]).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
  });

  test('labels of true columns stay, those too near to them are hidden', () => {
    const labels = selectLabels(100, 10, [2, 47]);
    expect([2, 47].every((column) => labels.has(column))).toBe(true);
    expect([0, 10, 40, 50].map((column) => labels.has(column))).toEqual([false, false, false, false]);
    expect(labels.has(60)).toBe(true);
  });
});

describe('decision surface', () => {
  const cells = 8;
  /** @param {(x: number, y: number) => number} of function of the cell's coordinates in [−1, 1], y upwards */
  const field = (of) =>
    Float32Array.from({ length: cells * cells }, (_, i) =>
      of(((i % cells) + 0.5) / 4 - 1, 1 - (Math.floor(i / cells) + 0.5) / 4),
    );

  test('the contour at one half reaches the border', () => {
    const values = field((x) => 0.5 + x / 4);
    const pieces = computeContour(values, cells, 0.5);
    expect(pieces).toHaveLength(cells - 1);
    for (const [x1, , x2] of pieces) expect([x1, x2]).toEqual([4, 4]);
    expect(pieces.flatMap(([, y1, , y2]) => [y1, y2])).toEqual(expect.arrayContaining([0, cells]));
  });

  test('plus signs are only where y = 1 is likelier', () => {
    const values = field((x, y) => (x > 0 && y > 0 ? 1 : 0));
    const places = findPlusSignCells(values, cells);
    expect(places).toHaveLength(9);
    expect(places.every(({ row, column }) => row < 4 && column >= 4)).toBe(true);
  });
});

describe('plots', () => {
  test('a line has a gap at missing values', () => {
    const { drawn, context } = createRecordingContext();
    strokeLine(context, [0, 1, 1, Number.NaN, 2, 3, 3, 4]);
    expect(drawn[0]?.box).toEqual([0, 1, 2, 3, 3, 4]);
  });

  test('names at line ends never overlap and keep their order', () => {
    expect(spreadLabels([10, 50], 15)).toEqual([10, 50]);
    expect(spreadLabels([20, 22], 10)).toEqual([16, 26]);
    expect(spreadLabels([22, 20], 10)).toEqual([26, 16]);
    expect(spreadLabels([50, 0, 1, 2], 10)).toEqual([50, -9, 1, 11]);
    expect(spreadLabels([5, 5, 5, 5], 4)).toEqual([-1, 3, 7, 11]);
    const { drawn, context } = createRecordingContext();
    const end = { x: 100, y: 40 };
    const labels = ['a', 'b'].map((name) => ({ ...end, name }));
    paintEndLabels(context, labels, 10, theme);
    expect(Math.abs((drawn[0]?.box[1] ?? 0) - (drawn[1]?.box[1] ?? 0))).toBeCloseTo(13, 8);
  });

  test('ranges of lengths are named by their first and last length', () => {
    expect(formatRanges([1, 9, 16.5, 17.5, 17.9])).toEqual(['1–8', '9–16', '17', '–']);
    expect(formatRanges([])).toEqual([]);
  });
});

describe('sweeps', () => {
  const [features, data] = sweeps;

  test('use two informative features that exist for every number of features', () => {
    const parameters = features?.parameters(4, {});
    expect(parameters?.['selectedFeatureCount']).toBe(0);
    const informative = /** @type {number[]} */ (parameters?.['informativeFeatures']);
    expect(new Set(informative).size).toBe(2);
    expect(Math.max(...informative)).toBeLessThan(Math.min(...(features?.values ?? [])));
  });

  test('train more epochs on fewer examples, so that the number of steps is the same', () => {
    const exampleCounts = data?.values.map((n) => n * Number(data.parameters(n, { epochs: 16 })['epochs']));
    expect(exampleCounts?.every((examples) => examples === 1_600_000)).toBe(true);
  });
});

test('an error of an example that is no longer wanted is not shown', async () => {
  const predict = () => Promise.reject(new Error('late'));
  const options = { predict, manifest: {}, maps: [], columnLabels: [], events: {} };
  const stepper = createExampleStepper(/** @type {any} */ (options), () => undefined);
  const getStatus = () => stepper.template().values.at(-1);
  const [open, close] = /** @type {any[]} */ (
    stepper.template().values.filter((one) => one instanceof Function)
  );
  await open();
  expect(getStatus()).toBe('late');
  const late = open();
  close();
  await late;
  expect(getStatus()).toBe('');
});
