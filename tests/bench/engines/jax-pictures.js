/** Models of pictures in jax-js. */
import { lax, nn, numpy as np } from '@jax-js/jax';
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

/** @type {Record<string, (work: Workload) => Model>} */
export const pictures = {
  W6: ({ dims }) => {
    const { side, length, words, features, regions } = dims;
    const across = side / 4;
    return {
      feed: ({ picture, yin, y }, rows) => ({
        one: np.array(1),
        // Adjacent patches, each as one row of numbers.
        picture: createTensor(picture, [rows, across, 4, across, 4, 3])
          .transpose([0, 1, 3, 2, 4, 5])
          .reshape([rows, across, across, 48]),
        yin: splitColumns(/** @type {Int32Array} */ (yin), rows),
        y: nn.oneHot(createTensor(y, [rows, length]), words),
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
        const outputs = [];
        for (const ids of yin) {
          const word = takeRows(p['words.weight'].ref, ids, one.ref);
          const query = np.matmul(h.ref, p['attention.query'].ref).reshape([rows, 1, features]);
          const scores = np.matmul(np.tanh(query.add(keys.ref)), p['attention.v'].ref.reshape([features, 1]));
          const z = nn.softmax(scores, 1).mul(a.ref).sum(1);
          const input = np
            .matmul(np.concatenate([word.ref, z.ref], -1), p['decoder.weight_input'].ref)
            .add(p['decoder.bias'].ref);
          const [r, u, n] = np.split(input, 3, -1);
          const [hr, hu, hn] = np.split(np.matmul(h.ref, p['decoder.weight_hidden'].ref), 3, -1);
          const update = nn.sigmoid(u.add(hu));
          const fresh = np.tanh(n.add(nn.sigmoid(r.add(hr)).mul(hn.add(p['decoder.bias_hidden'].ref))));
          h = fresh.ref.add(update.mul(h.sub(fresh)));
          outputs.push(dense(p, 'deep', np.concatenate([h.ref, z], -1)).add(word));
        }
        for (const tensor of [h, a, keys, one]) tensor.dispose();
        const logits = dense(p, 'readout', np.stack(outputs, 1)); // [rows, length, words]
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
        y: createTensor(y, [rows, side, side]),
        noise: Array.from({ length: glimpses }, (_, t) => {
          const of = (/** @type {number} */ i) => (i * glimpses + t) * latent;
          const parts = Array.from({ length: rows }, (_, i) => [...noise.subarray(of(i), of(i) + latent)]);
          return createTensor(Float32Array.from(parts.flat()), [rows, latent]);
        }),
        pixels: createTensor(range(side, 0), [1, 1, side]),
        offsets: createTensor(range(grid, grid / 2 + 0.5), [1, grid, 1]),
      }),
      loss(all, { y, noise, pixels, offsets }, log) {
        const rows = y.shape[0];
        const p = selectByPrefix('draw.', all);
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
          const patches = [y.ref, error].map((picture) =>
            np
              .matmul(np.matmul(read.fy.ref, picture), across.ref)
              .mul(read.gamma.ref)
              .reshape([rows, grid * grid]),
          );
          for (const tensor of [across, read.fy, read.gamma]) tensor.dispose();
          e = stepLstm(p, 'encoder', np.concatenate([...patches, d.h.ref], -1), e);
          const mean = dense(p, 'mean', e.h.ref);
          const logSigma = dense(p, 'log_sigma', e.h.ref);
          const sigma = np.exp(logSigma.ref);
          divergence = divergence
            .add(np.square(mean.ref))
            .add(np.square(sigma.ref))
            .sub(1)
            .sub(logSigma.mul(2));
          d = stepLstm(p, 'decoder', mean.add(sigma.mul(epsilon)), d);
          const write = window(dense(p, 'write_window', d.h.ref));
          const patch = dense(p, 'write', d.h.ref).reshape([rows, grid, grid]);
          const stroke = np.matmul(np.matmul(write.fy.transpose([0, 2, 1]), patch), write.fx);
          canvas = canvas.add(stroke.div(write.gamma));
        }
        release(e);
        release(d);
        for (const tensor of [pixels, offsets]) tensor.dispose();
        const left = binaryCrossEntropy(canvas, y, log).mul(side * side);
        return left.add(divergence.sum().div(2 * rows));
      },
    };
  },

  W9: ({ dims }) => {
    const { side, cells, scales, samples, sigma, glimpses, hidden, classes } = dims;
    const widths = Array.from({ length: scales }, (_, scale) => 2 ** scale);
    return {
      feed: ({ picture, noise, y }, rows) => ({
        // A picture for each sample.
        picture: np.repeat(createTensor(picture, [rows, side, side]), samples, 0),
        noise: Array.from({ length: glimpses - 1 }, (_, t) => {
          const steps = createTensor(noise, [rows, glimpses - 1, samples * 2]);
          return steps.slice([], t).reshape([rows * samples, 2]);
        }),
        pixels: np.arange(side).astype(np.float32).reshape([1, 1, side]),
        corners: createTensor(
          Float32Array.from({ length: cells }, (_, i) => i - cells / 2),
          [1, cells, 1],
        ),
        y: nn.oneHot(createTensor(y, [rows, glimpses, samples]), classes),
      }),
      loss(all, { picture, noise, pixels, corners, y }) {
        const rows = picture.shape[0];
        const p = selectByPrefix('glimpse.', all);
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
        let state = createZeroState(rows, hidden);
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
          const patchFeatures = nn.relu(dense(p, 'what', np.concatenate(patches, -1)));
          const joined = dense(p, 'join', patchFeatures).add(np.matmul(place.ref, p.place.ref));
          state = stepLstm(p, 'core', nn.relu(joined), state);
          answers.push(dense(p, 'readout', state.h.ref));
        }
        release(state);
        for (const tensor of [place, picture, pixels, corners]) tensor.dispose();
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
};
