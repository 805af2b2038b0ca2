/** What the builds that are one file put inside; see .tools/one-file.js. */

/** The module that holds everything, as gzip in base64. */
export const wasm: string;
/** The worker's code. */
export const worker: string;
