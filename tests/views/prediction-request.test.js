/** Requests of the reader's input: one at a time, stale answers are ignored, and there are none after dispose(). */
import { expect, test } from 'vitest';
import { createPredictionRequest } from '../../web/parts/prediction-request.js';

/** @typedef {{ source: unknown, answer: (text: string) => Promise<void>, refuse: () => Promise<void> }} SentRequest */

/** Waits until pending promises have settled. */
const waitForPromises = () => new Promise((resolve) => setImmediate(resolve));

/** @param {string} first initial input; '' for none */
function createTestRequest(first) {
  /** @type {SentRequest[]} */
  const requests = [];
  /** @type {string[]} */
  const replies = [];
  const now = { source: first, again: false };
  const inquiry = createPredictionRequest({
    predict: ({ source }) =>
      new Promise((resolve, reject) => {
        requests.push({
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
    getInput: () => (now.source === '' ? null : { source: now.source }),
    onAnswer: ({ text }, step, { source }) => {
      replies.push(`${source}: ${text} at ${step}`);
    },
    onError: (error) => {
      replies.push(String(error));
      return now.again;
    },
  });
  return { requests, replies, now, inquiry };
}

test('there is one request at a time, and stale answers are ignored', async () => {
  const { requests, replies, now, inquiry } = createTestRequest('one');
  inquiry.update(5);
  now.source = 'two';
  inquiry.sendInput();
  now.source = 'three';
  inquiry.sendInput();
  expect(requests.map(({ source }) => source)).toEqual(['one']);
  await requests[0]?.answer('1');
  expect(replies).toEqual([]);
  expect(requests.map(({ source }) => source)).toEqual(['one', 'three']);
  await requests[1]?.answer('3');
  expect(replies).toEqual(['three: 3 at 5']);
  expect(requests.length).toBe(2);
});

test('repeating a request does not drop a pending answer', async () => {
  const { requests, replies, inquiry } = createTestRequest('one');
  inquiry.again();
  inquiry.again();
  await requests[0]?.answer('first');
  await requests[1]?.answer('second');
  expect(replies).toEqual(['one: first at 0', 'one: second at 0']);
});

test('there is no request without input, and no answer after dispose()', async () => {
  const { requests, replies, now, inquiry } = createTestRequest('');
  inquiry.sendInput();
  expect(requests).toEqual([]);
  now.source = 'one';
  inquiry.sendInput();
  inquiry.dispose();
  await requests[0]?.answer('1');
  inquiry.sendInput();
  expect(replies).toEqual([]);
  expect(requests.length).toBe(1);
});

test('errors are reported, and the request is repeated if onError returns true', async () => {
  const { requests, replies, now, inquiry } = createTestRequest('one');
  now.again = true;
  inquiry.sendInput();
  await requests[0]?.refuse();
  now.again = false;
  await requests[1]?.refuse();
  expect(replies).toEqual(['Error: refused', 'Error: refused']);
  expect(requests.length).toBe(2);
});
