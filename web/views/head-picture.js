/**
 * The maps of all heads of one kind of attention, cut out of a frame, with their tokens.
 * @module
 */

/** @typedef {Pick<import('./view.js').AttentionMap, 'name' | 'weights' | 'scores' | 'truth'>} AttentionMap */
/** @typedef {import('./view.js').Extra} Extra */
/** @typedef {import('./view.js').Frame} Frame */
/** @typedef {import('./alignment-picture.js').Alignment} Alignment */

/**
 * @typedef {object} HeadMap
 * @property {string} name of the map
 * @property {number} step
 * @property {number} layers
 * @property {number} heads of a layer
 * @property {number} rows in use
 * @property {number} columns in use
 * @property {Float32Array} weights [layers · heads, rows, columns]
 * @property {Float32Array} scores [layers · heads, rows, columns]
 * @property {Float32Array | null} truth [rows, columns]; null where nobody knows it
 * @property {Float32Array} entropy [layers · heads], over held-out pairs, as a share of the highest there is
 * @property {Float32Array} distance [layers · heads], in tokens
 * @property {Float32Array} alignment [layers · heads], share of the largest weights at the truth
 * @property {number} best head; −1 where there is no truth
 * @property {readonly string[]} rowLabels
 * @property {readonly string[]} columnLabels
 * @property {readonly string[]} said by the model, row by row; '' where it is not asked
 * @property {readonly string[]} wanted what it should say there
 * @property {Readonly<Record<string, number | null>>} metrics of the whole held-out set, at that step
 */

const kNone = new Float32Array(0);

/**
 * @param {Frame} frame
 * @param {AttentionMap} map
 * @param {Extra} extra
 * @returns {HeadMap | null} copies, so that it may be kept; null where the frame holds no heads
 */
export function headMapOf({ step, loss, metrics, tensors }, { name, weights, scores, truth }, extra) {
  const { layers = 0, heads = 0, sourceWords = [], targetWords = [], truthMap } = extra;
  const all = tensors[weights];
  const used = tensors['lengths'];
  if (!all || !used || layers * heads === 0) return null;
  const [source, written] = [used[0] ?? 0, used[1] ?? 0];
  const read = tensors['encoder.tokens'] ?? kNone;
  const before = tensors['decoder.tokens'] ?? kNone;
  const [rows, columns] = [name === 'encoder' ? source : written, name === 'decoder' ? written : source];
  const width = (name === 'decoder' ? before : read).length;
  /** @param {Float32Array | undefined} whole */
  const block = (whole = kNone) => {
    const padded = (name === 'encoder' ? read : before).length;
    const maps = whole.length / (padded * width);
    const kept = new Float32Array(maps * rows * columns);
    for (let i = 0; i < maps * rows; ++i) {
      const from = (Math.floor(i / rows) * padded + (i % rows)) * width;
      kept.set(whole.subarray(from, from + columns), i * columns);
    }
    return kept;
  };
  /** @param {Float32Array} tokens @param {number} count @param {readonly string[]} words */
  const labels = (tokens, count, words) =>
    Array.from(tokens.subarray(0, count), (index) => words[index] ?? '');
  const sourceLabels = labels(read, source, sourceWords);
  const readLabels = labels(before, written, targetWords);
  // Each answers what is read next.
  const answers = [...readLabels.slice(1), written > 0 ? '<end>' : ''];
  const judged = name === truthMap;
  const true_ = judged ? block(tensors[truth]) : null;
  const columnLabels = name === 'decoder' ? readLabels : sourceLabels;
  const first = name === 'decoder' && source === 0 ? readLabels.indexOf('<start>') : 0;
  const said = judged ? labels(tensors['said'] ?? kNone, rows, targetWords).fill('', 0, first) : [];
  return {
    name,
    step,
    layers,
    heads,
    rows,
    columns,
    weights: block(all),
    scores: block(tensors[scores]),
    truth: true_,
    entropy: (tensors[`${name}.entropy`] ?? kNone).slice(),
    distance: (tensors[`${name}.distance`] ?? kNone).slice(),
    alignment: (tensors[`${name}.alignment`] ?? kNone).slice(),
    best: judged ? (tensors['best']?.[0] ?? 0) : -1,
    rowLabels: name === 'encoder' ? sourceLabels : name === 'cross' ? answers : readLabels,
    columnLabels,
    said,
    wanted: name === 'encoder' ? markedOf(true_, rows, columns, columnLabels) : answers,
    metrics: { ...metrics, loss },
  };
}

/**
 * What an answer in place is copied from; what the model says at the end is the end.
 * @param {Float32Array | null} truth
 * @param {number} rows
 * @param {number} columns
 * @param {readonly string[]} labels
 */
function markedOf(truth, rows, columns, labels) {
  return Array.from({ length: truth ? rows : 0 }, (_, row) => {
    const at = truth?.subarray(row * columns, (row + 1) * columns).indexOf(1) ?? -1;
    return labels[at] ?? '<end>';
  });
}

/** @param {Pick<HeadMap, 'layers' | 'heads'>} map @returns {number} heads, and means over the heads of a layer */
export function picturesIn({ layers, heads }) {
  return layers * heads + (heads > 1 ? layers : 0);
}

/**
 * @param {HeadMap} map
 * @param {number} index of a head, or behind the last one of the mean over the heads of a layer
 * @returns {Alignment}
 */
export function alignmentOfHead(map, index) {
  const { step, layers, heads, rows, columns, truth, metrics } = map;
  const size = rows * columns;
  /** @param {Float32Array} of @param {number} head */
  const one = (of, head) => of.subarray(head * size, (head + 1) * size);
  const layer = index - layers * heads;
  const weights = layer < 0 ? one(map.weights, index) : new Float32Array(size);
  if (layer >= 0) {
    for (let head = layer * heads; head < (layer + 1) * heads; ++head) {
      const part = one(map.weights, head);
      for (let i = 0; i < size; ++i) weights[i] = (weights[i] ?? 0) + (part[i] ?? 0) / heads;
    }
  }
  return {
    step,
    rows,
    columns,
    weights,
    scores: layer < 0 ? one(map.scores, index) : new Float32Array(size).fill(Number.NaN),
    truth: truth ?? new Float32Array(size),
    position: null,
    said: null,
    metrics,
  };
}

/** @param {HeadMap} map @param {number} index @returns {string} 'L1·H2', or 'L1·mean' */
export function headName({ layers, heads }, index) {
  const layer = index - layers * heads;
  return layer < 0 ? `L${Math.floor(index / heads) + 1}·H${(index % heads) + 1}` : `L${layer + 1}·mean`;
}

/** What a row of a map may look at: in a decoder nothing that comes after it. @param {Pick<HeadMap, 'name'>} map */
export function windowOfHead({ name }) {
  return (/** @type {number} */ row) =>
    name === 'decoder' ? { centre: 0, reach: row, bell: false, quiet: true } : null;
}
