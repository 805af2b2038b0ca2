/**
 * The link codec of link-codec.js, bound to the experiments of this build, the calculator and the maps. Values must be valid;
 * public-link.js accepts and checks any values.
 */

import { calculator } from './calculator.js';
import * as link from './link-codec.js';
import { maps } from './maps.js';
import { registry } from './registry.js';

/** @import { Link } from './link-codec.js' */
/** @import { Configuration, ParameterSchema, Value } from './schema.js' */

/** The experiments and pages that a link can name. */
export const linkRegistry = { ...registry, experiments: [...registry.experiments, calculator, maps] };

/**
 * Reads a link; never throws. `notices` describe what was ignored.
 *
 * @param {string} text a URL's fragment, with or without `#`
 * @param {readonly ParameterSchema[]} [extraSchemas] keys of your own that the link may hold
 * @returns {Link}
 */
export function parseLink(text, extraSchemas) {
  return link.parseLink(linkRegistry, text, extraSchemas);
}

/**
 * Reads the fields of a link as texts by name; never throws.
 *
 * @param {Map<string, string>} fields
 * @param {readonly ParameterSchema[]} [extraSchemas]
 * @returns {Link}
 */
export function parseFields(fields, extraSchemas) {
  return link.parseLinkFields(linkRegistry, fields, extraSchemas);
}

/**
 * Writes a link that reads back as the same configuration and extras.
 *
 * @param {Configuration} configuration
 * @param {ReadonlyMap<string, Value>} [extras] values of your own keys
 * @param {readonly ParameterSchema[]} [extraSchemas] their schemas; values equal to a `default` are left out
 * @returns {string} without `#`
 */
export function writeLink(configuration, extras, extraSchemas) {
  return link.writeLink(linkRegistry, configuration, extras, extraSchemas);
}
