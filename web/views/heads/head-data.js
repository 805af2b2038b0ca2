/** Extracts the maps of all heads of one kind of attention from a frame, with their tokens. */
import { translate } from '../../language/translate.js';
import { cropMatrices } from '../../plots/alignment.js';

/** @import { Manifest } from '../../engine/shapes.js' */
/** @import { Frame, NamedMap, Values, ViewOptions } from '../../engine/view-types.js' */
/** @import { Alignment } from '../../plots/alignment.js' */
/** @typedef {Pick<NamedMap, 'name' | 'weights' | 'scores' | 'truth'>} AttentionMap */
/** The maps of all kinds of attention at one step. @typedef {{ step: number, byKind: Map<string, HeadMap> }} HeadMaps */

/**
 * @typedef {object} TransformerDetails
 * @property {number} [layers] number of layers of the encoder and of the decoder
 * @property {number} [heads] number of heads of each layer
 * @property {readonly string[]} [sourceWords] source tokens by index
 * @property {readonly string[]} [targetWords] target tokens by index
 */

/**
 * @typedef {object} HeadMap
 * @property {string} name of the map
 * @property {number} step
 * @property {number} layers
 * @property {number} [layersBefore] number of layers before the first layer of this map
 * @property {Float32Array} [means] [layers, rows, columns] means of the heads, if they are not the plain means of `weights`
 * @property {(tile: number) => Alignment['getColorScale']} [createColorScale] color scale of each tile
 * @property {{ left: number, top: number, width: number, height: number }} [frame] part that is enlarged, in shares of the whole
 * @property {boolean} [isCross] whether rows and columns are of two texts; by default, the name decides
 * @property {number} heads of a layer
 * @property {number} rows without padding
 * @property {number} columns without padding
 * @property {Float32Array} weights [layers · heads, rows, columns]
 * @property {Float32Array} scores [layers · heads, rows, columns]
 * @property {Float32Array | null} truth [rows, columns]; null if it is unknown
 * @property {Float32Array} entropy [layers · heads], over held-out pairs, as a share of the maximum
 * @property {Float32Array} distance [layers · heads], in tokens
 * @property {Float32Array} alignment [layers · heads], share of the largest weights at the truth
 * @property {boolean} isCausal whether each token attends only to itself and earlier tokens
 * @property {number} best index of the head that agrees best with the truth; −1 where there is no truth
 * @property {number} [sources] how many columns, from the first, are source positions
 * @property {readonly string[]} rowLabels
 * @property {readonly string[]} columnLabels
 * @property {readonly string[]} outputs by the model, row by row; '' where no answer is expected
 * @property {readonly string[]} targets right outputs
 * @property {Readonly<Record<string, number | null>>} metrics of the whole held-out set, at that step
 */

const kNone = new Float32Array(0);

/**
 * @param {Frame} frame
 * @param {AttentionMap} map
 * @param {Pick<Manifest, 'truthMap' | 'details'>} manifest
 * @param {Values} parameters
 * @returns {HeadMap | null} with copied numbers, which stay valid after the frame; null where the frame has no heads
 */
export function extractHeadMap(frame, { name, weights, scores, truth }, { truthMap, details }, parameters) {
  const { step, loss, metrics, tensors } = frame;
  const {
    layers = 0,
    heads = 0,
    sourceWords = [],
    targetWords = [],
  } = /** @type {TransformerDetails} */ (details);
  const { lengths, predicted, best } = tensors;
  const all = tensors[weights];
  if (!all || !lengths || layers * heads === 0) return null;
  const [isEncoder, isDecoder] = [name === 'encoder', name === 'decoder'];
  const source = readTokens(sourceWords, tensors['encoder.tokens'], lengths[0]);
  const target = readTokens(targetWords, tensors['decoder.tokens'], lengths[1]);
  const [rowTokens, columnTokens] = [isEncoder ? source : target, isDecoder ? target : source];
  const [rows, columns] = [rowTokens.labels.length, columnTokens.labels.length];
  const padded = { paddedRows: rowTokens.paddedLength, paddedColumns: columnTokens.paddedLength };
  /** @param {Float32Array | undefined} whole */
  const crop = (whole = kNone) => cropMatrices(whole, { rows, columns, ...padded });
  // Each position predicts the next token.
  const answers = [...target.labels.slice(1), target.labels.length > 0 ? '<end>' : ''];
  const hasTruth = name === truthMap;
  const truthBlock = hasTruth ? crop(tensors[truth]) : null;
  const first = isDecoder && source.labels.length === 0 ? target.labels.indexOf('<start>') : 0;
  // Rows without an answer have the padding token.
  const outputs = Array.from((hasTruth && predicted?.subarray(0, rows)) || kNone, (index, row) =>
    index > 0 && row >= first ? (targetWords[index] ?? '') : '',
  );
  return {
    ...{ name, step, layers, heads, rows, columns, outputs },
    weights: crop(all),
    scores: crop(tensors[scores]),
    truth: truthBlock,
    entropy: (tensors[`${name}.entropy`] ?? kNone).slice(),
    distance: (tensors[`${name}.distance`] ?? kNone).slice(),
    alignment: (tensors[`${name}.alignment`] ?? kNone).slice(),
    isCausal: isDecoder || (isEncoder && parameters['causalEncoder'] === true),
    sources: !isDecoder || first < 0 ? columns : first,
    best: hasTruth ? (best?.[0] ?? 0) : -1,
    rowLabels: name === 'cross' ? answers : rowTokens.labels,
    columnLabels: columnTokens.labels,
    targets: isEncoder ? findExpectedTokens(truthBlock, rows, columns, columnTokens.labels) : answers,
    metrics: { ...metrics, loss },
  };
}

/** Extracts the maps of all kinds of attention from a frame. @param {Frame} frame @param {ViewOptions} options @returns {HeadMaps} */
export function extractHeadMaps(frame, { maps, manifest, parameters }) {
  const found = maps.flatMap((map) => extractHeadMap(frame, map, manifest, parameters()) ?? []);
  return { step: frame.step, byKind: new Map(found.map((map) => [map.name, map])) };
}

/** The labels of the tokens of a text, and its length with padding. @param {readonly string[]} words by index @param {Float32Array} [tokens] @param {number} [length] */
const readTokens = (words, tokens = kNone, length = 0) => ({
  labels: Array.from(tokens.subarray(0, length), (index) => words[index] ?? ''),
  paddedLength: tokens.length,
});

/**
 * The answers that an encoder should give: the tokens at the truth, and `<end>` where there is none.
 * @param {Float32Array | null} truth
 * @param {number} rows
 * @param {number} columns
 * @param {readonly string[]} labels
 */
function findExpectedTokens(truth, rows, columns, labels) {
  return Array.from({ length: truth ? rows : 0 }, (_, row) => {
    const at = truth?.subarray(row * columns, (row + 1) * columns).indexOf(1) ?? -1;
    return labels[at] ?? '<end>';
  });
}

/**
 * The kinds of attention with their names in this run: an encoder with a causal mask has masked self-attention.
 * @param {Pick<ViewOptions, 'maps' | 'parameters'>} options
 */
export function listAttentionKinds({ maps, parameters }) {
  const masked = {
    label: translate('Masked self-attention'),
    formula: 'a = softmax(q k / √d), s ≤ t',
    help: translate('The weights of each token on itself and on earlier tokens.'),
  };
  return maps.map((map) =>
    map.name === 'encoder' && parameters()['causalEncoder'] === true ? { ...map, ...masked } : map,
  );
}

/** Returns a function that tells which columns a row may attend to. @param {Pick<HeadMap, 'isCausal'>} map */
export function createWindowLookup({ isCausal }) {
  return (/** @type {number} */ row) =>
    isCausal ? { center: 0, halfWidth: row, bell: false, quiet: true } : null;
}
