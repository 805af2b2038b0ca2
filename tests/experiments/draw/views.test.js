/** Tests the views of DRAW: windows, texts of steps, and the sheet to draw on. */
import { describe, expect, test } from 'vitest';
import { paintWindow, readWindow } from '../../../web/plots/draw-paint.js';
import {
  compareInk,
  computeErrorBeforeStep,
  computeStepNumbers,
  countSteps,
  readGrids,
} from '../../../web/views/images/draw-data.js';
import { findInkProblem, kImagePixels, kImageSide } from '../../../web/views/images/draw-image.js';
import { drawStroke } from '../../../web/views/images/draw-pad.js';
import {
  describePixel,
  describeStep,
  describeVerdict,
  summarizeStep,
} from '../../../web/views/images/draw-text.js';
import { createRecordingContext } from '../../views/recorder.js';

/** @param {number} value */
const createUniform = (value) => new Float32Array(kImagePixels).fill(value);
/** A picture with ink in its first pixels. @param {number} count */
const createInked = (count) => Float32Array.from({ length: kImagePixels }, (_, i) => (i < count ? 1 : 0));

const drawing = {
  picture: createInked(40),
  blank: createUniform(0.25),
  canvases: [...createUniform(0.5), ...createInked(30)],
  readWindows: [10.5, 6, 4, 2, 1, 3, 4, 0.25, 1.5, 2],
  writeWindows: [10.5, 10.5, 0, 1, 1, 10.5, 10.5, 0, 1, 1],
  divergences: [1.25, 0.5],
};
const grids = { read: 5, write: kImageSide };

describe('a window', () => {
  test('is decoded from its five numbers', () => {
    expect(readWindow(drawing.readWindows, 1, 5)).toEqual({ x: 3, y: 4, sigma: 0.5, stride: 1.5, grid: 5 });
  });

  test('is a box through the centers of its outermost filters, counted from the first pixel', () => {
    const { drawn, context } = createRecordingContext();
    paintWindow(context, { x: 10.5, y: 6, sigma: 0, stride: 2, grid: 5 }, 10, { color: 'red', line: 2 });
    for (const { kind, style, box } of drawn) {
      expect([kind, style]).toEqual(['stroke', 'red']);
      expect(box).toEqual([(10.5 - 0.5 - 4) * 10, (6 - 0.5 - 4) * 10, 80, 80]);
    }
    expect(drawn.length).toBeGreaterThan(0);
  });

  test('has as many filters as pixels if the model has no window', () => {
    const found = readGrids({ readWindow: false, readGrid: 5, writeWindow: true, writeGrid: 7 });
    expect(found).toEqual({ read: 20, write: 7 });
  });
});

describe('a step', () => {
  test('begins with the canvas of the previous step', () => {
    expect(countSteps(drawing)).toBe(2);
    expect(computeErrorBeforeStep(drawing, 0).slice(39, 41)).toEqual([0.75, -0.25]);
    expect(computeErrorBeforeStep(drawing, 1).slice(39, 41)).toEqual([0.5, -0.5]);
  });

  test('is described with both windows and its nats', () => {
    expect(describeStep(drawing, 1, grids)).toEqual([
      'Reads a window 6.0 pixels wide around row 4.0, column 3.0, blurred by σ = 0.5.',
      'The latent numbers carry 0.50 nats.',
      'Writes to all pixels.',
    ]);
    expect(summarizeStep(drawing, 0, grids)).toMatch(/^Step 1 of 2\. Reads a window 8\.0 pixels/);
    expect(describePixel(drawing, 1, { row: 1, column: 10 })).toBe(
      'Row 2, column 11: ink 1.00; on the canvas 0.50 before step 2, 0.00 after it.',
    );
  });

  test('is a row of the table with the changed ink', () => {
    const [first, second] = computeStepNumbers(drawing, grids);
    expect(first).toEqual([10.5, 6, 2, 2, 5, 10.5, 10.5, 0, 1, 20, 1.25, 100]);
    expect(second?.at(-1)).toBe(200);
  });
});

describe('a picture of one’s own', () => {
  const copies = [{ name: 'DRAW', copy: createInked(50) }];

  test('is compared with its copy', () => {
    expect(compareInk(createInked(40), createInked(30))).toEqual({ copiedShare: 0.75, beside: 0 });
    expect(describeVerdict(createInked(40), copies)).toBe(
      'DRAW writes 100\u00a0% of your ink, and 10.0 pixels of ink where you have none.',
    );
  });

  test('has its own message if it is empty or full', () => {
    expect([0, 40, 200].map((count) => findInkProblem(createInked(count)))).toEqual(['empty', '', 'full']);
    const empty = /^The picture is empty\. .* DRAW writes 50\.0 pixels of ink\.$/;
    expect(describeVerdict(createInked(0), copies)).toMatch(empty);
    expect(describeVerdict(createInked(400), copies)).toMatch(/^100\u00a0% of your picture is ink\./);
  });
});

test('the sheet draws strokes as thick as those of the task, gray at the edges', () => {
  const ink = new Float32Array(kImagePixels);
  drawStroke(ink, [4.5, 10.5], [14.5, 10.5]);
  /** @param {number} row @param {number} column */
  const at = (row, column) => ink[row * kImageSide + column] ?? Number.NaN;
  expect([at(10, 4), at(10, 9), at(10, 14)]).toEqual([1, 1, 1]);
  expect(at(9, 9)).toBeCloseTo(0.3);
  expect([at(8, 9), at(10, 16), at(10, 2)]).toEqual([0, 0, 0]);
});
