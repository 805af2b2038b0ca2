/**
 * Attention that was computed elsewhere, read by the core: maps with their tokens, numbers by head as they are asked for.
 */

import { abortSignal, fileBytes } from './arguments.js';
import { ownEntries } from './configuration.js';
import { loadAttend, takeError } from './core-loader.js';
import { AttentoscopeError, messageOf } from './errors.js';
import { makeSoon } from './soon.js';
import { cancelled, errorFrom } from './told-errors.js';

/** @import { AttendCore } from './attend-core.js' */

/**
 * What is unusual in the numbers of a map, over all its heads and steps.
 * @typedef {object} Unusual
 * @property {number} nan numbers
 * @property {number} infinite numbers
 * @property {number} negative numbers
 * @property {number} rows that do not add up to 1, within 0.001
 * @property {number} allRows
 */

/**
 * @typedef {object} OwnMap
 * @property {string} name
 * @property {number} layers
 * @property {number} heads
 * @property {number} rows
 * @property {number} columns
 * @property {readonly number[]} steps of a film; none where it is none
 * @property {readonly string[]} rowTokens
 * @property {readonly string[]} columnTokens
 * @property {boolean} truth whether it is known
 * @property {{ width: number, height: number, down: number, across: number }} [picture] whose patches are the last columns
 * @property {Unusual} unusual
 */

/** A head by its place, from 0 on; the mean of its layer where `head` is −1. @typedef {{ map: number, step?: number, layer?: number, head?: number }} HeadPlace */
/** A part of a map. @typedef {{ row: number, column: number, rows: number, columns: number }} Part */
/**
 * How good a head is, and what it looks like; NaN where there is no truth, or where rows and columns are of different texts.
 * @typedef {Record<'entropy' | 'distance' | 'alignmentAccuracy' | 'massOnTruth' | 'divergence', number>} HeadMeasures
 */

/** Bytes between which the thread does other things: some hundredths of a second. */
const slice = 2 ** 19;

/**
 * @param {ArrayBuffer | Uint8Array | string} file JSON or safetensors
 * @param {{ signal?: AbortSignal }} [options]
 * @returns {Promise<OwnMaps>}
 * @throws {AttentoscopeError} BAD_FILE: the line and column, or the tensor, and what is allowed; BAD_INPUT, ABORTED,
 *   OUT_OF_MEMORY, BOOT_BLOCKED, BOOT_FAILED, NO_SIMD
 */
export async function openMaps(file, options = {}) {
  const signal = abortSignal(ownEntries(options, 'options', ['signal']).get('signal'));
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : fileBytes(file);
  const core = await loadAttend();
  if (signal?.aborted) throw cancelled();
  try {
    core.reserve(bytes.length)?.set(bytes);
    let error = takeError(core) ?? (core.openMaps() ? null : takeError(core));
    const soon = makeSoon();
    while (!error && core.advanceMaps(slice)) {
      await new Promise((resolve) => soon(() => resolve(undefined)));
      if (signal?.aborted) error = cancelled();
    }
    error ??= takeError(core);
    if (error) throw error;
    return new OwnMaps(core, asked(core, core.describeMaps()));
  } catch (error) {
    throw errorFrom(error, 'ABORTED', { message: `The module stopped working: ${messageOf(error)}` });
  }
}

/** A file that was read. */
export class OwnMaps {
  #core;

  /** @param {AttendCore} core @param {string} described */
  constructor(core, described) {
    this.#core = core;
    const { title, maps } = JSON.parse(described);
    /** @type {string} '' where the file says none */
    this.title = title;
    /** @type {readonly OwnMap[]} */
    this.maps = maps;
  }

  /** @param {HeadPlace} place @param {Part} [part] @returns {Float32Array<ArrayBuffer>} row by row */
  weights(place, part = this.#whole(place.map)) {
    return this.#numbers('weights', place, part);
  }

  /** All of a head; where it has more than `most` rows or columns, the largest weights of blocks. @param {HeadPlace} place @param {number} most */
  overview(place, most) {
    return this.#numbers('overview', place, { rows: most });
  }

  /** @param {number} map @param {Part} [part] @returns {Float32Array<ArrayBuffer>} the true shares; zeros where nobody knows them */
  truth(map, part = this.#whole(map)) {
    return this.#numbers('truth', { map }, part);
  }

  /** @param {number} map @returns {Float32Array<ArrayBuffer>} red, green and blue of each pixel, from 0 to 1 */
  picture(map) {
    return this.#numbers('picture', { map });
  }

  /** @param {HeadPlace} place @returns {HeadMeasures} */
  measures(place) {
    const [entropy = 0, distance = 0, alignmentAccuracy = 0, massOnTruth = 0, divergence = 0] = this.#numbers(
      'measures',
      place,
    );
    return { entropy, distance, alignmentAccuracy, massOnTruth, divergence };
  }

  /** @param {number} map @returns {Part} */
  #whole(map) {
    const { rows = 1, columns = 1 } = this.maps[map] ?? {};
    return { row: 0, column: 0, rows, columns };
  }

  /** @param {string} what @param {HeadPlace} place @param {Partial<Part>} [part] */
  #numbers(
    what,
    { map, step = 0, layer = 0, head = 0 },
    { row = 0, column = 0, rows = 1, columns = 1 } = {},
  ) {
    const view = this.#core.mapNumbers(what, map, step, layer, head, row, column, rows, columns);
    const error = takeError(this.#core);
    if (error || !view)
      throw error ?? new AttentoscopeError('BAD_STATE', { message: 'No numbers came back.' });
    return new Float32Array(view);
  }
}

/** @param {AttendCore} core @param {string} text @returns {string} unless an error waits */
function asked(core, text) {
  const error = takeError(core);
  if (error) throw error;
  return text;
}
