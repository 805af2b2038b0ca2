/** Data that is embedded in single-file builds; see .tools/single-file.js. */

/** The module with all experiments and mechanisms, compressed by gzip and encoded in base93. */
export const wasm: string;
/** The worker's code. */
export const worker: string;
