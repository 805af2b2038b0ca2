/** Of a large map a worksheet shows the part with the truth. */
import { expect, it } from 'vitest';
import { partForPaper } from '../../web/classroom/worksheet-map.js';

/** @param {number} size @param {number} row @param {number} column of the only true cell */
function mapOf(size, row, column) {
  const truth = new Float32Array(size * size);
  truth[row * size + column] = 1;
  const labels = Array.from({ length: size }, (_, i) => String(i + 1));
  return {
    name: 'map',
    shape: [size, size],
    weights: truth,
    scores: truth,
    truth,
    rowLabels: labels,
    columnLabels: labels,
  };
}

it('is left whole where it has room', () => {
  const map = mapOf(16, 3, 2);
  expect(partForPaper(map, map.weights)).toBeNull();
});

it('is cut to the first square that holds the true cell', () => {
  const map = mapOf(64, 40, 30);
  const part = partForPaper(map, map.weights);
  expect(part?.map.rowLabels).toEqual(Array.from({ length: 16 }, (_, i) => String(i + 26)));
  expect(part?.map.columnLabels).toEqual(part?.map.rowLabels);
  expect(part?.weights.indexOf(1)).toBe((40 - 25) * 16 + (30 - 25));
  expect(part?.weights).toEqual(part?.map.truth);
  expect(part?.said).toBe('Rows and columns 26 to 41.');
});
