/**
 * Compares the present map with one that was pinned before: at another step, of another head, or of a run with other settings.
 * @module
 */

import { html } from 'lit';
import { markText, translate } from '../../language/translate.js';
import { buttonTemplate } from '../../parts/button.js';
import { createPinnedMap, describeDifferences, describeMismatch } from '../../parts/pinned-map.js';
import { createPredictionRequest } from '../../parts/prediction-request.js';
import { createTemplateView } from '../../parts/view.js';
import { alignmentStyles } from './alignment-styles.js';
import { comparisonStyles, createMapComparison, describeComparison } from './map-comparison.js';

export const styles = alignmentStyles + comparisonStyles;

/** @import { PinnedMap, RowDistances, View, ViewOptions } from '../../engine/shapes.js' */

const kExplanation = markText(
  'Pin a map, then train on, hold rows, open another head, or choose a preset or other settings: the pinned map stays, also when the run starts again, and stands beside the new one.',
);

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  const { run, schema, memory = {} } = options;
  /** @type {PinnedMap | null} */
  let present = null;
  /** @type {RowDistances | null} */
  let distances = null;
  /** @type {ReturnType<typeof createMapComparison>} */
  const comparison = createMapComparison();
  const canCompare = () => present && memory.pinned && !describeMismatch(memory.pinned.map, present.map);
  const request = createPredictionRequest({
    predict: run.compareRows,
    getInput() {
      const { map } = memory.pinned ?? {};
      return canCompare() && present && map
        ? { first: map.weights, second: present.map.weights, columns: map.columns }
        : null;
    },
    onAnswer(/** @type {RowDistances} */ answer) {
      distances = answer;
      view.draw();
    },
    // The run has ended; its successor has a view of its own.
    onError: () => false,
  });

  /** Shows the map as it is now. */
  function refresh() {
    present = createPinnedMap(options);
    view.draw();
  }

  /** @param {PinnedMap | null} map */
  function pin(map) {
    memory.pinned = map;
    distances = null;
    refresh();
    request.sendInput();
  }

  const view = createTemplateView({
    attributes: { class: 'panel compare', 'aria-label': translate('Compare') },
    wide: true,
    template() {
      const { pinned = null } = memory;
      return html`
        <h2>${translate('Compare')}</h2>
        <div class="panel-row">
          ${buttonTemplate(translate('Pin the present map'), () => pin(createPinnedMap(options)), !present)}
          ${buttonTemplate(translate('Unpin'), () => pin(null), !pinned)}
        </div>
        ${present && pinned ? compareTemplate(pinned, present) : html`<p>${present ? translate(kExplanation) : translate('There is no map here that can be pinned.')}</p>`}
        ${comparison.table}
      `;
    },
    update({ step }) {
      if (!view.element.isConnected) return;
      refresh();
      request.update(step, true);
    },
    showStep() {
      if (!view.element.isConnected) return;
      refresh();
      request.sendInput();
    },
    summary: () =>
      canCompare() && present && memory.pinned
        ? describeComparison(memory.pinned.map, present.map, distances)
        : '',
    dispose() {
      request.dispose();
      comparison.dispose();
    },
  });

  /** @param {PinnedMap} pinned @param {PinnedMap} now */
  function compareTemplate(pinned, now) {
    const [before, after] = describeDifferences(pinned, now, schema.parameters);
    return comparison.template(
      { map: pinned.map, notes: before },
      { map: now.map, notes: after },
      distances?.rows.length === now.map.rows ? distances : null,
    );
  }

  return { ...view, repaint: comparison.repaint };
}
