/** Models of rows of numbers, sentences and graphs in jax-js. */
import { nn, numpy as np } from '@jax-js/jax';
import {
  binaryCrossEntropy,
  createTensor,
  crossEntropy,
  dense,
  listLstmNames,
  release,
  selectByPrefix,
  splitColumns,
  stepLstm,
  takeRows,
} from './jax-layers.js';

/** @import { Model, Named, Tensor, Workload } from './jax-layers.js' */

/** @type {Record<string, (work: Workload) => Model>} */
export const sequences = {
  W1: ({ dims }) => ({
    feed: ({ x, c, y }, rows) => ({
      x: createTensor(x, [rows, dims.width]),
      c: createTensor(c, [rows]),
      y: createTensor(y, [rows, 1]),
    }),
    loss: (p, { x, c, y }) =>
      np
        .square(
          np
            .matmul(np.take(p.emb, c, 0).mul(x), p.w)
            .add(p.b)
            .sub(y),
        )
        .mean(),
  }),

  W2: ({ dims }) => ({
    feed: ({ x, y }, rows) => ({ x: createTensor(x, [rows, dims.width]), y: createTensor(y, [rows, 1]) }),
    loss(p, { x, y }, log) {
      const weights = nn.softmax(np.matmul(x.ref, p.wa).add(p.ba), -1);
      return binaryCrossEntropy(np.matmul(weights.mul(x), p.w).add(p.b), y, log);
    },
  }),

  W3: ({ dims }) => ({
    feed: ({ x, y }, rows) => ({
      one: np.array(1),
      x: splitColumns(/** @type {Int32Array} */ (x), rows),
      y: createTensor(y, [rows, 1]),
    }),
    loss(p, { one, x, y }, log) {
      const rows = y.shape[0];
      let state = { h: np.zeros([rows, dims.hidden]), c: np.zeros([rows, dims.hidden]) };
      const states = [];
      for (const ids of x) {
        state = stepLstm(p, ['W', 'U', 'bl'], takeRows(p.emb.ref, ids, one.ref), state.h, state.c);
        states.push(state.h.ref);
      }
      release(state);
      one.dispose();
      const h = np.stack(states); // [length, rows, hidden]
      const scores = np.tanh(np.matmul(h.ref, p.aw.ref).add(p.ab.ref.reshape([dims.length, 1, 1])));
      const context = nn.softmax(scores, 0).mul(h).sum(0);
      const logits = np.matmul(context, p.w.ref).add(p.b.ref);
      release(p);
      return binaryCrossEntropy(logits, y, log);
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
      const rows = y.shape[0];
      let state = { h: np.zeros([rows, dims.hidden]), c: np.zeros([rows, dims.hidden]) };
      const encoded = [];
      for (const ids of x) {
        state = stepLstm(p, ['We', 'Ue', 'be'], takeRows(p.embs.ref, ids, one.ref), state.h, state.c);
        encoded.push(state.h.ref);
      }
      const decoded = [];
      for (const ids of yin) {
        state = stepLstm(p, ['Wd', 'Ud', 'bd'], takeRows(p.embt.ref, ids, one.ref), state.h, state.c);
        decoded.push(state.h.ref);
      }
      release(state);
      one.dispose();
      const source = np.stack(encoded, 1); // [rows, source, hidden]
      const target = np.stack(decoded, 1); // [rows, target, hidden]
      const scores = np.matmul(np.matmul(target.ref, p.Wa.ref), source.ref.transpose([0, 2, 1]));
      const context = np.matmul(nn.softmax(scores, -1), source);
      const both = np.concatenate([context, target], -1);
      const logits = np.matmul(np.tanh(np.matmul(both, p.Wc.ref).add(p.bc.ref)), p.Wo.ref).add(p.bo.ref);
      release(p);
      return crossEntropy(logits, y);
    },
  }),

  W5: ({ dims }) => {
    const { length, words, width, heads, layers } = dims;
    /** @param {Tensor} x @param {Tensor} scale @param {Tensor} shift */
    const norm = (x, scale, shift) => nn.standardize(x, -1, { epsilon: 1e-5 }).mul(scale).add(shift);
    return {
      feed: ({ x, y }, rows) => ({
        x: createTensor(x, [rows, length]),
        y: nn.oneHot(createTensor(y, [rows, length]), words),
      }),
      loss(p, { x, y }) {
        const rows = y.shape[0];
        let h = np.take(p.emb.ref, x, 0).add(p.pos.ref);
        for (let l = 0; l < layers; l++) {
          /** @param {string} name */
          const own = (name) => p[`l${l}.${name}`].ref;
          const [q, k, v] = np
            .split(np.matmul(h.ref, own('wqkv')).add(own('bqkv')), 3, -1)
            .map((part) => part.reshape([rows, length, heads, width / heads]).transpose([0, 2, 1, 3]));
          const scores = np.matmul(q, k.transpose([0, 1, 3, 2])).mul(1 / Math.sqrt(width / heads));
          const mixed = np.matmul(nn.softmax(scores, -1), v);
          const context = mixed.transpose([0, 2, 1, 3]).reshape([rows, length, width]);
          h = norm(h.add(np.matmul(context, own('wo')).add(own('bo'))), own('g1'), own('h1'));
          const inner = nn.relu(np.matmul(h.ref, own('w1')).add(own('b1')));
          h = norm(h.add(np.matmul(inner, own('w2')).add(own('b2'))), own('g2'), own('h2'));
        }
        const logits = np.matmul(h, p.wout.ref).add(p.bout.ref);
        release(p);
        return crossEntropy(logits, y);
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
        let from = { h: np.zeros([rows, hidden]), c: np.zeros([rows, hidden]) };
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
          const { h, c } = stepLstm(p, listLstmNames('reader'), word, from.h.ref, from.c.ref);
          keys.push(np.matmul(h.ref, p['reader.look.state'].ref));
          hiddens.push(h);
          cells.push(c);
        }
        const states = np.stack(hiddens, 1);
        release(from);
        for (const tensor of [v, one, ...cells, ...keys]) tensor.dispose();
        const context = states.mul(mask.ref).sum(1).div(mask.sum(1));
        const logits = dense(p, 'verdict', context);
        release(p);
        return binaryCrossEntropy(logits, y, log);
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
        release(p);
        return nn.logSoftmax(logits).mul(y).sum(-1).mul(mask).sum().neg();
      },
    };
  },
};
