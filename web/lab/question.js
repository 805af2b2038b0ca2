/** A question that the reader answers before a run, and the outcome with its reason after the run. */

import { html } from 'lit';
import { experiments } from '../index.js';
import { markText, translate } from '../language/translate.js';
import { formatDecimal, formatDecimalPercent } from './number-format.js';
import { parseParagraphs, stripMarkup } from './prose-parser.js';

/** @import { Configuration } from '../engine/schema.js' */
/** @import { Progress, Scope } from '../engine/scope.js' */
/** @import { SceneSettings } from './scene.js' */

/** Measurements by name: metrics of a run, and values that a probe adds. @typedef {Readonly<Record<string, any>>} Measurements */

/**
 * One possible outcome. `reason` is a clause that is true whenever this outcome happens: "because …". A choice without a reason
 * is rare among seeds, and the reply says so.
 *
 * @typedef {object} Choice
 * @property {string} id
 * @property {string} text of the button; ranges state their bounds
 * @property {(own: Measurements, other: Measurements) => unknown} [isOutcome] tests the measurements of this run and of the comparison; the first
 *   choice whose test holds is right, otherwise the last choice
 * @property {string} [reason]
 */

/** The right choice, a sentence with the numbers behind it, and the reason. @typedef {{ id: string, text: string, reason?: string }} Outcome */

/**
 * Measurements of a trained network.
 * @typedef {{ values: Measurements, comparisonValues?: Measurements, text?: string, configuration?: Configuration }} ProbeResult
 *   `configuration`: what the instrument shows with the answer
 */

/** Latest progress of a run. @typedef {{ step: number, loss: number, metrics: Readonly<Record<string, number | null>> }} RunProgress */

/** @typedef {(progress: Progress) => Outcome | null} Watch */
/** @typedef {(options: import('../engine/create-scope.js').ScopeOptions) => Promise<Scope>} CreateScope */

/**
 * Another network that is trained from the same seed for comparison.
 *
 * @typedef {object} Comparison
 * @property {string} name of the comparison in the reply
 * @property {SceneSettings} [settings]
 * @property {(scope: Scope) => Promise<import('../engine/schema.js').Configuration['parameters']>} [deriveParameters] computes its
 *   settings from the trained network of the scene
 */

/**
 * @typedef {object} Question
 * @property {string} text
 * @property {readonly Choice[]} choices
 * @property {readonly string[]} [metricNames] names of the metrics in the reply
 * @property {Comparison} [comparison]
 * @property {(scope: Scope, create: CreateScope, shown: readonly Configuration[]) => Promise<ProbeResult>} [probe] measures the trained
 *   network; in the calculator, which trains nothing, `scope` is missing; `shown`: the reader's configuration, then the scene's
 * @property {{ request: Readonly<Record<string, unknown>>, instruction: string }} [awaitedTest] test of the map that the reader has
 *   to run after the training, before the reply
 * @property {(scope: Scope) => Promise<Watch>} [watch] returns a function that is called with every progress event until it
 *   returns the outcome
 */

/** Yes and no, each with its reason. @param {Choice['isOutcome']} holds @param {{ yes?: string, no?: string }} why @returns {Choice[]} */
export const createYesNoChoices = (holds, { yes, no }) => [
  { id: 'yes', text: markText('Yes'), isOutcome: holds, reason: yes },
  { id: 'no', text: markText('No'), reason: no },
];

/**
 * Choices by ranges of a metric.
 * @param {string} metric
 * @param {readonly (readonly [least: number, text: string, why?: string])[]} ranges the highest first
 * @returns {Choice[]}
 */
export const createRangeChoices = (metric, ranges) =>
  ranges.map(([least, text, reason]) => ({
    id: text,
    text,
    reason,
    isOutcome: (own) => own[metric] >= least,
  }));

/**
 * @param {Question} question
 * @param {string} experiment
 * @param {ProbeResult} found
 * @returns {Outcome}
 */
export function determineOutcome(
  { choices, metricNames = [], comparison },
  experiment,
  { values, comparisonValues = {}, text },
) {
  const { id = '', reason } =
    choices.find(({ isOutcome }) => isOutcome?.(values, comparisonValues)) ?? choices.at(-1) ?? {};
  const schema = experiments().find(({ name }) => name === experiment);
  const { metrics = [] } = schema ?? {};
  /** @param {Measurements} of */
  const formatMetrics = (of) =>
    metrics
      .filter(({ name }) => metricNames.includes(name) && Number.isFinite(of[name]))
      .map((metric) => `${translate(metric.label ?? metric.name)}: ${formatMetric(metric, of[metric.name])}`)
      .join('; ');
  const all = [
    text,
    formatMetrics(values),
    comparison && `${translate(comparison.name)}: ${formatMetrics(comparisonValues)}`,
  ];
  const rareNote =
    schema && reason === undefined && choices.length > 1 ? translate('Most seeds show something else') : '';
  return {
    id,
    text: [...all, rareNote].filter(Boolean).join('. '),
    reason: reason && translate(reason),
  };
}

/** Formats a share as a percentage, another metric as a number. @param {import('../engine/schema.js').MetricSchema} metric @param {number} value */
const formatMetric = ({ isShare }, value) =>
  isShare ? formatDecimalPercent(value) : formatDecimal(value, value < 10 ? 2 : 1);

/**
 * @param {string} chosen
 * @param {Outcome} outcome
 * @returns {string} whether the prediction was right, and the reason; the outcome is marked in the list of choices
 */
export function formatVerdict(chosen, { id, reason: why }) {
  const reason = why ? `, ${why}` : '';
  return chosen === id
    ? translate('As you predicted{reason}.', { reason })
    : translate('Not as you predicted{reason}.', { reason });
}

/** @param {import('./scene.js').PlacedScene} scene @returns {import('../classroom/classroom.js').Exercise} for the worksheet */
export const readExercise = ({ question, text }) => ({
  question: question
    ? [translate(question.text), ...question.choices.map((choice) => translate(choice.text))]
    : [],
  tasks: parseParagraphs(text).flatMap(({ kind, text: task }) =>
    kind === 'task' ? stripMarkup(translate(task)) : [],
  ),
});

/**
 * @param {object} options
 * @param {Question} options.question
 * @param {import('./prediction-controller.js').PredictionController} options.prediction
 * @param {boolean} options.startsRun whether an answer starts the training
 */
export function questionTemplate({ question, prediction, startsRun }) {
  const { chosen, outcome } = prediction;
  const isAnswered = outcome !== null && chosen !== null;
  /** @param {string} id */
  const getSign = (id) => {
    if (!isAnswered || (id !== outcome.id && id !== chosen)) return '';
    return id === outcome.id ? '✓ ' : '✗ ';
  };
  return html`
    <section class="question" aria-label=${translate('Prediction')}>
      <p class="question-ask">${translate(question.text)}</p>
      <div class="question-choices">
        ${question.choices.map(({ id, text }) =>
          // After the answer only the chosen and the right choice are shown.
          isAnswered && !getSign(id)
            ? null
            : html`
                <button type="button" aria-pressed=${chosen === id} @click=${() => prediction.choose(id)}>
                  ${getSign(id)}${translate(text).replaceAll(' %', '\u00a0%')}
                </button>
              `,
        )}
      </div>
      <p class="question-answer ${chosen ? 'filled' : ''}" role="status">
        ${
          isAnswered
            ? html`${formatVerdict(chosen, outcome)} <span class="told">${outcome.text.replace(/\.$/, '')}.</span>`
            : chosen
              ? question.awaitedTest
                ? translate(question.awaitedTest.instruction)
                : translate('Watch the run.')
              : startsRun
                ? translate('Your answer starts the run.')
                : ''
        }
      </p>
    </section>
  `;
}
