/**
 * The eight workloads: data, first parameters, and the losses that they must lead to. Every engine is given the same
 * numbers, so the loss after a fixed number of steps says whether it computes the same thing.
 *
 * What the numbers mean:
 * - A dense matrix is [inputs, outputs], y = x · W + b. An LSTM has gates i, f, g, o along the last axis and one bias;
 *   c ← σ(f)·c + σ(i)·tanh(g), h = σ(o)·tanh(c).
 *   In W6 and W7 gates stand as in PyTorch: i, f, g, o of an LSTM; r, z, n of a GRU, whose n has a second bias within
 *   r ⊙ (U h + b'). Pictures are channels last, filters of a convolution [row, column, channel, output].
 * - Step t trains on batch t mod batches; batch k is the rows from k·B on. Losses are means over the batch (and over the
 *   positions where there is one for each).
 * - Adam 0.001, 0.9, 0.999, 1e-8 moves every parameter in every step, all rows of a table included.
 * - The final loss is that of one further batch, never trained on, after `checkSteps` steps.
 *
 * The expected losses are those of PyTorch. The order in which random numbers are drawn is part of the definition.
 */

/**
 * @typedef {Float32Array | Int32Array} Numbers
 * @typedef {Record<string, Numbers>} Batch one array for each input, rows one after the other
 *
 * @typedef {object} Tensor
 * @property {string} name
 * @property {readonly number[]} shape
 * @property {Float32Array} values
 *
 * @typedef {object} Workload
 * @property {string} name
 * @property {'W1' | 'W2' | 'W3' | 'W4' | 'W5' | 'W6' | 'W7'} kind
 * @property {string} title
 * @property {number} batch rows of a training batch
 * @property {number} batches how many there are
 * @property {Record<string, number>} dims
 * @property {Record<string, readonly number[]>} inputs the shape of one row of each input
 * @property {Batch} data
 * @property {number} heldOutRows
 * @property {Batch} heldOut
 * @property {readonly Tensor[]} parameters
 * @property {number} initialLoss what PyTorch reaches before the first step
 * @property {number} checkSteps
 * @property {number} finalLoss and after so many
 * @property {number} flops of the products of one step: forward, and twice that backward
 */

export const adam = { rate: 1e-3, beta1: 0.9, beta2: 0.999, epsilon: 1e-8 };

/**
 * How far from the expected loss we may be, relative to it, and how far other engines, which round in other ways. It
 * makes a difference in W5 alone: in step 16 one input of a ReLU is −9e-8 when computed in double precision, half of what
 * float arithmetic errs by at that place. Which side of zero it falls on is chance, and sixty steps are 1e-5 apart after it.
 */
export const tolerance = { ours: 1e-5, others: 5e-5 };

/**
 * Mulberry32, and the draws that are made from it.
 * @param {number} seed
 */
function generator(seed) {
  let state = seed >>> 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    uniform,
    normal() {
      let radius = 0;
      while (radius <= 1e-12) radius = uniform();
      return Math.sqrt(-2 * Math.log(radius)) * Math.cos(2 * Math.PI * uniform());
    },
    /** @param {number} limit */
    below: (limit) => Math.floor(uniform() * limit),
    /** @param {number} bound */
    within: (bound) => () => (uniform() * 2 - 1) * bound,
    /** The bound of Glorot and Bengio. @param {number} inputs @param {number} outputs */
    glorot: (inputs, outputs) => () => (uniform() * 2 - 1) * Math.sqrt(6 / (inputs + outputs)),
  };
}

/** @param {readonly number[]} shape */
export const sizeOf = (shape) => shape.reduce((product, extent) => product * extent, 1);

const zero = () => 0;
const one = () => 1;
/** The forget gate starts open. @param {number} hidden @returns {(i: number) => number} */
const openForget = (hidden) => (i) => (i >= hidden && i < 2 * hidden ? 1 : 0);

/**
 * @param {string} name
 * @param {readonly number[]} shape
 * @param {(index: number) => number} draw
 * @returns {Tensor}
 */
const tensor = (name, shape, draw) => ({
  name,
  shape,
  values: Float32Array.from({ length: sizeOf(shape) }, (_, i) => draw(i)),
});

/** Embedding(5, 8)[context] ⊙ x → Linear(8, 1), mean squared error. @param {number} batch @returns {Omit<Workload, 'name'>} */
function gate(batch) {
  const examples = 10000;
  const width = 8;
  const contexts = 5;
  const positions = [2, 7, 3, 5, 1];
  /** @param {number} rows @param {number} seed */
  const sample = (rows, seed) => {
    const { uniform, below } = generator(seed);
    const x = Float32Array.from({ length: rows * width }, uniform);
    const c = new Int32Array(rows);
    const y = new Float32Array(rows);
    for (let i = 0; i < rows; i++) {
      c[i] = below(contexts);
      y[i] = x[i * width + positions[c[i]]];
    }
    return { x, c, y };
  };
  const { normal, within } = generator(101);
  const bound = 1 / Math.sqrt(width);
  return {
    kind: 'W1',
    title: `context gate, batch ${batch}`,
    batch,
    batches: Math.floor(examples / batch),
    dims: { width, contexts },
    inputs: { x: [width], c: [], y: [] },
    data: sample(examples, 11),
    heldOutRows: 512,
    heldOut: sample(512, 12),
    parameters: [
      tensor('emb', [contexts, width], normal),
      tensor('w', [width, 1], within(bound)),
      tensor('b', [1], within(bound)),
    ],
    initialLoss: 0.569005,
    checkSteps: 1000,
    finalLoss: batch === 1 ? 0.10131 : 0.071946,
    flops: 6 * batch * width,
  };
}

/** Dense(10, softmax) ⊙ x → Dense(1), binary cross-entropy. Features 1 and 2 carry the label. @returns {Omit<Workload, 'name'>} */
function featureGate() {
  const batch = 128;
  const batches = 100;
  const width = 10;
  /** @param {number} rows @param {number} seed */
  const sample = (rows, seed) => {
    const { uniform, normal } = generator(seed);
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
  const { glorot } = generator(201);
  return {
    kind: 'W2',
    title: 'softmax gate over features',
    batch,
    batches,
    dims: { width },
    inputs: { x: [width], y: [] },
    data: sample(batch * batches, 21),
    heldOutRows: 512,
    heldOut: sample(512, 22),
    parameters: [
      tensor('wa', [width, width], glorot(width, width)),
      tensor('ba', [width], zero),
      tensor('w', [width, 1], glorot(width, 1)),
      tensor('b', [1], zero),
    ],
    initialLoss: 0.689156,
    checkSteps: 1000,
    finalLoss: 0.406138,
    flops: 6 * batch * width * (width + 1),
  };
}

/**
 * Embedding(2000, 32) → LSTM(100) → attention pooling tanh(h·w + b) → Dense(1), binary cross-entropy. Sentences of 4 to
 * 31 words with a few words of sentiment, 1…40 good and 41…80 bad; the zeros behind them are words like others.
 * @returns {Omit<Workload, 'name'>}
 */
function sentiment() {
  const batch = 100;
  const batches = 20;
  const length = 32;
  const words = 2000;
  const embedding = 32;
  const hidden = 100;
  /** @param {number} rows @param {number} seed */
  const sample = (rows, seed) => {
    const { uniform, below } = generator(seed);
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
  const { normal, within, glorot } = generator(301);
  return {
    kind: 'W3',
    title: 'LSTM with attention pooling',
    batch,
    batches,
    dims: { length, words, embedding, hidden },
    inputs: { x: [length], y: [] },
    data: sample(batch * batches, 31),
    heldOutRows: batch,
    heldOut: sample(batch, 32),
    parameters: [
      tensor('emb', [words, embedding], within(0.05)),
      tensor('W', [embedding, 4 * hidden], glorot(embedding, 4 * hidden)),
      tensor('U', [hidden, 4 * hidden], glorot(hidden, 4 * hidden)),
      tensor('bl', [4 * hidden], openForget(hidden)),
      tensor('aw', [hidden, 1], () => 0.05 * normal()),
      tensor('ab', [length], zero),
      tensor('w', [hidden, 1], glorot(hidden, 1)),
      tensor('b', [1], zero),
    ],
    initialLoss: 0.693447,
    checkSteps: 40,
    finalLoss: 0.384212,
    flops: 6 * batch * (length * ((embedding + hidden) * 4 * hidden + 2 * hidden) + hidden),
  };
}

/**
 * LSTM encoder and decoder with attention h·Wa·s (Luong's general score), teacher forced, cross-entropy at each of 12
 * positions. The task is to say the source backwards; 1 begins a sentence.
 * @returns {Omit<Workload, 'name'>}
 */
function translation() {
  const batch = 64;
  const batches = 32;
  const source = 12;
  const target = 12;
  const words = 40;
  const embedding = 32;
  const hidden = 64;
  /** @param {number} rows @param {number} seed */
  const sample = (rows, seed) => {
    const { below } = generator(seed);
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
  const { normal, glorot } = generator(401);
  /** @param {string} end @returns {Tensor[]} */
  const lstm = (end) => [
    tensor(`W${end}`, [embedding, 4 * hidden], glorot(embedding, 4 * hidden)),
    tensor(`U${end}`, [hidden, 4 * hidden], glorot(hidden, 4 * hidden)),
    tensor(`b${end}`, [4 * hidden], openForget(hidden)),
  ];
  const cell = (embedding + hidden) * 4 * hidden;
  return {
    kind: 'W4',
    title: 'encoder and decoder with Luong attention',
    batch,
    batches,
    dims: { source, target, words, embedding, hidden },
    inputs: { x: [source], yin: [target], y: [target] },
    data: sample(batch * batches, 41),
    heldOutRows: batch,
    heldOut: sample(batch, 42),
    parameters: [
      tensor('embs', [words, embedding], () => 0.3 * normal()),
      tensor('embt', [words, embedding], () => 0.3 * normal()),
      ...lstm('e'),
      ...lstm('d'),
      tensor('Wa', [hidden, hidden], glorot(hidden, hidden)),
      tensor('Wc', [2 * hidden, hidden], glorot(2 * hidden, hidden)), // the context's rows, then the state's
      tensor('bc', [hidden], zero),
      tensor('Wo', [hidden, words], glorot(hidden, words)),
      tensor('bo', [words], zero),
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
 * Transformer encoder: two layers of four heads, layer norm behind each residual, ReLU; cross-entropy at each of 32
 * positions. The task is to say the sequence backwards.
 * @returns {Omit<Workload, 'name'>}
 */
function transformer() {
  const batch = 32;
  const batches = 32;
  const length = 32;
  const words = 64;
  const width = 64;
  const feedForward = 128;
  const heads = 4;
  const layers = 2;
  /** @param {number} rows @param {number} seed */
  const sample = (rows, seed) => {
    const { below } = generator(seed);
    const x = Int32Array.from({ length: rows * length }, () => below(words));
    const y = new Int32Array(rows * length);
    for (let i = 0; i < x.length; i += length) y.set(x.subarray(i, i + length).toReversed(), i);
    return { x, y };
  };
  const { normal, glorot } = generator(501);
  /** @param {number} l @returns {Tensor[]} */
  const layer = (l) => [
    tensor(`l${l}.wqkv`, [width, 3 * width], glorot(width, 3 * width)), // columns q, k, v; in each, head after head
    tensor(`l${l}.bqkv`, [3 * width], zero),
    tensor(`l${l}.wo`, [width, width], glorot(width, width)),
    tensor(`l${l}.bo`, [width], zero),
    tensor(`l${l}.g1`, [width], one),
    tensor(`l${l}.h1`, [width], zero),
    tensor(`l${l}.w1`, [width, feedForward], glorot(width, feedForward)),
    tensor(`l${l}.b1`, [feedForward], zero),
    tensor(`l${l}.w2`, [feedForward, width], glorot(feedForward, width)),
    tensor(`l${l}.b2`, [width], zero),
    tensor(`l${l}.g2`, [width], one),
    tensor(`l${l}.h2`, [width], zero),
  ];
  const block = 4 * width * width + 2 * length * width + 2 * width * feedForward;
  return {
    kind: 'W5',
    title: 'transformer encoder',
    batch,
    batches,
    dims: { length, words, width, feedForward, heads, layers },
    inputs: { x: [length], y: [length] },
    data: sample(batch * batches, 51),
    heldOutRows: batch,
    heldOut: sample(batch, 52),
    parameters: [
      tensor('emb', [words, width], normal),
      tensor('pos', [length, width], normal),
      ...layer(0),
      ...layer(1),
      tensor('wout', [width, words], glorot(width, words)),
      tensor('bout', [words], zero),
    ],
    initialLoss: 4.622146,
    checkSteps: 60,
    finalLoss: 4.15473,
    flops: 6 * batch * length * (layers * block + width * words),
  };
}

/**
 * Tensors uniform on ±1/√n.
 * @param {ReturnType<typeof generator>} random
 * @param {Record<string, readonly [number, ...number[]]>} sizes by name n, then the shape
 */
const uniformTensors = ({ within }, sizes) =>
  Object.entries(sizes).map(([name, [n, ...shape]]) => tensor(name, shape, within(1 / Math.sqrt(n))));

/**
 * Show, Attend and Tell with soft attention: patches of 4 × 4 pixels, 3 × 3 of them, positions; a GRU that starts from the
 * mean annotation and asks 36 annotations by an additive score; deep output. Two coloured squares on a grid of 3 × 3 places, in
 * reading order; the caption says colour, row and column of each. 0 begins, 1 ends; 2…7 are colours, 8…10 rows, 11…13 columns.
 * @returns {Omit<Workload, 'name'>}
 */
function captions() {
  const batch = 32;
  const batches = 32;
  const side = 24;
  const place = 8;
  const length = 7;
  const words = 14;
  const [features, embedding, hidden] = [32, 32, 64];
  const colours = [1, 2, 3, 4, 5, 6].map((bits) => [bits & 1, (bits >> 1) & 1, bits >> 2]);
  /** @param {number} rows @param {number} seed */
  const sample = (rows, seed) => {
    const { normal, below } = generator(seed);
    const picture = Float32Array.from({ length: rows * side * side * 3 }, () => 0.06 * normal());
    const y = new Int32Array(rows * length);
    const yin = new Int32Array(rows * length);
    for (let i = 0; i < rows; i++) {
      const first = below(9);
      const second = (first + 1 + below(8)) % 9;
      const caption = [first, second]
        .toSorted((a, b) => a - b)
        .flatMap((cell) => {
          const [row, column, colour, edge] = [Math.floor(cell / 3), cell % 3, below(6), 4 + below(3)];
          const [top, left] = [row, column].map((at) => at * place + below(place - edge + 1));
          for (let r = top; r < top + edge; r++)
            for (let c = left; c < left + edge; c++)
              for (let k = 0; k < 3; k++) picture[((i * side + r) * side + c) * 3 + k] += colours[colour][k];
          return [2 + colour, 8 + row, 11 + column];
        });
      y.set([...caption, 1], i * length);
      yin.set([0, ...caption], i * length);
    }
    return { picture, yin, y };
  };
  const random = generator(601);
  const patch = 4 * 4 * 3;
  const regions = (side / 4) ** 2;
  return {
    kind: 'W6',
    title: 'captions with soft attention',
    batch,
    batches,
    dims: { side, length, words, features, embedding, hidden, regions },
    inputs: { picture: [side, side, 3], yin: [length], y: [length] },
    data: sample(batch * batches, 61),
    heldOutRows: batch,
    heldOut: sample(batch, 62),
    parameters: [
      ...uniformTensors(random, {
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
 * DRAW with a read and a write window of 5 × 5 filters, eight steps; the bound in nats a picture. The pictures are bent
 * strokes on 20 × 20 pixels; the noise of the latent numbers belongs to the data, [8, 8] for each.
 * @returns {Omit<Workload, 'name'>}
 */
function drawings() {
  const batch = 16;
  const batches = 64;
  const side = 20;
  const pixels = side * side;
  const [hidden, latent, glimpses, grid] = [64, 8, 8, 5];
  /** @param {number} rows @param {number} seed */
  const sample = (rows, seed) => {
    const { uniform, normal } = generator(seed);
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
  const seen = 2 * grid * grid + hidden;
  const random = generator(701);
  /** Starting points that the model has, too. @type {Record<string, (i: number) => number>} */
  const shifts = {
    'draw.first_canvas': () => -4,
    'draw.read_window.bias': (i) => (i === 3 ? -1 : 0),
    'draw.write_window.bias': (i) => (i === 4 ? -2 : 0),
  };
  const window = grid * side * side + grid * side * grid;
  return {
    kind: 'W7',
    title: 'DRAW with both windows',
    batch,
    batches,
    dims: { side, hidden, latent, glimpses, grid },
    inputs: { y: [side, side], noise: [glimpses, latent] },
    data: sample(batch * batches, 71),
    heldOutRows: batch,
    heldOut: sample(batch, 72),
    parameters: uniformTensors(random, {
      'draw.encoder.weight_input': [hidden, seen, 4 * hidden],
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
      ((seen + hidden + latent + hidden) * 4 * hidden +
        hidden * (2 * latent + 10 + grid * grid) +
        3 * window),
  };
}

/** @type {Record<string, () => Omit<Workload, 'name'>>} */
const makers = {
  W1b1: () => gate(1),
  W1b128: () => gate(128),
  W2: featureGate,
  W3: sentiment,
  W4: translation,
  W5: transformer,
  W6: captions,
  W7: drawings,
};

export const workloadNames = Object.keys(makers);

/** @param {string} name @returns {Workload} */
export const workload = (name) => ({ name, ...makers[name]() });

/**
 * The rows of training batch k, as views.
 * @param {Workload} work
 * @param {number} k
 * @returns {Batch}
 */
export function batchOf(work, k) {
  return Object.fromEntries(
    Object.entries(work.inputs).map(([name, shape]) => {
      const size = work.batch * sizeOf(shape);
      return [name, work.data[name].subarray(k * size, (k + 1) * size)];
    }),
  );
}
