/**
 * Attention maps that were computed elsewhere. The core reads the file; the numbers of a head are read on request.
 */

import { copyFileBytes, readAbortSignal } from './arguments.js';
import { readEntries } from './configuration.js';
import { computeInSlices, loadAttend, takeError, throwPendingError } from './core-loader.js';
import { createCancelledError, wrapError } from './error-serialization.js';
import { AttentoscopeError, readMessage, rejectArgument } from './errors.js';
import { joinMaps, readRowDistances } from './row-distances.js';

/** @import { AttendCore } from './attend-core.js' */

/**
 * Counts of unusual numbers and rows of a map, over all its heads and steps.
 * @typedef {object} AnomalyCounts
 * @property {number} nan numbers
 * @property {number} infinite numbers
 * @property {number} negative numbers
 * @property {number} rows rows whose sum differs from 1 by more than 0.001; 0 while tokens are left out
 * @property {number} emptied rows whose remaining sum is 0 while tokens are left out
 * @property {number} allRows
 */

/**
 * @typedef {object} OwnMap
 * @property {string} name
 * @property {number} layers
 * @property {number} heads
 * @property {number} rows
 * @property {number} columns
 * @property {readonly number[]} steps training steps of a film; empty for a single state
 * @property {readonly string[]} rowTokens
 * @property {readonly string[]} columnTokens
 * @property {readonly string[]} layerNames names of the layers if they are separate maps in the file; else empty
 * @property {boolean} ragged whether each row of the file had one weight more than the row before; the rest are zeros
 * @property {boolean} truth whether the truth is known
 * @property {{ width: number, height: number, down: number, across: number }} [picture] image whose patches are the last columns
 * @property {AnomalyCounts} unusual
 */

/** Indices of a head, from 0; `head` −1 is the mean of its layer. @typedef {{ map: number, step?: number, layer?: number, head?: number }} HeadIndex */
/** A rectangular region of a map. @typedef {{ row: number, column: number, rows: number, columns: number }} MapRegion */
/**
 * Measures of a head; NaN where the truth is unknown, or where rows and columns belong to different texts.
 * @typedef {Record<'entropy' | 'distance' | 'alignmentAccuracy' | 'massOnTruth' | 'divergence', number>} HeadMeasures
 */

/**
 * The bounds of color scales.
 * @typedef {object} WeightRanges
 * @property {Float32Array<ArrayBuffer>} rows the largest weight of each row of the region, over all columns
 * @property {number} largest weight of the whole head
 * @property {number} smallest positive weight of the whole head, at least a millionth of the largest
 */

/** The largest file, in bytes. */
const maxMapBytes = 256 * 1024 * 1024;

/** Bytes of one slice, after which the thread handles other events: some hundredths of a second. */
const sliceBytes = 2 ** 19;

/**
 * @param {ArrayBuffer | Uint8Array | string} file JSON or safetensors
 * @param {{ signal?: AbortSignal }} [options]
 * @returns {Promise<OwnMaps>}
 * @throws {AttentoscopeError} BAD_FILE: the line and column, or the tensor, and what is allowed; BAD_INPUT, CANCELLED,
 *   CRASHED, OUT_OF_MEMORY, BOOT_BLOCKED, BOOT_FAILED, NO_SIMD
 */
export async function openMaps(file, options = {}) {
  const signal = readAbortSignal(readEntries(options, 'options', ['signal']).get('signal'));
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : copyFileBytes(file, maxMapBytes);
  const core = await loadAttend();
  return new OwnMaps(core, await readInSlices(core, core.reserveMaps, bytes, core.openMaps, signal));
}

/**
 * Passes bytes to the core, which reads them in slices.
 * @param {AttendCore} core
 * @param {(count: number) => Uint8Array | null} reserve
 * @param {Uint8Array} bytes
 * @param {() => boolean} begin
 * @param {AbortSignal} [signal]
 * @returns {Promise<string>} the core's description of the maps as JSON
 */
async function readInSlices(core, reserve, bytes, begin, signal) {
  if (signal?.aborted) throw createCancelledError();
  try {
    reserve(bytes.length)?.set(bytes);
    throwPendingError(core);
    await computeInSlices(core, begin, () => core.advanceMaps(sliceBytes), signal);
    const text = core.describeMaps();
    throwPendingError(core);
    return text;
  } catch (error) {
    throw wrapError(error, 'CRASHED', { message: `The module stopped working: ${readMessage(error)}` });
  }
}

/** The maps of one file. */
export class OwnMaps {
  #core;

  /** @param {AttendCore} core @param {string} description */
  constructor(core, description) {
    this.#core = core;
    const { title, maps, leftOut, notStacked, replacedSurrogates } = JSON.parse(description);
    /** @type {string} '' if the file has no title */
    this.title = title;
    /** @type {readonly OwnMap[]} without the tokens that are left out */
    this.maps = maps;
    /** @type {readonly string[]} tensors that are not maps, with type and shape */
    this.leftOut = leftOut;
    /** @type {readonly string[]} maps that differ in shape or tokens from the other layers of the same name */
    this.notStacked = notStacked;
    /** @type {number} number of lone surrogates in texts, replaced by U+FFFD */
    this.replacedSurrogates = replacedSurrogates;
    /** @type {readonly string[]} tokens whose rows and columns are left out */
    this.without = [];
  }

  /**
   * Leaves out the rows and columns of some tokens in all maps, and divides the remaining weights of each row by their sum.
   * Each call replaces the one before; an empty list restores all tokens.
   * @param {readonly string[]} tokens
   * @param {{ signal?: AbortSignal }} [options]
   * @returns {Promise<void>}
   * @throws {AttentoscopeError} BAD_PARAMETER where nothing of a map would be left; then nothing has changed
   */
  async leaveOut(tokens, options = {}) {
    const signal = readAbortSignal(readEntries(options, 'options', ['signal']).get('signal'));
    if (!Array.isArray(tokens) || !tokens.every((token) => typeof token === 'string'))
      rejectArgument('tokens', tokens, 'an array of strings');
    const core = this.#core;
    const bytes = new TextEncoder().encode(JSON.stringify(tokens));
    const described = await readInSlices(core, core.reserveMaps, bytes, core.leaveOutTokens, signal);
    this.maps = JSON.parse(described).maps;
    this.without = [...tokens];
  }

  /** @param {HeadIndex} place @param {MapRegion} [part] @returns {Float32Array<ArrayBuffer>} row by row */
  weights(place, part = this.#getWholeRegion(place.map)) {
    return this.#readNumbers('weights', place, part);
  }

  /** A whole head. If it exceeds `maxSize` rows or columns, the largest weights of blocks of cells. @param {HeadIndex} place @param {number} maxSize */
  overview(place, maxSize) {
    return this.#readNumbers('overview', place, { rows: maxSize });
  }

  /** @param {number} map @param {MapRegion} [part] @returns {Float32Array<ArrayBuffer>} the true weights; zeros where they are unknown */
  truth(map, part = this.#getWholeRegion(map)) {
    return this.#readNumbers('truth', { map }, part);
  }

  /** @param {number} map @returns {Float32Array<ArrayBuffer>} red, green and blue of each pixel, from 0 to 1 */
  picture(map) {
    return this.#readNumbers('picture', { map });
  }

  /** @param {HeadIndex} place @param {MapRegion} [part] @returns {WeightRanges} */
  ranges(place, part = this.#getWholeRegion(place.map)) {
    const numbers = this.#readNumbers('ranges', place, part);
    const [largest = 0, smallest = 0] = numbers.subarray(-2);
    return { rows: numbers.slice(0, -2), largest, smallest };
  }

  /** @param {HeadIndex} place @returns {HeadMeasures} */
  measures(place) {
    const [entropy = 0, distance = 0, alignmentAccuracy = 0, massOnTruth = 0, divergence = 0] =
      this.#readNumbers('measures', place);
    return { entropy, distance, alignmentAccuracy, massOnTruth, divergence };
  }

  /** The distances of the rows of two maps. @param {Float32Array} first @param {Float32Array} second @param {number} columns */
  compareRows(first, second, columns) {
    const core = this.#core;
    const bytes = joinMaps(first, second);
    core.reserveMaps(bytes.length)?.set(bytes);
    core.compareRows(columns);
    throwPendingError(core);
    return readRowDistances(new Uint8Array(core.bytes()));
  }

  /** @param {number} map @returns {MapRegion} */
  #getWholeRegion(map) {
    const { rows = 1, columns = 1 } = this.maps[map] ?? {};
    return { row: 0, column: 0, rows, columns };
  }

  /** @param {string} kind @param {HeadIndex} place @param {Partial<MapRegion>} [part] */
  #readNumbers(
    kind,
    { map, step = 0, layer = 0, head = 0 },
    { row = 0, column = 0, rows = 1, columns = 1 } = {},
  ) {
    const view = this.#core.mapNumbers(kind, map, step, layer, head, row, column, rows, columns);
    const error = takeError(this.#core);
    if (error || !view)
      throw error ?? new AttentoscopeError('BAD_STATE', { message: 'The core returned no numbers.' });
    return new Float32Array(view);
  }
}
