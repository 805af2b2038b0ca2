/** All heads of a transformer as tiles; a head can be switched off, to measure what it contributes. */

import { createHeadAblation } from './head-ablation.js';
import { createHeadTiles } from './head-tiles.js';
import { formatTileName, getTileIndex } from './tile-data.js';

/** @import { ViewOptions } from '../../engine/view-types.js' */
/** @import { HeadMap, TransformerDetails } from './head-data.js' */

/**
 * The tiles of all heads of one kind of attention, each with its switch and its measured contribution.
 * @param {ViewOptions} options
 * @param {object} events
 * @param {(tile: number) => void} events.onOpen
 * @param {() => void} events.onMeasured
 */
export function createHeadSwitches(options, { onOpen, onMeasured }) {
  const { maps, parameters, manifest } = options;
  const { layers = 1, heads = 1 } = /** @type {TransformerDetails} */ (manifest.details);
  const perKind = layers * heads;
  /** Index of the first head of the shown kind among the heads of all kinds. */
  let first = 0;
  const tiles = createHeadTiles({
    onOpen,
    onSwitch: (index, on) => {
      const head = first + index;
      const rest = ablation.getDisabledHeads().filter((other) => other !== head);
      ablation.choose(on ? rest : [...rest, head].sort((a, b) => a - b));
    },
  });
  const ablation = createHeadAblation(options, {
    count: maps.length * perKind,
    formatHeadName: (index) => {
      const name = formatTileName({ heads }, getTileIndex({ heads }, index % perKind));
      return `${maps[Math.floor(index / perKind)]?.label} ${name}`;
    },
    getDisabledHeads: () => /** @type {readonly number[]} */ (parameters()['disabledHeads'] ?? []),
    onMeasured,
  });
  return {
    tiles: tiles.element,
    ablation,
    /** @param {HeadMap} map @param {number} opened tile @param {(tile: number) => boolean} isHeld whether a row of the tile is held */
    show(map, opened, isHeld) {
      const from = maps.findIndex(({ name }) => name === map.name) * perKind;
      first = from;
      tiles.show(map, {
        opened,
        isHeld,
        isOff: (head) => ablation.getDisabledHeads().includes(from + head),
        getContribution: (head) => ablation.contributions.get(from + head),
        kind: maps[from / perKind]?.label,
      });
    },
    dispose() {
      ablation.dispose();
      tiles.dispose();
    },
  };
}
