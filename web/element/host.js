/**
 * The interface of the element to its live part: types only.
 * @module
 */

/**
 * What the live part may use of the element around it.
 * @typedef {object} Host
 * @property {import('./attento-scope.js').AttentoScope} element
 * @property {AbortSignal} life of this start: aborted when the element is switched off
 * @property {() => ShadowRoot} root
 * @property {() => void} refresh requests a rendering
 * @property {(text: string, bad?: boolean) => void} notify
 * @property {(error: unknown) => void} fail
 * @property {(link: string) => void} changed to be called when the configuration has changed
 * @property {(type: string, detail: object) => void} emit
 */

export {};
