/**
 * Work on pictures in slices: what is due for many of them never fills one long task, so that a click or a key waits for a
 * slice at most.
 * @module
 */

/** After this many ms the page gets its turn; a piece that has begun is always finished. */
const kSliceMs = 6;

/** Pieces of work by whom they are for, in the order in which they came. @type {Map<object, () => void>} */
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
 * Does a piece of work in a later task. One that is due for the same owner already is replaced.
 * @param {object} owner
 * @param {() => void} work
 */
export function later(owner, work) {
  due.set(owner, work);
  ask();
}

/** Does at once what is due for an owner. @param {object} owner */
export function settle(owner) {
  const work = due.get(owner);
  due.delete(owner);
  work?.();
}

/** Does at once what is due for anybody. */
export function settleAll() {
  for (const owner of [...due.keys()]) settle(owner);
}

/** Forgets what is due for an owner. @param {object} owner */
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
 * Goes through a sequence of pieces of work, as many in a task as one slice holds.
 * @param {Iterator<unknown>} pieces
 * @returns {Promise<void>} settled in a task of its own
 */
export async function inSlices(pieces) {
  for (let done = false; !done; ) {
    const end = performance.now() + kSliceMs;
    do done = pieces.next().done ?? false;
    while (!done && performance.now() < end);
    await new Promise((resolve) => setTimeout(resolve));
  }
}
