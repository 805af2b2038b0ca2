/** Places in an element that a page scales. */
import { expect, test } from 'vitest';
import { placeIn, scaleOf } from '../../web/parts/place.js';

/** An element of 200 × 100 CSS pixels that the page shows at (50, 20), so many times as large. @param {number} scale */
const scaled = (scale) =>
  /** @type {HTMLElement} */ (
    /** @type {unknown} */ ({
      offsetWidth: 200,
      offsetHeight: 100,
      getBoundingClientRect: () => ({ left: 50, top: 20, width: 200 * scale, height: 100 * scale }),
    })
  );

test.each([1, 0.5, 2])('a pointer over a quarter of it, scaled by %f, is at a quarter', (scale) => {
  const element = scaled(scale);
  expect(scaleOf(element)).toEqual({ x: scale, y: scale });
  const point = { clientX: 50 + 50 * scale, clientY: 20 + 25 * scale };
  expect(placeIn(element, point)).toEqual({ x: 50, y: 25, width: 200, height: 100 });
});

test('what has no size has no scale', () => {
  expect(scaleOf({ ...scaled(0), offsetWidth: 0, offsetHeight: 0 })).toEqual({ x: 1, y: 1 });
});
