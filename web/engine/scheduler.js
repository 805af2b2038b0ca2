/** Schedules functions after the pending events of this thread. */

/** @returns {(run: (nothing: void) => void) => void} a function that calls its argument after pending messages and timers */
export function createScheduler() {
  if (typeof setImmediate === 'function') return (run) => void setImmediate(run);
  // Nested timers are delayed by at least 4 ms; messages are not.
  /** @type {((nothing: void) => void)[]} */
  const waiting = [];
  const channel = new MessageChannel();
  channel.port1.onmessage = () => waiting.shift()?.();
  return (run) => {
    waiting.push(run);
    channel.port2.postMessage(null);
  };
}
