/**
 * Pruning after training: keeps the features with the largest weights, drops the rest, and retrains both networks.
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { exactNumberTemplate } from '../../parts/disclosure-table.js';
import { formatCount, formatShare } from '../../parts/format.js';
import { createJob } from '../../parts/job.js';
import { findLargestIndices } from '../../plots/largest-column.js';
import { formatList } from '../../views/features/feature-bars-text.js';

/** Share of the planned steps after which the network counts as trained and can be pruned. */
const kTrainedShare = 0.1;
const kReports = 20;
const kSelectedFeatureCount = 2;

/** @import { Evaluation, Manifest } from '../../engine/shapes.js' */
/** Parameter counts and metrics of a run. @typedef {{ counts: Readonly<Record<string, number>>, metrics: Evaluation['metrics'] }} RunResult */

/** @param {Manifest} manifest of a run @returns {RunResult['counts']} numbers of parameters by model */
const getParameterCounts = ({ details }) =>
  /** @type {{ parameterCounts: RunResult['counts'] }} */ (details).parameterCounts;

/** @param {import('../../engine/view-types.js').ViewOptions} options @param {() => void} draw */
export function createPrunePanel({ run: controls, maps, columnLabels, manifest, parameters }, draw) {
  const names = maps.slice(0, 2).map(({ label }) => label);
  const isPruned = Number(parameters()['selectedFeatureCount'] ?? 0) > 0;
  /** @type {number[]} */
  let largestFeatures = [];
  /** Metrics shown beside the map. @type {Evaluation['metrics']} */
  let metrics = {};
  let isTrained = false;
  /** @type {unknown} */
  let outcome = null;
  const job = createJob({ label: '', run });
  /** @param {readonly number[]} features */
  const formatFeatures = (features) => formatList(features.map((i) => columnLabels[i] ?? ''));

  /** @type {Parameters<typeof createJob>[0]['run']} */
  async function run(signal, report) {
    const features = largestFeatures;
    const labels = formatFeatures(features);
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
      outcome = tableTemplate(before, after, labels, names);
      draw();
    } finally {
      second.dispose();
    }
  }

  const describe = () => {
    if (isPruned)
      return translate('This run was given {features} alone; the other features were dropped.', {
        features: formatList(columnLabels),
      });
    if (!isTrained) return translate('Train first: attention has to choose the features.');
    return translate(
      'On average attention weighs {features} most. Drop the other {count} and train both anew, from the same seed, on these two.',
      { features: formatFeatures(largestFeatures), count: columnLabels.length - kSelectedFeatureCount },
    );
  };

  return {
    template: () => html`
      <h2>${translate('Keep only what was attended to')}</h2>
      <p class="panel-note">${describe()}</p>
      ${isPruned ? null : job.element}
      <div role="status">${outcome}</div>
    `,
    /** @param {import('../../engine/view-types.js').Frame} frame @param {Float32Array} weights mean weight of each feature */
    update({ step, metrics: now }, weights) {
      metrics = /** @type {Evaluation['metrics']} */ (now);
      largestFeatures = findLargestIndices(weights, kSelectedFeatureCount);
      isTrained = step >= kTrainedShare * controls.plan().plannedSteps;
      const features = formatFeatures(largestFeatures);
      job.setLabel(
        isTrained
          ? translate('Keep {features}, and retrain', { features })
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
function tableTemplate(before, after, selectedNames, names) {
  /** @param {RunResult} run @param {number} model */
  const cells = ({ counts, metrics }, model) =>
    [
      exactNumberTemplate(counts[model === 0 ? 'attention' : 'baseline'] ?? Number.NaN, formatCount),
      exactNumberTemplate(metrics[model === 0 ? 'accuracy' : 'baselineAccuracy'] ?? Number.NaN, formatShare),
    ].map((number) => html`<td>${number}</td>`);
  const measures = [translate('parameters'), translate('accuracy')];
  return html`
    <table class="panel-table">
      <thead>
        <tr><td></td>${[translate('all features'), selectedNames].map((text) => html`<th scope="colgroup" colspan="2">${text}</th>`)}</tr>
        <tr><td></td>${[...measures, ...measures].map((text) => html`<th scope="col">${text}</th>`)}</tr>
      </thead>
      <tbody>${names.map(
        (name, model) =>
          html`<tr><th scope="row">${name}</th>${cells(before, model)}${cells(after, model)}</tr>`,
      )}</tbody>
    </table>
  `;
}
