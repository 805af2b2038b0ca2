/**
 * Whether the reader explores: an exploration is open in place of the map, and the reader last used the instrument rather than
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

  /** Whether the reader last used the instrument. */
  get handled() {
    return this.#handled;
  }

  /** A link in the text has opened an exploration. */
  enter() {
    this.#handled = true;
    this.#changed();
  }

  /** Another scene has been opened. */
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
    // A press focuses first and clicks on release: if the layout changed in between, the click would miss its target.
    if (event.type === 'focusin' && at instanceof Element && !at.matches(':focus-visible')) return;
    const handled = target instanceof Element && target.closest('.instrument') !== null;
    if (handled === this.#handled) return;
    this.#handled = handled;
    this.#changed();
  };
}
