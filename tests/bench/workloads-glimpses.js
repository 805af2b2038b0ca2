/** W9: glimpses of a picture. */

import { countElements, createGenerator, createUniformTensors } from './workload-numbers.js';

const glyphs = [
  '..#.. ..#.. ##### ..#.. ..#..',
  '#...# .#.#. ..#.. .#.#. #...#',
  '..#.. .#.#. #.#.# .#.#. ..#..',
  '.###. ..... .###. ..... .###.',
  '..... #.#.# #.#.# #.#.# .....',
  '##### ..#.. ..#.. ..#.. ..#..',
].map((ink) => ink.split(' '));

/**
 * The standard settings of the experiment "glimpse", its network alone: four glimpses of 3 × 6 × 6 cells, features and
 * LSTM(64), eight samples of each picture, an answer after each glimpse; locations learn by REINFORCE with the mean reward of
 * the other samples as baseline. The noise of the locations is part of the data. There is no dropout, because engines do not
 * share masks,
 * and σ stays 0.5.
 * The REINFORCE term is part of the compared loss, so the locations are compared with PyTorch's, too.
 * The loss is compared after 60 steps, when all engines still agree to 1e-6. After 200 steps even PyTorch in single and in
 * double precision differ by 1e-2, because a slightly different location sees other pixels and gets another reward.
 * A picture of 24 × 24 pixels has one glyph of six, not far from its middle, and five dots.
 * @returns {import('./workloads.js').WorkloadDefinition}
 */
export function createGlimpsesWorkload() {
  const batch = 16;
  const [side, cells, scales] = [24, 6, 3];
  const [samples, sigma] = [8, 0.5];
  const [count, features, hidden] = [4, 64, 64];
  const classes = glyphs.length;
  /** @param {number} rows @param {number} seed */
  const sample = (rows, seed) => {
    const { below, within, normal } = createGenerator(seed);
    const grain = within(0.2);
    const picture = new Float32Array(rows * side * side);
    const y = new Int32Array(rows * count * samples);
    for (let i = 0; i < rows; i++) {
      const pixels = picture.subarray(i * side * side, (i + 1) * side * side);
      const [glyph, top, left] = [below(classes), 7 + below(6), 7 + below(6)];
      for (let dot = 0; dot < 5; dot++) pixels[below(pixels.length)] = 1;
      for (const [row, line] of glyphs[glyph].entries())
        for (const [column, ink] of [...line].entries())
          if (ink === '#') pixels[(top + row) * side + left + column] = 1;
      for (const [k, ink] of pixels.entries()) pixels[k] = Math.min(1, Math.max(0, ink + grain()));
      y.fill(glyph, i * count * samples, (i + 1) * count * samples);
    }
    return {
      picture,
      noise: Float32Array.from({ length: rows * (count - 1) * samples * 2 }, normal),
      y,
    };
  };
  const patchSize = scales * cells * cells;
  const parameters = createUniformTensors(createGenerator(901), {
    'glimpse.what.weight': [patchSize, patchSize, features],
    'glimpse.what.bias': [patchSize, features],
    'glimpse.join.weight': [features, features, features],
    'glimpse.join.bias': [features, features],
    'glimpse.place': [2, 2, features],
    'glimpse.core.weight_input': [hidden, features, 4 * hidden],
    'glimpse.core.weight_hidden': [hidden, hidden, 4 * hidden],
    'glimpse.core.bias': [hidden, 4 * hidden],
    'glimpse.where.weight': [hidden, hidden, 2],
    'glimpse.where.bias': [hidden, 2],
    'glimpse.readout.weight': [hidden, hidden, classes],
    'glimpse.readout.bias': [hidden, classes],
  });
  const products = parameters.filter(({ shape }) => shape.length === 2);
  return {
    batch,
    batches: 64,
    dims: { side, cells, scales, samples, sigma, glimpses: count, hidden, classes },
    // In the order of the core: step by step, and within each step sample by sample.
    inputs: { picture: [side, side], noise: [count - 1, 2 * samples], y: [count, samples] },
    seed: 91,
    sample,
    parameters,
    initialLoss: 1.816681,
    checkSteps: 60,
    finalLoss: 1.807037,
    flops: 6 * batch * samples * count * products.reduce((sum, { shape }) => sum + countElements(shape), 0),
  };
}
