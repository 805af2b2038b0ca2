/** Tests pinned maps: their difference from the present map, its colors, and the texts about both. */
import { describe, expect, test } from 'vitest';
import { describeDifferences, describeMismatch } from '../../web/parts/pinned-map.js';
import { createPaintedRows, paintAlignment } from '../../web/plots/alignment-paint.js';
import { computeMapDifference } from '../../web/plots/map-difference.js';
import { getDivergingColor } from '../../web/plots/palette.js';
import { describeComparison, formatDifference } from '../../web/views/alignment/comparison-text.js';
import { createRecordingContext, theme } from './recorder.js';

/** @import { PinnedMap, ShownMap } from '../../web/engine/view-types.js' */

/** @param {number[]} weights of two rows @param {Partial<ShownMap>} [others] @returns {ShownMap} */
const createMap = (weights, others) => ({
  name: '',
  step: 100,
  rows: 2,
  columns: 2,
  weights: Float32Array.from(weights),
  truth: Float32Array.of(1, 0, 0, 1),
  tokens: { rows: ['the', 'area'], columns: ['la', 'zone'] },
  outputs: ['the', 'area'],
  targets: ['the', 'area'],
  windows: [null, null],
  ...others,
});

const first = createMap([0.5, 0.5, 0.75, 0.25]);
const second = createMap([0.5, 0.5, 0.25, 0.75], { step: 200 });

describe('the difference', () => {
  test('is the second map minus the first, with an end of the scale that holds it', () => {
    const { picture, end, largest } = computeMapDifference(first, second);
    expect([...picture.weights]).toEqual([0, 0, -0.5, 0.5]);
    expect([end, largest]).toEqual([0.5, 2]);
    expect(picture.truth).toBe(second.truth);
    const small = createMap([0.5, 0.5, 0.75, 0.25].map((weight, i) => weight + (i === 1 ? 0.1 : 0)));
    expect(computeMapDifference(first, small).end).toBe(0.1); // in spite of rounding
    expect(computeMapDifference(first, first)).toMatchObject({ end: 0.05, largest: -1 });
    expect(computeMapDifference(createMap([0, 0, 0, 0]), createMap([3, 0, 0, 0])).end).toBe(3);
    expect(computeMapDifference(first, createMap([Number.NaN, 0.5, 0.75, 0])).largest).toBe(3);
  });

  test('is painted on a diverging scale, also in rows without any difference', () => {
    const { picture } = computeMapDifference(first, second);
    const { context, drawn } = createRecordingContext();
    const getBox = (/** @type {number} */ row) => ({ left: 0, top: 100 * row, width: 200, height: 100 });
    const numbers = { size: 10, format: formatDifference };
    const rows = createPaintedRows(picture, () => null, getBox);
    paintAlignment(context, rows, theme, null, numbers);
    const [equal, more, less] = [0, 1, -1].map((value) => getDivergingColor(value, theme));
    const fills = drawn.filter(({ kind, style }) => kind === 'fill' && style !== 'rule');
    expect(fills.map(({ style }) => style)).toEqual([equal, equal, less, more]);
    expect(drawn.filter(({ kind }) => kind === 'text')).toMatchObject([
      { text: '−0.50', style: '#ffffff' },
      { text: '+0.50', style: '#ffffff' },
    ]);
  });
});

describe('in words', () => {
  test('the distance, the largest difference and other tokens are named', () => {
    const distances = { rows: Float32Array.of(0, 0.4), mean: 0.2 };
    expect(describeComparison({ pinned: first, present: second, distances })).toBe(
      'Jensen–Shannon distance of the rows: 0.20 on average (0: the same, 1: no position in common). ' +
        'Largest difference: target 2 “area”, source 1 “la”, −0.50.',
    );
    expect(describeComparison({ pinned: first, present: first, distances: null })).toBe(
      'Both maps are the same.',
    );
    const other = { ...first, tokens: { rows: ['a', 'b'], columns: ['la', 'zone'] } };
    expect(describeComparison({ pinned: first, present: other, distances: null })).toMatch(
      /other|different tokens/,
    );
  });

  test('maps of other sizes are refused', () => {
    expect(describeMismatch(first, second)).toBe('');
    expect(describeMismatch(first, { rows: 3, columns: 2 })).toBe(
      'The pinned map has 2 × 2 cells, this one 3 × 2: only maps of the same size can be compared.',
    );
  });

  test('what differs between the runs stands at each map', () => {
    const schemas = [
      { name: 'score', label: 'Score', type: 'choice', choices: [{ value: 'dot', label: 'dot product' }] },
      { name: 'hidden', label: 'Width', type: 'integer' },
      { name: 'twoWay', label: 'Two-way', type: 'boolean' },
      { name: 'probeExample', label: 'Watched', type: 'integer' },
    ];
    const parameters = { score: 'dot', hidden: 16, twoWay: true, probeExample: 0 };
    /** @type {PinnedMap} */
    const pinned = { map: first, seed: 1, parameters, data: 'null' };
    const present = {
      map: { ...second, name: 'L1·H2' },
      seed: 2,
      parameters: { ...parameters, score: 'own', twoWay: false, probeExample: 4 },
      data: '{"source":"own"}',
    };
    expect(describeDifferences(pinned, pinned, schemas)).toEqual([['step 100'], ['step 100']]);
    expect(describeDifferences(pinned, present, schemas)).toEqual([
      ['step 100', 'seed 1', 'the task’s own data', 'Score: dot product', 'Two-way: yes', 'example 1'],
      ['step 200', 'L1·H2', 'seed 2', 'own data', 'Score: own', 'Two-way: no', 'example 5'],
    ]);
  });
});
