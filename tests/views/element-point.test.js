/** Positions in an element that the page scales. */
import { expect, test } from 'vitest';
import { computeScale, toElementPoint } from '../../web/parts/element-point.js';

/** An element of 200 × 100 CSS pixels at (50, 20), scaled by the page. @param {number} scale */
const createScaledElement = (scale) =>
  /** @type {HTMLElement} */ (
    /** @type {unknown} */ ({
      offsetWidth: 200,
      offsetHeight: 100,
      getBoundingClientRect: () => ({ left: 50, top: 20, width: 200 * scale, height: 100 * scale }),
    })
  );

test.each([1, 0.5, 2])('the position in an element scaled by %f is in its own pixels', (scale) => {
  const element = createScaledElement(scale);
  expect(computeScale(element)).toEqual({ x: scale, y: scale });
  const point = { clientX: 50 + 50 * scale, clientY: 20 + 25 * scale };
  expect(toElementPoint(element, point)).toEqual({ x: 50, y: 25, width: 200, height: 100 });
});

test('the scale of an element without a size is 1', () => {
  expect(computeScale({ ...createScaledElement(0), offsetWidth: 0, offsetHeight: 0 })).toEqual({
    x: 1,
    y: 1,
  });
});
