/** Requests of the reader's input: one at a time, stale answers are ignored, and there are none after dispose(). */
import { expect, test } from 'vitest';
import { createPredictionRequest } from '../../web/parts/prediction-request.js';

/** @typedef {{ source: unknown, answer: (text: string) => Promise<void>, refuse: () => Promise<void> }} SentRequest */

/** Waits until pending promises have settled. */
const waitForPromises = () => new Promise((resolve) => setImmediate(resolve));

/** @param {string} first initial input; '' for none */
function createTestRequest(first) {
  /** @type {SentRequest[]} */
  const asked = [];
  /** @type {string[]} */
  const told = [];
  const now = { source: first, again: false };
  const inquiry = createPredictionRequest({
    ask: ({ source }) =>
      new Promise((resolve, reject) => {
        asked.push({
          source,
          answer: (text) => {
            resolve(/** @type {any} */ ({ text }));
            return waitForPromises();
          },
          refuse: () => {
            reject(new Error('refused'));
            return waitForPromises();
          },
        });
      }),
    wanted: () => (now.source === '' ? null : { source: now.source }),
    onAnswer: ({ text }, step, { source }) => {
      told.push(`${source}: ${text} at ${step}`);
    },
    onError: (error) => {
      told.push(String(error));
      return now.again;
    },
  });
  return { asked, told, now, inquiry };
}

test('there is one request at a time, and stale answers are ignored', async () => {
  const { asked, told, now, inquiry } = createTestRequest('one');
  inquiry.update(5);
  now.source = 'two';
  inquiry.ask();
  now.source = 'three';
  inquiry.ask();
  expect(asked.map(({ source }) => source)).toEqual(['one']);
  await asked[0]?.answer('1');
  expect(told).toEqual([]);
  expect(asked.map(({ source }) => source)).toEqual(['one', 'three']);
  await asked[1]?.answer('3');
  expect(told).toEqual(['three: 3 at 5']);
  expect(asked.length).toBe(2);
});

test('repeating a request does not drop a pending answer', async () => {
  const { asked, told, inquiry } = createTestRequest('one');
  inquiry.again();
  inquiry.again();
  await asked[0]?.answer('first');
  await asked[1]?.answer('second');
  expect(told).toEqual(['one: first at 0', 'one: second at 0']);
});

test('there is no request without input, and no answer after dispose()', async () => {
  const { asked, told, now, inquiry } = createTestRequest('');
  inquiry.ask();
  expect(asked).toEqual([]);
  now.source = 'one';
  inquiry.ask();
  inquiry.dispose();
  await asked[0]?.answer('1');
  inquiry.ask();
  expect(told).toEqual([]);
  expect(asked.length).toBe(1);
});

test('errors are reported, and the request is repeated if onError returns true', async () => {
  const { asked, told, now, inquiry } = createTestRequest('one');
  now.again = true;
  inquiry.ask();
  await asked[0]?.refuse();
  now.again = false;
  await asked[1]?.refuse();
  expect(told).toEqual(['Error: refused', 'Error: refused']);
  expect(asked.length).toBe(2);
});
