/** W6 and W7: captions and DRAW. */

import { createGenerator, createUniformTensors } from './workload-numbers.js';

/** @import { WorkloadDefinition } from './workloads.js' */

/**
 * Show, Attend and Tell with soft attention: patches of 4 × 4 pixels, 3 × 3 of them, positions; a GRU that starts from the mean
 * annotation and attends to 36 annotations by an additive score; deep output. Two colored squares on a grid of 3 × 3 places, in
 * reading order; the caption gives color, row and column of each. Token 0 begins, 1 ends; 2…7 are colors, 8…10 rows, 11…13
 * columns.
 * @returns {WorkloadDefinition}
 */
export function createCaptionsWorkload() {
  const batch = 32;
  const side = 24;
  const place = 8;
  const length = 7;
  const words = 14;
  const [features, embedding, hidden] = [32, 32, 64];
  const colors = [1, 2, 3, 4, 5, 6].map((bits) => [bits & 1, (bits >> 1) & 1, bits >> 2]);
  /** @param {number} rows @param {number} seed */
  const sample = (rows, seed) => {
    const { normal, below } = createGenerator(seed);
    const picture = Float32Array.from({ length: rows * side * side * 3 }, () => 0.06 * normal());
    const y = new Int32Array(rows * length);
    const yin = new Int32Array(rows * length);
    for (let i = 0; i < rows; i++) {
      const first = below(9);
      const second = (first + 1 + below(8)) % 9;
      const caption = [first, second]
        .toSorted((a, b) => a - b)
        .flatMap((cell) => {
          const [row, column, color, edge] = [Math.floor(cell / 3), cell % 3, below(6), 4 + below(3)];
          const [top, left] = [row, column].map((at) => at * place + below(place - edge + 1));
          for (let r = top; r < top + edge; r++)
            for (let c = left; c < left + edge; c++)
              for (let k = 0; k < 3; k++) picture[((i * side + r) * side + c) * 3 + k] += colors[color][k];
          return [2 + color, 8 + row, 11 + column];
        });
      y.set([...caption, 1], i * length);
      yin.set([0, ...caption], i * length);
    }
    return { picture, yin, y };
  };
  const random = createGenerator(601);
  const patch = 4 * 4 * 3;
  const regions = (side / 4) ** 2;
  return {
    batch,
    batches: 32,
    dims: { side, length, words, features, embedding, hidden, regions },
    inputs: { picture: [side, side, 3], yin: [length], y: [length] },
    seed: 61,
    sample,
    parameters: [
      ...createUniformTensors(random, {
        'encoder.patches.weight': [patch, 4, 4, 3, features],
        'encoder.patches.bias': [patch, features],
        'encoder.surroundings.weight': [9 * features, 3, 3, features, features],
        'encoder.surroundings.bias': [9 * features, features],
        'encoder.places.weight': [9, regions, features],
        'words.weight': [1, words, embedding],
        'start.weight': [features, features, hidden],
        'start.bias': [features, hidden],
        'decoder.weight_input': [hidden, embedding + features, 3 * hidden],
        'decoder.weight_hidden': [hidden, hidden, 3 * hidden],
        'decoder.bias': [hidden, 3 * hidden],
        'decoder.bias_hidden': [hidden, hidden],
        'attention.query': [hidden, hidden, features],
        'attention.key': [features, features, features],
        'attention.bias': [features, features],
        'attention.v': [features, features],
        'deep.weight': [hidden + features, hidden + features, embedding],
        'deep.bias': [hidden + features, embedding],
        'readout.weight': [embedding, embedding, words],
        'readout.bias': [embedding, words],
      }),
    ],
    initialLoss: 2.732265,
    checkSteps: 60,
    finalLoss: 1.309715,
    flops:
      6 *
      batch *
      (regions * (patch + 9 * features + features) * features +
        features * hidden +
        length *
          (hidden * features +
            2 * regions * features +
            (embedding + features + hidden) * 3 * hidden +
            (hidden + features) * embedding +
            embedding * words)),
  };
}

/**
 * DRAW with a read and a write window of 5 × 5 filters, eight steps; the bound in nats per picture. The pictures are bent
 * strokes on 20 × 20 pixels; the noise of the latent numbers belongs to the data, [8, 8] for each.
 * @returns {WorkloadDefinition}
 */
export function createDrawingsWorkload() {
  const batch = 16;
  const side = 20;
  const pixels = side * side;
  const [hidden, latent, glimpses, grid] = [64, 8, 8, 5];
  /** @param {number} rows @param {number} seed */
  const sample = (rows, seed) => {
    const { uniform, normal } = createGenerator(seed);
    const y = new Float32Array(rows * pixels);
    for (let i = 0; i < rows; i++) {
      const corners = Array.from({ length: 4 }, () => [4 + 12 * uniform(), 4 + 12 * uniform()]);
      for (let pixel = 0; pixel < pixels; pixel++) {
        const [px, py] = [(pixel % side) + 0.5, Math.floor(pixel / side) + 0.5];
        let nearest = side;
        for (let part = 0; part < 3; part++) {
          const [[x1, y1], [x2, y2]] = [corners[part], corners[part + 1]];
          const [dx, dy] = [x2 - x1, y2 - y1];
          const along = ((px - x1) * dx + (py - y1) * dy) / (dx * dx + dy * dy);
          const at = Math.min(1, Math.max(0, along));
          nearest = Math.min(nearest, Math.hypot(px - x1 - at * dx, py - y1 - at * dy));
        }
        y[i * pixels + pixel] = Math.min(1, Math.max(0, 1.3 - nearest));
      }
    }
    return { y, noise: Float32Array.from({ length: rows * glimpses * latent }, normal) };
  };
  const encoderInputSize = 2 * grid * grid + hidden;
  const random = createGenerator(701);
  /** Initial values that the model adds, too. @type {Record<string, (i: number) => number>} */
  const shifts = {
    'draw.first_canvas': () => -4,
    'draw.read_window.bias': (i) => (i === 3 ? -1 : 0),
    'draw.write_window.bias': (i) => (i === 4 ? -2 : 0),
  };
  const window = grid * side * side + grid * side * grid;
  return {
    batch,
    batches: 64,
    dims: { side, hidden, latent, glimpses, grid },
    inputs: { y: [side, side], noise: [glimpses, latent] },
    seed: 71,
    sample,
    parameters: createUniformTensors(random, {
      'draw.encoder.weight_input': [hidden, encoderInputSize, 4 * hidden],
      'draw.encoder.weight_hidden': [hidden, hidden, 4 * hidden],
      'draw.encoder.bias': [hidden, 4 * hidden],
      'draw.decoder.weight_input': [hidden, latent, 4 * hidden],
      'draw.decoder.weight_hidden': [hidden, hidden, 4 * hidden],
      'draw.decoder.bias': [hidden, 4 * hidden],
      'draw.encoder.first_state': [hidden, hidden],
      'draw.encoder.first_cell': [hidden, hidden],
      'draw.decoder.first_state': [hidden, hidden],
      'draw.decoder.first_cell': [hidden, hidden],
      'draw.first_canvas': [pixels, pixels],
      'draw.mean.weight': [hidden, hidden, latent],
      'draw.mean.bias': [hidden, latent],
      'draw.log_sigma.weight': [hidden, hidden, latent],
      'draw.log_sigma.bias': [hidden, latent],
      'draw.read_window.weight': [hidden, hidden, 5],
      'draw.read_window.bias': [hidden, 5],
      'draw.write_window.weight': [hidden, hidden, 5],
      'draw.write_window.bias': [hidden, 5],
      'draw.write.weight': [hidden, hidden, grid * grid],
      'draw.write.bias': [hidden, grid * grid],
    }).map(({ name, shape, values }) => ({
      name,
      shape,
      values: values.map((value, i) => value + (shifts[name]?.(i) ?? 0)),
    })),
    initialLoss: 126.1003,
    checkSteps: 60,
    finalLoss: 78.36999,
    flops:
      6 *
      batch *
      glimpses *
      ((encoderInputSize + hidden + latent + hidden) * 4 * hidden +
        hidden * (2 * latent + 10 + grid * grid) +
        3 * window),
  };
}
