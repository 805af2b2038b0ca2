/**
 * Shows which features two networks use: the mean and spread of the attention weights, and the shares that a plain network's
 * first layer gives to the same features. Panels below show one example, a sweep and pruning.
 */

import { html } from 'lit';
import { markText, translate } from '../../language/translate.js';
import { formatFixed } from '../../parts/format.js';
import { rankAnswers } from '../../parts/holding.js';
import { holdingTemplate } from '../../parts/holding-panel.js';
import { createLegendRamp, legendMarkTemplate, legendTemplate } from '../../parts/legend.js';
import { createMapView } from '../../parts/map-view.js';
import { numberTableTemplate } from '../../parts/number-table.js';
import { copyMap } from '../../parts/pinned-map.js';
import { readoutHeadingTemplate } from '../../parts/readout.js';
import { concatenateRows, createFeatureBarsChart } from '../../views/features/feature-bars-chart.js';
import { featureBarsStyles } from '../../views/features/feature-bars-styles.js';
import { describeFeature, summarizeFeatures } from '../../views/features/feature-bars-text.js';
import { createExampleStepper, formatAnswer } from '../../views/features/one-example.js';
import { createPrunePanel } from './prune-panel.js';
import { createSweepPanel } from './sweep-panel.js';

export const styles = featureBarsStyles;

/** @import { Frame, View, ViewOptions } from '../../engine/view-types.js' */
/** @import { PredictedToken } from '../../parts/holding.js' */
/** @import { FeatureNumbers } from '../../views/features/feature-bars-chart.js' */

const kHint = markText(
  'Point at a feature, tap it or walk with the arrow keys to read its numbers. The whiskers show that attention is not one fixed set of weights: it differs from example to example.',
);
const kHoldHint = markText(
  'While one example is shown, press a feature, or the key H on it: all weight is there, and you see what the model says then.',
);

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  const { columnLabels, axes } = options;
  const maps = options.maps.slice(0, 2);
  const names = maps.map(({ label }) => label);
  const draw = () => view.draw();
  const one = createExampleStepper(options, draw);
  const { holding } = one;
  // Only the first row shows attention weights, so only it can be held.
  const chart = createFeatureBarsChart(options, names, draw, (row, column, gesture) => {
    if (row === 0) one.hold(column, gesture);
  });
  const prune = createPrunePanel(options, draw);
  /** @param {Frame | null} frame */
  const read = (frame) => {
    const numbers = readFeatureNumbers(frame, maps, one.getAnswer()?.attention.weights ?? null);
    return numbers && { ...numbers, isHeld: holding.isActive };
  };

  const view = createMapView({
    attributes: { class: 'bars features', 'aria-label': translate('Attention over features') },
    extract: (/** @type {Frame} */ frame) => frame,
    template(frame, throttled) {
      const numbers = read(frame);
      const { accuracy, baselineAccuracy } = frame?.metrics ?? {};
      return html`
        ${chart.template(numbers, [accuracy, baselineAccuracy], throttled)} ${one.template()}
        ${featuresLegend(maps.length > 1, one.getAnswer() !== null)}
        ${throttled(() =>
          numberTableTemplate(numbers && toShares(numbers), {
            caption: `${translate('Share of each {thing}', { thing: axes[1] })}, ${translate('the truth in bold')}`,
            rowLabels: names,
            columnLabels,
            corner: axes[1],
          }),
        )}
      `;
    },
    readout: (frame) =>
      holdingTemplate(holding) ?? readoutTemplate(options, chart.getPointedFeature(), read(frame)),
    panels: [
      {
        name: 'prune',
        label: translate('Prune'),
        attributes: { class: 'panel', 'data-figure': 'prune', 'aria-label': translate('Prune') },
        template: prune.template,
      },
      { name: 'sweep', label: translate('Features and data'), view: createSweepPanel(options) },
    ],
    onFrame(frame) {
      one.update(frame.step);
      const own = maps[0] && frame.tensors[maps[0].weights];
      if (own) prune.update(frame, own);
    },
    summary(frame) {
      const numbers = read(frame);
      return numbers ? summarizeFeatures(numbers, columnLabels) : '';
    },
    disposables: [...one.disposables, prune],
  });
  return {
    ...view,
    getShownMap() {
      const frame = view.getSnapshot();
      const numbers = read(frame);
      return frame && numbers && copyFeatureMap(numbers, one, { step: frame.step, options });
    },
  };
}

/** @param {Frame | null} frame @param {ViewOptions['maps']} maps one per model @param {Float32Array | null} example weights of one example @returns {FeatureNumbers | null} */
function readFeatureNumbers(frame, maps, example) {
  const tensors = frame?.tensors ?? {};
  const [own] = maps;
  const rows = maps.map(({ weights }) => tensors[weights]);
  if (!own || !rows[0]) return null;
  const none = new Float32Array(rows[0].length);
  return {
    names: maps.map(({ label }) => label),
    rows,
    truth: tensors[own.truth] ?? none,
    low: tensors[`${own.weights}.low`] ?? none,
    high: tensors[`${own.weights}.high`] ?? none,
    example,
  };
}

/** @param {boolean} hasBaseline @param {boolean} hasExample whether an example is shown */
const featuresLegend = (hasBaseline, hasExample) =>
  legendTemplate(
    [legendMarkTemplate('truth'), translate('truth')],
    [translate('mean weight'), ...createLegendRamp()],
    [legendMarkTemplate('whisker'), translate('eight of ten examples')],
    hasBaseline && [legendMarkTemplate('baseline'), translate('share of first-layer weights')],
    hasExample && [legendMarkTemplate('example'), translate('this example')],
  );

/** Concatenates the shares of all models, and their truth. @param {FeatureNumbers} numbers */
const toShares = ({ rows, truth }) => ({
  weights: concatenateRows(rows, truth.length),
  truth: concatenateRows(
    rows.map(() => truth),
    truth.length,
  ),
});

/**
 * Copies the shares of both models. If an example is shown, the attention weights are those of the example.
 * @param {FeatureNumbers} numbers
 * @param {ReturnType<typeof createExampleStepper>} one
 * @param {{ step: number, options: ViewOptions }} of
 */
function copyFeatureMap(numbers, { getAnswer, getName }, { step, options: { axes, columnLabels } }) {
  const answer = getAnswer();
  const { weights, truth } = toShares(numbers);
  if (answer) weights.set(answer.attention.weights);
  const answers = answer
    ? [answer.output, answer.baseline].map((p) => rankAnswers(Number(p), formatAnswer)[0])
    : [];
  const outputs = numbers.names.map((_, model) => describeAnswer(answers[model]));
  return copyMap({
    ...{ name: getName(), step: answer?.step ?? step, weights, truth },
    tokens: { rows: numbers.names, columns: columnLabels, names: [translate('model'), axes[1]] },
    outputs,
    targets: outputs.map((text, model) =>
      answers[model]?.token === formatAnswer(Number(answer?.target)) ? text : '',
    ),
  });
}

/** @param {PredictedToken | undefined} answer */
const describeAnswer = (answer) => (answer ? `${answer.token}, ${formatFixed(answer.probability, 2)}` : '');

/** Text with the numbers of the feature under the pointer. @param {ViewOptions} options @param {number | null} feature @param {FeatureNumbers | null} numbers */
function readoutTemplate({ axes, columnLabels }, feature, numbers) {
  if (feature === null || !numbers)
    return html`<div class="readout"><p class="readout-hint">${translate(kHint)} ${translate(kHoldHint)}</p></div>`;
  const isTruth = (numbers.truth[feature] ?? 0) > 0;
  return html`
    <div class="readout">${readoutHeadingTemplate(`${axes[1]} ${columnLabels[feature]}`, isTruth && translate('the truth'))}
      ${describeFeature(numbers, feature).map((line) => html`<p>${line}</p>`)}
    </div>
  `;
}
