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
  const fire = () => {
    timer = undefined;
    last = performance.now();
    action();
  };
  return {
    call() {
      if (timer !== undefined) return;
      const wait = last + interval - performance.now();
      if (wait <= 0) fire();
      else timer = setTimeout(fire, wait);
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
