/**
 * The interface of the element to its live part: types only.
 * @module
 */

/**
 * What the live part may use of the element around it.
 * @typedef {object} Host
 * @property {import('./attento-scope.js').AttentoScope} element
 * @property {AbortSignal} signal of this start: aborted when the element is switched off
 * @property {() => ShadowRoot} getRoot
 * @property {() => void} refresh requests a rendering
 * @property {(text: string, bad?: boolean) => void} notify
 * @property {(error: unknown) => void} reportError
 * @property {(link: string) => void} reportChange to be called when the configuration has changed
 * @property {(type: string, detail: object) => void} emit
 */

export {};
