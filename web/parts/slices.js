/** Runs work in slices instead of one long task, so that a click or a key waits for one slice at most. */

/** A slice ends after this many ms; a piece that has begun is always finished. */
const kSliceMs = 6;

/** Pending work by owner, in the order of the requests. @type {Map<object, () => void>} */
const pendingWork = new Map();
let isScheduled = false;

/**
 * Runs a function for each of the given items until the slice is used up.
 * @template T
 * @param {Iterable<T>} items
 * @param {(item: T) => void} act
 */
export function runSlice(items, act) {
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
export function scheduleWork(owner, work) {
  pendingWork.set(owner, work);
  requestSlice();
}

/** Runs an owner's pending work immediately. @param {object} owner */
export function flushWork(owner) {
  const work = pendingWork.get(owner);
  pendingWork.delete(owner);
  work?.();
}

/** Runs all pending work immediately. */
export function flushAllWork() {
  for (const owner of [...pendingWork.keys()]) flushWork(owner);
}

/** Drops an owner's pending work. @param {object} owner */
export function cancelWork(owner) {
  pendingWork.delete(owner);
}

function requestSlice() {
  if (isScheduled || pendingWork.size === 0) return;
  isScheduled = true;
  setTimeout(() => {
    isScheduled = false;
    try {
      runSlice([...pendingWork.keys()], flushWork);
    } finally {
      requestSlice();
    }
  });
}

/**
 * Runs a sequence of pieces of work, as many in each task as fit into a slice.
 * @param {Iterator<unknown>} pieces
 * @returns {Promise<void>} settled in a new task
 */
export async function runInSlices(pieces) {
  for (let done = false; !done; ) {
    const end = performance.now() + kSliceMs;
    do done = pieces.next().done ?? false;
    while (!done && performance.now() < end);
    await new Promise((resolve) => setTimeout(resolve));
  }
}
