/** Vite plugins that pack the data of the site: the registry and the translations. */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { packTexts } from '../web/language/key.js';

const kTypes = ['integer', 'real', 'boolean', 'text', 'integers', 'reals', 'choice'];

/** @typedef {import('../web/engine/schema.js').ParameterSchema} Parameter */
/** Name, index of the type, minimum or the choices, maximum, default, remaining fields. @typedef {[string, number, any?, any?, any?, object?]} Row */

/**
 * It must not refer to anything outside of itself, because the site contains its source text.
 * @param {Row} row
 * @param {readonly string[]} types
 * @returns {object}
 */
const unpackRow = ([name, type, minimum, maximum, standard, more], types) => {
  const isChoice = types[type] === 'choice';
  const all = {
    name,
    type: types[type],
    minimum: isChoice ? null : minimum,
    maximum,
    default: standard,
    choices: isChoice ? minimum.split(' ').map((/** @type {string} */ value) => ({ value })) : null,
    ...more,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null && value !== undefined));
};

/** @param {Record<string, any>} parameter @returns {Row} */
function packRow({ name, type, minimum, maximum, default: standard, ...more }) {
  const row = [name, kTypes.indexOf(type), minimum, maximum, standard];
  if (type === 'choice') {
    row[2] = more['choices'].map((/** @type {{ value: string }} */ { value }) => value).join(' ');
    delete more['choices'];
  }
  if (Object.keys(more).length > 0) row.push(more);
  while (row.at(-1) === undefined) row.pop();
  return /** @type {Row} */ (row.map((value) => value ?? null));
}

/** @returns {Promise<string>} a module that exports the registry */
async function packRegistry() {
  const { registry } = await import('../web/generated/registry.js');
  /**
   * @param {(row: any) => unknown} change
   * @param {{ experiments: readonly { parameters: readonly object[], inputs: readonly object[] }[] }} description
   */
  const mapRows = (change, description) => ({
    ...description,
    experiments: description.experiments.map((one) => ({
      ...one,
      parameters: one.parameters.map(change),
      inputs: one.inputs.map(change),
    })),
  });
  const packed = mapRows(packRow, registry);
  const unpacked = mapRows((row) => unpackRow(row, kTypes), /** @type {any} */ (packed));
  if (!isDeepStrictEqual(unpacked, structuredClone(registry)))
    throw new Error('The packed registry does not unpack to the same registry.');
  return `const types = ${JSON.stringify(kTypes.join(' '))}.split(' ');
    const unpackRow = ${unpackRow};
    const rows = (list) => list.map((row) => unpackRow(row, types));
    const packed = ${JSON.stringify(packed)};
    export const registry = { ...packed, experiments: packed.experiments.map((one) =>
      ({ ...one, parameters: rows(one.parameters), inputs: rows(one.inputs) })) };`;
}

/**
 * Packs the registry: a parameter becomes an array, which is shorter than an object.
 * @type {import('vite').Plugin}
 */
export const packedRegistry = {
  name: 'packed-registry',
  enforce: 'pre',
  load: (id) => (id.endsWith('/generated/registry.js') ? packRegistry() : undefined),
};

/** Packs the translations (see web/language/key.js). @type {import('vite').Plugin} */
export const packedTexts = {
  name: 'packed-texts',
  enforce: 'pre',
  load: (id) =>
    /\/languages\/[\w-]+\.json$/.test(id)
      ? JSON.stringify(packTexts(JSON.parse(readFileSync(id, 'utf8'))))
      : undefined,
};
