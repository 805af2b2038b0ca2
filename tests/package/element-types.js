/** For tsc, in the checks: the types that the package gives the element are those of its class. */

/** @typedef {import('../../dist/types/element.js').AttentoScope} Described */
/** @typedef {import('../../web/element/attento-scope.js').AttentoScope} Real */
/** Names of its own; two declarations of a class never agree. @typedef {Exclude<keyof Described, keyof HTMLElement | 'scope'>} Own */

/** @param {Pick<Real, Own>} element @returns {Pick<Described, Own>} */
export const described = (element) => element;
/** @param {Pick<Described, Own>} element @returns {Pick<Real, Own>} */
export const real = (element) => element;
/** @param {Pick<Real, Own>} element @returns {Pick<Described, Own> & { scope: string }} */
// @ts-expect-error what is another type is found
export const wrong = (element) => element;
