/**
 * Switches between queries, keys and values that the reader edits directly ("Arrows") and ones that are projected from embeddings
 * ("Origin"). Each returns as the reader left it.
 */
import { chooseMechanism } from './computation.js';
import { createConfiguration, isSingleHead } from './state.js';

/** @import { State } from './state.js' */

export class OriginSwitch {
  /** The latest states with and without "Origin". @type {Map<boolean, State>} */
  #states = new Map();

  /** Keeps the state for the next switch to it. @param {State} state */
  keep(state) {
    if (isSingleHead(state)) this.#states.set(true, state);
  }

  /** @param {State} state @returns {Partial<State>} fields of the state that change */
  toggle(state) {
    const isOrigin = isSingleHead(state);
    this.#states.set(isOrigin, state);
    const other = this.#states.get(!isOrigin);
    const next = chooseMechanism(state, isOrigin ? 'scaled-dot' : 'multi-head');
    // The other numbers may come from another scene, so the sentence and options such as the causal mask are those that are shown.
    return other ? { ...other, tokens: state.tokens, options: next.options ?? {} } : next;
  }

  /** @param {State} state that is shown @returns {import('../engine/schema.js').Configuration | undefined} that of "Arrows", if the reader has seen it */
  readArrows(state) {
    const arrows = isSingleHead(state) ? this.#states.get(false) : state;
    return arrows && createConfiguration(arrows);
  }
}

/** @type {WeakMap<object, OriginSwitch>} */
const switches = new WeakMap();

/**
 * Returns the switch of an element. It outlasts the calculator, which starts again when the page sets another configuration.
 * @param {object} element
 */
export function getOriginSwitch(element) {
  const found = switches.get(element) ?? new OriginSwitch();
  switches.set(element, found);
  return found;
}
