/**
 * Whether the reader explores: something is open in the place of the map, and the reader was last at the instrument, not at
 * the story.
 * @module
 */

export class Exploring {
  #changed;
  #open = '';
  #handled = false;

  /** @param {() => void} changed */
  constructor(changed) {
    this.#changed = changed;
  }

  get now() {
    return this.#open !== '' && this.#handled;
  }

  /** Whether the reader was last at the instrument. */
  get handled() {
    return this.#handled;
  }

  /** The text has opened something. */
  enter() {
    this.#handled = true;
    this.#changed();
  }

  /** Another scene is read. */
  leave() {
    this.#handled = false;
  }

  /** @param {CustomEvent<{ explore: string }>} event */
  onExplore = ({ detail: { explore } }) => {
    this.#open = explore;
    this.#changed();
  };

  /** A click, or the focus. @param {Event} event */
  onHand = (event) => {
    const [{ target }, [at]] = [event, event.composedPath()];
    // A press gives the focus first and is a click when it ends: if the page moved in between, the click would miss.
    if (event.type === 'focusin' && at instanceof Element && !at.matches(':focus-visible')) return;
    const handled = target instanceof Element && target.closest('.instrument') !== null;
    if (handled === this.#handled) return;
    this.#handled = handled;
    this.#changed();
  };
}
