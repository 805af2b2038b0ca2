/**
 * A race: the same experiment a few times over, from the same seed on the same batches, one setting varied. Each lane
 * has a worker of its own, and as many train at once as the machine has cores for.
 * @module
 */

import { say } from '../language/say.js';
import { aimOf } from '../parts/aim.js';
import { createCategoryPlot } from '../parts/category-plot.js';
import { h } from '../parts/dom.js';
import { formatPercent } from '../parts/format.js';
import { createJob } from '../parts/job.js';
import { knowsTruth } from '../parts/known-truth.js';
import { createRaceChoice } from './race-choice.js';
import { createLane } from './race-lane.js';
import { atOnceText, kMarks, numbersOf, raceOf, verdictOf } from './race-run.js';
import { raceStyles } from './race-styles.js';
import { lanesOf } from './races.js';

export const styles = raceStyles;

/** @import { View, ViewOptions } from '../engine/shapes.js' */

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView({ restartWith, settings, metrics, parameters, pause, extra }) {
  const aim = aimOf(metrics);
  const found = metrics.find(({ name }) => name === 'alignmentAccuracy' && knowsTruth(extra));
  const columns = [aim, found].flatMap((metric) => (metric ? [metric.label] : []));
  const lanes = createLanes({ columns, parameters });
  const together = h('p', { class: 'panel-note race-together' });
  const outcome = h('p', { role: 'status' });
  const plot = createCategoryPlot({ title: aim?.label ?? '', axis: say('step'), low: 0 });
  plot.element.hidden = true;
  const job = createJob({ label: say('Start the race'), run });
  const choice = createRaceChoice({
    settings,
    parameters,
    onChange: (able) => job.offer(say('Start the race'), able),
  });
  const element = h(
    'section',
    { class: 'bars race', 'aria-label': say('Race') },
    h(
      'div',
      { class: 'panel' },
      h('h2', {}, say('Race')),
      ...choice.elements,
      job.element,
      together,
      outcome,
      lanes.element,
      plot.element,
    ),
  );

  /** @type {Parameters<typeof createJob>[0]['run']} */
  async function run(signal, report) {
    pause();
    const race = choice.race();
    const wanted = lanesOf(
      race,
      settings.find(({ name }) => name === race.vary),
    );
    lanes.show(wanted);
    scrollPanelTo(job.element);
    outcome.textContent = '';
    together.textContent = '';
    report(0, say('Getting ready.'));
    const { clocks } = await raceOf(wanted, {
      restartWith,
      aim: aim?.name ?? '',
      signal,
      onStart(runs, count) {
        together.textContent = atOnceText(runs, count);
      },
      onFrame: (lane, frame, manifest) => lanes.at(lane)?.show(frame, manifest),
      onPart(lane, now, state) {
        lanes.at(lane)?.tell(numbersOf(now, aim?.name ?? '', found?.name, state.clocks[lane]?.reached ?? []));
        report(state.done, say('Training.'));
        plot.element.hidden = false;
        const series = wanted.map(({ label }, n) => ({ name: label, values: state.curves[n] ?? [] }));
        plot.show({ labels: state.steps, series });
      },
    });
    outcome.textContent = verdictOf(wanted, clocks);
  }

  return {
    element,
    wide: true,
    update: () => undefined,
    repaint() {
      plot.repaint();
      lanes.repaint();
    },
    summary: () => outcome.textContent ?? '',
    closed: job.dispose,
    dispose() {
      job.dispose();
      plot.dispose();
      lanes.dispose();
    },
  };
}

/** So that on a small screen what stands below is in sight. @param {HTMLElement} element */
function scrollPanelTo(element) {
  const panel = element.closest('.exploration-body');
  if (panel) panel.scrollTop += element.getBoundingClientRect().top - panel.getBoundingClientRect().top;
}

/**
 * The lanes of the latest race, one under the other.
 * @param {object} options
 * @param {readonly string[]} options.columns what is measured in each
 * @param {ViewOptions['parameters']} options.parameters those of the experiment
 */
function createLanes({ columns, parameters }) {
  /** @type {ReturnType<typeof createLane>[]} */
  let lanes = [];
  const element = h('div', { class: 'race-lanes' });

  function dispose() {
    for (const lane of lanes) lane.dispose();
  }

  return {
    element,
    /** @param {ReturnType<typeof lanesOf>} wanted in place of those before */
    show(wanted) {
      dispose();
      lanes = wanted.map(({ label, parameters: own }) =>
        createLane({ label, parameters: { ...parameters(), ...own }, names: namesOf(columns) }),
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

/** @param {readonly string[]} metrics @returns {string[]} what a lane tells of */
const namesOf = (metrics) => [
  say('step'),
  ...metrics,
  ...kMarks.map((mark) => say('first {share} at', { share: formatPercent(mark) })),
];
