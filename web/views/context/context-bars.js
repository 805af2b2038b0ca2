/**
 * The map of a context-indexed attention: one row per context, one bar per position. The truth is an outline, what
 * the network has learned fills it. Bars are pixels on a canvas; labels, cursor, readout and table are DOM.
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { mapChoiceTemplate } from '../../parts/choices.js';
import { holdingTemplate } from '../../parts/holding-panel.js';
import { createLegendRamp, legendMarkTemplate, legendTemplate } from '../../parts/legend.js';
import { mapHelpTemplate } from '../../parts/map-switch.js';
import { createMapView } from '../../parts/map-view.js';
import { numberTableTemplate } from '../../parts/number-table.js';
import { createContextBarsChart } from './context-bars-chart.js';
import { barReadoutTemplate, moveTruthButtonTemplate } from './context-bars-readout.js';
import { contextBarsStyles } from './context-bars-styles.js';
import { summarizeMap } from './context-bars-text.js';
import { createHeldContext } from './held-context.js';

export const styles = contextBarsStyles;

/** @import { Frame, NamedMap, View, ViewOptions } from '../../engine/view-types.js' */
/** @import { MapNumbers } from './context-bars-text.js' */

/** @param {ViewOptions} options @returns {View} */
export function createView(options) {
  const { maps, rowLabels, columnLabels, axes } = options;
  const isDense = columnLabels.length > 16 || rowLabels.length > 10;
  let map = /** @type {NamedMap} */ (maps.find((m) => m.name === options.initialMap) ?? maps[0]);
  let isSigned = false;
  const held = createHeldContext(options, () => view.draw());
  const { holding } = held;
  const chart = createContextBarsChart(options, () => view.draw(), holding);
  /** @param {Frame | null} frame */
  const summarize = (frame) => {
    const numbers = readMapNumbers(frame, map);
    return numbers ? summarizeMap(numbers, rowLabels, columnLabels, axes[1]) : '';
  };
  /** @param {string} name */
  const chooseMap = (name) => {
    map = maps.find((m) => m.name === name) ?? map;
    options.events.onMap?.(map.name);
    view.draw();
  };
  const switchSigns = (/** @type {Event} */ { target }) => {
    isSigned = /** @type {HTMLInputElement} */ (target).checked;
    view.draw();
  };

  /** Reads the numbers of the map, with the held weights. @param {Frame | null} frame */
  function read(frame) {
    const learned = readMapNumbers(frame, map);
    return learned && { ...learned, weights: held.apply(frame, learned.weights) };
  }

  const view = createMapView({
    attributes: { class: isDense ? 'bars bars-dense' : 'bars', 'aria-label': translate('Attention map') },
    extract: (/** @type {Frame} */ frame) => frame,
    holding,
    template(frame, throttled) {
      const numbers = read(frame);
      return html`
        <div class="bars-head">
          ${mapChoiceTemplate(translate('Picture'), maps, map.name, chooseMap)}
          <label class="bars-signs"><input type="checkbox" @change=${switchSigns} />${translate('signs')}</label>
        </div>
        ${chart.template(numbers, isSigned, () => `${map.label}. ${summarize(frame)}`, throttled)}
        ${legendTemplate([legendMarkTemplate('truth'), translate('truth')], [translate('learned share'), ...createLegendRamp()])}
        ${throttled(() =>
          numberTableTemplate(numbers, {
            caption: `${map.label}, ${translate('truth in bold')}`,
            rowLabels,
            columnLabels,
            corner: axes[0],
          }),
        )}
      `;
    },
    readout(frame) {
      const numbers = readMapNumbers(frame, map);
      const cell = holding.rows[0] ?? chart.getPointedCell();
      return html`
        <div>${mapHelpTemplate(map)}</div>
        ${holdingTemplate(holding) ?? barReadoutTemplate(options, cell, numbers, findFactor(frame, maps))}
        ${cell && numbers && moveTruthButtonTemplate(options, cell, numbers, holding)}
      `;
    },
    summary: summarize,
  });
  return {
    ...view,
    getShownMap: () => held.copyMap(view.getSnapshot(), map.label, read(view.getSnapshot())),
  };
}

/** @param {Frame | null} frame @param {NamedMap} map @returns {MapNumbers | null} */
function readMapNumbers(frame, map) {
  const weights = frame?.tensors[map.weights];
  const scores = frame?.tensors[map.scores];
  const truth = frame?.tensors[map.truth];
  return weights && scores && truth ? { weights, scores, truth } : null;
}

/** @param {Frame | null} frame @param {readonly NamedMap[]} maps @returns {Float32Array | undefined} the embedding a, the first factor of every product a·w */
function findFactor(frame, maps) {
  const raw = maps.find((m) => m.name === 'embedding');
  return raw && frame?.tensors[raw.scores];
}
