/**
 * The table of names of a module that trains, as bound by wasm/bindings. No bound function ever throws: on failure it returns
 * a neutral value (null, 0, '', false) and the reason waits in `takeError()`.
 * A test holds this file against the real module.
 */

/** What the module's factory accepts; the parts of Emscripten's module object that the engine uses. */
export interface CoreOptions {
  instantiateWasm?(
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
  print?(line: string): void;
  printErr?(line: string): void;
}

/** What every module has. */
export interface Guarded {
  /** '' or JSON { code, parameter, value, expected, message }; reading clears it. */
  takeError(): string;
  /** View of `count` bytes to write the data of a session, or the inputs of `attend`, into; null on failure. */
  reserve(count: number): Uint8Array | null;
  /** View on those bytes, and on the results of `attend`; detaches when memory grows. */
  bytes(): Uint8Array;
}

export interface Core extends Guarded {
  readonly Session: SessionConstructor;
  /** Takes the reserved bytes as the table of Unicode's properties, which reading a text needs that is not ASCII. */
  setUnicode(): void;
}

export interface SessionConstructor {
  /** A session from a configuration text, `withData` on the reserved bytes instead of its own data; null on failure. */
  create(configuration: string, withData: boolean): Session | null;
}

export interface Session {
  /** JSON { experiment, seed, parameters } with every effective value. */
  configuration(): string;
  /** JSON: names, shapes and offsets of everything that `scalars` and `frame` hold. */
  manifest(): string;
  /** Steps done so far. */
  step(): number;
  /** Runs `count` steps and returns how many were done; fewer means an error waits. */
  train(count: number): number;
  /** Computes the summed gradients of some parts of a batch, a branch of their tree; see wasm/lab/session.hpp. */
  compute(first: number, end: number): boolean;
  /** View on what `compute` has left, or room for what another session's has; detaches when memory grows. */
  sum(first: number, end: number): Float32Array | null;
  /** Takes the step of which every part is there. */
  finishStep(): boolean;
  /** Changes a live parameter in place. */
  set(name: string, text: string): boolean;
  /** Refreshes `scalars` and `frame`; never changes a result of training. */
  probe(): boolean;
  /** View on the values in the order of `manifest.scalars`; detaches when memory grows. */
  scalars(): Float64Array;
  /** View on the frame block; detaches when memory grows. */
  frame(): Float32Array;
  /** JSON { loss, metrics } on held-out data. */
  evaluate(): string;
  /** JSON { output, target?, attention, steps } for one input. */
  predict(input: string): string;
  /** JSON { name, shape, weights, scores, truth, sample, rowLabels, columnLabels }. */
  attention(request: string): string;
  /** JSON: one test of whether the map explains the answer. */
  explain(request: string): string;
  /** JSON { drawn, learned }: the scores of two maps that stand behind the truth of `size` numbers, the first with `drawn` numbers, all as floats in the reserved bytes. */
  score(size: number, drawn: number, columns: number): string;
  /** Fills `bytes` with what the model is given at a step, as safetensors. */
  batch(step: number): boolean;
  /** Fills `bytes` with what so many next steps are trained with, as safetensors. */
  training(steps: number): boolean;
  /** Fills `bytes` with the weights as safetensors. */
  saveWeights(): boolean;
  /** Fills `bytes` with everything needed to go on exactly. */
  checkpoint(): boolean;
  /** View on the byte buffer; detaches when memory grows. */
  bytes(): Uint8Array;
  /** View of `count` bytes to write an incoming file into; null on failure. */
  reserve(count: number): Uint8Array | null;
  /** Reads weights from the reserved bytes; on failure nothing changes. */
  loadWeights(): boolean;
  /** Reads a checkpoint from the reserved bytes; on failure nothing changes. */
  restore(): boolean;
  /** 16 hexadecimal digits over the bits of all parameters. */
  fingerprint(): string;
  /** Frees the session. */
  delete(): void;
}

declare const createCore: (options?: CoreOptions) => Promise<Core>;
// biome-ignore lint/style/noDefaultExport: this is how Emscripten exports a factory
export default createCore;
