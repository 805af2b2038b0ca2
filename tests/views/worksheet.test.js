/** Tests that a worksheet of a large map shows as many of the requested rows as fit on the page. */
import { expect, it } from 'vitest';
import { isPublicLink } from '../../web/classroom/qr-code.js';
import { chooseWorksheetRows, fitsOnPage, selectRows } from '../../web/classroom/worksheet-map.js';

/** @param {number} size */
function createMap(size) {
  const labels = Array.from({ length: size }, (_, i) => String(i + 1));
  const weights = Float32Array.from({ length: size * size }, (_, i) => i);
  return {
    name: 'map',
    shape: [size, size],
    weights,
    scores: weights,
    truth: weights.map((one) => one % 2),
    rowLabels: labels,
    columnLabels: labels,
  };
}

it('shows a map completely if it fits', () => {
  expect([16, 17].map((size) => fitsOnPage(createMap(size)))).toEqual([true, false]);
  expect(chooseWorksheetRows(createMap(17), [3, 5, 9])).toEqual([3, 5, 9]);
});

it('shows only the last row of a map that is wider than a page', () => {
  expect(chooseWorksheetRows(createMap(64), [3, 5, 9])).toEqual([9]);
});

it('takes rows with their labels, weights and truth', () => {
  const map = createMap(20);
  map.rowLabels[4] = '1';
  const [part, weights] = selectRows(map, map.weights, [0, 4]);
  // Equal labels are made distinct.
  expect(part.rowLabels).toEqual(['1 (1)', '1 (5)']);
  expect([part.shape, part.columnLabels]).toEqual([[2, 20], map.columnLabels]);
  expect(Array.from(weights ?? [])).toEqual([...map.weights.slice(0, 20), ...map.weights.slice(80, 100)]);
  expect(part.truth).toEqual(weights?.map((one) => one % 2));
  expect(selectRows(map, null, [0])[1]).toBeNull();
});

it('recognizes links that do not work on another computer', () => {
  const links = ['https://example.org/#start', 'http://127.0.0.1:4173/#start', 'file:///lab.html#start'];
  expect(links.map(isPublicLink)).toEqual([true, true, false]);
});
