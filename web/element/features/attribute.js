/**
 * How a feature declares its attributes. The comment before each is its documentation for custom-elements.json and types;
 * `@attr` in it is the type, if it is neither a string nor the choices of `link`.
 * @module
 */

/** @import { ParameterSchema } from '../../engine/schema.js' */

/**
 * An attribute of the element, also as lit declares it if it is a property, too.
 * @typedef {import('lit').PropertyDeclaration & { link?: Omit<ParameterSchema, 'name'> }} Attribute `link`: schema of the field of the
 *   same name, if links store it
 */

/** @param {number} maximumLength */
export const createTextSchema = (maximumLength) => ({ type: /** @type {const} */ ('text'), maximumLength });

/** @param {readonly string[]} names the first is the default */
export const createChoiceSchema = (names) => ({
  type: /** @type {const} */ ('choice'),
  choices: names.map((value) => ({ value, label: value })),
  default: names[0],
});
