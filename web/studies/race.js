/**
 * A race: the same experiment several times, with the same seed and batches, one setting varied. Each lane
 * has a worker of its own, and as many train at once as the machine has cores for.
 * @module
 */

import { translate } from '../language/translate.js';
import { createCategoryPlot } from '../parts/category-plot.js';
import { h } from '../parts/dom.js';
import { toElementPoint } from '../parts/element-point.js';
import { formatPercent } from '../parts/format.js';
import { createJob } from '../parts/job.js';
import { hasKnownTruth } from '../parts/known-truth.js';
import { findMainMetric } from '../parts/main-metric.js';
import { createRaceChoice } from './race-choice.js';
import { createLane } from './race-lane.js';
import { describeWinners, formatLaneNumbers, kThresholds, parallelLanesText, runRace } from './race-run.js';
import { raceStyles } from './race-styles.js';
import { listLanes } from './races.js';

export const styles = raceStyles;

/** @import { View, ViewOptions } from '../engine/shapes.js' */

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView({ run: controls, schema, parameters, manifest }) {
  const { metrics, parameters: settings } = schema;
  const targetMetric = findMainMetric(metrics);
  const alignmentMetric = metrics.find(({ name }) => name === 'alignmentAccuracy' && hasKnownTruth(manifest));
  const racedMetrics = [...new Set([targetMetric, alignmentMetric])].filter((metric) => metric !== undefined);
  const lanes = createLanes({ names: getLaneLabels(racedMetrics.map(({ label }) => label)), parameters });
  const together = h('p', { class: 'panel-note race-together' });
  const outcome = h('p', { role: 'status' });
  const plots = racedMetrics.map(({ label }) =>
    createCategoryPlot({ title: label, axis: translate('step'), low: 0 }),
  );
  for (const plot of plots) plot.element.hidden = true;
  const job = createJob({ label: translate('Start the race'), run });
  const choice = createRaceChoice({
    settings,
    parameters,
    onChange: (able) => job.setLabel(translate('Start the race'), able),
  });
  const element = h(
    'section',
    { class: 'bars race', 'aria-label': translate('Race') },
    h(
      'div',
      { class: 'panel' },
      h('h2', {}, translate('Race')),
      ...choice.elements,
      job.element,
      together,
      outcome,
      lanes.element,
      ...plots.map((plot) => plot.element),
    ),
  );

  /** @type {Parameters<typeof createJob>[0]['run']} */
  async function run(signal, report) {
    controls.pause();
    const race = choice.race();
    const setting = settings.find(({ name }) => name === race.vary);
    const raceLanes = listLanes(race, setting);
    lanes.show(raceLanes);
    scrollPanelTo(job.element);
    outcome.textContent = together.textContent = '';
    report(0, translate('Getting ready.'));
    const { races } = await runRace(raceLanes, {
      restartWith: controls.createSecondRun,
      metricNames: racedMetrics.map(({ name }) => name),
      signal,
      onStart(runs, count) {
        together.textContent = parallelLanesText(runs, count);
      },
      onFrame: (lane, frame, manifest) => lanes.at(lane)?.show(frame, manifest),
      onPart(lane, now, state) {
        lanes.at(lane)?.showNumbers(formatLaneNumbers(now, state.races, lane));
        report(state.done, translate('Training.'));
        plots.forEach((plot, m) => {
          showCurves(plot, raceLanes, state.steps, state.races[m]?.curves);
        });
      },
    });
    outcome.textContent = describeOutcome(races, racedMetrics, raceLanes);
  }

  return {
    element,
    wide: true,
    update: () => undefined,
    repaint() {
      for (const plot of plots) plot.repaint();
      lanes.repaint();
    },
    summary: () => outcome.textContent ?? '',
    onClosed: job.dispose,
    dispose() {
      job.dispose();
      for (const plot of plots) plot.dispose();
      lanes.dispose();
    },
  };
}

/**
 * @param {readonly import('./race-run.js').MetricRace[]} races
 * @param {readonly { label: string }[]} metrics of the races
 * @param {ReturnType<typeof listLanes>} lanes
 */
const describeOutcome = (races, metrics, lanes) =>
  races.map(({ clocks }, m) => `${metrics[m]?.label}: ${describeWinners(lanes, clocks)}`).join(' ');

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

/** Scrolls the panel to an element, so that the race is visible on a small screen. @param {HTMLElement} element */
function scrollPanelTo(element) {
  const panel = /** @type {HTMLElement | null} */ (element.closest('.exploration-body'));
  const { top } = element.getBoundingClientRect();
  if (panel) panel.scrollTop += toElementPoint(panel, { clientX: 0, clientY: top }).y;
}

/**
 * The lanes of the latest race, one under the other.
 * @param {object} options
 * @param {readonly string[]} options.names labels of the numbers of each
 * @param {ViewOptions['parameters']} options.parameters those of the experiment
 */
function createLanes({ names, parameters }) {
  /** @type {ReturnType<typeof createLane>[]} */
  let lanes = [];
  const element = h('div', { class: 'race-lanes' });

  function dispose() {
    for (const lane of lanes) lane.dispose();
  }

  return {
    element,
    /** @param {ReturnType<typeof listLanes>} newLanes replace the previous lanes */
    show(newLanes) {
      dispose();
      lanes = newLanes.map(({ label, parameters: own }) =>
        createLane({ label, parameters: { ...parameters(), ...own }, names }),
      );
      element.replaceChildren(...lanes.map((lane) => lane.element));
    },
    /** @param {number} lane */
    at: (lane) => lanes[lane],
    repaint() {
      for (const lane of lanes) lane.repaint();
    },
    dispose,
  };
}

/** @param {readonly string[]} metrics @returns {string[]} labels of a lane's numbers, in the order of `formatLaneNumbers()` */
const getLaneLabels = (metrics) => [
  translate('step'),
  ...metrics.flatMap((metric) => [
    metric,
    ...kThresholds.map((mark) => translate('first {share} at', { share: formatPercent(mark) })),
  ]),
];
