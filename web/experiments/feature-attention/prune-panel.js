/**
 * Pruning after training: keeps the features with the largest weights, drops the rest, and retrains both networks.
 * @module
 */

import { translate } from '../../language/translate.js';
import { exactNumber } from '../../parts/disclosure-table.js';
import { h } from '../../parts/dom.js';
import { formatCount, formatShare } from '../../parts/format.js';
import { createJob } from '../../parts/job.js';
import { findLargest, formatList } from '../../views/features/feature-bars-text.js';

/** Share of the planned steps after which features can be chosen. */
const kTrainedShare = 0.1;
const kReports = 20;
const kSelectedFeatureCount = 2;

/** @import { Evaluation, Manifest } from '../../engine/shapes.js' */
/** Parameter counts and metrics of a run. @typedef {{ counts: Readonly<Record<string, number>>, metrics: Evaluation['metrics'] }} RunResult */

/** @param {Manifest} manifest of a run @returns {RunResult['counts']} numbers of parameters by model */
const getParameterCounts = ({ details }) =>
  /** @type {{ parameterCounts: RunResult['counts'] }} */ (details).parameterCounts;

/** @param {import('../../engine/shapes.js').ViewOptions} options */
export function createPrunePanel({ run: controls, maps, columnLabels, manifest, parameters }) {
  const names = maps.slice(0, 2).map(({ label }) => label);
  const isPruned = Number(parameters()['selectedFeatureCount'] ?? 0) > 0;
  /** @type {number[]} */
  let largestFeatures = [];
  /** Metrics shown beside the map. @type {Evaluation['metrics']} */
  let metrics = {};
  const note = h('p', { class: 'panel-note' });
  const outcome = h('div', { role: 'status' });
  const job = createJob({ label: '', run });
  const element = h(
    'section',
    { class: 'panel', 'data-figure': 'prune', 'aria-label': translate('Prune') },
    h('h2', {}, translate('Keep only what was attended to')),
    note,
    job.element,
    outcome,
  );
  if (isPruned) {
    note.textContent = translate('This run was given {features} alone; the other features were dropped.', {
      features: formatList(columnLabels),
    });
    job.element.hidden = true;
  }

  /** @type {Parameters<typeof createJob>[0]['run']} */
  async function run(signal, report) {
    const features = largestFeatures;
    const labels = formatList(features.map((i) => columnLabels[i] ?? ''));
    report(0, translate('Measuring the run as it is.'));
    const before = { counts: getParameterCounts(manifest), metrics };
    const parameters = { selectedFeatureCount: features.length, selectedFeatures: features };
    const second = await controls.createSecondRun(parameters);
    try {
      const { plannedSteps } = second.manifest;
      const part = Math.ceil(plannedSteps / kReports);
      const after = { counts: getParameterCounts(second.manifest), metrics };
      for (let step = 0; step < plannedSteps; ) {
        const trained = await second.train({ steps: Math.min(part, plannedSteps - step), signal });
        ({ step, metrics: after.metrics } = trained);
        report(step / plannedSteps, translate('Training both on {features} alone.', { features: labels }));
      }
      outcome.replaceChildren(createTable(before, after, labels, names));
    } finally {
      second.dispose();
    }
  }

  return {
    element,
    /** @param {import('../../engine/shapes.js').Frame} frame @param {Float32Array} weights mean weight of each feature */
    update({ step, metrics: now }, weights) {
      if (isPruned) return;
      metrics = /** @type {Evaluation['metrics']} */ (now);
      largestFeatures = findLargest(weights, kSelectedFeatureCount);
      const labels = formatList(largestFeatures.map((i) => columnLabels[i] ?? ''));
      const isTrained = step >= kTrainedShare * controls.plan().plannedSteps;
      const others = columnLabels.length - kSelectedFeatureCount;
      note.textContent = isTrained
        ? translate(
            'On average attention weighs {features} most. Drop the other {count} and train both anew, from the same seed, on these two.',
            { features: labels, count: others },
          )
        : translate('Train first: attention has to choose the features.');
      job.setLabel(
        isTrained
          ? translate('Keep {features}, and retrain', { features: labels })
          : translate('Keep two, and retrain'),
        isTrained,
      );
    },
    dispose: job.dispose,
  };
}

/**
 * @param {RunResult} before
 * @param {RunResult} after
 * @param {string} selectedNames names of the features that were kept
 * @param {readonly string[]} names of the models
 */
function createTable(before, after, selectedNames, names) {
  /** @param {string} text @param {number} [columns] */
  const head = (text, columns = 1) =>
    h('th', { scope: columns > 1 ? 'colgroup' : 'col', colspan: columns }, text);
  /** @param {RunResult} run @param {number} model */
  const cells = ({ counts, metrics }, model) => [
    h('td', {}, exactNumber(counts[model === 0 ? 'attention' : 'baseline'] ?? Number.NaN, formatCount)),
    h(
      'td',
      {},
      exactNumber(metrics[model === 0 ? 'accuracy' : 'baselineAccuracy'] ?? Number.NaN, formatShare),
    ),
  ];
  const measures = [translate('parameters'), translate('accuracy')];
  return h(
    'table',
    { class: 'panel-table' },
    h(
      'thead',
      {},
      h('tr', {}, h('td'), head(translate('all features'), 2), head(selectedNames, 2)),
      h('tr', {}, h('td'), ...[...measures, ...measures].map((text) => head(text))),
    ),
    h(
      'tbody',
      {},
      ...names.map((name, model) =>
        h('tr', {}, h('th', { scope: 'row' }, name), ...cells(before, model), ...cells(after, model)),
      ),
    ),
  );
}
