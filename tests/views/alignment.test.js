/** Alignments: extraction from a frame, painting, texts and history. */
import { describe, expect, test } from 'vitest';
import { createFilm } from '../../web/parts/film.js';
import { showInvisibleCharacters } from '../../web/parts/format.js';
import { computeWindowWeight } from '../../web/plots/alignment.js';
import { paintAlignment } from '../../web/plots/alignment-paint.js';
import { getColor } from '../../web/plots/palette.js';
import { computeWindow, extractAlignment, extractTokens } from '../../web/views/alignment/alignment-data.js';
import { describeVerdict, summarizeAlignment } from '../../web/views/alignment/alignment-summary.js';
import {
  buildWeightFormula,
  computeSoftmax,
  describeAlignmentCell,
} from '../../web/views/alignment/alignment-text.js';
import { createNamedMap } from './named-map.js';
import { createRecordingContext, theme } from './recorder.js';

const map = createNamedMap('weights');

/** Two of three output tokens and two of four source tokens are in use. */
const frame = {
  step: 5,
  loss: 0.5,
  metrics: { alignmentAccuracy: 0.75 },
  tensors: {
    weights: Float32Array.of(0.25, 0.75, 9, 9, 0.5, 0.5, 9, 9, 9, 9, 9, 9),
    'weights.scores': Float32Array.of(1, 2, 9, 9, 3, 3, 9, 9, 9, 9, 9, 9),
    'weights.truth': Float32Array.of(0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    lengths: Float32Array.of(2, 2),
    tokens: Float32Array.of(7, 8, 0),
    position: Float32Array.of(0.5, 1.5, -1),
    source: Float32Array.of(3, 1, 0, 0),
    target: Float32Array.of(1, 2, 0),
  },
};

function createAlignment() {
  const found = extractAlignment(frame, map);
  if (!found) throw new Error('no picture');
  return found;
}

describe('an alignment', () => {
  test('is a copy of the frame without padding', () => {
    const { rows, columns, weights, scores, truth, position, predicted, metrics } = createAlignment();
    expect([rows, columns]).toEqual([2, 2]);
    expect([...weights]).toEqual([0.25, 0.75, 0.5, 0.5]);
    expect([...scores]).toEqual([1, 2, 3, 3]);
    expect([...truth]).toEqual([0, 1, 0, 0]);
    expect([...(position ?? [])]).toEqual([0.5, 1.5]);
    expect([...(predicted ?? [])]).toEqual([7, 8]);
    expect(metrics).toEqual({ alignmentAccuracy: 0.75, loss: 0.5 });
    expect(weights.buffer).not.toBe(frame.tensors.weights.buffer);
    expect(extractAlignment({ ...frame, tensors: {} }, map)).toBeNull();
  });

  test('has the tokens of both sides, and no padding', () => {
    const manifest = {
      details: { sourceWords: ['', 'a', 'b', 'c'], targetWords: ['', 'x', 'y'] },
      columnLabels: ['1,1', '1,2', '2,1'],
    };
    expect(extractTokens(frame, manifest, createAlignment())).toEqual({
      rows: ['x', 'y'],
      columns: ['c', 'a'],
    });
    const { source: _, ...ofPicture } = frame.tensors;
    const regions = extractTokens({ ...frame, tensors: ofPicture }, manifest, createAlignment());
    expect(regions.columns).toEqual(['1,1', '1,2']);
  });

  test('has the position selected by hard attention, and hides no cell', () => {
    const position = Float32Array.of(2);
    const hardWindow = computeWindow({ locality: 'global', window: 2, attention: 'hard' }, position, 0);
    expect(hardWindow).toMatchObject({ center: 2, isHard: true });
    expect([0, 2].map((s) => hardWindow && computeWindowWeight(hardWindow, s))).toEqual([1, 1]);
    expect(computeWindow({ locality: 'global', attention: 'soft' }, position, 0)).toBeNull();
    expect(computeWindow({ attention: 'hard' }, null, 0)).toBeNull(); // for an image, which shows the positions itself
  });

  test('has windows for local attention', () => {
    const position = Float32Array.of(1.25);
    expect(computeWindow({ locality: 'global', window: 2 }, position, 0)).toBeNull();
    const monotonic = computeWindow({ locality: 'local-m', window: 2 }, null, 3);
    expect(monotonic).toEqual({ center: 3, halfWidth: 2, bell: false });
    const bell = computeWindow({ locality: 'local-p', window: 2 }, position, 0);
    expect(bell).toEqual({ center: 1.25, halfWidth: 2, bell: true });
    if (!bell) return;
    expect(computeWindowWeight(bell, 1.25)).toBe(1);
    expect(computeWindowWeight(bell, 2.25)).toBeCloseTo(Math.exp(-0.5), 12); // one σ = D / 2
    expect(computeWindowWeight(bell, 3.5)).toBe(0);
    expect(computeWindowWeight({ ...bell, bell: false }, 3.25)).toBe(1);
  });
});

describe('the words', () => {
  const tokens = { rows: ['the', 'area'], columns: ['la', 'zone'] };

  test('name the largest weight of each row, and the truth', () => {
    expect(summarizeAlignment(createAlignment(), tokens)).toBe(
      '1 of 1 output tokens look mostly at their true source token. ' +
        '“the” looks at “zone” with 75\u00a0%, the truth. “area” looks at “la” with 50\u00a0%.',
    );
    expect(describeAlignmentCell(createAlignment(), 0, 1, tokens)).toEqual({
      where: 'target 1 “the”, source 2 “zone”',
      isTrue: true,
      share: '0.750',
    });
    expect(showInvisibleCharacters(' ')).toBe('␣');
  });

  test('warn if a single metric is misleading', () => {
    const wrongMap = { exactMatch: 0.99, alignmentAccuracy: 0.1 };
    expect(describeVerdict({ ...wrongMap, alignmentAccuracyWithinOne: 0.98 })).toContain('one token off');
    expect(describeVerdict({ ...wrongMap, alignmentAccuracyWithinOne: 0.3 })).toContain('not the true');
    expect(describeVerdict({ exactMatch: 0.99, alignmentAccuracy: 0.95 })).toBe('');
    expect(describeVerdict({ exactMatch: 0.5, alignmentAccuracy: 0.1 })).toBe('');
    expect(describeVerdict({}, 0.25)).toBe(
      '25\u00a0% of the weight lies outside this map, so its rows do not add up to 1.',
    );
    expect(describeVerdict({}, 0.25, true)).toBe(
      'The Gaussian takes 25\u00a0% of the weight away, so the rows do not add up to 1.',
    );
  });

  test('explain a weight by its scores only if it is their softmax', () => {
    const scores = Float32Array.of(0, Math.log(3));
    const whole = computeSoftmax({ scores, weights: Float32Array.of(0.25, 0.75), columns: 2 }, 0, 1, null);
    expect(whole.isExplained).toBe(true);
    expect(whole.sum).toBeCloseTo(4 / 3, 6);
    expect(buildWeightFormula(whole, null).length).toBeGreaterThan(4);
    const other = computeSoftmax({ scores, weights: Float32Array.of(0.5, 0.5), columns: 2 }, 0, 1, null);
    expect(other.isExplained).toBe(false);
    expect(buildWeightFormula(other, null)).toEqual([]);
    const window = { center: 0, halfWidth: 0.5, bell: false };
    const narrow = computeSoftmax({ scores, weights: Float32Array.of(1, 0), columns: 2 }, 0, 0, window);
    expect([narrow.sum, narrow.isExplained]).toEqual([1, true]);
  });
});

describe('the pixels', () => {
  const box = { left: 0, top: 0, width: 40, height: 20 };
  const row = { box, weights: [0.25, 0.75], truth: [1], window: null };

  test('fill every cell with its weight and outline the truth', () => {
    const { drawn, context } = createRecordingContext();
    paintAlignment(context, [row], theme);
    const fills = drawn.filter(({ kind }) => kind === 'fill').map(({ style }) => style);
    expect(fills).toEqual(['rule', getColor(0.25, theme), 'rule', getColor(0.75, theme)]);
    const outlines = drawn.filter(({ kind }) => kind === 'stroke');
    expect(outlines.map(({ style }) => style)).toEqual(['paper', 'ink']);
    expect(outlines.every(({ box: [x = 0] }) => x >= 20)).toBe(true);
  });

  test('print what was computed while colors are on their way to it', () => {
    const { drawn, context } = createRecordingContext();
    const moving = { ...row, box: { ...box, width: 100 }, values: [0.25, 0.9] };
    paintAlignment(context, [moving], theme, null, { size: 10, format: String });
    expect(drawn.flatMap(({ text }) => text || [])).toEqual(['0.9']);
  });

  test('draw the window and leave cells outside it empty', () => {
    const { drawn, context } = createRecordingContext();
    const window = { center: 1, halfWidth: 0.5, bell: true };
    paintAlignment(context, [{ ...row, truth: [], window }], theme);
    expect(drawn[0]?.style).toBe('slot');
    expect(drawn.filter(({ kind, style }) => kind === 'stroke' && style === 'accent')).toHaveLength(2);
  });
});

test('the film keeps the first frame and increases its interval', () => {
  const film = /** @type {ReturnType<typeof createFilm<{ step: number }>>} */ (createFilm(8));
  for (let step = 0; step <= 1000; ++step) film.record({ step });
  const steps = film.pictures().map((one) => one.step);
  expect(steps[0]).toBe(0);
  expect(steps.length).toBeLessThanOrEqual(8);
  expect(steps.length).toBeGreaterThanOrEqual(4);
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
  expect(film.record({ step: (steps.at(-1) ?? 0) + 1 })).toBe(false);
  film.clear();
  expect(film.pictures()).toEqual([]);
  expect(film.record({ step: 0 })).toBe(true);
});
