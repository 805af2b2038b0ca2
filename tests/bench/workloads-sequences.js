/** W1 to W5: gates, sentences, and their translation. */

import { createDenseTensors, createGenerator, createLstmTensors, createTensor } from './workload-numbers.js';

/** @import { WorkloadDefinition } from './workloads.js' */

/** Embedding(5, 8)[context] ⊙ x → Linear(8, 1), mean squared error. @param {number} batch @returns {WorkloadDefinition} */
export function createGateWorkload(batch) {
  const examples = 10000;
  const width = 8;
  const contexts = 5;
  const positions = [2, 7, 3, 5, 1];
  /** @param {number} rows @param {number} seed */
  const sample = (rows, seed) => {
    const { uniform, below } = createGenerator(seed);
    const x = Float32Array.from({ length: rows * width }, uniform);
    const c = new Int32Array(rows);
    const y = new Float32Array(rows);
    for (let i = 0; i < rows; i++) {
      c[i] = below(contexts);
      y[i] = x[i * width + positions[c[i]]];
    }
    return { x, c, y };
  };
  const { normal, within } = createGenerator(101);
  const bound = 1 / Math.sqrt(width);
  return {
    batch,
    batches: Math.floor(examples / batch),
    dims: { width, contexts },
    inputs: { x: [width], c: [], y: [] },
    rows: examples,
    heldOutRows: 512,
    seed: 11,
    sample,
    parameters: [
      createTensor('attention.weight', [contexts, width], normal),
      createTensor('linear.weight', [width, 1], within(bound)),
      createTensor('linear.bias', [1], within(bound)),
    ],
    initialLoss: 0.569005,
    checkSteps: 1000,
    finalLoss: batch === 1 ? 0.10131 : 0.071946,
    flops: 6 * batch * width,
  };
}

/** Dense(10, softmax) ⊙ x → Dense(1), binary cross-entropy. Features 1 and 2 carry the label. @returns {WorkloadDefinition} */
export function createFeatureGateWorkload() {
  const batch = 128;
  const width = 10;
  /** @param {number} rows @param {number} seed */
  const sample = (rows, seed) => {
    const { uniform, normal } = createGenerator(seed);
    const x = new Float32Array(rows * width);
    const y = new Float32Array(rows);
    for (let i = 0; i < rows; i++) {
      y[i] = uniform() < 0.5 ? 0 : 1;
      const row = x.subarray(i * width, (i + 1) * width);
      for (let j = 0; j < width; j++) row[j] = normal();
      for (const j of [1, 2]) row[j] = 0.5 * row[j] + (y[i] ? 1 : -1) * 0.7;
    }
    return { x, y };
  };
  const random = createGenerator(201);
  return {
    batch,
    batches: 100,
    dims: { width },
    inputs: { x: [width], y: [] },
    heldOutRows: 512,
    seed: 21,
    sample,
    parameters: [
      ...createDenseTensors(random, 'attention.gate', width, width),
      ...createDenseTensors(random, 'attention.readout', width, 1),
    ],
    initialLoss: 0.689156,
    checkSteps: 1000,
    finalLoss: 0.406138,
    flops: 6 * batch * width * (width + 1),
  };
}

/**
 * Embedding(2000, 32) → LSTM(100) → attention pooling tanh(h·w + b) → Dense(1), binary cross-entropy. Sentences of 4 to
 * 31 words with a few words of sentiment, 1…40 good and 41…80 bad; the zeros after them are ordinary words.
 * @returns {WorkloadDefinition}
 */
export function createSentimentWorkload() {
  const batch = 100;
  const length = 32;
  const words = 2000;
  const embedding = 32;
  const hidden = 100;
  /** @param {number} rows @param {number} seed */
  const sample = (rows, seed) => {
    const { uniform, below } = createGenerator(seed);
    const x = new Int32Array(rows * length);
    const y = new Float32Array(rows);
    for (let i = 0; i < rows; i++) {
      y[i] = uniform() < 0.5 ? 0 : 1;
      const sentence = x.subarray(i * length, i * length + 4 + below(length - 4));
      for (let t = 0; t < sentence.length; t++)
        sentence[t] = 81 + Math.floor(uniform() ** 2.2 * (words - 81));
      for (let left = 1 + below(3); left > 0; left--) {
        const place = below(sentence.length);
        sentence[place] = (y[i] ? 1 : 41) + below(40);
      }
    }
    return { x, y };
  };
  const random = createGenerator(301);
  return {
    batch,
    batches: 20,
    dims: { length, words, embedding, hidden },
    inputs: { x: [length], y: [] },
    seed: 31,
    sample,
    parameters: [
      createTensor('reader.words.weight', [words, embedding], random.within(0.05)),
      ...createLstmTensors(random, 'reader.reader', embedding, hidden),
      createTensor('reader.pooling.weight', [hidden, 1], () => 0.05 * random.normal()),
      createTensor('reader.pooling.bias', [length], () => 0),
      ...createDenseTensors(random, 'reader.verdict', hidden, 1),
    ],
    initialLoss: 0.693447,
    checkSteps: 40,
    finalLoss: 0.384212,
    flops: 6 * batch * (length * ((embedding + hidden) * 4 * hidden + 2 * hidden) + hidden),
  };
}

/**
 * LSTM encoder and decoder with attention h·Wa·s (Luong's general score), teacher forced, cross-entropy at each of 12
 * positions. The task is to reverse the source; 1 begins a sentence.
 * @returns {WorkloadDefinition}
 */
export function createTranslationWorkload() {
  const batch = 64;
  const source = 12;
  const target = 12;
  const words = 40;
  const embedding = 32;
  const hidden = 64;
  /** @param {number} rows @param {number} seed */
  const sample = (rows, seed) => {
    const { below } = createGenerator(seed);
    const x = Int32Array.from({ length: rows * source }, () => 2 + below(words - 2));
    const y = new Int32Array(rows * target);
    const yin = new Int32Array(rows * target);
    for (let i = 0; i < rows; i++) {
      const answer = y.subarray(i * target, (i + 1) * target);
      answer.set(x.subarray(i * source, (i + 1) * source).toReversed());
      yin.set([1, ...answer.subarray(0, target - 1)], i * target);
    }
    return { x, yin, y };
  };
  const random = createGenerator(401);
  const cell = (embedding + hidden) * 4 * hidden;
  return {
    batch,
    batches: 32,
    dims: { source, target, words, embedding, hidden },
    inputs: { x: [source], yin: [target], y: [target] },
    seed: 41,
    sample,
    parameters: [
      createTensor('source.weight', [words, embedding], () => 0.3 * random.normal()),
      createTensor('target.weight', [words, embedding], () => 0.3 * random.normal()),
      ...createLstmTensors(random, 'encoder.forward', embedding, hidden),
      ...createLstmTensors(random, 'decoder', embedding, hidden),
      createTensor('attention.query', [hidden, hidden], random.glorot(hidden, hidden)),
      ...createDenseTensors(random, 'combine', 2 * hidden, hidden), // the context's rows, then the state's
      ...createDenseTensors(random, 'readout', hidden, words),
    ],
    initialLoss: 3.697926,
    checkSteps: 100,
    finalLoss: 3.045566,
    flops:
      6 *
      batch *
      ((source + target) * cell +
        target * (hidden * hidden + 2 * source * hidden + 2 * hidden * hidden + hidden * words)),
  };
}

/**
 * Transformer encoder: two layers of four heads, layer norm after each residual, ReLU; cross-entropy at each of 32
 * positions. The task is to reverse the sequence.
 * @returns {WorkloadDefinition}
 */
export function createTransformerWorkload() {
  const batch = 32;
  const length = 32;
  const words = 64;
  const width = 64;
  const feedForward = 128;
  const heads = 4;
  const layers = 2;
  /** @param {number} rows @param {number} seed */
  const sample = (rows, seed) => {
    const { below } = createGenerator(seed);
    const x = Int32Array.from({ length: rows * length }, () => below(words));
    const y = new Int32Array(rows * length);
    for (let i = 0; i < x.length; i += length) y.set(x.subarray(i, i + length).toReversed(), i);
    return { x, y };
  };
  const random = createGenerator(501);
  /** @param {string} name */
  const createNorm = (name) => [
    createTensor(`${name}.weight`, [width], () => 1),
    createTensor(`${name}.bias`, [width], () => 0),
  ];
  /** @param {string} name */
  const createLayer = (name) => [
    ...createNorm(`${name}.norm_self`),
    ...createDenseTensors(random, `${name}.self.in`, width, 3 * width), // columns q, k, v; in each, head after head
    ...createDenseTensors(random, `${name}.self.out`, width, width),
    ...createNorm(`${name}.norm_feed`),
    ...createDenseTensors(random, `${name}.feed.inner`, width, feedForward),
    ...createDenseTensors(random, `${name}.feed.outer`, feedForward, width),
  ];
  const block = 4 * width * width + 2 * length * width + 2 * width * feedForward;
  return {
    batch,
    batches: 32,
    dims: { length, words, width, feedForward, heads, layers },
    inputs: { x: [length], y: [length] },
    seed: 51,
    sample,
    parameters: [
      createTensor('encoder.words.weight', [words, width], random.normal),
      createTensor('encoder.places.weight', [length, width], random.normal),
      ...createLayer('encoder.0'),
      ...createLayer('encoder.1'),
      ...createDenseTensors(random, 'readout', width, words),
    ],
    initialLoss: 4.622146,
    checkSteps: 60,
    finalLoss: 4.15473,
    flops: 6 * batch * length * (layers * block + width * words),
  };
}
