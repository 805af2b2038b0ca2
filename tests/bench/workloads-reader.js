/** W8: the machine reader. */

import { createDenseTensors, createGenerator, createLstmTensors, createTensor } from './workload-numbers.js';

/**
 * The network of the preset `reader` of sentiment: Embedding(62, 16) → LSTMN(32), which at each word continues from a weighted
 * mean of earlier states → mean of the states without padding → Dense(1), binary cross-entropy. Reviews of 4 to 16 words, one
 * of them a verdict, 3…5 good and 6…8 bad; a quarter of them follow a 2, which negates them. 0 is padding.
 * @returns {import('./workloads.js').WorkloadDefinition}
 */
export function createMachineReaderWorkload() {
  const batch = 25;
  const length = 16;
  const [words, embedding, hidden] = [62, 16, 32];
  /** @param {number} rows @param {number} seed */
  const sample = (rows, seed) => {
    const { below } = createGenerator(seed);
    const x = new Int32Array(rows * length);
    const mask = new Float32Array(rows * length);
    const y = new Float32Array(rows);
    for (let i = 0; i < rows; i++) {
      const review = x.subarray(i * length, i * length + 4 + below(length - 3));
      for (let t = 0; t < review.length; t++) review[t] = 9 + below(words - 9);
      const [place, good] = [1 + below(review.length - 1), below(2)];
      const negated = below(4) === 0 ? 1 : 0;
      review[place] = (good ? 3 : 6) + below(3);
      if (negated) review[place - 1] = 2;
      mask.fill(1, i * length, i * length + review.length);
      y[i] = good === negated ? 0 : 1;
    }
    return { x, mask, y };
  };
  const random = createGenerator(801);
  const { glorot } = random;
  const gates = 4 * hidden;
  const weights = embedding * gates + hidden * gates + embedding * hidden + 2 * hidden * hidden;
  const pairCount = (length * (length - 1)) / 2;
  return {
    batch,
    batches: 64,
    dims: { length, words, embedding, hidden },
    inputs: { x: [length], mask: [length], y: [] },
    seed: 81,
    sample,
    parameters: [
      createTensor('reader.words.weight', [words, embedding], random.within(0.2)),
      ...createLstmTensors(random, 'reader.reader', embedding, hidden),
      createTensor('reader.reader.look.word', [embedding, hidden], glorot(embedding, hidden)),
      createTensor('reader.reader.look.summary', [hidden, hidden], glorot(hidden, hidden)),
      createTensor('reader.reader.look.state', [hidden, hidden], glorot(hidden, hidden)),
      createTensor('reader.reader.look.v', [hidden], glorot(hidden, 1)),
      ...createDenseTensors(random, 'reader.verdict', hidden, 1),
    ],
    initialLoss: 0.691584,
    checkSteps: 200,
    finalLoss: 0.593361,
    flops: 6 * batch * (length * weights + pairCount * 3 * hidden + hidden),
  };
}
