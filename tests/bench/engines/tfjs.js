/**
 * TensorFlow.js on its WebAssembly backend, with its own Adam. Two operations are replaced, because their gradients are
 * missing (`gather`) or slow (`matMul` of transposed factors does not use XNNPACK).
 */
import * as tf from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-core/dist/register_all_gradients.js';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { adam, sliceBatch } from '../workloads.js';

/**
 * @typedef {tf.Tensor} Tensor
 * @typedef {tf.Tensor2D} Tensor2D
 * @typedef {Record<string, any>} Named tensors of whatever rank the model needs
 * @typedef {(work: import('../workloads.js').Workload) => (p: Named, x: Named) => tf.Scalar} Model
 */

/** a [m, k] · b [k, n]. @type {(a: Tensor, b: Tensor) => Tensor2D} */
const multiply = tf.customGrad((/** @type {any} */ a, /** @type {any} */ b, /** @type {any} */ save) => {
  const [left, right] = /** @type {Tensor2D[]} */ ([a, b]);
  /** @type {(saved: Tensor[]) => void} */ (save)([left, right]);
  return {
    value: tf.matMul(left, right),
    gradFunc: (/** @type {any} */ dy, /** @type {any[]} */ [x, w]) => [
      tf.matMul(dy, tf.transpose(w)),
      tf.matMul(tf.transpose(x), dy),
    ],
  };
});

/** The same for a [.., k]. @param {Tensor} a @param {Tensor2D} b @returns {any} */
const product = (a, b) => {
  const rows = tf.reshape(a, [-1, b.shape[0]]);
  return tf.reshape(multiply(rows, b), [...a.shape.slice(0, -1), b.shape[1]]);
};

/** Rows of a table. @param {Tensor2D} table @param {any} ids @returns {any} */
const takeRows = (table, ids) =>
  tf.customGrad((rows) => ({
    value: tf.gather(/** @type {Tensor} */ (rows), ids),
    gradFunc: (/** @type {Tensor} */ dy) => {
      const width = table.shape[1];
      return tf.scatterND(tf.reshape(ids, [-1, 1]), tf.reshape(dy, [-1, width]), table.shape);
    },
  }))(table);

/** @param {any} x @param {any} target */
const binaryCrossEntropy = (x, target) =>
  /** @type {any} */ (
    tf.mean(tf.add(tf.sub(tf.relu(x), tf.mul(x, target)), tf.log1p(tf.exp(tf.neg(tf.abs(x))))))
  );

/** @param {any} logits @param {any} classes one-hot */
const crossEntropy = (logits, classes) =>
  /** @type {any} */ (tf.neg(tf.mean(tf.sum(tf.mul(tf.logSoftmax(logits), classes), -1))));

/**
 * The states of an LSTM, step after step.
 * @param {any} inputs already multiplied, [rows, length, 4·hidden]
 * @param {Tensor2D} u
 * @param {{ h: any, c: any }} start
 */
const unrollLstm = (inputs, u, start) => {
  let { h, c } = start;
  const states = [];
  for (const input of tf.unstack(inputs, 1)) {
    const [i, f, g, o] = tf.split(tf.add(input, multiply(h, u)), 4, 1);
    c = tf.add(tf.mul(tf.sigmoid(f), c), tf.mul(tf.sigmoid(i), tf.tanh(g)));
    h = tf.mul(tf.sigmoid(o), tf.tanh(c));
    states.push(h);
  }
  return { states, h, c };
};

/** @param {any} ids @param {number} hidden */
const start = (ids, hidden) => ({
  h: tf.zeros([ids.shape[0], hidden]),
  c: tf.zeros([ids.shape[0], hidden]),
});

/** @type {Record<string, Model>} */
const models = {
  W1:
    () =>
    (p, { x, c, y }) =>
      tf.mean(tf.square(tf.sub(tf.add(product(tf.mul(takeRows(p.emb, c), x), p.w), p.b), y))),

  W2:
    () =>
    (p, { x, y }) => {
      const weights = tf.softmax(/** @type {Tensor} */ (tf.add(product(x, p.wa), p.ba)));
      return binaryCrossEntropy(tf.add(product(tf.mul(weights, x), p.w), p.b), y);
    },

  W3:
    ({ dims }) =>
    (p, { x, y }) => {
      const inputs = tf.add(product(takeRows(p.emb, x), p.W), p.bl);
      const h = tf.stack(unrollLstm(inputs, p.U, start(x, dims.hidden)).states, 1);
      const scores = tf.tanh(tf.add(tf.squeeze(product(h, p.aw), [2]), p.ab));
      const context = tf.sum(tf.mul(tf.expandDims(tf.softmax(scores), 2), h), 1);
      return binaryCrossEntropy(tf.add(product(context, p.w), p.b), y);
    },

  W4:
    ({ dims }) =>
    (p, { x, yin, y }) => {
      const encoder = unrollLstm(
        tf.add(product(takeRows(p.embs, x), p.We), p.be),
        p.Ue,
        start(x, dims.hidden),
      );
      const decoder = unrollLstm(tf.add(product(takeRows(p.embt, yin), p.Wd), p.bd), p.Ud, encoder);
      const source = tf.stack(encoder.states, 1);
      const target = tf.stack(decoder.states, 1);
      const weights = tf.softmax(tf.matMul(product(target, p.Wa), source, false, true));
      const both = tf.concat([tf.matMul(weights, source), target], 2);
      const attentive = tf.tanh(tf.add(product(both, p.Wc), p.bc));
      return crossEntropy(tf.add(product(attentive, p.Wo), p.bo), y);
    },

  W5: ({ dims }) => {
    const { length, width, heads, layers } = dims;
    /** @param {any} x @param {any} scale @param {any} shift */
    const norm = (x, scale, shift) => {
      const centred = tf.sub(x, tf.mean(x, -1, true));
      const variance = tf.mean(tf.square(centred), -1, true);
      return tf.add(tf.mul(tf.mul(centred, tf.rsqrt(tf.add(variance, 1e-5))), scale), shift);
    };
    return (p, { x, y }) => {
      const rows = x.shape[0];
      /** @type {any} */
      let h = tf.add(takeRows(p.emb, x), p.pos);
      for (let l = 0; l < layers; l++) {
        /** @param {string} name */
        const own = (name) => p[`l${l}.${name}`];
        const [q, k, v] = tf
          .split(tf.add(product(h, own('wqkv')), own('bqkv')), 3, 2)
          .map((part) => tf.transpose(tf.reshape(part, [rows, length, heads, width / heads]), [0, 2, 1, 3]));
        const scores = tf.mul(tf.matMul(q, k, false, true), 1 / Math.sqrt(width / heads));
        const mixed = tf.transpose(tf.matMul(tf.softmax(scores), v), [0, 2, 1, 3]);
        const context = tf.reshape(mixed, [rows, length, width]);
        h = norm(tf.add(h, tf.add(product(context, own('wo')), own('bo'))), own('g1'), own('h1'));
        const inner = tf.relu(tf.add(product(h, own('w1')), own('b1')));
        h = norm(tf.add(h, tf.add(product(inner, own('w2')), own('b2'))), own('g2'), own('h2'));
      }
      return crossEntropy(tf.add(product(h, p.wout), p.bout), y);
    };
  },
};

/** @param {import('../runner.js').Host} host @returns {Promise<import('../runner.js').Engine>} */
export async function load(host) {
  setWasmPaths(host.address('node_modules/@tensorflow/tfjs-backend-wasm/dist/'));
  // With two cores the threaded build runs one thread, and slower.
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  if (!(await tf.setBackend('wasm'))) throw new Error('the WebAssembly backend does not start');
  return {
    async start(work) {
      const make = models[work.kind];
      if (!make) throw new Error(`${work.kind} has no implementation for it`);
      const model = make(work);
      const words = work.kind === 'W4' || work.kind === 'W5' ? work.dims.words : 0;
      /** @param {import('../workloads.js').Batch} batch @param {number} rows @returns {Named} */
      const feed = (batch, rows) =>
        Object.fromEntries(
          Object.entries(batch).map(([name, values]) => {
            const shape = work.inputs[name].length || values instanceof Int32Array ? work.inputs[name] : [1];
            const tensor = tf.tensor(values.slice(), [rows, ...shape]);
            return [
              name,
              name === 'y' && words ? tf.tidy(() => tf.cast(tf.oneHot(tensor, words), 'float32')) : tensor,
            ];
          }),
        );
      const p = Object.fromEntries(
        work.parameters.map(({ name, values, shape }) => [
          name,
          tf.variable(tf.tensor(values.slice(), [...shape])),
        ]),
      );
      const optimizer = tf.train.adam(adam.rate, adam.beta1, adam.beta2, adam.epsilon);
      const heldOut = feed(work.heldOut, work.heldOutRows);
      /** @type {Named[]} */
      const fed = [];
      let done = 0;
      return {
        run(steps) {
          for (const end = done + steps; done < end; done++) {
            const k = done % work.batches;
            fed[k] ??= feed(sliceBatch(work, k), work.batch);
            optimizer.minimize(() => model(p, fed[k]));
          }
        },
        loss: () => tf.tidy(() => model(p, heldOut).dataSync()[0]),
        stop() {
          optimizer.dispose();
          tf.dispose([p, heldOut, fed.filter(Boolean)]);
        },
      };
    },
  };
}
