import { flushAllWork } from './slices.js';

/** Delayed calls. @type {Set<() => void>} */
const pendingCalls = new Set();

/** Runs all delayed calls and work immediately, so that everything on the page shows the same step. */
export function flushThrottled() {
  flushAllWork();
  for (const fire of [...pendingCalls]) fire();
}

/**
 * @param {() => void} action
 * @param {number} interval in ms
 * @returns {{ call: () => void, cancel: () => void }} `call` runs the action at once, then at most once per interval; the
 *   last call may be delayed but is never lost
 */
export function throttle(action, interval) {
  let last = Number.NEGATIVE_INFINITY;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
    pendingCalls.delete(runAction);
  };
  const runAction = () => {
    cancel();
    last = performance.now();
    action();
  };
  return {
    call() {
      if (timer !== undefined) return;
      const wait = last + interval - performance.now();
      if (wait <= 0) {
        runAction();
      } else {
        timer = setTimeout(runAction, wait);
        pendingCalls.add(runAction);
      }
    },
    cancel,
  };
}
