/**
 * One held-out example at a time: its features, the weights of the gate for it, and the answers of both models.
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { formatFixed, formatPercent, formatShare, getErrorMessage } from '../../parts/format.js';
import { Holding, rankAnswers } from '../../parts/holding.js';
import { createPredictionRequest } from '../../parts/prediction-request.js';
import { findInformative, formatList } from './feature-bars-text.js';

/** Maximum number of examples that the reader can step through. */
const kMaximumExamples = 1000;

/** @import { Prediction } from '../../engine/shapes.js' */
/** @import { ViewOptions } from '../../engine/view-types.js' */
/** @import { HoldGesture } from '../../parts/cell-cursor.js' */

/** @param {number} y */
export const formatAnswer = (y) => `y = ${y}`;

/** @param {ViewOptions} options @param {() => void} draw called when another example, or none, is shown */
export function createExampleStepper(options, draw) {
  const { maps, columnLabels, manifest } = options;
  const names = /** @type {const} */ ([maps[0]?.label ?? '', maps[1]?.label ?? '']);
  let [next, example, status] = [0, 0, ''];
  /** The example whose answer is requested, and again while the model learns; null for none. @type {number | null} */
  let requested = null;
  /** The answer for the example that is shown, with the learned weights. @type {Prediction | null} */
  let learned = null;
  const request = createPredictionRequest({
    predict: options.predict,
    getInput: () => (requested === null ? null : { example: requested }),
    onAnswer(answer, _, input) {
      if (input['example'] !== example && holding.isActive) holding.releaseAll();
      example = Number(input['example']);
      show(answer);
    },
    onError(error) {
      requested = learned && example;
      if (getErrorMessage(error)) show(learned, getErrorMessage(error));
    },
  });
  const holding = new Holding(
    {
      isRowExample: true,
      getInput: (row = 0) => learned && { example: row },
      prepare: (text) => open(Number.parseInt(text, 10)),
      getLearnedRow: () => learned?.attention.weights ?? [],
      getLabels: () => ({ rows: [], columns: columnLabels }),
      getCandidates: ({ output }) => rankAnswers(Number(output), formatAnswer),
      onChange: draw,
    },
    options,
  );

  /** @param {number} index of an example */
  function open(index) {
    requested = index;
    next = (index + 1) % Math.max(1, Math.min(kMaximumExamples, manifest.heldOut ?? kMaximumExamples));
    return request.sendInput();
  }

  function close() {
    requested = null;
    request.sendInput();
    holding.releaseAll();
    show(null);
  }

  /** @param {Prediction | null} answer @param {string} [error] */
  function show(answer, error) {
    learned = answer;
    status = error ?? (answer ? describeExample(answer, example, columnLabels, names) : '');
    draw();
  }

  return {
    holding,
    /** @param {number} column @param {HoldGesture} gesture */
    hold: (column, gesture) => holding.hold(example, column, gesture),
    /** The answer for the example that is shown, with the held weights if there are some. */
    getAnswer: () => learned && (holding.answers?.after ?? learned),
    /** Name of the example that is shown; '' for none. */
    getName: () => (learned ? translate('example {n}', { n: example }) : ''),
    /** @param {number} step of the current model */
    update(step) {
      request.update(step);
      holding.update(step);
    },
    template: () => html`
      <div class="panel-row">
        <button type="button" class="button" @click=${() => open(next)}>${learned ? translate('Another one') : translate('Look at one example')}</button>
        <button type="button" class="button" ?hidden=${!learned} @click=${close}>${translate('Only the mean')}</button>
        <p class="panel-status" role="status">${status}</p>
      </div>
    `,
    disposables: [holding, request],
  };
}

/**
 * @param {Prediction} answer
 * @param {number} example
 * @param {readonly string[]} labels of the features
 * @param {readonly [string, string]} names of the models
 * @returns {string}
 */
export function describeExample(answer, example, labels, names) {
  const { weights, truth } = answer.attention;
  const features = findInformative(truth ?? []);
  const x = answer.steps.find(({ formula }) => formula === 'x')?.values;
  const values = x ? features.map((f) => `${labels[f]} = ${formatFixed(x[f] ?? 0, 2)}`) : [];
  const mass = features.reduce((sum, f) => sum + (weights[f] ?? 0), 0);
  const target = Number(answer.target);
  /** @param {unknown} p */
  const formatVerdict = (p) =>
    `${formatShare(Number(p))} (${Number(p) > 0.5 === target > 0.5 ? translate('right') : translate('wrong')})`;
  const baseline = answer.baseline === undefined ? '' : `; ${names[1]}: ${formatVerdict(answer.baseline)}`;
  const textValues = {
    name: names[0],
    share: formatPercent(mass),
    verdict: formatVerdict(answer.output),
    baseline,
  };
  const puts =
    features.length === 2
      ? translate(
          '{name} puts {share} of its weight on the two and gives y = 1 a probability of {verdict}{baseline}.',
          textValues,
        )
      : translate(
          '{name} puts {share} of its weight on what matters and gives y = 1 a probability of {verdict}{baseline}.',
          textValues,
        );
  return `${translate('Example {example}: {values}; y is {target}.', { example, values: formatList(values), target })} ${puts}`;
}
