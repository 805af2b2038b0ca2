/**
 * Predict, then look: a question before a run, and after it what really happened, measured.
 * @module
 */

import { html } from 'lit';
import { language, say } from '../language/say.js';
import { sayRow } from '../language/say-schema.js';

/** @typedef {import('../engine/scope.js').Scope} Scope */
/** @typedef {import('../engine/scope.js').Progress} Progress */

/**
 * What really happened: the choice that it makes right, and the numbers behind it.
 * @typedef {{ id: string, told: string }} Outcome
 */

/**
 * @typedef {object} Question
 * @property {string} ask
 * @property {readonly { id: string, text: string }[]} choices
 * @property {(scope: Scope) => (progress: Progress) => Outcome | null} [watch] looks at every picture of a run until it
 *   knows the outcome
 * @property {() => Promise<Outcome & { link: string }>} [answer] where nothing is trained: the outcome, and what to show of it
 * @property {string} [preset] name of the one that the question is about; without it, the run as it is set
 */

/** A context counts as found from the first step at which more than half of its attention is at the truth. */
const kFound = 0.5;

/** Pictures farther apart than this part of the planned training are too far apart to tell an order. */
const kFinest = 0.02;

/** Rows that are told one by one. */
const kMostTold = 8;

/** Found within this part of the planned training of each other: at about the same time. */
const kTogether = 0.05;

/**
 * Watches one run and knows in which order the rows of a map were found.
 * @param {Scope} scope
 */
export function watchOrder(scope) {
  const { maps, rowLabels, columnLabels } = scope.manifest;
  const map = /** @type {(typeof maps)[number]} */ (maps[0]);
  /** @type {Map<number, number>} */
  const found = new Map();
  let seen = 0;
  return {
    /**
     * @param {Readonly<Record<string, Float32Array>>} tensors
     * @param {number} step
     * @returns {boolean} whether all rows have been found, and slowly enough to tell in which order
     */
    see(tensors, step) {
      if (step < seen) found.clear();
      const leap = step - seen;
      seen = step;
      if (leap > kFinest * scope.manifest.plannedSteps) return false;
      const weights = /** @type {Float32Array} */ (tensors[map.weights]);
      const truth = /** @type {Float32Array} */ (tensors[map.truth]);
      const columns = columnLabels.length;
      rowLabels.forEach((_, row) => {
        let mass = 0;
        for (let i = row * columns; i < (row + 1) * columns; ++i) mass += (truth[i] ?? 0) * (weights[i] ?? 0);
        if (mass > kFound && !found.has(row)) found.set(row, step);
      });
      return found.size === rowLabels.length;
    },
    /** @returns {{ row: number, label: string, step: number }[]} earliest first */
    order: () =>
      [...found]
        .map(([row, step]) => ({ row, label: rowLabels[row] ?? String(row), step }))
        .sort((a, b) => a.step - b.step),
  };
}

/**
 * @param {readonly { label: string, step: number }[]} order
 * @param {number} plannedSteps
 * @returns {'together' | 'apart'}
 */
export function verdictOf(order, plannedSteps) {
  const first = order[0]?.step ?? 0;
  const last = order[order.length - 1]?.step ?? 0;
  return last - first <= kTogether * plannedSteps ? 'together' : 'apart';
}

/**
 * Whether all rows are found at about the same time.
 * @type {NonNullable<Question['watch']>}
 */
export function watchFinding(scope) {
  const watch = watchOrder(scope);
  return ({ attention, step }) => {
    if (!watch.see(attention, step)) return null;
    const order = watch.order();
    return {
      id: verdictOf(order, scope.manifest.plannedSteps),
      told: say('More than half of the attention was right at step {steps}.', { steps: orderText(order) }),
    };
  };
}

/**
 * Something that is measured when the planned steps are done.
 * @param {(metrics: Readonly<Record<string, number | null>>) => Outcome} measure
 * @returns {NonNullable<Question['watch']>}
 */
export function watchEnd(measure) {
  return (scope) =>
    ({ step, metrics }) =>
      step < scope.manifest.plannedSteps ? null : measure(metrics);
}

/**
 * @param {readonly { label: string, step: number }[]} order
 * @returns {string} each row with its step, of many rows the first and the last
 */
export function orderText(order) {
  const count = new Intl.NumberFormat(language());
  const all = order.map(({ label, step }) =>
    say('{step} for {row}', { step: count.format(step), row: sayRow(label) }),
  );
  return all.length <= kMostTold
    ? all.join(', ')
    : say('{first} first, and {last} last', { first: all[0], last: all[all.length - 1] });
}

/**
 * @param {object} options
 * @param {Question} options.question
 * @param {string | null} options.chosen
 * @param {Outcome | null} options.outcome null until it is known
 * @param {(id: string) => void} options.onChoose
 */
export function questionTemplate({ question, chosen, outcome, onChoose }) {
  const answer = question.choices.find(({ id }) => id === outcome?.id);
  return html`
    <section class="question" aria-label=${say('Prediction')}>
      <p class="question-ask">${question.ask}</p>
      <div class="question-choices">
        ${question.choices.map(
          ({ id, text }) => html`
            <button type="button" aria-pressed=${chosen === id} @click=${() => onChoose(id)}>
              ${text}
            </button>
          `,
        )}
      </div>
      <p class="question-answer" role="status">
        ${
          outcome && answer
            ? html`<b>${answer.text}${chosen ? (chosen === outcome.id ? say(', as you said.') : say(', not what you said.')) : '.'}</b>
              ${outcome.told}`
            : chosen
              ? say('Watch.')
              : ''
        }
      </p>
    </section>
  `;
}
