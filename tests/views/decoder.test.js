/** The decoder step by step: reading a prediction, formulas of scores; and the lanes and clocks of races. */
import { describe, expect, test } from 'vitest';
import { experiments } from '../../web/index.js';
import { formatNumber } from '../../web/parts/format.js';
import { describeWinners } from '../../web/studies/race-run.js';
import {
  createPredefinedRaces,
  createThresholdClock,
  listLanes,
  listValues,
  listVariableSettings,
  parseNumbers,
} from '../../web/studies/races.js';
import { getRow, readDecoder } from '../../web/views/alignment/decoder-data.js';
import { buildScoreFormula } from '../../web/views/alignment/score-formula.js';

/** @param {string} name @param {number[]} values @param {string} [formula] @param {number} [t] */
const createLine = (name, values, formula = name, t = /** @type {number | undefined} */ (undefined)) => ({
  name,
  formula,
  t,
  values: Float32Array.from(values),
});

const answer = /** @type {import('../../web/engine/shapes.js').Prediction} */ ({
  step: 0,
  output: [5, 2],
  attention: {
    name: 'weights',
    shape: [2, 2],
    weights: Float32Array.of(0.5, 0.5, 1, 0),
    scores: Float32Array.of(0, 0, 1, 0),
    rowLabels: ['a', '<end>'],
    columnLabels: ['x', '<end>'],
    position: [],
  },
  steps: [
    createLine('encoder states', [1, 2, 3, 4], 'h'),
    createLine('keys', [1, -1, 0.5, 0], 'k = U h'),
    createLine('score vector', [2, 3], 'v'),
    createLine('query', [9, 9], 'z[t−1]', 0),
    createLine('projected query', [0.5, 1], 'q = W z', 0),
    createLine('context', [2, 3], 'c = Σ a h', 0),
    createLine('state', [7, 8], 'z', 0),
    createLine('projected query', [0, 0], 'q = W z', 1),
  ],
  candidates: [[{ token: 'a', probability: 0.75 }]],
});

test('a reading finds each step by its name', () => {
  const reading = readDecoder(answer, 3);
  expect([...reading.states]).toEqual([1, 2, 3, 4]);
  expect([...getRow(reading.states, 2, 1)]).toEqual([3, 4]);
  expect(reading.formulas).toMatchObject({ query: 'z[t−1]', projectedQuery: 'q = W z', keys: 'k = U h' });
  expect(reading.steps).toHaveLength(2);
  expect([...(reading.steps[0]?.context ?? [])]).toEqual([2, 3]);
  expect(reading.steps[0]?.candidates).toEqual([{ token: 'a', probability: 0.75 }]);
  expect(reading.steps[1]?.state).toHaveLength(0);
  expect(reading.alignment).toMatchObject({ step: 3, rows: 2, columns: 2, position: null });
  expect([...reading.alignment.truth]).toEqual([0, 0, 0, 0]);
});

/** @param {import('../../web/parts/formula.js').Term[][]} lines */
const joinTerms = (lines) =>
  lines
    .map((terms) => terms.map((term) => (typeof term === 'number' ? formatNumber(term) : term)).join(''))
    .join(' ');

test('the formula of a score contains the two largest terms, in their order', () => {
  const terms = [1, 0.25, 4].map((term) => ({ q: term, k: 1, v: Number.NaN, term }));
  expect(joinTerms(buildScoreFormula('z · h', terms, 5.25, true))).toBe(
    'e=z · h =∑(q)(k) =5.25 =(1.00)(1.00) +(4.00)(1.00) +1 smaller terms',
  );
});

describe('a race', () => {
  const { parameters = [] } = experiments().find(({ name }) => name === 'translation') ?? {};
  const score = /** @type {typeof parameters[number]} */ (parameters.find(({ name }) => name === 'score'));
  const flag = { name: 'mask', type: 'boolean' };
  const rate = { name: 'learningRate', type: 'real', restart: false };

  test('varies a setting that needs a restart', () => {
    const map = { name: 'map', type: 'integers' };
    expect(listVariableSettings([score, flag, rate, map])).toEqual([score, flag]);
    expect(listValues(flag).map(({ value }) => value)).toEqual([true, false]);
    expect(createPredefinedRaces([score]).map(({ values }) => values)).toEqual([
      ['dot', 'general', 'concat', 'additive'],
      ['general', 'additive', 'own'],
      ['none', 'concat'],
    ]);
    expect(createPredefinedRaces(parameters).map(({ label }) => label)).toContain('Locality');
    expect(createPredefinedRaces([flag])).toEqual([]);
    expect(parseNumbers('8, 16; x 32')).toEqual([8, 16, 32]);
  });

  test('has at most four lanes, each value once', () => {
    const values = ['dot', 'dot', 'none', 'general', 'concat', 'additive'];
    const lanes = ['dot', 'none', 'general', 'concat'].map((name) => ({
      label: name,
      parameters: { score: name },
    }));
    expect(listLanes({ vary: 'score', values }, score)).toEqual(lanes);
    expect(listLanes({ vary: 'heads', values: [2] }, undefined)[0]?.label).toBe('2');
  });

  test('is timed by the first step that reaches each mark', () => {
    const [slow, fast, never] = [0, 1, 2].map(() => createThresholdClock([0.9, 0.99]));
    slow?.pass(10, 0.5, 1);
    slow?.pass(20, 0.995, 1);
    slow?.pass(30, 0.2, 1);
    slow?.pass(40, 1, 1);
    fast?.pass(10, 1, 0.5);
    never?.pass(40, Number.NaN, 9);
    expect(slow?.reached).toEqual(Array(2).fill({ step: 20, seconds: 2 }));
    const lanes = listLanes({ vary: 'score', values: ['dot', 'general', 'none'] }, score);
    const clocks = /** @type {NonNullable<typeof slow>[]} */ ([slow, fast, never]);
    expect(describeWinners(lanes, clocks)).toBe(
      [90, 99]
        .map((mark) => `First at ${mark}\u00a0%: general, after 10 steps. 1 of 3 lanes never reached it.`)
        .join(' '),
    );
    expect(describeWinners(lanes, [createThresholdClock([0.9, 0.99])])).toContain('None');
  });
});
