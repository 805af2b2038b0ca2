/**
 * The interface of the element to the instrument inside it: types only.
 * @module
 */

/** @import { Configuration } from '../engine/schema.js' */

/**
 * What instruments and their dialogs use of the element.
 * @typedef {HTMLElement & {
 *   explore: string,
 *   tab: string,
 *   configuration: string,
 *   readonly updateComplete: Promise<boolean>,
 *   withheld: import('./part-access.js').Withheld | null,
 * }} InstrumentElement
 */

/**
 * What an instrument may use of the element around it.
 * @typedef {object} Host
 * @property {InstrumentElement} element
 * @property {AbortSignal} signal of this start: aborted when the element is switched off
 * @property {() => ShadowRoot} getRoot
 * @property {() => void} refresh requests a rendering
 * @property {(text: string, bad?: boolean) => void} notify
 * @property {(error: unknown) => void} reportError
 * @property {(configuration: Configuration) => string} writeLink the link for a configuration in this element
 * @property {(link: string) => void} reportChange to be called when the configuration has changed
 * @property {(type: string, detail: object) => void} emit
 */

export {};
