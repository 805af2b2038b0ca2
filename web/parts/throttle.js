import { settleAll } from './slices.js';

/** What will be done a little later. @type {Set<() => void>} */
const waiting = new Set();

/** Does at once what waits, so that what is read off the page now belongs together. */
export function catchUp() {
  settleAll();
  for (const fire of [...waiting]) fire();
}

/**
 * @param {() => void} action
 * @param {number} interval in ms
 * @returns {{ call: () => void, cancel: () => void }} calls at once, then at most once an interval; the last call is
 *   never lost, only late
 */
export function throttle(action, interval) {
  let last = Number.NEGATIVE_INFINITY;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
    waiting.delete(fire);
  };
  const fire = () => {
    cancel();
    last = performance.now();
    action();
  };
  return {
    call() {
      if (timer !== undefined) return;
      const wait = last + interval - performance.now();
      if (wait <= 0) {
        fire();
      } else {
        timer = setTimeout(fire, wait);
        waiting.add(fire);
      }
    },
    cancel,
  };
}
