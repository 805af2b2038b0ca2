/**
 * The element as its live part sees it: types alone.
 * @module
 */

/**
 * What the live part may ask of the element around it.
 * @typedef {object} Host
 * @property {import('./attento-scope.js').AttentoScope} element
 * @property {AbortSignal} life of this start: aborted when the element is switched off
 * @property {() => ShadowRoot} root
 * @property {() => void} refresh asks for a rendering
 * @property {(text: string, bad?: boolean) => void} notify
 * @property {(error: unknown) => void} fail
 * @property {(link: string) => void} changed the configuration is another one
 * @property {(type: string, detail: object) => void} emit
 */

export {};
