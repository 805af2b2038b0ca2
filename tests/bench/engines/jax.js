/**
 * jax-js on its WebAssembly device. Loss, gradients and Adam are one jitted function of parameters, moments and batch.
 * Arrays are owned by whom they are passed to; `x.ref` keeps `x` for another use.
 */
import { blockUntilReady, defaultDevice, init, jit, lax, nn, numpy as np, valueAndGrad } from '@jax-js/jax';
import { adam, batchOf } from '../workloads.js';

/**
 * @typedef {import('@jax-js/jax').Array} Tensor
 * @typedef {Record<string, Tensor>} Named
 * @typedef {import('../workloads.js').Workload} Workload
 *
 * A model: what one batch is turned into before the first step, and the loss. It owns both of its operands.
 * @typedef {object} Model
 * @property {(batch: import('../workloads.js').Batch, rows: number) => Record<string, Tensor | Tensor[]>} feed
 * @property {(p: Named, x: any, log: (x: Tensor) => Tensor) => Tensor} loss
 */

/** @param {import('../workloads.js').Numbers} values @param {readonly number[]} shape */
const tensor = (values, shape) =>
  np.array(values.slice(), {
    shape: [...shape],
    dtype: values instanceof Int32Array ? np.int32 : np.float32,
  });

/**
 * Rows of a table. The gradient of `take` does not compile when it is fused with what follows; a factor of 1 that is only
 * known at run time keeps them apart.
 * @param {Tensor} table
 * @param {Tensor} ids
 * @param {Tensor} one
 */
const rowsOf = (table, ids, one) => np.take(table, ids, 0).mul(one);

/**
 * np.log errs by 1e-5 near 2, which no gradient sees; the loss that is compared gets one step of Newton's method.
 * @param {Tensor} x
 */
function exactLog(x) {
  const y = np.log(x.ref);
  return y.ref.add(x.mul(np.exp(y.neg()))).sub(1);
}

/**
 * Mean of −t·ln p − (1 − t)·ln(1 − p) with p = σ(x).
 * @param {Tensor} x
 * @param {Tensor} target
 * @param {(x: Tensor) => Tensor} log
 */
const binaryCrossEntropy = (x, target, log) =>
  nn
    .relu(x.ref)
    .sub(x.ref.mul(target))
    .add(log(np.exp(np.abs(x).neg()).add(1)))
    .mean();

/** Mean of −ln softmax(logits)[class]; classes one-hot. @param {Tensor} logits @param {Tensor} classes */
const crossEntropy = (logits, classes) => nn.logSoftmax(logits).mul(classes).sum(-1).mean().neg();

/** One time step of an LSTM. @param {Named} p @param {string[]} names of W, U and b @param {Tensor} x @param {Tensor} h @param {Tensor} c */
function cell(p, [w, u, b], x, h, c) {
  const gates = np.matmul(x, p[w].ref).add(np.matmul(h, p[u].ref)).add(p[b].ref);
  const [i, f, g, o] = np.split(gates, 4, -1);
  const next = nn
    .sigmoid(f)
    .mul(c)
    .add(nn.sigmoid(i).mul(np.tanh(g)));
  return { h: nn.sigmoid(o).mul(np.tanh(next.ref)), c: next };
}

/** Gives back what a loss has used by reference. @param {Named} p */
const release = (p) => {
  for (const value of Object.values(p)) value.dispose();
};

/** Column t of whole numbers [rows, length]. @param {Int32Array} values @param {number} rows */
const columns = (values, rows) => {
  const length = values.length / rows;
  return Array.from({ length }, (_, t) =>
    tensor(
      Int32Array.from({ length: rows }, (_, i) => values[i * length + t]),
      [rows],
    ),
  );
};

/** @type {Record<string, (work: Workload) => Model>} */
const models = {
  W1: ({ dims }) => ({
    feed: ({ x, c, y }, rows) => ({
      x: tensor(x, [rows, dims.width]),
      c: tensor(c, [rows]),
      y: tensor(y, [rows, 1]),
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
    feed: ({ x, y }, rows) => ({ x: tensor(x, [rows, dims.width]), y: tensor(y, [rows, 1]) }),
    loss(p, { x, y }, log) {
      const weights = nn.softmax(np.matmul(x.ref, p.wa).add(p.ba), -1);
      return binaryCrossEntropy(np.matmul(weights.mul(x), p.w).add(p.b), y, log);
    },
  }),

  W3: ({ dims }) => ({
    feed: ({ x, y }, rows) => ({
      one: np.array(1),
      x: columns(/** @type {Int32Array} */ (x), rows),
      y: tensor(y, [rows, 1]),
    }),
    loss(p, { one, x, y }, log) {
      const rows = y.shape[0];
      let state = { h: np.zeros([rows, dims.hidden]), c: np.zeros([rows, dims.hidden]) };
      const states = [];
      for (const ids of x) {
        state = cell(p, ['W', 'U', 'bl'], rowsOf(p.emb.ref, ids, one.ref), state.h, state.c);
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
      x: columns(/** @type {Int32Array} */ (x), rows),
      yin: columns(/** @type {Int32Array} */ (yin), rows),
      y: nn.oneHot(tensor(y, [rows, dims.target]), dims.words),
    }),
    loss(p, { one, x, yin, y }) {
      const rows = y.shape[0];
      let state = { h: np.zeros([rows, dims.hidden]), c: np.zeros([rows, dims.hidden]) };
      const encoded = [];
      for (const ids of x) {
        state = cell(p, ['We', 'Ue', 'be'], rowsOf(p.embs.ref, ids, one.ref), state.h, state.c);
        encoded.push(state.h.ref);
      }
      const decoded = [];
      for (const ids of yin) {
        state = cell(p, ['Wd', 'Ud', 'bd'], rowsOf(p.embt.ref, ids, one.ref), state.h, state.c);
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
        x: tensor(x, [rows, length]),
        y: nn.oneHot(tensor(y, [rows, length]), words),
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

  W6: ({ dims }) => {
    const { side, length, words, features, regions } = dims;
    const across = side / 4;
    return {
      feed: ({ picture, yin, y }, rows) => ({
        one: np.array(1),
        // Patches that touch, one row of numbers each.
        picture: tensor(picture, [rows, across, 4, across, 4, 3])
          .transpose([0, 1, 3, 2, 4, 5])
          .reshape([rows, across, across, 48]),
        yin: columns(/** @type {Int32Array} */ (yin), rows),
        y: nn.oneHot(tensor(y, [rows, length]), words),
      }),
      loss(p, { one, picture, yin, y }) {
        const rows = y.shape[0];
        const inner = nn.relu(
          np
            .matmul(picture, p['encoder.patches.weight'].ref.reshape([48, features]))
            .add(p['encoder.patches.bias'].ref),
        );
        const wide = np.pad(inner, [
          [0, 0],
          [1, 1],
          [1, 1],
          [0, 0],
        ]);
        const around = [0, 1, 2].flatMap((r) =>
          [0, 1, 2].map((c) => wide.ref.slice([], [r, r + across], [c, c + across])),
        );
        wide.dispose();
        const a = np
          .matmul(
            np.concatenate(around, -1).reshape([rows, regions, 9 * features]),
            p['encoder.surroundings.weight'].ref.reshape([9 * features, features]),
          )
          .add(p['encoder.surroundings.bias'].ref)
          .add(p['encoder.places.weight'].ref);
        const keys = np.matmul(a.ref, p['attention.key'].ref).add(p['attention.bias'].ref);
        let h = np.tanh(dense(p, 'start', np.mean(a.ref, 1)));
        const seen = [];
        for (const ids of yin) {
          const word = rowsOf(p['words.weight'].ref, ids, one.ref);
          const asked = np.matmul(h.ref, p['attention.query'].ref).reshape([rows, 1, features]);
          const scores = np.matmul(np.tanh(asked.add(keys.ref)), p['attention.v'].ref.reshape([features, 1]));
          const z = nn.softmax(scores, 1).mul(a.ref).sum(1);
          const input = np
            .matmul(np.concatenate([word.ref, z.ref], -1), p['decoder.weight_input'].ref)
            .add(p['decoder.bias'].ref);
          const [r, u, n] = np.split(input, 3, -1);
          const [hr, hu, hn] = np.split(np.matmul(h.ref, p['decoder.weight_hidden'].ref), 3, -1);
          const update = nn.sigmoid(u.add(hu));
          const fresh = np.tanh(n.add(nn.sigmoid(r.add(hr)).mul(hn.add(p['decoder.bias_hidden'].ref))));
          h = fresh.ref.add(update.mul(h.sub(fresh)));
          seen.push(dense(p, 'deep', np.concatenate([h.ref, z], -1)).add(word));
        }
        for (const tensor of [h, a, keys, one]) tensor.dispose();
        const logits = dense(p, 'readout', np.stack(seen, 1)); // [rows, length, words]
        release(p);
        return crossEntropy(logits, y);
      },
    };
  },

  W7: ({ dims }) => {
    const { side, hidden, latent, glimpses, grid } = dims;
    /** @param {number} count @param {number} shift */
    const range = (count, shift) => Float32Array.from({ length: count }, (_, i) => i + 1 - shift);
    return {
      feed: ({ y, noise }, rows) => ({
        y: tensor(y, [rows, side, side]),
        noise: Array.from({ length: glimpses }, (_, t) => {
          const of = (/** @type {number} */ i) => (i * glimpses + t) * latent;
          const parts = Array.from({ length: rows }, (_, i) => [...noise.subarray(of(i), of(i) + latent)]);
          return tensor(Float32Array.from(parts.flat()), [rows, latent]);
        }),
        pixels: tensor(range(side, 0), [1, 1, side]),
        offsets: tensor(range(grid, grid / 2 + 0.5), [1, grid, 1]),
      }),
      loss(all, { y, noise, pixels, offsets }, log) {
        const rows = y.shape[0];
        const p = without('draw.', all);
        /** Filters along x and y, and γ. @param {Tensor} raw */
        const window = (raw) => {
          const [x, around, variance, stride, gamma] = np
            .split(raw, 5, -1)
            .map((part) => part.reshape([rows, 1, 1]));
          const wide = np.exp(variance).mul(2);
          const steps = np.exp(stride).mul((side - 1) / (grid - 1));
          const [fx, fy] = [x, around].map((place) => {
            const mean = place
              .add(1)
              .mul((side + 1) / 2)
              .add(offsets.ref.mul(steps.ref));
            return nn.softmax(np.square(pixels.ref.sub(mean)).div(wide.ref).neg(), -1);
          });
          wide.dispose();
          steps.dispose();
          return { fx, fy, gamma: np.exp(gamma) };
        };
        /** @param {string} name @param {number} width */
        const first = (name, width) => np.zeros([rows, width]).add(p[name].ref);
        let e = { h: first('encoder.first_state', hidden), c: first('encoder.first_cell', hidden) };
        let d = { h: first('decoder.first_state', hidden), c: first('decoder.first_cell', hidden) };
        let canvas = first('first_canvas', side * side).reshape([rows, side, side]);
        let divergence = np.zeros([rows, latent]);
        for (const epsilon of noise) {
          const read = window(dense(p, 'read_window', d.h.ref));
          const across = read.fx.transpose([0, 2, 1]);
          const error = y.ref.sub(nn.sigmoid(canvas.ref));
          const seen = [y.ref, error].map((picture) =>
            np
              .matmul(np.matmul(read.fy.ref, picture), across.ref)
              .mul(read.gamma.ref)
              .reshape([rows, grid * grid]),
          );
          for (const tensor of [across, read.fy, read.gamma]) tensor.dispose();
          e = cell(p, lstmNames('encoder'), np.concatenate([...seen, d.h.ref], -1), e.h, e.c);
          const mean = dense(p, 'mean', e.h.ref);
          const logSigma = dense(p, 'log_sigma', e.h.ref);
          const sigma = np.exp(logSigma.ref);
          divergence = divergence
            .add(np.square(mean.ref))
            .add(np.square(sigma.ref))
            .sub(1)
            .sub(logSigma.mul(2));
          d = cell(p, lstmNames('decoder'), mean.add(sigma.mul(epsilon)), d.h, d.c);
          const write = window(dense(p, 'write_window', d.h.ref));
          const patch = dense(p, 'write', d.h.ref).reshape([rows, grid, grid]);
          const stroke = np.matmul(np.matmul(write.fy.transpose([0, 2, 1]), patch), write.fx);
          canvas = canvas.add(stroke.div(write.gamma));
        }
        release(e);
        release(d);
        for (const tensor of [pixels, offsets]) tensor.dispose();
        release(p);
        const left = binaryCrossEntropy(canvas, y, log).mul(side * side);
        return left.add(divergence.sum().div(2 * rows));
      },
    };
  },

  W8: ({ dims }) => {
    const { length, hidden } = dims;
    return {
      feed: ({ x, mask, y }, rows) => ({
        one: np.array(1),
        x: columns(/** @type {Int32Array} */ (x), rows),
        mask: tensor(mask, [rows, length, 1]),
        y: tensor(y, [rows, 1]),
      }),
      loss(all, { one, x, mask, y }, log) {
        const rows = y.shape[0];
        const p = without('reader.', all);
        const v = p['reader.look.v'].ref.reshape([hidden, 1]);
        let from = { h: np.zeros([rows, hidden]), c: np.zeros([rows, hidden]) };
        /** @type {Tensor[]} */
        const hiddens = [];
        /** @type {Tensor[]} */
        const cells = [];
        /** @type {Tensor[]} */
        const keys = [];
        /** All so far as [rows, words, hidden]. @param {Tensor[]} parts */
        const sofar = (parts) =>
          np.stack(
            parts.map((part) => part.ref),
            1,
          );
        for (const ids of x) {
          const word = rowsOf(p['words.weight'].ref, ids, one.ref);
          if (hiddens.length > 0) {
            const asked = np
              .matmul(word.ref, p['reader.look.word'].ref)
              .add(np.matmul(from.h, p['reader.look.summary'].ref))
              .reshape([rows, 1, hidden]);
            from.c.dispose();
            const weights = nn.softmax(np.matmul(np.tanh(asked.add(sofar(keys))), v.ref), 1);
            from = {
              h: weights.ref.mul(sofar(hiddens)).sum(1),
              c: weights.mul(sofar(cells)).sum(1),
            };
          }
          const { h, c } = cell(p, lstmNames('reader'), word, from.h.ref, from.c.ref);
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

  W9: ({ dims }) => {
    const { side, cells, scales, samples, sigma, glimpses, hidden, classes } = dims;
    const widths = Array.from({ length: scales }, (_, scale) => 2 ** scale);
    return {
      feed: ({ picture, noise, y }, rows) => ({
        // A picture for each sample.
        picture: np.repeat(tensor(picture, [rows, side, side]), samples, 0),
        noise: Array.from({ length: glimpses - 1 }, (_, t) => {
          const steps = tensor(noise, [rows, glimpses - 1, samples * 2]);
          return steps.slice([], t).reshape([rows * samples, 2]);
        }),
        pixels: np.arange(side).astype(np.float32).reshape([1, 1, side]),
        corners: tensor(
          Float32Array.from({ length: cells }, (_, i) => i - cells / 2),
          [1, cells, 1],
        ),
        y: nn.oneHot(tensor(y, [rows, glimpses, samples]), classes),
      }),
      loss(all, { picture, noise, pixels, corners, y }) {
        const rows = picture.shape[0];
        const p = without('glimpse.', all);
        /** The share of each pixel in each cell. @param {Tensor} at [rows, 1] @param {number} width */
        const filters = (at, width) => {
          const low = at
            .add(1)
            .mul(side / 2)
            .reshape([rows, 1, 1])
            .add(corners.ref.mul(width));
          const high = np.minimum(low.ref.add(width), pixels.ref.add(1));
          return nn.relu(high.sub(np.maximum(low, pixels.ref))).div(width);
        };
        let state = { h: np.zeros([rows, hidden]), c: np.zeros([rows, hidden]) };
        let place = np.zeros([rows, 2]);
        const answers = [];
        const pulls = [];
        for (let t = 0; t < glimpses; t++) {
          if (t > 0) {
            place.dispose();
            const mean = np.tanh(dense(p, 'where', state.h.ref));
            const drawn = lax.stopGradient(mean.ref).add(noise[t - 1].mul(sigma));
            pulls.push(np.square(drawn.ref.sub(mean)).sum(1));
            place = np.clip(drawn, -1, 1);
          }
          const [across, down] = np.split(place.ref, 2, -1);
          const patches = widths.map((width) => {
            const fy = filters(down.ref, width);
            const fx = filters(across.ref, width).transpose([0, 2, 1]);
            return np.matmul(np.matmul(fy, picture.ref), fx).reshape([rows, cells * cells]);
          });
          across.dispose();
          down.dispose();
          const seen = nn.relu(dense(p, 'what', np.concatenate(patches, -1)));
          const joined = dense(p, 'join', seen).add(np.matmul(place.ref, p.place.ref));
          state = cell(p, lstmNames('core'), nn.relu(joined), state.h, state.c);
          answers.push(dense(p, 'readout', state.h.ref));
        }
        release(state);
        for (const tensor of [place, picture, pixels, corners]) tensor.dispose();
        release(p);
        const target = y.transpose([1, 0, 2, 3]).reshape([glimpses, rows, classes]);
        const surprises = nn.logSoftmax(np.stack(answers)).mul(target).sum(-1).neg();
        let total = surprises.ref.sum();
        const costs = np.split(lax.stopGradient(surprises), glimpses, 0);
        let earned = np.zeros([rows / samples, samples]);
        for (let t = glimpses - 1; t > 0; t--) {
          earned = earned.sub(costs[t].reshape([rows / samples, samples]));
          const usual = earned.ref.mean(1, { keepdims: true });
          const gain = earned.ref
            .sub(usual)
            .mul(samples / (samples - 1))
            .reshape([rows]);
          total = total.add(
            gain
              .mul(pulls[t - 1])
              .sum()
              .div(2 * sigma ** 2),
          );
        }
        earned.dispose();
        costs[0].dispose();
        return total.div(rows * glimpses);
      },
    };
  },

  W10: ({ dims }) => {
    const { nodes, kinds, width } = dims;
    return {
      feed: ({ attribute, value, edges, asked, y }, rows) => ({
        one: np.array(1),
        attribute: tensor(attribute, [rows, nodes]),
        value: tensor(value, [rows, nodes]),
        edges: tensor(edges, [rows, nodes, nodes]),
        // Of every graph the first half is asked.
        asked: tensor(asked, [rows, nodes]).mul(1 / (rows * kinds)),
        y: nn.oneHot(tensor(y, [rows, nodes]), kinds),
      }),
      loss(p, { one, attribute, value, edges, asked, y }) {
        const rows = y.shape[0];
        const h = rowsOf(p['attributes.weight'].ref, attribute, one.ref).add(
          rowsOf(p['values.weight'].ref, value, one),
        );
        const asking = np.matmul(h.ref, p['attention.query_weight'].ref).reshape([rows, nodes, 1, width]);
        const seen = np.matmul(h, p['attention.key_weight'].ref);
        const both = asking.add(seen.ref.reshape([rows, 1, nodes, width]));
        const bent = nn.relu(both.ref).mul(0.8).add(both.mul(0.2));
        const scores = np
          .matmul(bent, p['attention.score'].ref.reshape([width, 1]))
          .reshape([rows, nodes, nodes]);
        const weights = nn.softmax(scores.add(edges.sub(1).mul(1e9)), -1);
        const logits = dense(p, 'readout', np.matmul(weights, seen));
        release(p);
        return nn.logSoftmax(logits).mul(y).sum(-1).mul(asked).sum().neg();
      },
    };
  },
};

/** Parameters by the rest of their names. @param {string} model what all begin with @param {Named} all */
const without = (model, all) =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [name.slice(model.length), value]));

/** What an LSTM has. @param {string} name */
const lstmNames = (name) => ['weight_input', 'weight_hidden', 'bias'].map((part) => `${name}.${part}`);

/** A dense layer by its name. @param {Named} p @param {string} name @param {Tensor} x */
const dense = (p, name, x) => np.matmul(x, p[`${name}.weight`].ref).add(p[`${name}.bias`].ref);

/** Adam on every parameter; `clock` holds η/(1 − β₁ᵗ) and 1/√(1 − β₂ᵗ). @param {(p: Named, x: any) => Tensor} loss */
const trainingStep = (loss) =>
  jit(
    (
      /** @type {{ p: Named, m: Named, v: Named }} */ state,
      /** @type {any} */ x,
      /** @type {Tensor} */ rate,
      /** @type {Tensor} */ correction,
    ) => {
      const [value, gradients] = valueAndGrad(loss)(
        Object.fromEntries(Object.entries(state.p).map(([name, tensor]) => [name, tensor.ref])),
        x,
      );
      value.dispose();
      /** @type {{ p: Named, m: Named, v: Named }} */
      const next = { p: {}, m: {}, v: {} };
      for (const [name, gradient] of Object.entries(gradients)) {
        next.m[name] = state.m[name].mul(adam.beta1).add(gradient.ref.mul(1 - adam.beta1));
        next.v[name] = state.v[name].mul(adam.beta2).add(np.square(gradient).mul(1 - adam.beta2));
        const stride = next.m[name].ref.mul(rate.ref);
        const scale = np.sqrt(next.v[name].ref).mul(correction.ref).add(adam.epsilon);
        next.p[name] = state.p[name].sub(stride.div(scale));
      }
      rate.dispose();
      correction.dispose();
      return next;
    },
  );

/** @returns {Promise<import('../runner.js').Engine>} */
export async function load() {
  await init('wasm');
  defaultDevice('wasm');
  return {
    async start(work) {
      const model = models[work.kind](work);
      const step = trainingStep((p, x) => model.loss(p, x, np.log));
      const loss = jit((/** @type {Named} */ p, /** @type {any} */ x) => model.loss(p, x, exactLog));
      const batches = Array.from({ length: work.batches }, (_, k) => k);
      /** @type {ReturnType<Model['feed']>[]} */
      const fed = [];
      const heldOut = model.feed(work.heldOut, work.heldOutRows);
      /** @param {any} tree @returns {any} the same arrays, kept for another use */
      const keep = (tree) => (Array.isArray(tree) ? tree.map((part) => part.ref) : tree.ref);
      /** @param {Record<string, any>} trees */
      const keepAll = (trees) =>
        Object.fromEntries(Object.entries(trees).map(([name, tree]) => [name, keep(tree)]));
      /** @param {(tensor: import('../workloads.js').Tensor) => Tensor} make */
      const named = (make) =>
        Object.fromEntries(work.parameters.map((parameter) => [parameter.name, make(parameter)]));
      const zeros = () => named(({ shape }) => np.zeros([...shape]));
      let state = { p: named(({ values, shape }) => tensor(values, shape)), m: zeros(), v: zeros() };
      let done = 0;
      return {
        async run(steps) {
          for (const end = done + steps; done < end; done++) {
            const k = batches[done % work.batches];
            fed[k] ??= model.feed(batchOf(work, k), work.batch);
            const rate = adam.rate / (1 - adam.beta1 ** (done + 1));
            const correction = 1 / Math.sqrt(1 - adam.beta2 ** (done + 1));
            state = step(state, keepAll(fed[k]), np.array(rate), np.array(correction));
            await blockUntilReady(state.p);
          }
        },
        loss: () => loss(keepAll(state.p), keepAll(heldOut)).item(),
        stop() {
          for (const tree of [state.p, state.m, state.v, heldOut, ...fed.filter(Boolean)]) {
            for (const part of Object.values(tree).flat()) part.dispose();
          }
        },
      };
    },
  };
}
