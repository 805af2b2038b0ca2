/** Rows of weights that the reader holds fixed: in one head, in all heads of a layer, or in all layers. */

import { translate } from '../../language/translate.js';
import { choices } from '../../parts/choices.js';
import { Holding } from '../../parts/holding.js';
import { holdingTemplate } from '../../parts/holding-panel.js';
import { getWatchedExample } from '../../parts/watched-example.js';
import { createAlignment, formatTileName, getTileIndex, locateHead } from './head-data.js';

/** @import { Prediction } from '../../engine/shapes.js' */
/** @import { ViewOptions } from '../../engine/view-types.js' */
/** @import { HoldableMap, MapPlace } from '../../parts/holding.js' */
/** @import { HeadMap } from './head-data.js' */

/** The maps of all kinds of attention at one step. @typedef {{ step: number, of: Map<string, HeadMap> }} HeadMaps */

/**
 * Tells which head is enlarged.
 * @typedef {object} Enlarged
 * @property {() => string} getKind name of the kind of attention
 * @property {(map: HeadMap) => number} getOpened index of the enlarged tile
 */

/** Whether the maps have other tokens than before, because they are of another example. @param {HeadMaps} maps @param {HeadMaps} before */
export const hasOtherTokens = (maps, before) => formatTokens(maps) !== formatTokens(before);

/** @param {HeadMaps} maps */
function formatTokens({ of }) {
  const [any] = of.values();
  return `${any?.columnLabels.join(' ')} ${any?.rows}`;
}

export class HeadHolding {
  /** Which heads are held together. @type {'head' | 'layer' | 'all'} */
  #reach = 'head';
  /** The kind of attention whose rows are answers, and whose columns are source positions. */
  #main;
  #enlarged;

  /** @param {ViewOptions} options @param {Enlarged} enlarged @param {() => void} onChange */
  constructor(options, enlarged, onChange) {
    this.#main = options.manifest.truthMap ?? '';
    this.#enlarged = enlarged;
    const getShown = () => this.holding.present?.of.get(enlarged.getKind());
    /** @type {HoldableMap<HeadMaps>} */
    const map = {
      isOther: hasOtherTokens,
      getInput: () => this.holding.present && { example: getWatchedExample(options), prefix: 'true' },
      getLearnedRow: (place, row) => readLearnedRow(this.#findMap(place), place, row),
      getLabels: (place) => {
        const { rowLabels: rows = [], columnLabels: columns = [] } = this.#findMap(place) ?? {};
        return { rows, columns };
      },
      getCandidates: (answer, row, place) => {
        const at = this.#findMap(place);
        return at && this.#listCandidates(answer, at)[row];
      },
      getPlace: () => this.#getOpenedPlace(getShown()),
      widenPlace: (place) => this.#widenPlace(place),
      listHeads: (place) => listHeads(this.#findMap(place), place),
      getPlaceName: (place) => formatPlace(this.#findMap(place), place),
      canHide: (column) => column < (getShown()?.sources ?? 0),
      onChange,
    };
    this.holding = new Holding(map, options);
  }

  /** Whether a row of a tile is held. @param {HeadMap} map @param {number} tile */
  isTileHeld(map, tile) {
    const place = getPlace(map, tile);
    return this.holding.rows.some(({ row }) => this.holding.isHeld(row, place));
  }

  /**
   * Returns the map with the held weights, if it is of the current model, and the answers with the learned weights.
   * @param {HeadMap} map
   */
  apply(map) {
    const { answers } = this.holding;
    if (!answers || map !== this.holding.present?.of.get(map.name))
      return { map, learnedOutputs: map.outputs };
    const { name, weights, scores } = answers.after.attention;
    const isSame = name === map.name && weights.length === map.weights.length;
    const [learnedOutputs, outputs] = [answers.before, answers.after].map((answer) =>
      this.#listCandidates(answer, map).map((row) => row?.[0]?.token ?? ''),
    );
    return { map: { ...map, ...(isSame && { weights, scores }), outputs: outputs ?? [] }, learnedOutputs };
  }

  /** The panel of the held rows and the answers with them; empty if nothing is held. */
  template() {
    return holdingTemplate(this.holding, this.#reachTemplate());
  }

  #reachTemplate() {
    const { heads = 1, layers = 1 } = this.#findMap({}) ?? {};
    if (heads === 1 && layers === 1) return null;
    const reaches = {
      head: translate('this head'),
      ...(heads > 1 && { layer: translate('whole layer') }),
      ...(layers > 1 && { all: translate('all layers') }),
    };
    const onChoose = (/** @type {string} */ value) => {
      this.#reach = /** @type {'head' | 'layer' | 'all'} */ (value);
      const row = this.holding.rows.at(-1);
      if (row) this.holding.move(row, this.#widenPlace(this.#getOpenedPlace(this.#findMap(row.place))));
    };
    return choices(translate('Heads that are held'), reaches, this.#reach, onChoose);
  }

  /** @param {MapPlace} place */
  #findMap({ map = this.#main }) {
    return this.holding.present?.of.get(map);
  }

  /** @param {HeadMap | undefined} map @returns {MapPlace} of its enlarged tile */
  #getOpenedPlace(map) {
    return map ? getPlace(map, this.#enlarged.getOpened(map)) : {};
  }

  /** @param {MapPlace} place @returns {MapPlace} the place of all heads that are held together */
  #widenPlace({ map, layer, head }) {
    if (this.#reach === 'all') return { map };
    return { map, layer, ...(this.#reach === 'head' && head !== undefined && { head }) };
  }

  /** The most probable tokens of each row; none where no token is answered. @param {Prediction} answer @param {HeadMap} map */
  #listCandidates({ candidates = [] }, { name, rows }) {
    if (name === 'encoder' && this.#main !== name) return [];
    return [...Array(Math.max(0, rows - candidates.length)).fill(undefined), ...candidates];
  }
}

/** @param {HeadMap} map @param {number} tile @returns {MapPlace} the place of the tile; it has no head if the tile is the mean of a layer */
function getPlace(map, tile) {
  const { layer, head } = locateHead(map, tile);
  return { map: map.name, layer, ...(head >= 0 && { head }) };
}

/** @param {HeadMap | undefined} map @param {MapPlace} place @param {number} row */
function readLearnedRow(map, { layer = 0, head = map?.heads ?? 0 }, row) {
  if (!map) return [];
  const { heads, columns, isCausal } = map;
  const { weights } = createAlignment(map, getTileIndex(map, layer * heads) + head);
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
