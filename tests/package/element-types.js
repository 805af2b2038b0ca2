/** Checked by tsc: the published types of the element equal those of its class. */

/** @typedef {import('../../dist/types/element.js').AttentoScope} PublishedMembers */
/** @typedef {import('../../web/element/attento-scope.js').AttentoScope} ActualMembers */
/**
 * The element's own members; `scope` is left out, because two declarations of a class with private members are never compatible.
 * @typedef {Exclude<keyof PublishedMembers, keyof HTMLElement | 'scope'>} Own
 */

/** @param {Pick<ActualMembers, Own>} element @returns {Pick<PublishedMembers, Own>} */
export const described = (element) => element;
/** @param {Pick<PublishedMembers, Own>} element @returns {Pick<ActualMembers, Own>} */
export const real = (element) => element;
/** @param {Pick<ActualMembers, Own>} element @returns {Pick<PublishedMembers, Own> & { scope: string }} */
// @ts-expect-error another type must be an error
export const wrong = (element) => element;
