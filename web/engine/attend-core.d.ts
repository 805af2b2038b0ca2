/** The table of names of the module that computes single mechanisms, as bound by wasm/bindings/attend.cpp. */

import type { CoreOptions, Guarded } from './core.js';

export interface AttendCore extends Guarded {
  /** As `reserve`, for the inputs; TOO_LARGE where no computation could take as many bytes. */
  reserveInputs(count: number): Uint8Array | null;
  /**
   * Begins to compute a mechanism from the reserved bytes, a safetensors file. `request` is '' or fields as
   * `steps=true;of=context;at=0,1,2;draw=7`.
   */
  attend(mechanism: string, options: string, request: string): boolean;
  /**
   * Computes on, about so many multiply-adds. False when nothing is left to do: then the results, another safetensors file,
   * are in place of the reserved bytes, or an error waits.
   */
  advance(work: number): boolean;
  /** Gives up what is being computed, and the memory of inputs and results. */
  stop(): void;
}

declare const createAttendCore: (options?: CoreOptions) => Promise<AttendCore>;
// biome-ignore lint/style/noDefaultExport: this is how Emscripten exports a factory
export default createAttendCore;
