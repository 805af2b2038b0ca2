/**
 * A race: the same experiment several times, with the same seed and batches, one setting varied. Each lane
 * has a worker of its own, and as many train at once as the machine has cores for.
 */

import { html } from 'lit';
import { translate } from '../language/translate.js';
import { createCategoryPlot } from '../parts/category-plot.js';
import { toElementPoint } from '../parts/element-point.js';
import { formatPercent } from '../parts/format.js';
import { hasKnownTruth } from '../parts/known-truth.js';
import { findMainMetric } from '../parts/main-metric.js';
import { createStudyView } from '../parts/study-view.js';
import { createRaceChoice } from './race-choice.js';
import { createRaceLane } from './race-lane.js';
import {
  describeParallelRuns,
  describeWinners,
  formatLaneNumbers,
  kThresholds,
  runRace,
} from './race-run.js';
import { raceStyles } from './race-styles.js';
import { listLanes } from './races.js';

export const styles = raceStyles;

/** @import { View, ViewOptions } from '../engine/view-types.js' */

/** @param {ViewOptions} options @returns {View} */
export function createView({ run: controls, schema, parameters, manifest, createThumbnail }) {
  const { metrics, parameters: settings } = schema;
  const targetMetric = findMainMetric(metrics);
  const alignmentMetric = metrics.find(({ name }) => name === 'alignmentAccuracy' && hasKnownTruth(manifest));
  const racedMetrics = [...new Set([targetMetric, alignmentMetric])].filter((metric) => metric !== undefined);
  const names = getLaneLabels(racedMetrics.map(({ label }) => label));
  /** The lanes of the latest race. @type {readonly ReturnType<typeof createRaceLane>[]} */
  let lanes = [];
  const plots = racedMetrics.map(({ label }) =>
    createCategoryPlot({ title: label, axis: translate('step'), low: 0 }),
  );
  for (const plot of plots) plot.element.hidden = true;
  let [parallel, outcome] = ['', ''];
  const choice = createRaceChoice({ settings, parameters, onChange: () => view.draw() });

  /** @type {import('../parts/study-view.js').Run} */
  async function run(signal, report) {
    controls.pause();
    const race = choice.race();
    const raceLanes = listLanes(
      race,
      settings.find(({ name }) => name === race.vary),
    );
    lanes = raceLanes.map(({ label, parameters: own }) =>
      createRaceLane(label, { ...parameters(), ...own }, createThumbnail),
    );
    [parallel, outcome] = ['', ''];
    view.draw();
    // This row has the button that cancels the race.
    scrollPanelTo(view.element.querySelector('.race-ready ~ .panel-row'));
    report(0, translate('Getting ready.'));
    const { races } = await runRace(raceLanes, {
      restartWith: controls.createSecondRun,
      metricNames: racedMetrics.map(({ name }) => name),
      signal,
      onStart(runs, count) {
        parallel = describeParallelRuns(runs, count);
        view.draw();
      },
      onFrame(lane, frame, runManifest) {
        lanes[lane]?.update(frame, runManifest);
        view.draw();
      },
      onPart(lane, now, state) {
        const raced = lanes[lane];
        if (raced) raced.numbers = formatLaneNumbers(now, state.races, lane);
        view.draw();
        report(state.done, translate('Training.'));
        plots.forEach((plot, m) => {
          showCurves(plot, raceLanes, state.steps, state.races[m]?.curves);
        });
      },
    });
    const winners = races.map(({ clocks }) => describeWinners(raceLanes, clocks));
    outcome = winners.map((text, m) => `${racedMetrics[m]?.label}: ${text}`).join(' ');
    view.draw();
  }

  const view = createStudyView({
    attributes: { class: 'bars race', 'aria-label': translate('Race') },
    action: translate('Start the race'),
    isReady: choice.isValid,
    run,
    template: (job) => html`
      <div class="panel">
        <h2>${translate('Race')}</h2>
        ${choice.template()} ${job}
        <p class="panel-note race-together">${parallel}</p>
        <p role="status">${outcome}</p>
        <div class="race-lanes">${lanes.map((lane) => lane.template(names))}</div>
        ${plots.map((plot) => plot.element)}
      </div>
    `,
    summary: () => outcome,
    disposables: plots,
  });
  return view;
}

/**
 * @param {ReturnType<typeof createCategoryPlot>} plot
 * @param {ReturnType<typeof listLanes>} lanes
 * @param {readonly string[]} labels of the steps
 * @param {readonly Float64Array[]} [curves] of each lane
 */
function showCurves(plot, lanes, labels, curves = []) {
  plot.element.hidden = false;
  plot.show({ labels, series: lanes.map(({ label }, n) => ({ name: label, values: curves[n] ?? [] })) });
}

/** Scrolls the panel to an element, so that the race is visible on a small screen. @param {Element | null | undefined} element */
function scrollPanelTo(element) {
  if (!element) return;
  const panel = /** @type {HTMLElement | null} */ (element.closest('.exploration-body'));
  const { top } = element.getBoundingClientRect();
  if (panel) panel.scrollTop += toElementPoint(panel, { clientX: 0, clientY: top }).y;
}

/** @param {readonly string[]} metrics @returns {string[]} labels of a lane's numbers, in the order of `formatLaneNumbers()` */
const getLaneLabels = (metrics) => [
  translate('step'),
  ...metrics.flatMap((metric) => [
    metric,
    ...kThresholds.map((mark) => translate('first {share} at', { share: formatPercent(mark) })),
  ]),
];
