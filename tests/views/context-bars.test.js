/** Context bars: their painted shapes and their texts. */
import { describe, expect, test } from 'vitest';
import { findNeighbor } from '../../web/parts/cell-cursor.js';
import { computeSlot, paintBars } from '../../web/plots/context-bars-paint.js';
import { findLargestColumn } from '../../web/plots/largest-column.js';
import { getColor } from '../../web/plots/palette.js';
import {
  buildShareFormula,
  describeCell,
  isTruthFound,
  summarizeMap,
} from '../../web/views/context/context-bars-text.js';
import { createRecordingContext, theme } from './recorder.js';

describe('pixels', () => {
  const [width, height] = [200, 100];
  const picture = { rows: 1, columns: 2, values: [0.25, -0.75], truth: [1], signed: false };

  test('height and color of a bar show its share', () => {
    const { drawn, context } = createRecordingContext();
    paintBars(context, width, height, { ...picture, values: [0.25, 0.75] }, theme);
    const slot = computeSlot(width, height, 1, 2, 0, 0, theme.line);
    const bar = drawn.find(({ style }) => style === getColor(0.25, theme));
    expect(bar?.box[3]).toBeCloseTo(0.25 * slot.height, 10);
    expect((bar?.box[1] ?? 0) + (bar?.box[3] ?? 0)).toBeCloseTo(slot.y + slot.height, 10);
    expect(drawn.some(({ style }) => style === getColor(0.75, theme))).toBe(true);
  });

  test('a negative share extends downwards from the middle if signs are shown', () => {
    const { drawn, context } = createRecordingContext();
    paintBars(context, width, height, { ...picture, signed: true }, theme);
    const slot = computeSlot(width, height, 1, 2, 0, 1, theme.line);
    const bar = drawn.find(({ style }) => style === getColor(0.75, theme));
    expect(bar?.box[1]).toBeCloseTo(slot.y + slot.height / 2, 10);
    expect(bar?.box[3]).toBeCloseTo((0.75 * slot.height) / 2, 10);
  });
});

describe('words', () => {
  const rowLabels = ['context 0', 'context 1'];
  const columnLabels = ['0', '1', '2'];
  const numbers = {
    weights: Float32Array.of(0.125, 0.75, 0.125, 0.5, 0.25, 0.25),
    scores: Float32Array.of(0.25, -1.5, 0.25, 2, 1, -1),
    truth: Float32Array.of(0, 1, 0, 0, 0, 1),
  };

  test('the largest value of a row, the first among equals', () => {
    expect(findLargestColumn(numbers.weights, 0, 3)).toBe(1);
    expect(findLargestColumn(Float32Array.of(1, 1), 0, 2)).toBe(0);
    expect([0, 1].map((row) => isTruthFound(numbers, row, 3))).toEqual([true, false]);
  });

  test('the summary names the largest weight of each row and the truth', () => {
    expect(summarizeMap(numbers, rowLabels, columnLabels, 'position')).toBe(
      '1 of 2 look mostly at the truth. Context 0 looks at position 1 with 75\u00a0%, the truth. ' +
        'Context 1 looks at position 0 with 50\u00a0%, the truth is 2.',
    );
    expect(describeCell(numbers, 1, 2, { rowLabels, columnLabels, axes: ['context', 'position'] })).toBe(
      'context 1, position 2: 0.250, the truth',
    );
  });

  test('the formula contains the numbers of the cell', () => {
    const factor = Float32Array.of(0.5, 3, 0.5, 4, 2, 2);
    const terms = buildShareFormula(numbers, 0, 1, 3, factor);
    const [, , , , inserted, , share] = terms;
    expect(inserted).toEqual({ over: ['|', 3, '·', -0.5, '|'], under: [2] });
    expect(share).toBe('0.750');
  });
});

test('the arrow keys stay inside the grid', () => {
  const at = { row: 1, column: 1 };
  /** @param {string} key @param {boolean} [control] */
  const to = (key, control = false) => findNeighbor(at, key, control, [3, 3]);
  expect(to('ArrowLeft')).toEqual({ row: 1, column: 0 });
  expect(to('ArrowRight')).toEqual({ row: 1, column: 2 });
  expect(to('ArrowUp')).toEqual({ row: 0, column: 1 });
  expect(to('ArrowDown')).toEqual({ row: 1, column: 1 });
  expect(to('Home')).toEqual({ row: 1, column: 0 });
  expect(to('Home', true)).toEqual({ row: 0, column: 0 });
  expect(to('End', true)).toEqual({ row: 1, column: 2 });
  expect(to('x')).toBeNull();
});
