/** Checked by tsc: the published types of the element equal those of its class. */

/** @typedef {import('../../dist/types/element.js').AttentoScope} Described */
/** @typedef {import('../../web/element/attento-scope.js').AttentoScope} Real */
/** The element's own members; `scope` is left out, because declarations of a class with private members never agree. @typedef {Exclude<keyof Described, keyof HTMLElement | 'scope'>} Own */

/** @param {Pick<Real, Own>} element @returns {Pick<Described, Own>} */
export const described = (element) => element;
/** @param {Pick<Described, Own>} element @returns {Pick<Real, Own>} */
export const real = (element) => element;
/** @param {Pick<Real, Own>} element @returns {Pick<Described, Own> & { scope: string }} */
// @ts-expect-error another type must be an error
export const wrong = (element) => element;
