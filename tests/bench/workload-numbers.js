/** Seeded random numbers, and tensors of them. */

/**
 * A random generator (Mulberry32) with several distributions.
 * @param {number} seed
 */
export function createGenerator(seed) {
  let state = seed >>> 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    uniform,
    normal() {
      let radius = 0;
      while (radius <= 1e-12) radius = uniform();
      return Math.sqrt(-2 * Math.log(radius)) * Math.cos(2 * Math.PI * uniform());
    },
    /** @param {number} limit */
    below: (limit) => Math.floor(uniform() * limit),
    /** @param {number} bound */
    within: (bound) => () => (uniform() * 2 - 1) * bound,
    /** The bound of Glorot and Bengio. @param {number} inputs @param {number} outputs */
    glorot: (inputs, outputs) => () => (uniform() * 2 - 1) * Math.sqrt(6 / (inputs + outputs)),
  };
}

/** @param {readonly number[]} shape */
export const countElements = (shape) => shape.reduce((product, extent) => product * extent, 1);

/**
 * @param {string} name
 * @param {readonly number[]} shape
 * @param {(index: number) => number} draw
 * @returns {import('./workloads.js').Tensor}
 */
export const createTensor = (name, shape, draw) => ({
  name,
  shape,
  values: Float32Array.from({ length: countElements(shape) }, (_, i) => draw(i)),
});

/** @typedef {ReturnType<typeof createGenerator>} Generator */

/** A dense layer: weights by the rule of Glorot and Bengio, biases zero. @param {Generator} random @param {string} name @param {number} inputs @param {number} outputs */
export const createDenseTensors = ({ glorot }, name, inputs, outputs) => [
  createTensor(`${name}.weight`, [inputs, outputs], glorot(inputs, outputs)),
  createTensor(`${name}.bias`, [outputs], () => 0),
];

/** An LSTM, whose forget gate starts open. @param {Generator} random @param {string} name @param {number} inputs @param {number} hidden */
export const createLstmTensors = ({ glorot }, name, inputs, hidden) => [
  createTensor(`${name}.weight_input`, [inputs, 4 * hidden], glorot(inputs, 4 * hidden)),
  createTensor(`${name}.weight_hidden`, [hidden, 4 * hidden], glorot(hidden, 4 * hidden)),
  createTensor(`${name}.bias`, [4 * hidden], (i) => (i >= hidden && i < 2 * hidden ? 1 : 0)),
];

/**
 * Tensors uniform on ±1/√n.
 * @param {Generator} random
 * @param {Record<string, readonly [number, ...number[]]>} sizes by name n, then the shape
 */
export const createUniformTensors = ({ within }, sizes) =>
  Object.entries(sizes).map(([name, [n, ...shape]]) => createTensor(name, shape, within(1 / Math.sqrt(n))));
