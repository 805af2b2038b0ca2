/**
 * How a feature declares its attributes. The comment before an attribute becomes its description in custom-elements.json and
 * in the types; `@attr` in the comment gives a type other than string or the choices of `link`.
 */

/** @import { ParameterSchema } from '../../engine/schema.js' */

/**
 * An attribute of the element, with lit's options if it is also a property.
 * @typedef {import('lit').PropertyDeclaration & { link?: Omit<ParameterSchema, 'name'> }} Attribute `link`: schema of the link
 *   field with the name of the attribute, if links store the attribute
 */

/** @param {number} maximumLength */
export const createTextSchema = (maximumLength) => ({ type: /** @type {const} */ ('text'), maximumLength });

/** @param {readonly string[]} names the first is the default */
export const createChoiceSchema = (names) => ({
  type: /** @type {const} */ ('choice'),
  choices: names.map((value) => ({ value, label: value })),
  default: names[0],
});
