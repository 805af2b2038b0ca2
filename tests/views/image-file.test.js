import { describe, expect, it } from 'vitest';
import { inkOf, meansOf } from '../../web/parts/image-file.js';

describe('an image as small as a picture of the model', () => {
  it('takes the mean of the pixels that each small one covers', () => {
    // Two by two small pixels of two by two each: black, white, red, and half white.
    const colour = (/** @type {number} */ row, /** @type {number} */ column) =>
      row < 2
        ? column < 2
          ? [0, 0, 0]
          : [255, 255, 255]
        : column < 2
          ? [255, 0, 0]
          : column < 3
            ? [255, 255, 255]
            : [0, 0, 0];
    const pixels = Array.from({ length: 16 }, (_, i) => [...colour(Math.floor(i / 4), i % 4), 255]).flat();
    const means = meansOf(pixels, 2, 2);
    for (const [i, value] of [0, 0, 0, 1, 1, 1, 1, 0, 0, 0.5, 0.5, 0.5].entries())
      expect(means[i]).toBeCloseTo(value, 6);
  });

  const side = 4;
  /** @param {(i: number) => number} grey */
  const grey = (grey) => Float32Array.from({ length: side * side * 3 }, (_, i) => grey(Math.floor(i / 3)));
  const inside = (/** @type {number} */ i) => i === 5 || i === 6;

  it('reads dark strokes on light paper, and light ones on dark', () => {
    const wanted = Array.from({ length: side * side }, (_, i) => (inside(i) ? 1 : 0));
    const onPaper = inkOf(
      grey((i) => (inside(i) ? 0.3 : 0.8)),
      side,
    );
    const onSlate = inkOf(
      grey((i) => (inside(i) ? 0.9 : 0.1)),
      side,
    );
    for (const ink of [onPaper, onSlate])
      for (const [i, value] of wanted.entries()) expect(ink[i]).toBeCloseTo(value, 5);
  });

  it('has no ink where nothing is to be seen', () => {
    expect([
      ...inkOf(
        grey((i) => 0.5 + i / 1000),
        side,
      ),
    ]).toEqual(Array(side * side).fill(0));
  });
});
