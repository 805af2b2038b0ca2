/**
 * The interface of a training module, as bound in wasm/bindings. No bound function throws: on failure it returns a neutral
 * value (null, 0, '', false), and `takeError()` returns the reason.
 * A test compares this file with the module.
 */

/** Options of the module's factory: the members of Emscripten's module object that the engine uses. */
export interface CoreOptions {
  instantiateWasm?(
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
  print?(line: string): void;
  printErr?(line: string): void;
}

/** Members of every module. */
export interface CoreModule {
  /** '' or JSON { code, parameter, value, expected, message }; the call clears the error. */
  takeError(): string;
  /** Reserves `count` bytes for data, files or inputs, and returns a view of them; null on failure. */
  reserve(count: number): Uint8Array | null;
  /** View of the reserved bytes, or of the bytes by which a function has replaced them; detached when memory grows. */
  bytes(): Uint8Array;
  /**
   * Replaces the reserved bytes, two maps of floats one after the other, by floats: the Jensen-Shannon distance of each row, then
   * the mean.
   */
  compareRows(columns: number): boolean;
}

/** A training module, which holds one session. */
export interface Core extends CoreModule {
  /** Reads the reserved bytes as the table of Unicode properties, which text that is not ASCII needs. */
  setUnicode(): void;
  /**
   * Creates the session from the JSON of a configuration, in place of the current session. `withData`: the reserved bytes are
   * its data. Must succeed before the functions below are called.
   */
  create(configuration: string, withData: boolean): boolean;
  /** JSON { experiment, seed, parameters } with every effective value. */
  configuration(): string;
  /** JSON: names, shapes and offsets of the contents of `scalars` and `frame`. */
  manifest(): string;
  /** Steps done so far. */
  step(): number;
  /** Runs `count` steps and returns how many were done; fewer mean that there is an error. */
  train(count: number): number;
  /** Computes the summed gradients of some micro-batches, a branch of the summation tree; see wasm/lab/session.hpp. */
  compute(first: number, end: number): boolean;
  /** View of the sum of `compute`, or of the memory for the sum of another session; detached when memory grows. */
  sum(first: number, end: number): Float32Array | null;
  /** Updates the weights; the sums of all micro-batches must be there. */
  finishStep(): boolean;
  /** Changes live parameters, given as JSON. */
  set(values: string): boolean;
  /** Updates `scalars` and `frame`; never changes a result of training. */
  probe(): boolean;
  /** View of the values in the order of `manifest.scalars`; detached when memory grows. */
  scalars(): Float64Array;
  /** View of the frame block: all tensors of the manifest in one array; detached when memory grows. */
  frame(): Float32Array;
  /** JSON { loss, metrics } on held-out data. */
  evaluate(): string;
  /**
   * JSON { output, target?, attention, steps } for one input. It gives the numbers of a map or step as [begin, end], a range of
   * `numbers`.
   */
  predict(input: string): string;
  /** JSON { name, shape, weights, scores, truth, sample, rowLabels, columnLabels }, with ranges of `numbers` as in `predict`. */
  attention(request: string): string;
  /** View of the numbers of the last result of `predict`, `attention` or `score`; detached when memory grows. */
  numbers(): Float32Array;
  /** JSON: the result of a test of whether the map explains the prediction. */
  explain(request: string): string;
  /** JSON: an array of rows, each with the model's answers if the row had all its weight on each position in turn. */
  counterfactual(request: string): string;
  /** JSON: an answer that the model gives only if some rows of its attention are held. */
  challenge(input: string): string;
  /**
   * JSON { drawn, learned }: the scores of two maps, with ranges of `numbers` as in `predict`. The reserved bytes hold
   * floats: the truth (`size` numbers), the drawn map (`drawn` numbers) and the learned map.
   */
  score(size: number, drawn: number, columns: number): string;
  /** Fills `bytes` with the batch of a step, as safetensors. */
  batch(step: number): boolean;
  /** Fills `bytes` with the batches and learning rates of the next steps, as safetensors. */
  training(steps: number): boolean;
  /** Fills `bytes` with the weights as safetensors. */
  saveWeights(): boolean;
  /** Fills `bytes` with everything that is needed to continue exactly. */
  checkpoint(): boolean;
  /** Reads weights from the reserved bytes; on failure nothing changes. */
  loadWeights(): boolean;
  /** Reads a checkpoint from the reserved bytes; on failure nothing changes. */
  restore(): boolean;
  /** A hash of all parameters as 16 hexadecimal digits. */
  fingerprint(): string;
}

declare const createCore: (options?: CoreOptions) => Promise<Core>;
// biome-ignore lint/style/noDefaultExport: this is how Emscripten exports a factory
export default createCore;
