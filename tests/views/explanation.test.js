/** Verdicts of the tests of an explanation on the weights of a row. */
import { expect, test } from 'vitest';
import { describeJointVerdict, describeVerdict } from '../../web/studies/explanation-text.js';

/** @typedef {import('../../web/engine/shapes.js').Explanation} Explanation */

/** @param {Partial<Explanation>} found @returns {Explanation} */
const explanation = (found) => ({
  test: '',
  step: 100,
  columnLabels: ['a', 'b', 'c'],
  weights: [0.1, 0.8, 0.1],
  answer: { label: 'x', probability: 0.9 },
  ...found,
});
/** @param {Partial<Explanation>} found */
const verdict = (found) => describeVerdict(explanation(found));

const uniform = { needed: { test: 'uniform', change: 0.5 }, idle: { test: 'uniform', change: 0 } };
const search = {
  needed: { test: 'search', distance: 0 },
  idle: { test: 'search', distance: 0.9, alternativeWeights: [0.8, 0.1, 0.1] },
};
test.each([
  [
    uniform.needed,
    search.needed,
    'By 2 of 2 tests these weights matter. So this map tells where the answer comes from.',
  ],
  [
    uniform.idle,
    search.idle,
    'By 0 of 2 tests these weights matter. So this map tells little about the answer.',
  ],
  [
    uniform.needed,
    search.idle,
    /^By 1 of 2 tests these weights matter. Some weights found by a search leave the answer/,
  ],
  [uniform.idle, search.needed, /^By 1 of 2 tests these weights matter. The tests ask different things/],
])(
  'the verdict of all tests together depends on how many of them need the weights',
  (one, other, expected) => {
    expect(describeJointVerdict([explanation(one), explanation(other)])).toMatch(expected);
  },
);

test.each(
  /** @type {[string, Partial<Explanation>, Partial<Explanation>][]} */ ([
    ['permute', { median: 0.4 }, { median: 0.01 }],
    ['uniform', { change: 0.5 }, { change: 0.02 }],
    ['leave-out', { changes: [0, 0.9, 0.1] }, { changes: [0.9, 0, 0] }],
    [
      'search',
      { distance: 0.1, alternativeWeights: [0.2, 0.7, 0.1] },
      { distance: 0.9, alternativeWeights: [0.8, 0.1, 0.1] },
    ],
    // A small distance, but another largest weight.
    ['search', { distance: 0 }, { distance: 0.4, alternativeWeights: [0.5, 0.4, 0.1] }],
  ]),
)('the verdict of the test %s depends on its numbers', (name, needed, idle) => {
  expect(verdict({ test: name, ...needed })).toMatch(/^So these weights matter: /);
  expect(verdict({ test: name, ...idle })).toMatch(/^So these weights hardly matter: /);
});
