/**
 * The choice of one row of weights: the example, the map of it, the head where there are several, and the row.
 * @module
 */

import { translate } from '../language/translate.js';
import { translateRowLabel } from '../language/translate-schema.js';
import { createChoices } from '../parts/choices.js';
import { h } from '../parts/dom.js';

/** @import { AttentionMap, ViewOptions } from '../engine/shapes.js' */

/**
 * @param {object} options
 * @param {Pick<ViewOptions, 'maps' | 'axes' | 'manifest' | 'parameters'>} options.of
 * @param {() => void} options.onChoose another row is chosen
 */
export function createRowChoice({ of: { maps, axes, manifest, parameters }, onChoose }) {
  const watched = () => Number(parameters()['probeExample'] ?? 0);
  const state = { example: watched(), map: manifest.truthMap ?? maps[0]?.name ?? '', head: 0, row: 0 };
  /** Whether the reader has chosen an example here. */
  let isChosen = false;
  /** Heads of each layer; 0 for a map without heads. */
  let headCount = 0;

  const rows = h('select', { onchange: () => choose({ row: rows.selectedIndex }) });
  const heads = h('select', { onchange: () => choose({ head: heads.selectedIndex }) });
  const headField = h('label', { class: 'explain-field', hidden: true }, translate('head'), heads);
  const rowName = h('span');
  const rowField = h('label', { class: 'explain-field', hidden: true }, rowName, rows);
  const example = h('input', {
    type: 'number',
    min: 1,
    max: manifest.heldOut ?? 1000,
    value: state.example + 1,
    onchange: () => {
      isChosen = true;
      choose({ example: Math.max(1, Math.trunc(Number(example.value) || 1)) - 1 });
    },
  });
  const choices =
    maps.length > 1 &&
    createChoices({
      label: translate('Map'),
      choices: maps.map(({ name, label }) => ({ value: name, label })),
      selected: state.map,
      onChoose: (map) => choose({ map }),
    });
  const exampleField = h('label', { class: 'explain-field' }, translate('example'), example);

  /** @param {Partial<typeof state>} change */
  function choose(change) {
    Object.assign(state, change, 'row' in change || 'head' in change ? {} : { row: 0 });
    onChoose();
  }

  return {
    element: h('div', { class: 'panel-row' }, exampleField, headField, rowField, choices),
    /** @returns {string} label of the row, or of the example */
    getName: () =>
      (!rowField.hidden && rows.selectedOptions[0]?.label) || `${translate('example')} ${state.example + 1}`,
    /** The example and the map. */
    getMapRequest: () => ({ example: state.example, map: state.map }),
    /** The request of a test. */
    createRequest() {
      const { head, row, ...whose } = state;
      const one = headCount > 0 && { layer: Math.floor(head / headCount), head: head % headCount };
      return { ...whose, ...one, ...(rowField.hidden ? {} : { row }) };
    },
    /** Follows the example that is watched in the map, until the reader has chosen one. */
    followWatched() {
      if (isChosen || watched() === state.example) return;
      example.value = String(watched() + 1);
      choose({ example: watched() });
    },
    /** Lists the rows and heads of a map. @param {AttentionMap} map @returns {Float32Array} the weights of the chosen row */
    listRows({ rowLabels, columnLabels, shape, weights }) {
      rowField.hidden = rowLabels.length < 2;
      rows.replaceChildren(
        ...rowLabels.map((label, i) =>
          h('option', { selected: i === state.row }, `${i + 1}: ${translateRowLabel(label)}`),
        ),
      );
      // [layers, heads, rows, columns] where there are heads
      const layers = shape.at(-4) ?? 0;
      headCount = layers ? (shape[1] ?? 0) : 0;
      headField.hidden = headCount === 0;
      rowName.textContent = headCount > 0 ? translate('query') : axes[0];
      heads.replaceChildren(...headOptions(layers, headCount, state.head));
      const first = (state.head * rowLabels.length + state.row) * columnLabels.length;
      return weights.slice(first, first + columnLabels.length);
    },
  };
}

/** @param {number} layers @param {number} count of heads in each @param {number} chosen counted through all layers */
function headOptions(layers, count, chosen) {
  return Array.from({ length: layers * count }, (_, i) => {
    const place = { layer: Math.floor(i / count) + 1, head: (i % count) + 1 };
    return h('option', { selected: i === chosen }, translate('layer {layer}, head {head}', place));
  });
}
