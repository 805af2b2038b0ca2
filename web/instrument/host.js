/** The interface of the element to the instrument inside it. */

import { getLanguage } from '../language/translate.js';
import { adoptStyles } from './adopt-styles.js';
import { removeRadioNames } from './remove-radio-names.js';
import { watchColors } from './watch-colors.js';
import { watchHeight } from './watch-height.js';

/** @import { Configuration } from '../engine/schema.js' */
/** @import { Scope } from '../engine/scope.js' */

/**
 * The members of the element that instruments and their dialogs use.
 * @typedef {HTMLElement & {
 *   explore: string,
 *   tab: string,
 *   configuration: string,
 *   readonly updateComplete: Promise<boolean>,
 *   readonly renderRoot: HTMLElement | DocumentFragment,
 *   requestUpdate: () => void,
 *   emit: (type: string, detail: object) => void,
 *   highlight: (cells: { rows: readonly number[] } | null) => Promise<void>,
 *   readonly notices: { add: (text: string, bad?: boolean) => void, report: (error: unknown) => void },
 *   readonly links: { report: (link: string) => void },
 *   readonly settings: { writeLink: (configuration: Configuration, extras?: Map<string, import('../engine/schema.js').Value>) => string, readonly current: any },
 *   readonly start: { live: any, pinned?: Record<string, import('../engine/view-types.js').PinnedMap | null | undefined> },
 *   readonly visibility: { readonly isVisible: boolean },
 *   state: string,
 * }} InstrumentElement
 */

/** @typedef {ReturnType<typeof createHost>} Host */

/**
 * Creates the functions through which an instrument acts on its element; they do nothing once the start has been aborted.
 * @param {InstrumentElement} element
 * @param {AbortSignal} signal of this start: aborted when the element is switched off
 */
function createHost(element, signal) {
  /** @template {unknown[]} Args @param {(...args: Args) => void} act @returns {(...args: Args) => void} */
  const ifCurrent =
    (act) =>
    (...args) => {
      if (!signal.aborted) act(...args);
    };
  return {
    element,
    signal,
    getRoot: () => /** @type {ShadowRoot} */ (element.renderRoot),
    /** Requests a rendering. */
    refresh: ifCurrent(() => element.requestUpdate()),
    notify: ifCurrent((/** @type {[text: string, bad?: boolean]} */ ...notice) =>
      element.notices.add(...notice),
    ),
    reportError: ifCurrent((/** @type {unknown} */ error) => element.notices.report(error)),
    /** Returns the link for a configuration in this element. */
    writeLink: element.settings.writeLink,
    /** To be called when the configuration has changed. */
    reportChange: ifCurrent((/** @type {string} */ link) => element.links.report(link)),
    emit: ifCurrent((/** @type {string} */ type, /** @type {object} */ detail) => element.emit(type, detail)),
  };
}

/** How long controls stay visible after the last movement, in ms. */
const kActiveMs = 3000;

/** Marks the element while the reader moves the pointer or presses keys. @param {HTMLElement} element @param {AbortSignal} signal */
function showWhileActive(element, signal) {
  let timer = 0;
  const show = () => {
    clearTimeout(timer);
    element.toggleAttribute('data-active', true);
    timer = window.setTimeout(() => element.removeAttribute('data-active'), kActiveMs);
  };
  for (const type of ['pointermove', 'pointerdown', 'keydown'])
    document.addEventListener(type, show, { signal, capture: true });
}

/**
 * The interface of a live instrument to its element.
 * @typedef {object} Instrument
 * @property {Scope | null} scope null if nothing is trained
 * @property {readonly string[]} styles style sheets; later ones override earlier ones
 * @property {() => void} repaint called when the colors have changed
 * @property {() => Promise<void>} run
 * @property {() => void} relabel called when the language has changed
 * @property {(name: string) => void} onExplore called when an exploration has been opened
 * @property {() => void} updateVisibility called when the instrument comes into sight or goes out of sight
 * @property {() => void} dispose
 */

/**
 * Creates the function that starts an instrument in an element.
 * @template Settings, Data
 * @param {{ open: (host: Host, settings: Settings, own: Data) => Promise<Instrument> }} opener
 */
export function createStarter(opener) {
  /**
   * @param {InstrumentElement} element
   * @param {AbortSignal} signal
   * @param {{ run: boolean, own: Data, hadFocus: boolean }} options `run`: train at once
   */
  return async (element, signal, { run, own, hadFocus }) => {
    const language = getLanguage();
    const host = createHost(element, signal);
    const live = await opener.open(host, element.settings.current, own);
    if (signal.aborted) return live.dispose();
    const root = host.getRoot();
    adoptStyles(root, live.styles, signal);
    watchColors(root, signal, () => live.repaint());
    watchHeight(root, signal);
    signal.addEventListener('abort', () => removeRadioNames(root));
    showWhileActive(element, signal);
    element.start.live = live;
    if (getLanguage() !== language) live.relabel();
    live.updateVisibility();
    element.state = 'live';
    await element.updateComplete;
    // Focusing forces a layout, so it is done in a later task.
    await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) return;
    // An exploration that is already open has missed all updates until now, since it was not in the document.
    if (element.explore) live.onExplore(element.explore);
    if (hadFocus) /** @type {HTMLElement | null} */ (element.renderRoot.querySelector('.primary'))?.focus();
    element.emit('attento-ready', {});
    if (run) await live.run();
  };
}
