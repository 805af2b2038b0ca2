/** Tests the question which position a row must attend to so that the model says a word. */
import { describe, expect, test } from 'vitest';
import { chooseHoldQuestion } from '../../web/classroom/hold-question.js';
import { findRecipe, recipes } from '../../web/classroom/recipes.js';
import { experiments } from '../../web/index.js';

const found = {
  step: 1,
  rowLabels: ['a', 'b'],
  columnLabels: ['x', 'y', 'z'],
  labels: [
    ['a', 'b', 'b'],
    ['a', 'b', 'a'],
  ],
  probabilities: [],
  expected: [
    ['a', 'b', null],
    ['a', 'b', null],
  ],
  learned: [
    { label: 'a', probability: 1 },
    { label: 'b', probability: 1 },
  ],
};

describe('chooseHoldQuestion', () => {
  test('asks for a word that the row does not say by itself, and names all columns that answer it', () => {
    const questions = [0, 1, 2].map((number) => chooseHoldQuestion(found, number));
    expect(questions).toEqual([
      { row: 0, label: 'a', word: 'b', columns: ['y', 'z'] },
      { row: 1, label: 'b', word: 'a', columns: ['x', 'z'] },
      { row: 0, label: 'a', word: 'b', columns: ['y', 'z'] },
    ]);
  });

  test('asks for the learned word if the rows say no other, and nothing if answers do not follow the attention', () => {
    const [words] = found.labels;
    const own = { ...found, labels: [words?.map(() => 'a') ?? [], []] };
    expect(chooseHoldQuestion(own, 4)).toEqual({ row: 0, label: 'a', word: 'a', columns: ['x', 'y', 'z'] });
    expect(chooseHoldQuestion({ ...found, labels: [['c', 'c', 'c'], []] }, 4)).toBeNull();
  });
});

test('the recipe that asks it fits experiments whose rows can be held, and each gives a word', () => {
  const { mode, question, lock } = recipes.hold;
  const lists = { hide: new Set(), lock: new Set(lock) };
  const fitting = experiments().filter(
    (experiment) =>
      findRecipe({ mode, question, lists, experiment: /** @type {never} */ (experiment) }) === 'hold',
  );
  expect(fitting.map(({ name }) => name)).toEqual(['translation', 'caption']);
});
