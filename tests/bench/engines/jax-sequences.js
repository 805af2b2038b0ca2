/** Models of rows of numbers, sentences and graphs in jax-js. */
import { nn, numpy as np } from '@jax-js/jax';
import {
  binaryCrossEntropy,
  createTensor,
  createZeroState,
  crossEntropy,
  dense,
  release,
  selectByPrefix,
  splitColumns,
  stepLstm,
  takeRows,
} from './jax-layers.js';

/** @import { Model, Named, Tensor, Workload } from './jax-layers.js' */

/**
 * Reads words with an LSTM.
 * @param {Named} p
 * @param {string} table name of the embedding
 * @param {string} layer name of the LSTM
 * @param {{ one: Tensor, columns: Tensor[], start: import('./jax-layers.js').State }} inputs see takeRows()
 * @returns the hidden state after each word, and the last state
 */
function readTokens(p, table, layer, { one, columns, start }) {
  let last = start;
  const states = columns.map((ids) => {
    last = stepLstm(p, layer, takeRows(p[table].ref, ids, one.ref), last);
    return last.h.ref;
  });
  return { states, last };
}

/** @type {Record<string, (work: Workload) => Model>} */
export const sequences = {
  W1: ({ dims }) => ({
    feed: ({ x, c, y }, rows) => ({
      x: createTensor(x, [rows, dims.width]),
      c: createTensor(c, [rows]),
      y: createTensor(y, [rows, 1]),
    }),
    loss: (p, { x, c, y }) =>
      np.square(dense(p, 'linear', np.take(p['attention.weight'].ref, c, 0).mul(x)).sub(y)).mean(),
  }),

  W2: ({ dims }) => ({
    feed: ({ x, y }, rows) => ({ x: createTensor(x, [rows, dims.width]), y: createTensor(y, [rows, 1]) }),
    loss(p, { x, y }, log) {
      const weights = nn.softmax(dense(p, 'attention.gate', x.ref), -1);
      return binaryCrossEntropy(dense(p, 'attention.readout', weights.mul(x)), y, log);
    },
  }),

  W3: ({ dims }) => ({
    feed: ({ x, y }, rows) => ({
      one: np.array(1),
      x: splitColumns(/** @type {Int32Array} */ (x), rows),
      y: createTensor(y, [rows, 1]),
    }),
    loss(all, { one, x, y }, log) {
      const p = selectByPrefix('reader.', all);
      const start = createZeroState(y.shape[0], dims.hidden);
      const { states, last } = readTokens(p, 'words.weight', 'reader', { one, columns: x, start });
      release(last);
      one.dispose();
      const h = np.stack(states); // [length, rows, hidden]
      const shift = p['pooling.bias'].ref.reshape([dims.length, 1, 1]);
      const scores = np.tanh(np.matmul(h.ref, p['pooling.weight'].ref).add(shift));
      return binaryCrossEntropy(dense(p, 'verdict', nn.softmax(scores, 0).mul(h).sum(0)), y, log);
    },
  }),

  W4: ({ dims }) => ({
    feed: ({ x, yin, y }, rows) => ({
      one: np.array(1),
      x: splitColumns(/** @type {Int32Array} */ (x), rows),
      yin: splitColumns(/** @type {Int32Array} */ (yin), rows),
      y: nn.oneHot(createTensor(y, [rows, dims.target]), dims.words),
    }),
    loss(p, { one, x, yin, y }) {
      const start = createZeroState(y.shape[0], dims.hidden);
      const encoded = readTokens(p, 'source.weight', 'encoder.forward', { one, columns: x, start });
      const decoded = readTokens(p, 'target.weight', 'decoder', { one, columns: yin, start: encoded.last });
      release(decoded.last);
      one.dispose();
      const source = np.stack(encoded.states, 1); // [rows, source, hidden]
      const target = np.stack(decoded.states, 1); // [rows, target, hidden]
      const queries = np.matmul(target.ref, p['attention.query'].ref);
      const scores = np.matmul(queries, source.ref.transpose([0, 2, 1]));
      const context = np.matmul(nn.softmax(scores, -1), source);
      const both = np.concatenate([context, target], -1);
      return crossEntropy(dense(p, 'readout', np.tanh(dense(p, 'combine', both))), y);
    },
  }),

  W5: ({ dims }) => {
    const { length, words, width, heads, layers } = dims;
    /** @param {Named} p @param {string} name @param {Tensor} x */
    const norm = (p, name, x) =>
      nn.standardize(x, -1, { epsilon: 1e-5 }).mul(p[`${name}.weight`].ref).add(p[`${name}.bias`].ref);
    return {
      feed: ({ x, y }, rows) => ({
        x: createTensor(x, [rows, length]),
        y: nn.oneHot(createTensor(y, [rows, length]), words),
      }),
      loss(p, { x, y }) {
        const rows = y.shape[0];
        let h = np.take(p['encoder.words.weight'].ref, x, 0).add(p['encoder.places.weight'].ref);
        for (let l = 0; l < layers; l++) {
          const [q, k, v] = np
            .split(dense(p, `encoder.${l}.self.in`, h.ref), 3, -1)
            .map((part) => part.reshape([rows, length, heads, width / heads]).transpose([0, 2, 1, 3]));
          const scores = np.matmul(q, k.transpose([0, 1, 3, 2])).mul(1 / Math.sqrt(width / heads));
          const mixed = np.matmul(nn.softmax(scores, -1), v);
          const context = mixed.transpose([0, 2, 1, 3]).reshape([rows, length, width]);
          h = norm(p, `encoder.${l}.norm_self`, h.add(dense(p, `encoder.${l}.self.out`, context)));
          const inner = nn.relu(dense(p, `encoder.${l}.feed.inner`, h.ref));
          h = norm(p, `encoder.${l}.norm_feed`, h.add(dense(p, `encoder.${l}.feed.outer`, inner)));
        }
        return crossEntropy(dense(p, 'readout', h), y);
      },
    };
  },

  W8: ({ dims }) => {
    const { length, hidden } = dims;
    return {
      feed: ({ x, mask, y }, rows) => ({
        one: np.array(1),
        x: splitColumns(/** @type {Int32Array} */ (x), rows),
        mask: createTensor(mask, [rows, length, 1]),
        y: createTensor(y, [rows, 1]),
      }),
      loss(all, { one, x, mask, y }, log) {
        const rows = y.shape[0];
        const p = selectByPrefix('reader.', all);
        const v = p['reader.look.v'].ref.reshape([hidden, 1]);
        let from = createZeroState(rows, hidden);
        /** @type {Tensor[]} */
        const hiddens = [];
        /** @type {Tensor[]} */
        const cells = [];
        /** @type {Tensor[]} */
        const keys = [];
        /** All so far as [rows, words, hidden]. @param {Tensor[]} parts */
        const stackSteps = (parts) =>
          np.stack(
            parts.map((part) => part.ref),
            1,
          );
        for (const ids of x) {
          const word = takeRows(p['words.weight'].ref, ids, one.ref);
          if (hiddens.length > 0) {
            const query = np
              .matmul(word.ref, p['reader.look.word'].ref)
              .add(np.matmul(from.h, p['reader.look.summary'].ref))
              .reshape([rows, 1, hidden]);
            from.c.dispose();
            const weights = nn.softmax(np.matmul(np.tanh(query.add(stackSteps(keys))), v.ref), 1);
            from = {
              h: weights.ref.mul(stackSteps(hiddens)).sum(1),
              c: weights.mul(stackSteps(cells)).sum(1),
            };
          }
          const { h, c } = stepLstm(p, 'reader', word, { h: from.h.ref, c: from.c.ref });
          keys.push(np.matmul(h.ref, p['reader.look.state'].ref));
          hiddens.push(h);
          cells.push(c);
        }
        const states = np.stack(hiddens, 1);
        release(from);
        for (const tensor of [v, one, ...cells, ...keys]) tensor.dispose();
        const context = states.mul(mask.ref).sum(1).div(mask.sum(1));
        return binaryCrossEntropy(dense(p, 'verdict', context), y, log);
      },
    };
  },

  W10: ({ dims }) => {
    const { nodes, kinds, width } = dims;
    return {
      feed: ({ attribute, value, edges, mask, y }, rows) => ({
        one: np.array(1),
        attribute: createTensor(attribute, [rows, nodes]),
        value: createTensor(value, [rows, nodes]),
        edges: createTensor(edges, [rows, nodes, nodes]),
        // The first half of the nodes of every graph are the query nodes.
        mask: createTensor(mask, [rows, nodes]).mul(1 / (rows * kinds)),
        y: nn.oneHot(createTensor(y, [rows, nodes]), kinds),
      }),
      loss(p, { one, attribute, value, edges, mask, y }) {
        const rows = y.shape[0];
        const h = takeRows(p['attributes.weight'].ref, attribute, one.ref).add(
          takeRows(p['values.weight'].ref, value, one),
        );
        const queries = np.matmul(h.ref, p['attention.query_weight'].ref).reshape([rows, nodes, 1, width]);
        const keys = np.matmul(h, p['attention.key_weight'].ref);
        const both = queries.add(keys.ref.reshape([rows, 1, nodes, width]));
        const bent = nn.relu(both.ref).mul(0.8).add(both.mul(0.2));
        const scores = np
          .matmul(bent, p['attention.score'].ref.reshape([width, 1]))
          .reshape([rows, nodes, nodes]);
        const weights = nn.softmax(scores.add(edges.sub(1).mul(1e9)), -1);
        const logits = dense(p, 'readout', np.matmul(weights, keys));
        return nn.logSoftmax(logits).mul(y).sum(-1).mul(mask).sum().neg();
      },
    };
  },
};
