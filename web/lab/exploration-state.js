/**
 * Whether the reader explores: an exploration is open in place of the map, and the reader last used the instrument rather than
 * the story.
 */

export class ExplorationState {
  #onChange;
  #open = '';
  /** Whether the last click or focus was in the instrument, not in the text beside it. */
  isAtInstrument = false;
  #hold = '';

  /** @param {() => void} onChange */
  constructor(onChange) {
    this.#onChange = onChange;
  }

  get isExploring() {
    return this.#open !== '' && this.isAtInstrument;
  }

  /** To be called when a link in the text has opened an exploration. */
  enter() {
    this.isAtInstrument = true;
    this.#onChange();
  }

  /** To be called when another scene has been opened. */
  leave() {
    this.isAtInstrument = false;
  }

  /** @param {CustomEvent<{ explore: string }>} event */
  onExplore = ({ detail: { explore } }) => {
    this.#open = explore;
    this.#onChange();
  };

  /** The reader begins to hold a row, perhaps by a drag, which ends without a click. @param {CustomEvent<{ hold: string }>} event */
  onHold = ({ detail: { hold } }) => {
    if (hold && !this.#hold) this.enter();
    this.#hold = hold;
  };

  /** Handles a click or a change of focus. @param {Event} event */
  onInteraction = (event) => {
    const [{ target }, [origin]] = [event, event.composedPath()];
    // A mouse press moves the focus at once and clicks on release. If the layout changed in between, the click would miss.
    if (event.type === 'focusin' && origin instanceof Element && !origin.matches(':focus-visible')) return;
    const isAtInstrument = target instanceof Element && target.closest('.instrument') !== null;
    if (isAtInstrument === this.isAtInstrument) return;
    this.isAtInstrument = isAtInstrument;
    this.#onChange();
  };
}
