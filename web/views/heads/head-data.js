/** Extracts the maps of all heads of one kind of attention from a frame, with their tokens. */
import { translate } from '../../language/translate.js';
import { cropMatrices } from '../../plots/alignment.js';

/** @typedef {Pick<import('../../engine/view-types.js').NamedMap, 'name' | 'weights' | 'scores' | 'truth'>} AttentionMap */
/** @import { Manifest } from '../../engine/shapes.js' */
/** @import { Frame } from '../../engine/view-types.js' */
/** @import { Alignment } from '../../plots/alignment.js' */

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
 * @param {import('../../engine/view-types.js').Values} parameters
 * @returns {HeadMap | null} with copied numbers, which stay valid after the frame; null where the frame has no heads
 */
export function extractHeadMap(frame, { name, weights, scores, truth }, { truthMap, details }, parameters) {
  const { step, loss, metrics, tensors } = frame;
  const transformer = /** @type {TransformerDetails} */ (details);
  const { layers = 0, heads = 0, sourceWords = [], targetWords = [] } = transformer;
  const all = tensors[weights];
  const lengths = tensors['lengths'];
  if (!all || !lengths || layers * heads === 0) return null;
  const [sourceLength, targetLength] = [lengths[0] ?? 0, lengths[1] ?? 0];
  const sourceTokens = tensors['encoder.tokens'] ?? kNone;
  const targetTokens = tensors['decoder.tokens'] ?? kNone;
  const [rows, columns] = [
    name === 'encoder' ? sourceLength : targetLength,
    name === 'decoder' ? targetLength : sourceLength,
  ];
  const padded = {
    paddedRows: (name === 'encoder' ? sourceTokens : targetTokens).length,
    paddedColumns: (name === 'decoder' ? targetTokens : sourceTokens).length,
  };
  /** @param {Float32Array | undefined} whole */
  const crop = (whole = kNone) => cropMatrices(whole, { rows, columns, ...padded });
  /** @param {Float32Array} tokens @param {number} count @param {readonly string[]} words */
  const labels = (tokens, count, words) =>
    Array.from(tokens.subarray(0, count), (index) => words[index] ?? '');
  const sourceLabels = labels(sourceTokens, sourceLength, sourceWords);
  const readLabels = labels(targetTokens, targetLength, targetWords);
  // Each position predicts the next token.
  const answers = [...readLabels.slice(1), targetLength > 0 ? '<end>' : ''];
  const hasTruth = name === truthMap;
  const truthBlock = hasTruth ? crop(tensors[truth]) : null;
  const columnLabels = name === 'decoder' ? readLabels : sourceLabels;
  const first = name === 'decoder' && sourceLength === 0 ? readLabels.indexOf('<start>') : 0;
  // Rows without an answer have the padding token.
  const outputs = Array.from((hasTruth && tensors['predicted']?.subarray(0, rows)) || kNone, (index, row) =>
    index > 0 && row >= first ? (targetWords[index] ?? '') : '',
  );
  return {
    name,
    step,
    layers,
    heads,
    rows,
    columns,
    weights: crop(all),
    scores: crop(tensors[scores]),
    truth: truthBlock,
    entropy: (tensors[`${name}.entropy`] ?? kNone).slice(),
    distance: (tensors[`${name}.distance`] ?? kNone).slice(),
    alignment: (tensors[`${name}.alignment`] ?? kNone).slice(),
    isCausal: name === 'decoder' || (name === 'encoder' && parameters['causalEncoder'] === true),
    sources: name !== 'decoder' || first < 0 ? columns : first,
    best: hasTruth ? (tensors['best']?.[0] ?? 0) : -1,
    rowLabels: name === 'encoder' ? sourceLabels : name === 'cross' ? answers : readLabels,
    columnLabels,
    outputs,
    targets: name === 'encoder' ? findExpectedTokens(truthBlock, rows, columns, columnLabels) : answers,
    metrics: { ...metrics, loss },
  };
}

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
 * Counts the tiles of a layer, which are in one row: its heads, followed by their mean if there are several.
 * @param {Pick<HeadMap, 'heads'>} map
 * @returns {number}
 */
export const countTilesPerRow = ({ heads }) => (heads > 1 ? heads + 1 : 1);

/**
 * @param {Pick<HeadMap, 'heads'>} map
 * @param {number} tile
 * @returns {{ layer: number, head: number, index: number }} `head` −1 for the mean; `index` of the head among all layers
 */
export function locateHead({ heads }, tile) {
  const row = countTilesPerRow({ heads });
  const [layer, column] = [Math.floor(tile / row), tile % row];
  return { layer, head: column < heads ? column : -1, index: layer * heads + column };
}

/** @param {Pick<HeadMap, 'heads'>} map @param {number} index of a head @returns {number} its tile */
export function getTileIndex({ heads }, index) {
  return Math.floor(index / heads) * countTilesPerRow({ heads }) + (index % heads);
}

/**
 * @param {HeadMap} map
 * @param {number} tile
 * @returns {Alignment}
 */
export function createAlignment(map, tile) {
  const { step, heads, rows, columns, truth, metrics } = map;
  const { layer, head, index } = locateHead(map, tile);
  const size = rows * columns;
  /** @param {Float32Array} of @param {number} which */
  const one = (of, which) => of.subarray(which * size, (which + 1) * size);
  const mean = new Float32Array(size);
  for (let other = 0; other < heads; ++other)
    one(map.weights, layer * heads + other).forEach((weight, i) => {
      mean[i] = (mean[i] ?? 0) + weight / heads;
    });
  return {
    step,
    rows,
    columns,
    weights: head >= 0 ? one(map.weights, index) : map.means ? one(map.means, layer) : mean,
    scores: head < 0 ? mean.map(() => Number.NaN) : one(map.scores, index),
    truth: truth ?? new Float32Array(size),
    metrics,
    getColorScale: map.createColorScale?.(tile),
  };
}

/** @param {Pick<HeadMap, 'heads' | 'layersBefore'>} map @param {number} tile @returns {string} such as 'L1·H2', or 'L1·mean' */
export function formatTileName(map, tile) {
  const { layer, head } = locateHead(map, tile);
  return `L${layer + 1 + (map.layersBefore ?? 0)}·${head < 0 ? translate('mean') : `H${head + 1}`}`;
}

/**
 * The kinds of attention with their names in this run: an encoder with a causal mask has masked self-attention.
 * @param {Pick<import('../../engine/view-types.js').ViewOptions, 'maps' | 'parameters'>} options
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
