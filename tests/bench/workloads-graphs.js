/** W10: attention on graphs. */

import { countElements, createDenseTensors, createGenerator, createTensor } from './workload-numbers.js';

/**
 * One layer of GATv2 with one head: a dictionary of eight queries and eight keys. Every query sees every key, and every node
 * itself; a query must return the value of the key with its attribute. Cross-entropy over the queries.
 * @returns {import('./workloads.js').WorkloadDefinition}
 */
export function createGraphsWorkload() {
  const batch = 32;
  const [kinds, width] = [8, 32];
  const nodes = 2 * kinds;
  const edge = Float32Array.from({ length: nodes * nodes }, (_, i) => {
    const [from, to] = [Math.floor(i / nodes), i % nodes];
    return from === to || (from < kinds && to >= kinds) ? 1 : 0;
  });
  /** @param {number} rows @param {number} seed */
  const sample = (rows, seed) => {
    const { below } = createGenerator(seed);
    const attribute = Int32Array.from({ length: rows * nodes }, (_, i) => i % kinds);
    const value = new Int32Array(rows * nodes).fill(kinds);
    const y = new Int32Array(rows * nodes);
    const edges = new Float32Array(rows * edge.length);
    for (let i = 0; i < rows; i++) {
      const labels = Int32Array.from({ length: kinds }, () => below(kinds));
      value.set(labels, i * nodes + kinds);
      y.set(labels, i * nodes);
      edges.set(edge, i * edge.length);
    }
    const mask = Float32Array.from({ length: rows * nodes }, (_, i) => (i % nodes < kinds ? 1 : 0));
    return { attribute, value, edges, mask, y };
  };
  const random = createGenerator(1001);
  const { normal, glorot } = random;
  const square = [width, width];
  return {
    batch,
    batches: 64,
    dims: { nodes, kinds, width },
    inputs: { attribute: [nodes], value: [nodes], edges: [nodes, nodes], mask: [nodes], y: [nodes] },
    seed: 1011,
    sample,
    parameters: [
      createTensor('attributes.weight', [kinds, width], normal),
      createTensor('values.weight', [kinds + 1, width], normal),
      createTensor('attention.query_weight', square, glorot(width, width)),
      createTensor('attention.key_weight', square, glorot(width, width)),
      createTensor('attention.score', [1, width], glorot(1, width)),
      ...createDenseTensors(random, 'readout', width, kinds),
    ],
    initialLoss: 2.636888,
    checkSteps: 100,
    finalLoss: 1.703483,
    flops: 6 * batch * nodes * (2 * countElements(square) + 2 * nodes * width + width * kinds),
  };
}
