/**
 * Trains both networks with more features, or with less data, one after the other, and plots each accuracy at once.
 */

import { html } from 'lit';
import { markText, translate } from '../../language/translate.js';
import { createCategoryPlot } from '../../parts/category-plot.js';
import { indexChoiceTemplate } from '../../parts/choices.js';
import { formatCount } from '../../parts/format.js';
import { createStudyView } from '../../parts/study-view.js';

/** @import { Value } from '../../engine/shapes.js' */
/** @import { Values, ViewOptions } from '../../engine/view-types.js' */

/** Each run of a sweep over the data takes about as many steps as the planned epochs over this many examples. */
const kFullData = 100_000;

/**
 * @typedef {object} Sweep
 * @property {string} vary name of the parameter that varies
 * @property {string} things what the parameter counts
 * @property {string} label
 * @property {string} note
 * @property {readonly number[]} values
 * @property {(value: number, present: Values) => Record<string, Value>} parameters
 *   replace the current parameters
 */

/** @type {readonly Sweep[]} */
export const sweeps = [
  {
    vary: 'features',
    things: markText('features'),
    label: markText('More features'),
    note: markText(
      'Two features matter in each run, the others only distract. Everything else is as set above.',
    ),
    values: [4, 10, 25, 50, 100],
    parameters: () => ({ informativeFeatures: [1, 2], selectedFeatureCount: 0, selectedFeatures: [] }),
  },
  {
    vary: 'examples',
    things: markText('examples'),
    label: markText('Less data'),
    note: markText('Smaller sets get more epochs, so that all runs take about as many steps.'),
    values: [500, 2000, 10_000, 100_000],
    parameters: (examples, { epochs }) => ({
      epochs: Math.min(10_000, Math.round((Number(epochs) * kFullData) / examples)),
    }),
  },
];

/**
 * Trains both networks with each value of the varied parameter, one after the other.
 * @param {Sweep} of
 * @param {Pick<ViewOptions, 'run' | 'parameters'>} options
 * @param {AbortSignal} signal
 * @param {(share: number, text: string) => void} report
 */
async function* runSweep({ vary, things, values, parameters }, options, signal, report) {
  for (const [place, value] of values.entries()) {
    const points = options.run.sweep({
      vary: { [vary]: [value] },
      parameters: parameters(value, options.parameters()),
      signal,
      onProgress: ({ share }) =>
        report(
          (place + share) / values.length,
          translate('{count} {things}, run {run} of {all}', {
            count: formatCount(value),
            things: translate(things),
            run: place + 1,
            all: values.length,
          }),
        ),
    });
    for await (const { evaluation } of points) yield { place, metrics: evaluation.metrics };
  }
}

/** @param {ViewOptions} options */
export function createSweepPanel({ run: controls, maps, parameters, schema: { metrics } }) {
  const names = maps.slice(0, 2).map(({ label }) => label);
  const measures = ['accuracy', 'baselineAccuracy'].filter((name) => metrics.some((m) => m.name === name));
  let currentSweep = /** @type {Sweep} */ (sweeps[0]);
  /** The accuracies of each model, by the name of the varied parameter. @type {Map<string, Float64Array[]>} */
  const results = new Map();

  const labels = sweeps.map(({ label }) => translate(label));
  const plot = createCategoryPlot({ title: translate('test accuracy'), axis: '', low: 0.5 });

  /** @type {import('../../parts/study-view.js').Run} */
  async function run(signal, report) {
    const { vary, values } = currentSweep;
    const accuracies = names.map(() => new Float64Array(values.length).fill(Number.NaN));
    results.set(vary, accuracies);
    show();
    for await (const { place, metrics: reached } of runSweep(
      currentSweep,
      { run: controls, parameters },
      signal,
      report,
    )) {
      measures.forEach((name, model) => {
        const series = accuracies[model];
        if (series) series[place] = reached[name] ?? Number.NaN;
      });
      show();
    }
  }

  function show() {
    const { vary, values, things } = currentSweep;
    const series = results.get(vary);
    plot.element.hidden = series === undefined;
    if (series)
      plot.show(
        {
          labels: values.map(formatCount),
          series: series.map((shares, model) => ({ name: names[model] ?? '', values: shares })),
        },
        translate(things),
      );
    view.draw();
  }

  const view = createStudyView({
    attributes: { class: 'panel', 'data-figure': 'sweep', 'aria-label': translate('Features and data') },
    action: translate('Train both on each'),
    run,
    template: (job) => html`
      <h2>${translate('Which of the two does better, and when?')}</h2>
      ${indexChoiceTemplate(translate('What to vary'), labels, sweeps.indexOf(currentSweep), (index) => {
        currentSweep = sweeps[index] ?? currentSweep;
        show();
      })}
      <p class="panel-note">${translate(currentSweep.note)}</p>
      ${job} ${plot.element}
    `,
    disposables: [plot],
  });
  show();
  return view;
}
