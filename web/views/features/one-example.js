/**
 * One held-out example at a time: what it holds, where the gate looks in it, and what both models answer.
 * @module
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { formatFixed, formatPercent, formatShare, getErrorMessage } from '../../parts/format.js';
import { Holding } from '../../parts/holding.js';
import { findInformative, formatList } from './feature-bars-text.js';

/** How many examples can be stepped through. */
const kMost = 1000;

/** @import { Prediction, ViewOptions } from '../../engine/shapes.js' */
/** @import { HoldGesture } from '../../parts/cell-cursor.js' */

export class ExampleStepper {
  #options;
  #draw;
  #next = 0;
  #example = 0;
  #requestCount = 0;
  #status = '';
  /** The learned weights of the example that is shown. @type {Float32Array | null} */
  #learned = null;

  /** @param {ViewOptions} options @param {() => void} draw called when another example, or none, is shown */
  constructor(options, draw) {
    this.#options = options;
    this.#draw = draw;
    /** @type {import('../../parts/holding.js').HoldableMap} */
    const map = {
      isRowExample: true,
      getInput: (example = 0) => this.#learned && { example },
      prepare: (text) => this.#open(Number.parseInt(text, 10)),
      getLearnedRow: () => this.#learned ?? [],
      getLabels: () => ({ rows: [], columns: options.columnLabels }),
      getCandidates: ({ output }) =>
        [1 - Number(output), Number(output)]
          .map((probability, y) => ({ token: `y = ${y}`, probability }))
          .sort((a, b) => b.probability - a.probability),
      onChange: draw,
    };
    this.holding = new Holding(map, options);
  }

  /** @param {number} column @param {HoldGesture} gesture */
  hold = (column, gesture) => this.holding.hold(this.#example, column, gesture);

  /** Weights of the example that is shown, with what is held. */
  get weights() {
    return this.#learned && (this.holding.answers?.after.attention.weights ?? this.#learned);
  }

  get template() {
    const { weights } = this;
    return html`
      <div class="panel-row">
        <button type="button" class="button" @click=${() => this.#open(this.#next)}>${weights ? translate('Another one') : translate('Look at one example')}</button>
        <button type="button" class="button" ?hidden=${!weights} @click=${() => this.#show(null, '')}>${translate('Only the mean')}</button>
        <p class="panel-status" role="status">${this.#status}</p>
      </div>
    `;
  }

  /** @param {number} example */
  async #open(example) {
    const { predict, maps, columnLabels, manifest } = this.#options;
    const turn = this.#requestCount + 1;
    this.#requestCount = turn;
    this.#next = (example + 1) % Math.max(1, Math.min(kMost, manifest.heldOut ?? kMost));
    try {
      const answer = await predict({ example });
      if (turn !== this.#requestCount) return;
      if (this.holding.isActive) this.holding.letGoOfAll();
      this.#example = example;
      const names = /** @type {const} */ ([maps[0]?.label ?? '', maps[1]?.label ?? '']);
      this.#show(answer.attention.weights, exampleText(answer, example, columnLabels, names));
    } catch (error) {
      this.#show(this.#learned, getErrorMessage(error));
    }
  }

  /** @param {Float32Array | null} weights @param {string} status */
  #show(weights, status) {
    this.#requestCount++;
    if (!weights) this.holding.letGoOfAll();
    [this.#learned, this.#status] = [weights, status];
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
export function exampleText(answer, example, labels, names) {
  const { weights, truth } = answer.attention;
  const features = findInformative(truth ?? []);
  const x = answer.steps.find(({ formula }) => formula === 'x')?.values;
  const values = x ? features.map((f) => `${labels[f]} = ${formatFixed(x[f] ?? 0, 2)}`) : [];
  const mass = features.reduce((sum, f) => sum + (weights[f] ?? 0), 0);
  const target = Number(answer.target);
  /** @param {unknown} p */
  const verdict = (p) =>
    `${formatShare(Number(p))} (${Number(p) > 0.5 === target > 0.5 ? translate('right') : translate('wrong')})`;
  const baseline = answer.baseline === undefined ? '' : `; ${names[1]}: ${verdict(answer.baseline)}`;
  const textValues = {
    name: names[0],
    share: formatPercent(mass),
    verdict: verdict(answer.output),
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
