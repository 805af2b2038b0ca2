/** Tests the requests for a model's answers with held weights. */
import { expect, test } from 'vitest';
import { Holding } from '../../web/parts/holding.js';

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
