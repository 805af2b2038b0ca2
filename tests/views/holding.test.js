/** Tests the requests for a model's answers with held weights, and the game that is played with them. */
import { expect, test } from 'vitest';
import { Holding } from '../../web/parts/holding.js';
import { getSharedHeldAlignment } from '../../web/views/alignment/held-alignment.js';

const waitForPromises = () => new Promise((resolve) => setImmediate(resolve));

test('the learned answer is asked for once in each state of the model', async () => {
  /** @type {string[]} */
  const requests = [];
  const predict = (/** @type {{ attention?: object }} */ { attention }) => {
    requests.push(attention ? 'held' : 'learned');
    return Promise.resolve(/** @type {any} */ ({ text: `answer ${requests.length}` }));
  };
  let example = 0;
  const holding = new Holding(
    {
      getInput: () => ({ example }),
      getLearnedRow: () => [0.5, 0.5],
      getLabels: () => ({ rows: ['a'], columns: ['b', 'c'] }),
      onChange: () => undefined,
    },
    { predict, events: /** @type {any} */ ({}) },
  );
  holding.update(1);
  holding.hold(0, 1, 'all');
  await waitForPromises();
  expect(requests.splice(0)).toEqual(['learned', 'held']);
  const before = holding.answers?.before;
  holding.hold(0, 0, 'all');
  await waitForPromises();
  expect(requests.splice(0)).toEqual(['held']);
  expect(holding.answers?.before).toBe(before);
  example = 1;
  holding.hold(0, 1, 'all');
  await waitForPromises();
  expect(requests.splice(0)).toEqual(['learned', 'held']);
  holding.update(2);
  await waitForPromises();
  expect(requests).toEqual(['learned', 'held']);
  holding.dispose();
});

test('during a game the rows keep their names, and show what the model says', async () => {
  const rowLabels = ['the', 'area', 'zone', '<end>'];
  const shape = [4, 1];
  const options = /** @type {never} */ ({
    run: { plan: () => ({ plannedSteps: 1 }), challenge: async () => ({ rowLabels, moves: 1 }) },
    predict: async (/** @type {{ attention?: object }} */ { attention }) => ({
      attention: { shape, weights: new Float32Array(4), rowLabels: attention ? rowLabels : ['the', '<end>'] },
    }),
    events: {},
  });
  const held = getSharedHeldAlignment(options, () => undefined);
  const snapshot = /** @type {any} */ ({
    ...{ step: 1, example: 0, tokens: { rows: ['the', 'house', '<end>'], columns: ['a'] } },
    picture: { rows: 3, columns: 1, weights: Float32Array.of(1, 1, 1) },
  });
  held.holding.follow(snapshot, 1);
  await held.game.start(0);
  held.holding.hold(1, 0, 'all');
  await waitForPromises();
  const { tokens, outputs } = held.apply(snapshot);
  expect(tokens.rows).toEqual(['the', 'house', '<end>', '<end>']);
  expect(outputs).toEqual(rowLabels);
});
