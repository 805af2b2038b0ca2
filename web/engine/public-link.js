/** The public `parseLink` and `writeLink`: the arguments are checked and copied. */

import { normalizeConfiguration, readEntries } from './configuration.js';
import { rejectArgument } from './errors.js';
import * as link from './permalink.js';
import { normalizeValue, readListItems } from './value.js';

/** @import { Configuration, ParameterSchema, Value } from './schema.js' */

/** Maximum number of a caller's keys, and of choices of one key. */
const maxKeys = 100;

/** @type {ParameterSchema} */
const wordSchema = { name: 'value', type: 'text', maximumLength: 1024 };

/** The fields of a caller's schema that links use; bounds are plain numbers. @type {readonly ParameterSchema[]} */
const fieldSchemas = [
  { name: 'name', type: 'text', minimum: 1, maximumLength: 64 },
  {
    name: 'type',
    type: 'choice',
    choices: ['integer', 'real', 'choice', 'boolean', 'integers', 'reals', 'text'].map((value) => ({
      value,
      label: value,
    })),
  },
  ...['minimum', 'maximum', 'limit', 'length', 'itemMinimum', 'itemLimit', 'maximumLength'].map(
    (name) => /** @type {const} */ ({ name, type: 'real' }),
  ),
];

/**
 * Reads a link. Any text is accepted: `notices` describe what was ignored.
 *
 * @param {string} text a URL's fragment, with or without `#`
 * @param {readonly ParameterSchema[]} [extraSchemas] keys of your own that the link may hold; at most 100
 * @returns {import('./permalink.js').Link}
 * @throws {AttentoscopeError} BAD_PARAMETER (the schemas)
 */
export function parseLink(text, extraSchemas = []) {
  const schemas = readSchemas(extraSchemas);
  if (typeof text === 'string') return link.parseLink(text, schemas);
  return { ...link.parseLink('', schemas), notices: ['Link: expected a text. Ignored.'] };
}

/**
 * Writes a link that reads back as the same configuration and extras.
 *
 * @param {Omit<Configuration, 'seed'> & { seed?: number }} configuration default seed: 7
 * @param {ReadonlyMap<string, Value>} [extras] values of your own keys
 * @param {readonly ParameterSchema[]} [extraSchemas] their schemas; values equal to a `default` are left out
 * @returns {string} without `#`
 * @throws {AttentoscopeError} BAD_PARAMETER
 */
export function writeLink(configuration, extras = new Map(), extraSchemas = []) {
  const schemas = readSchemas(extraSchemas);
  const entries = readEntries(configuration, 'configuration', ['experiment', 'seed', 'parameters']);
  const clean = normalizeConfiguration(link.linkRegistry, Object.fromEntries(entries));
  return link.writeLink(clean, readExtras(extras, schemas), schemas);
}

/**
 * @param {unknown} input
 * @returns {ParameterSchema[]}
 */
function readSchemas(input) {
  return readObjects(input, 'extraSchemas').map((entries) => {
    const fields = fieldSchemas.filter(({ name }) => entries.has(name) || name === 'name' || name === 'type');
    const values = fields.map((field) => [field.name, normalizeValue(field, entries.get(field.name))]);
    /** @type {ParameterSchema} */
    const clean = Object.fromEntries(values);
    if (entries.has('choices')) {
      clean.choices = readObjects(entries.get('choices'), 'choices').map((choice) => {
        const value = String(normalizeValue(wordSchema, choice.get('value')));
        return { value, label: value };
      });
    }
    if (entries.has('default')) clean.default = normalizeValue(clean, entries.get('default'));
    return clean;
  });
}

/**
 * @param {unknown} list
 * @param {string} parameter
 * @returns {Map<string, unknown>[]} the entries of each of its objects
 */
function readObjects(list, parameter) {
  const items = readListItems(list, maxKeys);
  if (items) return Array.from(items, (item) => readEntries(item, parameter));
  return rejectArgument(parameter, list, `a list of at most ${maxKeys} objects`);
}

/**
 * @param {unknown} extras
 * @param {readonly ParameterSchema[]} schemas
 * @returns {Map<string, Value>}
 */
function readExtras(extras, schemas) {
  const map = extras instanceof Map ? extras : null;
  const usedSchemas = schemas.filter(({ name }) => map?.has(name));
  if (usedSchemas.length !== map?.size) {
    const expected = `a Map with only these names: ${schemas.map(({ name }) => name).join(', ')}`;
    return rejectArgument('extras', extras, expected);
  }
  return new Map(usedSchemas.map((schema) => [schema.name, normalizeValue(schema, map.get(schema.name))]));
}
