/**
 * Compares the current map with a pinned map: of another step, of another head, or of a run with other settings.
 */

import { html } from 'lit';
import { markText, translate } from '../../language/translate.js';
import { buttonTemplate } from '../../parts/button.js';
import { createPinnedMap, describeDifferences, describeMismatch } from '../../parts/pinned-map.js';
import { createPredictionRequest } from '../../parts/prediction-request.js';
import { createTemplateView } from '../../parts/view.js';
import { alignmentStyles } from './alignment-styles.js';
import { comparisonStyles } from './comparison-styles.js';
import { describeComparison } from './comparison-text.js';
import { createMapComparison } from './map-comparison.js';

export const styles = alignmentStyles + comparisonStyles;

/** @import { RowDistances } from '../../engine/shapes.js' */
/** @import { PinnedMap, View, ViewOptions } from '../../engine/view-types.js' */

const kExplanation = markText(
  'Pin a map, then train on, hold rows, open another head or change settings: the pinned map stays beside the new one.',
);

/** @param {ViewOptions} options @returns {View} */
export function createView(options) {
  const { run, schema, memory = {} } = options;
  /** @type {PinnedMap | null} */
  let present = null;
  /** @type {RowDistances | null} */
  let distances = null;
  const comparison = createMapComparison();
  const request = createPredictionRequest({
    predict: run.compareRows,
    getInput() {
      const [first, second] = getMaps();
      return first && second
        ? { first: first.weights, second: second.weights, columns: first.columns }
        : null;
    },
    onAnswer(/** @type {RowDistances} */ answer) {
      distances = answer;
      view.draw();
    },
    onError: () => false, // an error means that the run has ended
  });

  /** Returns the pinned and the current map; nothing if they cannot be compared. */
  function getMaps() {
    const { pinned } = memory;
    return pinned && present && !describeMismatch(pinned.map, present.map) ? [pinned.map, present.map] : [];
  }

  /** Updates the comparison with the map as it is now. */
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
    template: () => html`
      <h2>${translate('Compare')}</h2>
      <div class="panel-row">
        ${buttonTemplate(translate('Pin the present map'), () => pin(createPinnedMap(options)), !present)}
        ${buttonTemplate(translate('Unpin'), () => pin(null), !memory.pinned)}
      </div>
      ${
        present && memory.pinned
          ? compareTemplate(comparison, [memory.pinned, present], distances, schema.parameters)
          : html`<p>${present ? translate(kExplanation) : translate('There is no map here that can be pinned.')}</p>`
      }
    `,
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
    summary() {
      const [pinned, present] = getMaps();
      return pinned && present ? describeComparison({ pinned, present, distances }) : '';
    },
    disposables: [request, comparison],
  });

  return { ...view, repaint: comparison.repaint };
}

/** @param {ReturnType<typeof createMapComparison>} comparison @param {[PinnedMap, PinnedMap]} maps pinned and present @param {RowDistances | null} distances @param {ViewOptions['schema']['parameters']} schemas */
function compareTemplate(comparison, [pinned, present], distances, schemas) {
  const [before, after] = describeDifferences(pinned, present, schemas);
  return comparison.template(
    { map: pinned.map, notes: before },
    { map: present.map, notes: after },
    // The distances may still belong to a map with other rows.
    distances?.rows.length === present.map.rows ? distances : null,
  );
}
