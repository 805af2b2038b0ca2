/** Rows of weights that the reader holds fixed: in one head, in all heads of a layer, or in all layers. */

import { translate } from '../../language/translate.js';
import { choices } from '../../parts/choices.js';
import { Holding } from '../../parts/holding.js';
import { holdingTemplate } from '../../parts/holding-panel.js';
import { getWatchedExample } from '../../parts/watched-example.js';
import { countTilesPerRow, createAlignment, formatTileName, getTileIndex, locateHead } from './tile-data.js';

/** @import { Prediction } from '../../engine/shapes.js' */
/** @import { ViewOptions } from '../../engine/view-types.js' */
/** @import { MapPlace } from '../../parts/holding.js' */
/** @import { HeadMap, HeadMaps } from './head-data.js' */

/** Which heads are held together. @typedef {'head' | 'layer' | 'all'} Reach */

/**
 * Functions that return the name of the enlarged kind of attention, and the index of its enlarged tile.
 * @typedef {{ getKind: () => string, getOpened: (map: HeadMap) => number }} Enlarged
 */

/** Whether the maps have other tokens than before, because they are of another example. @param {HeadMaps} maps @param {HeadMaps} before */
export const hasOtherTokens = (maps, before) => formatTokens(maps) !== formatTokens(before);

/** @param {HeadMaps} maps */
function formatTokens({ byKind }) {
  const [any] = byKind.values();
  return `${any?.columnLabels.join(' ')} ${any?.rows}`;
}

/** @param {ViewOptions} options @param {Enlarged} enlarged @param {() => void} onChange */
export function createHeadHolding(options, { getKind, getOpened }, onChange) {
  /** The kind of attention whose rows are answers, and whose columns are source positions. */
  const main = options.manifest.truthMap ?? '';
  /** Which heads are held together. @type {Reach} */
  let reach = 'head';
  /** @param {MapPlace} place */
  const findMap = ({ map = main }) => holding.present?.byKind.get(map);
  /** The place of the enlarged tile. @param {HeadMap | undefined} map @returns {MapPlace} */
  const getOpenedPlace = (map) => (map ? getPlace(map, getOpened(map)) : {});
  /** @type {Holding<HeadMaps>} */
  const holding = new Holding(
    {
      isOther: hasOtherTokens,
      getInput: () => holding.present && { example: getWatchedExample(options), prefix: 'true' },
      getLearnedRow: (place, row) => readLearnedRow(findMap(place), place, row),
      getLabels: (place) => {
        const { rowLabels: rows = [], columnLabels: columns = [] } = findMap(place) ?? {};
        return { rows, columns };
      },
      getCandidates: (answer, row, place) => {
        const map = findMap(place);
        return map && listCandidates(answer, map, main)[row];
      },
      getPlace: () => getOpenedPlace(findMap({ map: getKind() })),
      widenPlace: (place) => widenPlace(place, reach),
      listHeads: (place) => listHeads(findMap(place), place),
      getPlaceName: (place) => formatPlace(findMap(place), place),
      canHide: (column) => column < (findMap({ map: getKind() })?.sources ?? 0),
      onChange,
    },
    options,
  );

  /** @param {string} value */
  function chooseReach(value) {
    reach = /** @type {Reach} */ (value);
    const row = holding.rows.at(-1);
    if (row) holding.move(row, widenPlace(getOpenedPlace(findMap(row.place)), reach));
  }

  return {
    holding,
    /** Whether a row of a tile is held. @param {HeadMap} map @param {number} tile */
    isTileHeld(map, tile) {
      const place = getPlace(map, tile);
      return holding.rows.some(({ row }) => holding.isHeld(row, place));
    },
    /** Returns the map with the held weights, if it is of the current model, and the answers with the learned weights. @param {HeadMap} map */
    apply(map) {
      const { answers, present } = holding;
      if (!answers || map !== present?.byKind.get(map.name)) return { map, learnedOutputs: map.outputs };
      const { name, weights, scores } = answers.after.attention;
      const isSame = name === map.name && weights.length === map.weights.length;
      const [learnedOutputs, outputs] = [answers.before, answers.after].map((answer) =>
        listCandidates(answer, map, main).map((row) => row?.[0]?.token ?? ''),
      );
      return { map: { ...map, ...(isSame && { weights, scores }), outputs: outputs ?? [] }, learnedOutputs };
    },
    /** The panel of the held rows and the answers with them; empty if nothing is held. */
    template() {
      const map = findMap({});
      return holdingTemplate(holding, map && reachChoiceTemplate(map, reach, chooseReach));
    },
  };
}

/** The choice of the heads that are held together. @param {HeadMap} map @param {Reach} reach @param {(value: string) => void} onChoose */
function reachChoiceTemplate({ heads, layers }, reach, onChoose) {
  if (heads === 1 && layers === 1) return null;
  const reaches = {
    head: translate('this head'),
    ...(heads > 1 && { layer: translate('whole layer') }),
    ...(layers > 1 && { all: translate('all layers') }),
  };
  return choices(translate('Heads that are held'), reaches, reach, onChoose);
}

/** The place of all heads that are held together. @param {MapPlace} place @param {Reach} reach @returns {MapPlace} */
function widenPlace({ map, layer, head }, reach) {
  if (reach === 'all') return { map };
  return { map, layer, ...(reach === 'head' && head !== undefined && { head }) };
}

/** The most probable tokens of each row; none in the first rows, where no token is answered. @param {Prediction} answer @param {HeadMap} map @param {string} main kind of attention */
function listCandidates({ candidates = [] }, { name, rows }, main) {
  if (name === 'encoder' && name !== main) return [];
  return [...Array(Math.max(0, rows - candidates.length)).fill(undefined), ...candidates];
}

/** @param {HeadMap} map @param {number} tile @returns {MapPlace} the place of the tile; it has no head if the tile is the mean of a layer */
function getPlace(map, tile) {
  const { layer, head } = locateHead(map, tile);
  return { map: map.name, layer, ...(head >= 0 && { head }) };
}

/** @param {HeadMap | undefined} map @param {MapPlace} place @param {number} row */
function readLearnedRow(map, { layer = 0, head }, row) {
  if (!map) return [];
  const { heads, columns, isCausal } = map;
  // The last tile of a layer is the mean of its heads, or its only head.
  const tile = getTileIndex(map, layer * heads) + (head ?? countTilesPerRow(map) - 1);
  const { weights } = createAlignment(map, tile);
  return weights.slice(row * columns, row * columns + (isCausal ? row + 1 : columns));
}

/** @param {HeadMap | undefined} map @param {MapPlace} place @returns {MapPlace[]} */
const listHeads = ({ name = '', layers = 0, heads = 0 } = /** @type {HeadMap} */ ({}), place) =>
  Array.from({ length: layers * heads }, (_, index) => ({
    map: name,
    layer: Math.floor(index / heads),
    head: index % heads,
  })).filter(({ layer, head }) => layer === (place.layer ?? layer) && head === (place.head ?? head));

/** @param {HeadMap | undefined} map @param {MapPlace} place @returns {string} such as 'L1·H2' */
function formatPlace(map, { layer, head }) {
  if (!map || layer === undefined) return translate('all layers');
  if (head === undefined) return `L${layer + 1}`;
  return formatTileName(map, getTileIndex(map, layer * map.heads + head));
}
