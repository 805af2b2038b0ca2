import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  cancelWork,
  flushAllWork,
  flushWork,
  runInSlices,
  runSlice,
  scheduleWork,
} from '../../web/parts/slices.js';

/** Mocked time in ms; every piece of work of these tests advances it. */
let now = 0;
/** Names of the work done in each task. @type {string[][]} */
let tasks = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  tasks = [[]];
});
afterEach(() => {
  flushAllWork();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** @param {string} name @param {number} ms */
const createPiece = (name, ms) => () => {
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
  it('runs as much work in a task as fits into a slice, and finishes a piece that has begun', async () => {
    for (const [name, ms] of Object.entries({ a: 2, b: 2, c: 40, d: 1, e: 1 }))
      scheduleWork({}, createPiece(name, ms));
    expect(tasks).toEqual([[]]);
    expect(await runTasks()).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ]);
  });

  it('replaces pending work of the same owner, keeping its position', async () => {
    const owner = {};
    scheduleWork(owner, createPiece('old', 9));
    scheduleWork({}, createPiece('other', 9));
    scheduleWork(owner, createPiece('new', 9));
    expect(await runTasks()).toEqual([['new'], ['other']]);
  });

  it('can be run immediately or dropped', async () => {
    const [first, second, third] = [{}, {}, {}];
    scheduleWork(first, createPiece('first', 1));
    scheduleWork(second, createPiece('second', 1));
    scheduleWork(third, createPiece('third', 1));
    flushWork(second);
    flushWork(second);
    cancelWork(first);
    expect(tasks).toEqual([['second']]);
    expect(await runTasks()).toEqual([['second'], ['third']]);
  });

  it('continues after a piece of work that throws', async () => {
    scheduleWork({}, () => {
      throw new Error('broken');
    });
    scheduleWork({}, createPiece('after', 1));
    await expect(vi.advanceTimersToNextTimerAsync()).rejects.toThrow('broken');
    expect(await runTasks()).toEqual([['after']]);
  });
});

it('slice always runs at least one piece', () => {
  runSlice(['a', 'b'], (name) => createPiece(name, 50)());
  expect(tasks).toEqual([['a']]);
});

it('inSlices resolves in a new task', async () => {
  let ended = false;
  const pieces = function* () {
    for (const name of ['a', 'b', 'c']) yield createPiece(name, 4)();
  };
  runInSlices(pieces()).then(() => {
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
