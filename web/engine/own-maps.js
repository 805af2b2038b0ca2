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
 * @property {number} rows that do not add up to 1, within 0.001, where no tokens are left out
 * @property {number} emptied rows of which nothing is left without the tokens that are left out
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
 * @property {readonly string[]} layerNames names of the layers in the file, where they were maps of their own; else none
 * @property {boolean} ragged whether each row of the file had one weight more than the row before; the rest are zeros
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

/**
 * The ends of color scales.
 * @typedef {object} WeightRanges
 * @property {Float32Array<ArrayBuffer>} rows the largest weight of each row of the part, over all columns
 * @property {number} largest weight of the whole head
 * @property {number} smallest positive weight of the whole head, at least a millionth of the largest
 */

/** The largest file, in bytes. */
export const mostMapBytes = 256 * 1024 * 1024;

/** Bytes between which the thread does other things: some hundredths of a second. */
const slice = 2 ** 19;

/**
 * @param {ArrayBuffer | Uint8Array | string} file JSON or safetensors
 * @param {{ signal?: AbortSignal }} [options]
 * @returns {Promise<OwnMaps>}
 * @throws {AttentoscopeError} BAD_FILE: the line and column, or the tensor, and what is allowed; BAD_INPUT, CANCELLED,
 *   CRASHED, OUT_OF_MEMORY, BOOT_BLOCKED, BOOT_FAILED, NO_SIMD
 */
export async function openMaps(file, options = {}) {
  const signal = abortSignal(ownEntries(options, 'options', ['signal']).get('signal'));
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : fileBytes(file, mostMapBytes);
  const core = await loadAttend();
  return new OwnMaps(core, await readOn(core, core.reserveMaps, bytes, core.openMaps, signal));
}

/**
 * Hands bytes to the core and lets it read and count, in slices.
 * @param {AttendCore} core
 * @param {(count: number) => Uint8Array | null} reserve
 * @param {Uint8Array} bytes
 * @param {() => boolean} begin
 * @param {AbortSignal} [signal]
 * @returns {Promise<string>} what the core says of the maps
 */
async function readOn(core, reserve, bytes, begin, signal) {
  if (signal?.aborted) throw cancelled();
  try {
    reserve(bytes.length)?.set(bytes);
    let error = takeError(core) ?? (begin() ? null : takeError(core));
    const soon = makeSoon();
    while (!error && core.advanceMaps(slice)) {
      await new Promise((resolve) => soon(() => resolve(undefined)));
      if (signal?.aborted) error = cancelled();
    }
    error ??= takeError(core);
    const text = error ? '' : core.describeMaps();
    error ??= takeError(core);
    if (error) throw error;
    return text;
  } catch (error) {
    throw errorFrom(error, 'CRASHED', { message: `The module stopped working: ${messageOf(error)}` });
  }
}

/** A file that was read. */
export class OwnMaps {
  #core;

  /** @param {AttendCore} core @param {string} described */
  constructor(core, described) {
    this.#core = core;
    const { title, maps, leftOut, notStacked, replacedSurrogates } = JSON.parse(described);
    /** @type {string} '' where the file says none */
    this.title = title;
    /** @type {readonly OwnMap[]} without what is left out */
    this.maps = maps;
    /** @type {readonly string[]} tensors that are no maps, with type and shape */
    this.leftOut = leftOut;
    /** @type {readonly string[]} maps that differ in shape or tokens from the layers of their name */
    this.notStacked = notStacked;
    /** @type {number} halves of surrogate pairs in texts, read as U+FFFD */
    this.replacedSurrogates = replacedSurrogates;
    /** @type {readonly string[]} tokens whose rows and columns are left out */
    this.without = [];
  }

  /**
   * Leaves out the rows and columns of some tokens in all maps, and divides what is left of each row by its sum. Each call
   * begins with all tokens: none given, none left out.
   * @param {readonly string[]} tokens
   * @param {{ signal?: AbortSignal }} [options]
   * @returns {Promise<void>}
   * @throws {AttentoscopeError} BAD_PARAMETER where nothing of a map would be left; nothing has changed then
   */
  async leaveOut(tokens, options = {}) {
    const signal = abortSignal(ownEntries(options, 'options', ['signal']).get('signal'));
    if (!Array.isArray(tokens) || !tokens.every((token) => typeof token === 'string'))
      throw new AttentoscopeError('BAD_PARAMETER', {
        parameter: 'tokens',
        value: tokens,
        expected: 'an array of strings',
      });
    const core = this.#core;
    const bytes = new TextEncoder().encode(JSON.stringify(tokens));
    const described = await readOn(core, core.reserveMaps, bytes, core.leaveOutTokens, signal);
    this.maps = JSON.parse(described).maps;
    this.without = [...tokens];
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

  /** @param {HeadPlace} place @param {Part} [part] @returns {WeightRanges} */
  ranges(place, part = this.#whole(place.map)) {
    const numbers = this.#numbers('ranges', place, part);
    const [largest = 0, smallest = 0] = numbers.subarray(-2);
    return { rows: numbers.slice(0, -2), largest, smallest };
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
