/** The tiles in which heads are shown: in each layer one for each head, and one for their mean if there are several. */
import { translate } from '../../language/translate.js';

/** @import { Alignment } from '../../plots/alignment.js' */
/** @import { HeadMap } from './head-data.js' */

/**
 * Counts the tiles of a layer, which are in one row: its heads, followed by their mean if there are several.
 * @param {Pick<HeadMap, 'heads'>} map
 * @returns {number}
 */
export const countTilesPerRow = ({ heads }) => (heads > 1 ? heads + 1 : 1);

/**
 * @param {Pick<HeadMap, 'heads'>} map
 * @param {number} tile
 * @returns {{ layer: number, head: number, index: number }} `index` of the head among all layers; `head` and `index` are −1 for the mean
 */
export function locateHead({ heads }, tile) {
  const row = countTilesPerRow({ heads });
  const [layer, column] = [Math.floor(tile / row), tile % row];
  const head = column < heads ? column : -1;
  return { layer, head, index: head < 0 ? -1 : layer * heads + head };
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
  /** @param {Float32Array} values @param {number} matrix its index */
  const getMatrix = (values, matrix) => values.subarray(matrix * size, (matrix + 1) * size);
  const mean = new Float32Array(size);
  for (let other = 0; head < 0 && other < heads; ++other)
    getMatrix(map.weights, layer * heads + other).forEach((weight, i) => {
      mean[i] = (mean[i] ?? 0) + weight / heads;
    });
  return {
    step,
    rows,
    columns,
    metrics,
    weights: head >= 0 ? getMatrix(map.weights, index) : map.means ? getMatrix(map.means, layer) : mean,
    scores: head < 0 ? mean.map(() => Number.NaN) : getMatrix(map.scores, index),
    truth: truth ?? new Float32Array(size),
    getColorScale: map.createColorScale?.(tile),
  };
}

/** @param {Pick<HeadMap, 'heads' | 'layersBefore'>} map @param {number} tile @returns {string} such as 'L1·H2', or 'L1·mean' */
export function formatTileName(map, tile) {
  const { layer, head } = locateHead(map, tile);
  return `L${layer + 1 + (map.layersBefore ?? 0)}·${head < 0 ? translate('mean') : `H${head + 1}`}`;
}
