/**
 * Passes on at most one item per display frame: the first at once, then the newest pending one when the next frame
 * begins.
 */

/**
 * Runs a function when the next display frame begins; in a hidden page, or without a display, after a timeout.
 *
 * @param {() => void} run
 * @returns {() => void} a function that cancels the call
 */
function onNextFrame(run) {
  const hasDisplay = typeof requestAnimationFrame === 'function';
  let request = 0;
  const cancel = () => {
    clearTimeout(timer);
    if (hasDisplay) cancelAnimationFrame(request);
  };
  const runOnce = () => {
    cancel();
    run();
  };
  const timer = setTimeout(runOnce, hasDisplay ? hiddenMs : frameMs);
  if (hasDisplay) request = requestAnimationFrame(runOnce);
  return cancel;
}

/** Longest wait for a display frame that may never come. */
const hiddenMs = 250;

/** Assumed duration of a frame if there is no display. */
const frameMs = 16;

/** @template T */
export class FrameGate {
  #show;
  #drop;
  /** @type {T | null} */
  #pending = null;
  /** @type {(() => void) | null} */
  #cancel = null;

  /**
   * @param {(item: T) => void} show called with each item that is passed on
   * @param {(item: T) => void} drop called once with every item that is no longer needed, whether it was shown or not
   */
  constructor(show, drop) {
    this.#show = show;
    this.#drop = drop;
  }

  /** @param {T} item */
  push(item) {
    if (this.#pending !== null) this.#drop(this.#pending);
    this.#pending = item;
    if (!this.#cancel) this.#showPending();
  }

  /** Discards the pending item. */
  close() {
    this.#cancel?.();
    this.#cancel = null;
    this.#pending = null;
  }

  #showPending() {
    const item = this.#pending;
    this.#pending = null;
    this.#cancel = null;
    if (item === null) return;
    // An item is dropped when its frame has begun, so that the producer keeps pace with the display.
    this.#cancel = onNextFrame(() => {
      this.#drop(item);
      this.#showPending();
    });
    this.#show(item);
  }
}
