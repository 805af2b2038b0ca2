/** Tests the views of captions: scenes from frames and answers, texts, drawing, own boards, and drawn predictions. */
import { describe, expect, test } from 'vitest';
import { formatRegion } from '../../../web/parts/format.js';
import { blurWeights, interpolateLight, outlineCells } from '../../../web/plots/image-attention-paint.js';
import { formatPlacedShapes, parsePlacedShapes } from '../../../web/views/images/caption-board.js';
import { createCaptionData, extractCaptionData } from '../../../web/views/images/caption-data.js';
import {
  describeAttention,
  describeCaptionVerdict,
  isTrueCaption,
  summarizeCaption,
} from '../../../web/views/images/caption-text.js';
import { createNamedMap } from '../../views/named-map.js';
import { createRecordingContext } from '../../views/recorder.js';

/** @import { Prediction } from '../../../web/engine/shapes.js' */
/** @import { Frame } from '../../../web/engine/view-types.js' */
/** @import { CaptionData } from '../../../web/views/images/caption-data.js' */

const vocabulary = ['<padding>', '<start>', '<end>', 'red', 'square'];
const regions = ['1,1', '1,2', '2,1', '2,2'];
const map = createNamedMap('weights');

/** Two words of at most three, a picture of two by two pixels. @type {Frame} */
const frame = {
  step: 7,
  loss: 0.5,
  metrics: { pointingAccuracy: 0.9 },
  tensors: {
    weights: Float32Array.of(0.7, 0.1, 0.1, 0.1, 0.25, 0.25, 0.25, 0.25, 9, 9, 9, 9),
    'weights.scores': new Float32Array(12),
    'weights.truth': Float32Array.of(1, 0, 1, 0, 0, 0, 0, 0, 9, 9, 9, 9),
    lengths: Float32Array.of(2, 4),
    picture: Float32Array.from({ length: 12 }, (_, i) => i / 12),
    target: Float32Array.of(3, 2, 0),
    tokens: Float32Array.of(4, 2, 0),
  },
};

/** @param {Partial<CaptionData>} [change] @returns {CaptionData} */
function scene(change) {
  const found = extractCaptionData(frame, map, vocabulary, 'soft');
  if (!found) throw new Error('no scene');
  return { ...found, ...change };
}

/** @param {Float32Array} field @param {number} size @param {number} x @param {number} y */
const at = (field, size, x, y) => field[y * size + x] ?? Number.NaN;

describe('a scene', () => {
  test('is the used part of the frame, with true and predicted words', () => {
    const { words, answers, rows, columns, weights, truth, step, metrics } = scene();
    expect(words).toEqual(['red', '<end>']);
    expect(answers).toEqual(['square', '<end>']);
    expect([rows, columns, step, metrics['pointingAccuracy'], metrics['loss']]).toEqual([2, 4, 7, 0.9, 0.5]);
    expect(weights).toHaveLength(8);
    expect([...truth]).toEqual([1, 0, 1, 0, 0, 0, 0, 0]);
    expect(scene().picture.buffer).not.toBe(frame.tensors['picture']?.buffer);
    expect(extractCaptionData({ ...frame, tensors: {} }, map, vocabulary, 'soft')).toBeNull();
  });

  test('of an answer has a truth only for correct words', () => {
    const attention = {
      name: 'weights',
      shape: [1, 4],
      weights: Float32Array.of(1, 0, 0, 0),
      scores: new Float32Array(4),
      rowLabels: ['red'],
      columnLabels: regions,
      picture: [0, 0, 0],
    };
    const answer = /** @type {Prediction} */ ({ step: 0, output: [3], attention, steps: [] });
    const unknown = createCaptionData(answer, 3, 'soft');
    expect(unknown.truth).toHaveLength(0);
    const place = '“red”: largest weight 100\u00a0%, at row 1, column 1.';
    expect(describeAttention(unknown, 0, regions)).toBe(place);
    const known = { ...attention, truth: Float32Array.of(0, 1, 0, 0) };
    const sceneWithTruth = createCaptionData({ ...answer, attention: known }, 3, 'soft');
    expect(describeAttention(sceneWithTruth, 0, regions)).toMatch(/names: 0\u00a0%\.$/);
    const blind = createCaptionData(answer, 3, 'none');
    expect(describeAttention(blind, 0, regions)).toMatch(/looks nowhere/);
  });
});

describe('words', () => {
  test('describe the attention of each word', () => {
    expect(formatRegion('2,5')).toBe('row 2, column 5');
    expect(summarizeCaption(scene(), regions)).toBe(
      '“red”: largest weight 70\u00a0%, at row 1, column 1. On the object that it names: 80\u00a0%. “<end>”: largest weight 25\u00a0%, at row 1, column 1. The word names no object.',
    );
  });

  test('warn about misleading numbers', () => {
    const right = { exactMatch: 0.98, pointingAccuracy: 0.97, attendedInTime: 0.99 };
    /** @type {['soft' | 'hard' | 'none', Record<string, number>, RegExp][]} */
    const cases = [
      ['soft', right, /^$/],
      ['soft', { ...right, pointingAccuracy: 0.5 }, /before they are named/],
      ['hard', { ...right, pointingAccuracy: 0.5, attendedInTime: 0.52 }, /often not on the object/],
      ['soft', { ...right, exactMatch: 0.4, pointingAccuracy: 0.1 }, /^$/],
      ['soft', {}, /^$/],
      ['none', { exactMatch: 0.2 }, /no attention/],
    ];
    for (const [kind, metrics, verdict] of cases)
      expect(describeCaptionVerdict(metrics, kind)).toMatch(verdict);
  });
});

test('a board is parsed from and formatted as the input of the model', () => {
  const text = 'red square 0, blue circle 5';
  expect(formatPlacedShapes(parsePlacedShapes(text))).toBe(text);
  expect(Object.fromEntries(parsePlacedShapes(text))).toEqual({ 0: 'red square', 5: 'blue circle' });
  expect(formatPlacedShapes(parsePlacedShapes(''))).toBe('');
});

describe('light', () => {
  const one = Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0, 0);

  test('is uniform for uniform weights, and keeps their sum', () => {
    const even = blurWeights(new Float32Array(9).fill(1 / 9), 3, 12);
    for (const light of even) expect(light).toBeCloseTo(1 / 9, 6);
    const field = blurWeights(one, 3, 12);
    expect(at(field, 12, 1, 1)).toBeGreaterThan(at(field, 12, 4, 1));
    expect(at(field, 12, 4, 1)).toBeGreaterThan(at(field, 12, 10, 10));
    expect(at(field, 12, 1, 7)).toBeCloseTo(at(field, 12, 7, 1), 6);
  });

  test('moves from one position to the next', () => {
    const other = Float32Array.of(0, 0, 1, 0, 0, 0, 0, 0, 0);
    const brightest = (/** @type {number} */ part) => {
      const row = [...interpolateLight(one, other, part, 3, 12).slice(12, 24)];
      return row.indexOf(Math.max(...row));
    };
    expect(brightest(0)).toBeLessThan(3);
    expect(brightest(0.5)).toBeGreaterThan(3);
    expect(brightest(0.5)).toBeLessThan(9);
    expect(brightest(1)).toBeGreaterThan(8);
    expect(Math.max(...interpolateLight(one, other, 1, 3, 12))).toBeCloseTo(1, 6);
    expect(Math.max(...interpolateLight(new Float32Array(9), new Float32Array(9), 0.5, 3, 12))).toBe(0);
  });
});

const square = { x: 0, y: 0, size: 30 };

test('the drawing outlines an object, without its inner edges', () => {
  const { context, drawn } = createRecordingContext();
  outlineCells(context, square, (i) => i === 0 || i === 1, 3, 2);
  // Six edges of two cells side by side, on a dark rim and in white.
  expect(drawn.map(({ box }) => box.length / 4)).toEqual([6, 6]);
  expect(drawn[1]?.style).toBe('#ffffff');
  const none = createRecordingContext();
  outlineCells(none.context, square, () => false, 3, 2);
  expect(none.drawn.every(({ box }) => box.length === 0)).toBe(true);
});

test('a caption of two objects is true in either order', () => {
  const target = 'red square left-of red circle';
  const captions = [target, 'red circle right-of red square', 'red circle left-of red square', 'red square'];
  expect(captions.map((text) => isTrueCaption(text, target))).toEqual([true, true, false, false]);
  expect(isTrueCaption('red square left-of yellow triangle', target)).toBe(false);
  expect(isTrueCaption('red triangle', '')).toBe(false);
  expect(isTrueCaption('red square', 'red square')).toBe(true);
});
