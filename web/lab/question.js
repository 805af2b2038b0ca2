/**
 * Predict, run, compare, understand: a question before a run, and after it what really happened, and why.
 * @module
 */

import { html } from 'lit';
import { createScope } from '../index.js';
import { language, say } from '../language/say.js';
import { sayRow } from '../language/say-schema.js';
import { fixed } from './numbers.js';
import { paragraphsOf, plainText } from './prose-text.js';

/** @import { Progress, Scope } from '../engine/scope.js' */

/**
 * What really happened: the choice that it makes right, the numbers behind it, and the reason as a clause ("because …").
 * @typedef {{ id: string, told: string, why?: string, table?: Table }} Outcome
 */

/** Numbers that an answer rests on: what the columns are called, and each row with its numbers. @typedef {{ columns: readonly string[], rows: readonly (readonly [string, ...number[]])[] }} Table */

/** The last picture of a run. @typedef {{ step: number, loss: number, metrics: Readonly<Record<string, number | null>> }} Last */

/** What was measured of one length. @typedef {{ length: number, share: number, count: number }} LengthShare */

/** @typedef {(progress: Progress) => Outcome | null} Watch */

/**
 * @typedef {object} Question
 * @property {string} ask
 * @property {readonly { id: string, text: string }[]} choices
 * @property {(scope: Scope) => Watch | Promise<Watch>} [watch] looks at every picture of a run until it knows the outcome
 * @property {(scope: Scope) => Promise<Outcome>} [answer] asks the model itself
 * @property {'by-length'} [measure] the figure that the answer is read from
 * @property {(shares: readonly LengthShare[]) => Outcome} [judge] reads it
 * @property {boolean} [trained] whether the answer is that of a trained model
 * @property {import('./scene.js').Setting} [set] what to show with the answer, where that is not what the scene shows
 * @property {string} [preset] what the question is about, where a chapter is one text
 */

/** A context counts as found from the first step at which more than half of its attention is at the truth. */
const kFound = 0.5;

/** A training is looked at in so many places, the same for every reader. */
const kLooks = 200;

/** Rows that are told one by one. */
const kMostTold = 8;

/** Found within this part of the planned training of each other: at about the same time. */
const kTogether = 0.05;

/** What of a run it takes to learn the order in which rows are found. @typedef {Pick<Scope, 'train' | 'attention' | 'manifest' | 'step'>} Learner */
/** @typedef {{ label: string, step: number }} Found */

/**
 * Trains a run to its planned end and looks at stated steps, so that the answer depends on no frame rate.
 * @param {Learner} run untrained
 * @returns {Promise<{ order: Found[], missing: string[], every: number }>} earliest first; labels of those never found
 */
export async function findingOrder(run) {
  const { plannedSteps } = run.manifest;
  const every = Math.max(1, Math.round(plannedSteps / kLooks));
  /** @type {Map<string, number>} */
  const found = new Map();
  let rows = /** @type {readonly string[]} */ ([]);
  do {
    await run.train({ steps: Math.min(every, plannedSteps - run.step) });
    const { weights, truth = [], rowLabels, columnLabels } = await run.attention();
    rows = rowLabels;
    rows.forEach((label, row) => {
      const mass = columnLabels.reduce((sum, _, column) => {
        const i = row * columnLabels.length + column;
        return sum + Number(truth[i]) * Number(weights[i]);
      }, 0);
      if (mass > kFound && !found.has(label)) found.set(label, run.step);
    });
  } while (found.size < rows.length && run.step < plannedSteps);
  return {
    order: [...found].map(([label, step]) => ({ label, step })).sort((a, b) => a.step - b.step),
    missing: rows.filter((label) => !found.has(label)),
    every,
  };
}

/**
 * @param {readonly { step: number }[]} order
 * @param {number} plannedSteps
 * @returns {'together' | 'apart'}
 */
export function verdictOf(order, plannedSteps) {
  const first = order[0]?.step ?? 0;
  const last = order[order.length - 1]?.step ?? 0;
  return last - first <= kTogether * plannedSteps ? 'together' : 'apart';
}

/**
 * Whether all rows are found at about the same time: learned from a run of the same seed beside the one that is shown,
 * and told when that one has come as far.
 * @param {Readonly<Record<'together' | 'apart', () => string>>} why
 * @param {(scope: Scope) => Promise<Learner & { dispose: () => void }>} [beside]
 * @returns {NonNullable<Question['watch']>}
 */
export const watchFinding =
  (why, beside = ({ configuration }) => createScope({ ...configuration, threads: 1 })) =>
  async (scope) => {
    const run = await beside(scope);
    const { order, missing, every } = await findingOrder(run).finally(() => run.dispose());
    const { plannedSteps } = scope.manifest;
    const last = missing.length > 0 ? plannedSteps : Number(order.at(-1)?.step);
    return ({ step }) => {
      if (step < last) return null;
      const id = missing.length > 0 ? 'apart' : verdictOf(order, plannedSteps);
      return { id, told: orderText(order, missing, every), why: why[id]() };
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
 * @param {readonly Found[]} order
 * @param {readonly string[]} missing
 * @param {number} every steps between two looks
 * @returns {string} each row with its step, of many rows the first and the last
 */
function orderText(order, missing, every) {
  const count = new Intl.NumberFormat(language());
  const all = order.map(({ label, step }) =>
    say('{step} for {row}', { step: count.format(step), row: sayRow(label) }),
  );
  const steps =
    all.length <= kMostTold
      ? all.join(', ')
      : say('{first} first, and {last} last', { first: all[0], last: all[all.length - 1] });
  const never = missing.map(sayRow).join(', ');
  return [
    all.length > 0 &&
      say(
        'Looked at every {every} steps, more than half of the weight was first at the truth at step {steps}',
        {
          every: count.format(every),
          steps,
        },
      ),
    never && say('It never had in this run for {rows}', { rows: never }),
  ]
    .filter(Boolean)
    .join('. ');
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

/** @param {import('./scene.js').PlacedScene} scene @returns {import('../classroom/classroom.js').Asked} for paper */
export const readAsked = ({ ask, text }) => ({
  question: ask ? [say(ask.ask), ...ask.choices.map((choice) => say(choice.text))] : [],
  tasks: paragraphsOf(text).flatMap(({ kind, text: task }) => (kind === 'task' ? plainText(say(task)) : [])),
});

/** @param {Outcome} outcome */
const tableTemplate = ({ table }) =>
  table &&
  html`
    <table>
      <tr><td></td>${table.columns.map((name) => html`<th scope="col">${name}</th>`)}</tr>
      ${table.rows.map(
        ([name, ...values]) =>
          html`<tr><th scope="row">${name}</th>${values.map((value) => html`<td>${fixed(value, 3)}</td>`)}</tr>`,
      )}
    </table>
  `;

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
            ? html`${verdictText(question, chosen, outcome)} <span class="told">${outcome.told.replace(/\.$/, '')}.</span>${tableTemplate(outcome)}`
            : chosen
              ? say('Watch the run.')
              : ''
        }
      </p>
    </section>
  `;
}
