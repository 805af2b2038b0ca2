/** Lets what waits in this thread run first. */

/** @returns {(run: () => void) => void} what runs its argument after the messages and timers that wait */
export function makeSoon() {
  if (typeof setImmediate === 'function') return (run) => void setImmediate(run);
  // Timers are held back to 4 ms when nested; a message to oneself is not.
  /** @type {(() => void)[]} */
  const waiting = [];
  const channel = new MessageChannel();
  channel.port1.onmessage = () => waiting.shift()?.();
  return (run) => {
    waiting.push(run);
    channel.port2.postMessage(null);
  };
}
