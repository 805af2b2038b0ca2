/**
 * Lets at most one thing through per display frame: the first at once, of those that follow the newest, when
 * the next frame begins.
 */

/**
 * Runs something when the next display frame begins; in a hidden page, or without a display, a little later.
 *
 * @param {() => void} run
 * @returns {() => void} cancels it
 */
export function onNextFrame(run) {
  const paints = typeof requestAnimationFrame === 'function';
  let request = 0;
  const cancel = () => {
    clearTimeout(timer);
    if (paints) cancelAnimationFrame(request);
  };
  const once = () => {
    cancel();
    run();
  };
  const timer = setTimeout(once, paints ? hiddenMs : frameMs);
  if (paints) request = requestAnimationFrame(once);
  return cancel;
}

/** Longest wait for a display frame that may never come. */
const hiddenMs = 250;

/** Length of a frame where there is no display. */
const frameMs = 16;

/** @template T */
export class FrameGate {
  #show;
  #drop;
  #nextFrame;
  /** @type {T | null} */
  #waiting = null;
  /** @type {(() => void) | null} */
  #cancel = null;

  /**
   * @param {(item: T) => void} show called with what gets through
   * @param {(item: T) => void} drop called with every item that is no longer needed, shown or not
   * @param {typeof onNextFrame} [nextFrame]
   */
  constructor(show, drop, nextFrame = onNextFrame) {
    this.#show = show;
    this.#drop = drop;
    this.#nextFrame = nextFrame;
  }

  /** @param {T} item */
  push(item) {
    if (this.#waiting !== null) this.#drop(this.#waiting);
    this.#waiting = item;
    if (!this.#cancel) this.#open();
  }

  /** Forgets what waits. */
  close() {
    this.#cancel?.();
    this.#cancel = null;
    this.#waiting = null;
  }

  #open() {
    const item = this.#waiting;
    this.#waiting = null;
    this.#cancel = null;
    if (item === null) return;
    // An item is given back when its frame has begun: whoever fills it keeps step with the display.
    this.#cancel = this.#nextFrame(() => {
      this.#drop(item);
      this.#open();
    });
    this.#show(item);
  }
}
