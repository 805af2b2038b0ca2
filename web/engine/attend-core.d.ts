/** The table of names of the module that computes single mechanisms, as bound by wasm/bindings/attend.cpp. */

import type { CoreOptions, Guarded } from './core.js';

export interface AttendCore extends Guarded {
  /** As `reserve`, for the inputs; TOO_LARGE where no computation could take as many bytes. */
  reserveInputs(count: number): Uint8Array | null;
  /**
   * Begins to compute a mechanism from the reserved bytes, a safetensors file. `request` is '' or fields as
   * `steps=true;of=context;at=0,1,2;draw=7`. Without a mechanism `options` is a formula, and JSON is in the reserved bytes at
   * once: what it decides of the mechanism "own", { inputs, lines, code }; with the request `check` a FormulaCheck.
   */
  attend(mechanism: string, options: string, request: string): boolean;
  /**
   * Computes on, about so many multiply-adds. False when nothing is left to do: then the results, another safetensors file,
   * are in place of the reserved bytes, or an error waits.
   */
  advance(work: number): boolean;
  /** Gives up what is being computed, and the memory of inputs and results. */
  stop(): void;
  /** Room for a file of maps; null when it is too large. */
  reserveMaps(count: number): Uint8Array | null;
  /**
   * Takes the reserved bytes as JSON, an array of tokens. Their rows and columns are left out as soon as `advanceMaps` says
   * that nothing is left to do. BAD_PARAMETER where nothing would be left of a map.
   */
  leaveOutTokens(): boolean;
  /** Takes the reserved bytes as a file of maps. */
  openMaps(): boolean;
  /** Reads on, about so many bytes or numbers. False when nothing is left to do, or an error waits. */
  advanceMaps(work: number): boolean;
  /** JSON { title, maps: [OwnMap], leftOut, notStacked, replacedSurrogates }, see own-maps.js; '' on failure. */
  describeMaps(): string;
  /**
   * Numbers of a map, a view; null on failure. Of a head, of the mean of its layer where `head` is -1: `weights` of a part,
   * the `overview` on at most `rows` rows and columns, `measures`, `ranges`. Of all: `truth` of a part, `picture`.
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
