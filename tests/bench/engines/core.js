/** Our own core: the operations, plans and Adam of wasm/, in the module of the benchmarks. */
import { countElements } from '../workload-numbers.js';
import { adam } from '../workloads.js';

/**
 * @typedef {object} Trainer see trainer.hpp
 * @property {(name: string, shape: readonly number[]) => void} declare
 * @property {(column: string, count: number) => Float32Array} numbers
 * @property {(column: string, count: number) => Int32Array} ids
 * @property {() => boolean} record
 * @property {(name: string) => Float32Array} parameter
 * @property {(steps: number, batches: number, rate: number) => void} run
 * @property {(firstRow: number) => number} loss
 * @property {() => void} delete
 *
 * @typedef {object} Multiplication see bindings.cpp
 * @property {(repeats: number) => number} run
 * @property {() => void} delete
 *
 * @typedef {object} BenchCore
 * @property {() => string} takeError
 * @property {(rounds: number) => number} multiplyAndAdd
 * @property {new (workload: string, batch: number, heldOutRows: number) => Trainer} Trainer
 * @property {new (m: number, n: number, k: number, transposed: boolean) => Multiplication} Product
 */

/** @param {import('../runner.js').Host} host @param {string} [name] of the module @returns {Promise<BenchCore>} */
export async function loadCore(host, name = 'bench_core') {
  const { default: createCore } = await host.module('build/wasm/bench_core.mjs');
  const wasmBinary = await host.bytes(`build/wasm/${name}.wasm`);
  if (!WebAssembly.validate(wasmBinary))
    throw new Error(`${name} needs instructions that this engine does not support`);
  return createCore({ wasmBinary });
}

/** @param {import('../runner.js').Host} host @param {string} [name] @returns {Promise<import('../runner.js').Engine>} */
export async function load(host, name) {
  const core = await loadCore(host, name);
  return {
    async start(work) {
      const trainer = new core.Trainer(work.kind, work.batch, work.heldOutRows);
      for (const { name, shape } of work.parameters) trainer.declare(name, shape);
      // A view must be filled at once, because it becomes invalid when the memory grows.
      for (const [name, rows] of Object.entries(work.data)) {
        const count = rows.length + work.heldOut[name].length;
        const column = rows instanceof Float32Array ? trainer.numbers(name, count) : trainer.ids(name, count);
        column.set(rows);
        column.set(work.heldOut[name], rows.length);
      }
      if (!trainer.record()) throw new Error(core.takeError());
      for (const { name, values } of work.parameters) trainer.parameter(name).set(values);
      const trained = work.data.y.length / countElements(work.inputs.y);
      return {
        run: (steps) => trainer.run(steps, work.batches, adam.rate),
        loss: () => trainer.loss(trained),
        stop: () => trainer.delete(),
      };
    },
  };
}
