/** Layers for the models in jax-js. A function owns the arrays passed to it; `x.ref` keeps `x` for another use. */
import { nn, numpy as np } from '@jax-js/jax';

/**
 * @typedef {import('@jax-js/jax').Array} Tensor
 * @typedef {Record<string, Tensor>} Named
 * @typedef {import('../workloads.js').Workload} Workload
 * @typedef {{ h: Tensor, c: Tensor }} State of an LSTM
 *
 * A model: the conversion of a batch before the first step, and the loss, which owns the batch.
 * @typedef {object} Model
 * @property {(batch: import('../workloads.js').Batch, rows: number) => Record<string, Tensor | Tensor[]>} feed
 * @property {(p: Named, x: any, log: (x: Tensor) => Tensor) => Tensor} loss
 */

/** @param {import('../workloads.js').Numbers} values @param {readonly number[]} shape */
export const createTensor = (values, shape) =>
  np.array(values.slice(), {
    shape: [...shape],
    dtype: values instanceof Int32Array ? np.int32 : np.float32,
  });

/**
 * Rows of a table. The gradient of `take` does not compile when it is fused with the next operation; a factor of 1 that is only
 * known at run time prevents the fusion.
 * @param {Tensor} table
 * @param {Tensor} ids
 * @param {Tensor} one
 */
export const takeRows = (table, ids, one) => np.take(table, ids, 0).mul(one);

/**
 * np.log has an error of 1e-5 near 2. It does not matter for gradients, but the compared loss needs one step of Newton's method.
 * @param {Tensor} x
 */
export function exactLog(x) {
  const y = np.log(x.ref);
  return y.ref.add(x.mul(np.exp(y.neg()))).sub(1);
}

/**
 * Mean of −t·ln p − (1 − t)·ln(1 − p) with p = σ(x).
 * @param {Tensor} x
 * @param {Tensor} target
 * @param {(x: Tensor) => Tensor} log
 */
export const binaryCrossEntropy = (x, target, log) =>
  nn
    .relu(x.ref)
    .sub(x.ref.mul(target))
    .add(log(np.exp(np.abs(x).neg()).add(1)))
    .mean();

/** Mean of −ln softmax(logits)[class]; classes one-hot. @param {Tensor} logits @param {Tensor} classes */
export const crossEntropy = (logits, classes) => nn.logSoftmax(logits).mul(classes).sum(-1).mean().neg();

/** @param {number} rows @param {number} width @returns {State} */
export const createZeroState = (rows, width) => ({ h: np.zeros([rows, width]), c: np.zeros([rows, width]) });

/** One time step of an LSTM. @param {Named} p @param {string} name @param {Tensor} x @param {State} state @returns {State} */
export function stepLstm(p, name, x, { h, c }) {
  const inputs = np.matmul(x, p[`${name}.weight_input`].ref);
  const gates = inputs.add(np.matmul(h, p[`${name}.weight_hidden`].ref)).add(p[`${name}.bias`].ref);
  const [i, f, g, o] = np.split(gates, 4, -1);
  const next = nn
    .sigmoid(f)
    .mul(c)
    .add(nn.sigmoid(i).mul(np.tanh(g)));
  return { h: nn.sigmoid(o).mul(np.tanh(next.ref)), c: next };
}

/** Frees arrays that a loss has used by reference. @param {Named} p */
export const release = (p) => {
  for (const value of Object.values(p)) value.dispose();
};

/** Column t of whole numbers [rows, length]. @param {Int32Array} values @param {number} rows */
export const splitColumns = (values, rows) => {
  const length = values.length / rows;
  return Array.from({ length }, (_, t) =>
    createTensor(
      Int32Array.from({ length: rows }, (_, i) => values[i * length + t]),
      [rows],
    ),
  );
};

/** Parameters by the rest of their names. @param {string} model what all begin with @param {Named} all */
export const selectByPrefix = (model, all) =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [name.slice(model.length), value]));

/** A dense layer by its name. @param {Named} p @param {string} name @param {Tensor} x */
export const dense = (p, name, x) => np.matmul(x, p[`${name}.weight`].ref).add(p[`${name}.bias`].ref);
