/**
 * Predict, run, compare, understand: a question before a run, and after it what really happened, and why.
 * @module
 */

import { html } from 'lit';
import { language, say } from '../language/say.js';
import { sayRow } from '../language/say-schema.js';

/** @import { Progress, Scope } from '../engine/scope.js' */

/**
 * What really happened: the choice that it makes right, the numbers behind it, and the reason as a clause ("because …").
 * @typedef {{ id: string, told: string, why?: string }} Outcome
 */

/** The last picture of a run. @typedef {{ step: number, loss: number, metrics: Readonly<Record<string, number | null>> }} Last */

/** What was measured of one length. @typedef {{ length: number, share: number, count: number }} LengthShare */

/**
 * @typedef {object} Question
 * @property {string} ask
 * @property {readonly { id: string, text: string }[]} choices
 * @property {(scope: Scope) => (progress: Progress) => Outcome | null} [watch] looks at every picture of a run until it
 *   knows the outcome
 * @property {(scope: Scope) => Promise<Outcome>} [answer] asks the model itself
 * @property {'by-length'} [measure] the figure that the answer is read from
 * @property {(shares: readonly LengthShare[]) => Outcome} [judge] reads it
 * @property {boolean} [trained] whether the answer is that of a trained model
 * @property {import('./scene.js').Setting} [set] what to show with the answer, where that is not what the scene shows
 * @property {string} [preset] what the question is about, where a chapter is one text
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
 * @param {Readonly<Record<'together' | 'apart', () => string>>} why
 * @returns {NonNullable<Question['watch']>}
 */
export const watchFinding = (why) => (scope) => {
  const watch = watchOrder(scope);
  return ({ attention, step }) => {
    if (!watch.see(attention, step)) return null;
    const order = watch.order();
    const id = verdictOf(order, scope.manifest.plannedSteps);
    return {
      id,
      told: say('More than half of the weight was seen at the true position at about step {steps}', {
        steps: orderText(order),
      }),
      why: why[id](),
    };
  };
};

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
 * @param {Question} question
 * @param {string} chosen
 * @param {Outcome} outcome
 * @returns {string} what was predicted, what happened and why
 */
export function verdictText({ choices }, chosen, { id, why }) {
  /** @param {string} one */
  const text = (one) => say(choices.find((choice) => choice.id === one)?.text ?? one);
  const reason = why ? `, ${why}` : '';
  const places = { choice: text(chosen), answer: text(id), reason };
  return chosen === id
    ? say('As you predicted: “{answer}”{reason}.', places)
    : say('You predicted “{choice}”. It was “{answer}”{reason}.', places);
}

/**
 * @param {object} options
 * @param {Question} options.question
 * @param {string | null} options.chosen
 * @param {Outcome | null} options.outcome null until it is known
 * @param {(id: string) => void} options.onChoose
 */
export function questionTemplate({ question, chosen, outcome, onChoose }) {
  const answered = outcome !== null && chosen !== null;
  /** @param {string} id */
  const sign = (id) => {
    if (!answered || (id !== outcome.id && id !== chosen)) return '';
    return id === outcome.id ? '✓ ' : '✗ ';
  };
  return html`
    <section class="question" aria-label=${say('Prediction')}>
      <p class="question-ask">${say(question.ask)}</p>
      <div class="question-choices">
        ${question.choices.map(
          ({ id, text }) => html`
            <button type="button" aria-pressed=${chosen === id} @click=${() => onChoose(id)}>
              ${sign(id)}${say(text)}
            </button>
          `,
        )}
      </div>
      <p class="question-answer ${chosen ? 'filled' : ''}" role="status">
        ${
          answered
            ? html`${verdictText(question, chosen, outcome)} <span class="told">${outcome.told.replace(/\.$/, '')}.</span>`
            : chosen
              ? say('Watch the run.')
              : ''
        }
      </p>
    </section>
  `;
}
