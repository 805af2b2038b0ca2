/**
 * How a feature declares its attributes. The comment before each is its documentation for custom-elements.json and types.
 * @module
 */

/** @import { ParameterSchema } from '../../engine/schema.js' */

/**
 * An attribute of the element.
 * @typedef {object} Attribute
 * @property {typeof Boolean | typeof Number} [type] a string if not given
 * @property {readonly string[]} [values] the accepted ones
 * @property {Omit<ParameterSchema, 'name'>} [link] schema of the field of the same name, if links store it
 * @property {import('lit').PropertyDeclaration} [property] of the property of the same name, if there is one
 */

/** @param {number} maximumLength */
export const text = (maximumLength) => ({ type: /** @type {const} */ ('text'), maximumLength });

/** @param {readonly string[]} names the first is the default */
export const choice = (names) => ({
  type: /** @type {const} */ ('choice'),
  choices: names.map((value) => ({ value, label: value })),
  default: names[0],
});
