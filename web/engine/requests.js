/**
 * Checks a caller's requests about a model: the input, held attention weights, and the row in question. All functions
 * throw an AttentoscopeError that names the argument, its value and what was expected.
 */

import {
  createIndexSchema,
  createMapSchema,
  exampleSchema,
  labelChoicesByValue,
  readFields,
  readInteger,
  readPresentFields,
} from './arguments.js';
import { readEntries } from './configuration.js';
import { rejectArgument } from './errors.js';
import { createParameterGetter } from './schema.js';
import { normalizeValue } from './value.js';

/** @import { ExperimentSchema, ParameterSchema, Value } from './schema.js' */
/** @import { HeldRows } from './shapes.js' */

const rowSchema = createIndexSchema('row');
const headSchema = createIndexSchema('head');
const layerSchema = createIndexSchema('layer');

/** @type {ParameterSchema} */
export const explanationTestSchema = {
  name: 'test',
  type: 'choice',
  choices: labelChoicesByValue(['permute', 'uniform', 'leave-out', 'search']),
};

/** @type {ParameterSchema} */
const prefixSchema = { name: 'prefix', type: 'choice', choices: labelChoicesByValue(['own', 'true']) };

/** @type {ParameterSchema} */
const withoutSchema = { name: 'without', type: 'integers', minimum: 0 };

/**
 * @param {ExperimentSchema} experiment
 * @param {Record<string, Value>} present effective parameters
 * @param {unknown} input
 * @returns {Record<string, Value>} with held rows as the numbers that the core takes: for each row the index of its map, its
 *   layer, head and row, the number of its weights, and the weights; −1 if not given
 */
export function readPredictInput(experiment, present, input) {
  const own = [prefixSchema, withoutSchema];
  const names = ['attention', ...own.map(({ name }) => name)];
  const entries = readEntries(input, 'input', [...names, ...listInputNames(experiment)], 'BAD_INPUT');
  const rest = [...entries].filter(([name]) => !names.includes(name));
  const held = entries.get('attention');
  return {
    ...readPresentFields(own, entries),
    ...(held !== undefined && { held: [held].flat().flatMap((rows) => readHeldRows(experiment, rows)) }),
    ...readInput(experiment, present, Object.fromEntries(rest)),
  };
}

/** Lists the held rows of a map. @param {unknown} input a checked input @param {string} map @returns {number[]} */
export function listHeldRows(input, map) {
  const { attention = [] } = /** @type {{ attention?: HeldRows | readonly HeldRows[] }} */ (input);
  const rows = [attention]
    .flat()
    .flatMap((held) => ((held.map ?? map) === map ? Object.keys(held.rows) : []));
  return [...new Set(rows.map(Number))].sort((a, b) => a - b);
}

/** @param {ExperimentSchema} experiment @returns {string[]} */
const listInputNames = ({ inputs }) => ['example', ...inputs.map(({ name }) => name)];

/** @param {ExperimentSchema} experiment @param {unknown} held @returns {number[]} */
function readHeldRows(experiment, held) {
  const entries = readEntries(held, 'attention', ['map', 'layer', 'head', 'rows'], 'BAD_INPUT');
  const place = [createMapSchema(experiment), layerSchema, headSchema];
  const { map, layer = -1, head = -1 } = readPresentFields(place, entries);
  const index = experiment.maps.findIndex(({ name }) => name === map);
  const rows = readEntries(entries.get('rows'), 'attention.rows', undefined, 'BAD_INPUT');
  return [...rows].flatMap(([key, weights]) => {
    const name = `attention.rows.${key}`;
    const number = /^\d+$/.test(key) ? Number(key) : key;
    const row = readInteger(name, number, 0, Number.POSITIVE_INFINITY, 'BAD_INPUT');
    /** @type {ParameterSchema} */
    const schema = { name, type: 'reals' }; // the core checks the range: coordinates may be negative
    const list = /** @type {number[]} */ (normalizeValue(schema, weights, 'BAD_INPUT'));
    return [index, Number(layer), Number(head), row, list.length, ...list];
  });
}

/**
 * @param {ExperimentSchema} experiment
 * @param {Record<string, Value>} present effective parameters
 * @param {unknown} input
 * @returns {Record<string, Value>}
 */
function readInput(experiment, present, input) {
  const own = experiment.inputs;
  const entries = readEntries(input, 'input', listInputNames(experiment), 'BAD_INPUT');
  const optional = own.filter((field) => field.default !== undefined);
  const fields = entries.has('example') ? [exampleSchema, ...optional] : own;
  const extra = [...entries.keys()].find((name) => !fields.some((field) => field.name === name));
  if (extra) rejectArgument(extra, undefined, 'either an example or an input of your own', 'BAD_INPUT');
  return readFields(fields, entries, createParameterGetter(experiment, present));
}

/**
 * @param {ExperimentSchema} experiment
 * @param {Record<string, Value>} present effective parameters
 * @param {unknown} request
 * @returns {Record<string, Value>}
 */
export function readChallengeRequest(experiment, present, request) {
  const { number = 0, ...input } = Object.fromEntries(
    readEntries(request, 'request', undefined, 'BAD_INPUT'),
  );
  return {
    number: readInteger('number', number, 0, 999, 'BAD_INPUT'),
    ...readInput(experiment, present, input),
  };
}

/**
 * Reads from a request an input, a row of one of its maps, and the fields in `required`.
 *
 * @param {ExperimentSchema} experiment
 * @param {Record<string, Value>} present effective parameters
 * @param {unknown} request
 * @param {readonly ParameterSchema[]} [required]
 * @returns {Record<string, Value>}
 */
export function readRowRequest(experiment, present, request, required = []) {
  const own = [...required, createMapSchema(experiment), layerSchema, headSchema, rowSchema, prefixSchema];
  const names = [...listInputNames(experiment), ...own.map(({ name }) => name)];
  const entries = readEntries(request, 'request', names, 'BAD_INPUT');
  const input = Object.fromEntries(
    [...entries].filter(([name]) => !own.some((field) => field.name === name)),
  );
  // If no layer is given, all layers are held, so the default layer of the input is dropped.
  const { layer: _, ...rest } = readInput(experiment, present, input);
  return { ...rest, ...readFields(required, entries), ...readPresentFields(own, entries) };
}

/**
 * @param {ExperimentSchema} experiment
 * @param {unknown} options
 * @param {number} [heldOut] number of held-out examples
 * @returns {{ examples: number, request: Record<string, Value> }}
 */
export function readObedienceOptions(experiment, options, heldOut = 64) {
  const own = [createMapSchema(experiment), layerSchema, headSchema];
  const names = ['examples', ...own.map(({ name }) => name)];
  const entries = readEntries(options, 'options', names, 'BAD_INPUT');
  const examples = entries.get('examples') ?? Math.min(64, heldOut);
  return {
    examples: readInteger('examples', examples, 1, heldOut, 'BAD_INPUT'),
    request: readPresentFields(own, entries),
  };
}
