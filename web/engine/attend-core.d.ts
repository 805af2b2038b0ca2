/** The interface of the module that computes single mechanisms, as bound in wasm/bindings/attend.cpp. */

import type { CoreModule, CoreOptions } from './core.js';

export interface AttendCore extends CoreModule {
  /** Like `reserve`, for the inputs; fails with TOO_LARGE if `count` exceeds the memory limit of a computation. */
  reserveInputs(count: number): Uint8Array | null;
  /**
   * Starts to compute a mechanism from the reserved bytes, a safetensors file. `options` and `request` are JSON objects, such as
   * {"steps": true, "gradient.of": "context", "gradient.at": [0, 1, 2]}. With an empty `mechanism`, `options` is a formula, and
   * the call leaves JSON in the reserved bytes: { inputs, lines, code } of the mechanism "own", or a FormulaCheck if `request`
   * is `check`.
   */
  attend(mechanism: string, options: string, request: string): boolean;
  /**
   * Continues for about `work` multiply-adds. Returns false at the end: the results, as a safetensors file, have replaced the
   * reserved bytes, or there is an error.
   */
  advance(work: number): boolean;
  /** Cancels the computation and frees the memory of inputs and results. */
  stop(): void;
  /** View of `count` bytes for a file of maps; null if it is too large. */
  reserveMaps(count: number): Uint8Array | null;
  /**
   * Reads the reserved bytes as a JSON array of tokens. Once `advanceMaps` has returned false, the rows and columns of these
   * tokens are left out. Fails with BAD_PARAMETER if nothing of a map would remain.
   */
  leaveOutTokens(): boolean;
  /** Starts to read the reserved bytes as a file of maps. */
  openMaps(): boolean;
  /** Continues for about `work` bytes or numbers. Returns false at the end or on an error. */
  advanceMaps(work: number): boolean;
  /** JSON { title, maps: [OwnMap], leftOut, notStacked, replacedSurrogates }, see own-maps.js; '' on failure. */
  describeMaps(): string;
  /**
   * View of numbers of a map; null on failure. `what` for one head (−1: the mean of the layer): `weights` of a region, `overview`
   * with at most `rows` rows and columns, `measures`, `ranges`; for the whole map: `truth` of a region, `picture`.
   */
  mapNumbers(
    what: string,
    map: number,
    step: number,
    layer: number,
    head: number,
    row: number,
    column: number,
    rows: number,
    columns: number,
  ): Float32Array | null;
}

declare const createAttendCore: (options?: CoreOptions) => Promise<AttendCore>;
// biome-ignore lint/style/noDefaultExport: this is how Emscripten exports a factory
export default createAttendCore;
