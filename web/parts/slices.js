/**
 * Runs work in slices, so that it never fills one long task, and a click or a key waits for one slice at most.
 * @module
 */

/** A slice ends after this many ms; a piece that has begun is always finished. */
const kSliceMs = 6;

/** Pending work by owner, in the order of the requests. @type {Map<object, () => void>} */
const due = new Map();
let asked = false;

/**
 * Runs a function for each of the given items until the slice is used up.
 * @template T
 * @param {Iterable<T>} items
 * @param {(item: T) => void} act
 */
export function slice(items, act) {
  const end = performance.now() + kSliceMs;
  for (const item of items) {
    act(item);
    if (performance.now() >= end) break;
  }
}

/**
 * Schedules work for a later task. It replaces pending work of the same owner.
 * @param {object} owner
 * @param {() => void} work
 */
export function later(owner, work) {
  due.set(owner, work);
  ask();
}

/** Runs an owner's pending work immediately. @param {object} owner */
export function settle(owner) {
  const work = due.get(owner);
  due.delete(owner);
  work?.();
}

/** Runs all pending work immediately. */
export function settleAll() {
  for (const owner of [...due.keys()]) settle(owner);
}

/** Drops an owner's pending work. @param {object} owner */
export function forget(owner) {
  due.delete(owner);
}

function ask() {
  if (asked || due.size === 0) return;
  asked = true;
  setTimeout(() => {
    asked = false;
    try {
      slice([...due.keys()], settle);
    } finally {
      ask();
    }
  });
}

/**
 * Runs a sequence of pieces of work, as many in each task as fit into a slice.
 * @param {Iterator<unknown>} pieces
 * @returns {Promise<void>} settled in a new task
 */
export async function inSlices(pieces) {
  for (let done = false; !done; ) {
    const end = performance.now() + kSliceMs;
    do done = pieces.next().done ?? false;
    while (!done && performance.now() < end);
    await new Promise((resolve) => setTimeout(resolve));
  }
}
