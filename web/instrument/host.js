/**
 * The interface of the element to the instrument inside it.
 * @module
 */

/** @import { Configuration } from '../engine/schema.js' */

/**
 * What instruments and their dialogs use of the element.
 * @typedef {HTMLElement & {
 *   explore: string,
 *   tab: string,
 *   configuration: string,
 *   withheld: import('./part-access.js').Withheld | null,
 *   readonly updateComplete: Promise<boolean>,
 *   readonly renderRoot: HTMLElement | DocumentFragment,
 *   requestUpdate: () => void,
 *   emit: (type: string, detail: object) => void,
 *   readonly notices: { add: (text: string, bad?: boolean) => void, report: (error: unknown) => void },
 *   readonly links: { report: (link: string) => void },
 *   readonly settings: { write: (configuration: Configuration) => string },
 * }} InstrumentElement
 */

/** @typedef {ReturnType<typeof createHost>} Host */

/**
 * What an instrument may use of the element around it; nothing happens once its start has been aborted.
 * @param {InstrumentElement} element
 * @param {AbortSignal} signal of this start: aborted when the element is switched off
 */
export function createHost(element, signal) {
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
    writeLink: element.settings.write,
    /** To be called when the configuration has changed. */
    reportChange: ifCurrent((/** @type {string} */ link) => element.links.report(link)),
    emit: ifCurrent((/** @type {string} */ type, /** @type {object} */ detail) => element.emit(type, detail)),
  };
}
