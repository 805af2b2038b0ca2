import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forget, inSlices, later, settle, settleAll, slice } from '../../web/parts/slices.js';

/** What the clock shows, ms; every piece of work of these tests moves it. */
let now = 0;
/** What was done, task by task. @type {string[][]} */
let tasks = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  tasks = [[]];
});
afterEach(() => {
  settleAll();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** @param {string} name @param {number} ms */
const piece = (name, ms) => () => {
  now += ms;
  tasks.at(-1)?.push(name);
};

/** Runs timers one after the other. */
async function runTasks() {
  while (vi.getTimerCount() > 0) {
    tasks.push([]);
    await vi.advanceTimersToNextTimerAsync();
  }
  return tasks.filter(({ length }) => length > 0);
}

describe('later', () => {
  it('does as much in a task as a slice holds, and finishes what has begun', async () => {
    for (const [name, ms] of /** @type {const} */ ([
      ['a', 2],
      ['b', 2],
      ['c', 40],
      ['d', 1],
      ['e', 1],
    ]))
      later({}, piece(name, ms));
    expect(tasks).toEqual([[]]);
    expect(await runTasks()).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ]);
  });

  it('replaces what is due for the same owner, in its place', async () => {
    const owner = {};
    later(owner, piece('old', 9));
    later({}, piece('other', 9));
    later(owner, piece('new', 9));
    expect(await runTasks()).toEqual([['new'], ['other']]);
  });

  it('can be hurried or forgotten', async () => {
    const [first, second, third] = [{}, {}, {}];
    later(first, piece('first', 1));
    later(second, piece('second', 1));
    later(third, piece('third', 1));
    settle(second);
    settle(second);
    forget(first);
    expect(tasks).toEqual([['second']]);
    expect(await runTasks()).toEqual([['second'], ['third']]);
  });

  it('goes on after a piece that fails', async () => {
    later({}, () => {
      throw new Error('broken');
    });
    later({}, piece('after', 1));
    await expect(vi.advanceTimersToNextTimerAsync()).rejects.toThrow('broken');
    expect(await runTasks()).toEqual([['after']]);
  });
});

it('slice always does something', () => {
  slice(['a', 'b'], (name) => piece(name, 50)());
  expect(tasks).toEqual([['a']]);
});

it('inSlices ends in a task of its own', async () => {
  let ended = false;
  const pieces = function* () {
    for (const name of ['a', 'b', 'c']) yield piece(name, 4)();
  };
  inSlices(pieces()).then(() => {
    ended = true;
  });
  expect(tasks).toEqual([['a', 'b']]);
  tasks.push([]);
  vi.advanceTimersToNextTimer();
  await null;
  expect(tasks).toEqual([['a', 'b'], ['c']]);
  expect([ended, vi.getTimerCount()]).toEqual([false, 1]);
  await vi.advanceTimersToNextTimerAsync();
  expect(ended).toBe(true);
});
