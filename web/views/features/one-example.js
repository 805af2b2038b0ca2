/**
 * One held-out example at a time: its features, the weights of the gate for it, and the answers of both models.
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { formatFixed, formatPercent, formatShare, getErrorMessage } from '../../parts/format.js';
import { Holding, rankAnswers } from '../../parts/holding.js';
import { createRequestStarter } from '../../parts/latest-request.js';
import { createPredictionRequest } from '../../parts/prediction-request.js';
import { findInformative, formatList } from './feature-bars-text.js';

/** Maximum number of examples that the reader can step through. */
const kMaximumExamples = 1000;

/** @import { Prediction } from '../../engine/shapes.js' */
/** @import { ViewOptions } from '../../engine/view-types.js' */
/** @import { HoldGesture } from '../../parts/cell-cursor.js' */

/** @param {number} y */
export const formatAnswer = (y) => `y = ${y}`;

export class ExampleStepper {
  #options;
  #draw;
  #next = 0;
  #example = 0;
  #startRequest = createRequestStarter();
  #status = '';
  /** The answer for the example that is shown, with the learned weights. @type {Prediction | null} */
  #learned = null;
  /** Requests the answer again while the model learns. */
  #renewal;

  /** @param {ViewOptions} options @param {() => void} draw called when another example, or none, is shown */
  constructor(options, draw) {
    this.#options = options;
    this.#draw = draw;
    /** @type {import('../../parts/holding.js').HoldableMap} */
    const map = {
      isRowExample: true,
      getInput: (example = 0) => this.#learned && { example },
      prepare: (text) => this.#open(Number.parseInt(text, 10)),
      getLearnedRow: () => this.#learned?.attention.weights ?? [],
      getLabels: () => ({ rows: [], columns: options.columnLabels }),
      getCandidates: ({ output }) => rankAnswers(Number(output), formatAnswer),
      onChange: draw,
    };
    this.holding = new Holding(map, options);
    this.#renewal = createPredictionRequest({
      predict: options.predict,
      getInput: () => this.#learned && { example: this.#example },
      onAnswer: (answer, _, { example }) => {
        if (this.#learned && example === this.#example) this.#show(answer);
      },
      onError: () => false, // an error means that the run has ended
    });
  }

  /** @param {number} column @param {HoldGesture} gesture */
  hold = (column, gesture) => this.holding.hold(this.#example, column, gesture);

  /** The answer for the example that is shown, with the held weights if there are some. */
  get answer() {
    return this.#learned && (this.holding.answers?.after ?? this.#learned);
  }

  /** Name of the example that is shown; '' for none. */
  get name() {
    return this.#learned ? translate('example {n}', { n: this.#example }) : '';
  }

  /** @param {number} step of the current model */
  update(step) {
    this.holding.update(step);
    this.#renewal.update(step);
  }

  dispose() {
    this.holding.dispose();
    this.#renewal.dispose();
  }

  get template() {
    const { answer } = this;
    return html`
      <div class="panel-row">
        <button type="button" class="button" @click=${() => this.#open(this.#next)}>${answer ? translate('Another one') : translate('Look at one example')}</button>
        <button type="button" class="button" ?hidden=${!answer} @click=${() => this.#close()}>${translate('Only the mean')}</button>
        <p class="panel-status" role="status">${this.#status}</p>
      </div>
    `;
  }

  /** @param {number} example */
  async #open(example) {
    const { predict, manifest } = this.#options;
    const isLatest = this.#startRequest();
    this.#next =
      (example + 1) % Math.max(1, Math.min(kMaximumExamples, manifest.heldOut ?? kMaximumExamples));
    try {
      const answer = await predict({ example });
      if (!isLatest()) return;
      if (this.holding.isActive) this.holding.releaseAll();
      this.#example = example;
      this.#show(answer);
    } catch (error) {
      if (isLatest()) this.#show(this.#learned, getErrorMessage(error));
    }
  }

  #close() {
    this.#startRequest();
    this.holding.releaseAll();
    this.#show(null);
  }

  /** @param {Prediction | null} answer @param {string} [error] */
  #show(answer, error) {
    const { maps, columnLabels } = this.#options;
    const names = /** @type {const} */ ([maps[0]?.label ?? '', maps[1]?.label ?? '']);
    this.#learned = answer;
    this.#status = error ?? (answer ? describeExample(answer, this.#example, columnLabels, names) : '');
    this.#draw();
  }
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
