/** The table of names of the module that computes single mechanisms, as bound by wasm/bindings/attend.cpp. */

import type { CoreOptions, Guarded } from './core.js';

export interface AttendCore extends Guarded {
  /**
   * Computes a mechanism from the reserved bytes, a safetensors file, and puts the results, another, in their place.
   * `request` is '' or fields as `steps=true;of=context;at=0,1,2;draw=7`.
   */
  attend(mechanism: string, options: string, request: string): boolean;
}

declare const createAttendCore: (options?: CoreOptions) => Promise<AttendCore>;
// biome-ignore lint/style/noDefaultExport: this is how Emscripten exports a factory
export default createAttendCore;
