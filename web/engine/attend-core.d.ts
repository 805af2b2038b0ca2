/** The table of names of the module that computes single mechanisms, as bound by wasm/bindings/attend.cpp. */

import type { CoreOptions, Guarded } from './core.js';

export interface AttendCore extends Guarded {
  /** Computes a mechanism from the reserved bytes, a safetensors file, and puts the results, another, in their place. */
  attend(mechanism: string, options: string): boolean;
}

declare const createAttendCore: (options?: CoreOptions) => Promise<AttendCore>;
// biome-ignore lint/style/noDefaultExport: this is how Emscripten exports a factory
export default createAttendCore;
