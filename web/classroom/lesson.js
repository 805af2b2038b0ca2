/**
 * A lesson in four steps (predict, run, compare, reflect), in which the reader draws the map before the training; and the quiz,
 * which hides the answer until the prediction is made. A model without a map to predict has no lesson.
 */
import { html } from 'lit';
import { markText, translate, translateToParts } from '../language/translate.js';
import { DrawnMapPanel } from '../views/drawing/drawn-map-panel.js';
import { kMapUnavailableReasons } from '../views/drawing/drawn-map-template.js';
import { lessonStyles } from './lesson-styles.js';

/** @import { LessonStep } from '../engine/view-types.js' */
/** @import { MapAvailability } from '../views/drawing/drawn-map-template.js' */

/**
 * @typedef {object} LessonOptions
 * @property {'lesson' | 'quiz'} mode
 * @property {import('../engine/view-types.js').ViewOptions} of
 * @property {number} seed of the run
 * @property {import('../instrument/host.js').Host} host
 */

/** @type {readonly { name: LessonStep, label: string }[]} */
const kSteps = [
  { name: 'predict', label: markText('Predict') },
  { name: 'run', label: markText('Run') },
  { name: 'compare', label: markText('Compare') },
  { name: 'reflect', label: markText('Reflect') },
];

export class Lesson {
  static styles = lessonStyles;
  /** Name of the view that the lesson replaces. */
  static hiddenView = 'prediction';

  #mode;
  #host;
  #drawing;
  #memory;
  /** @type {MapAvailability} */
  #subject = 'available';

  /** @param {LessonOptions} options */
  constructor({ mode, of, host }) {
    this.#mode = mode;
    this.#host = host;
    this.#memory = of.memory ?? {};
    this.#drawing = new DrawnMapPanel({
      of,
      isFinal: mode === 'quiz',
      onCommit: (committed) => this.#goTo(committed ? this.#stepAfterPrediction : 'predict'),
      onOpen: (subject) => {
        this.#subject = subject;
        const resumed = this.step === 'predict' && this.#drawing.committed;
        this.#goTo(subject !== 'available' ? '' : resumed ? this.#stepAfterPrediction : this.step, false);
      },
    });
  }

  /** The step after the prediction: a quiz compares it with the truth at once. @returns {LessonStep} */
  get #stepAfterPrediction() {
    return this.#mode === 'quiz' ? 'compare' : 'run';
  }

  /** @returns {LessonStep} */
  get step() {
    return this.#memory.lesson ?? 'predict';
  }

  /** Whether the map must stay hidden, since the reader has not predicted it yet. */
  get isPending() {
    return this.step === 'predict';
  }

  /** @param {number} step of the run */
  update(step) {
    this.#drawing.update(step);
  }

  repaint() {
    this.#drawing.repaint();
  }

  dispose() {
    this.#drawing.dispose();
  }

  /**
   * Goes to a step. If the clicked button is gone, focus moves on: to Run, or to the first cell of a prediction that is drawn
   * again.
   * @param {LessonStep} step
   * @param {boolean} [byReader] whether a button of the lesson was clicked
   */
  async #goTo(step, byReader = true) {
    const { element, emit, refresh, getRoot } = this.#host;
    this.#memory.lesson = step;
    // Close the exploration, so that the map is visible.
    if (byReader) element.explore = '';
    refresh();
    emit('attento-lesson', { step });
    await element.updateComplete;
    if (!byReader || getRoot().activeElement) return;
    const places = ['.primary:enabled', '.lesson-next button:enabled', '.drawing [tabindex="0"]', '.lesson'];
    for (const place of step === 'predict' ? places.slice(2) : places) {
      /** @type {HTMLElement | null} */ (getRoot().querySelector(place))?.focus();
      if (getRoot().activeElement) return;
    }
  }

  /**
   * Everything that is shown before the prediction.
   * @param {string} summary of the experiment
   */
  template(summary) {
    return html`
      <section class="lesson" tabindex="-1" aria-label=${getLabel(this.#mode)}>
        ${stepsTemplate(this.#mode, this.step)}
        <div class="lesson-text">
          <p>${translate(summary)}</p>
          <p>
            <b>${translate('Where will it look once it has learned?')}</b>
            ${translate('Draw the map that you expect. The answer comes after it.')}
          </p>
        </div>
        ${this.#drawing.element}
      </section>
    `;
  }

  /**
   * The part above the map: steps of the lesson, text and button.
   * @param {boolean} hasBegun whether the run has begun
   */
  headTemplate(hasBegun) {
    if (this.step === '')
      return html`<p class="lesson lesson-head" role="status">${translate(kMapUnavailableReasons[this.#subject])}</p>`;
    return html`
      <section class="lesson lesson-head" tabindex="-1" aria-label=${getLabel(this.#mode)}>
        ${stepsTemplate(this.#mode, this.step)}
        <div class="lesson-text">${textTemplate(this.#mode, this.step)}</div>
        ${this.#nextTemplate(hasBegun)}
      </section>
    `;
  }

  /** The drawn and the learned map side by side, in place of the map; null if the map itself is shown. */
  get panel() {
    return this.step === 'compare' ? html`<div class="lesson-panel">${this.#drawing.element}</div>` : null;
  }

  /** A single button, so that focus stays on it from step to step. @param {boolean} begun */
  #nextTemplate(begun) {
    const isComparing = this.step === 'compare';
    /** @type {LessonStep} */
    const next = !isComparing ? 'compare' : this.#mode === 'quiz' ? 'run' : 'reflect';
    const label = !isComparing
      ? this.step === 'reflect'
        ? translate('Back to the maps')
        : translate('Compare')
      : this.#mode === 'quiz'
        ? translate('The model’s map')
        : translate('Reflect');
    const isWaiting = this.#mode === 'lesson' && this.step === 'run' && !begun;
    return html`<p class="lesson-next">
      <button class="button" type="button" ?disabled=${isWaiting} @click=${() => this.#goTo(next)}>${label}</button>
    </p>`;
  }
}

/** @typedef {'lesson' | 'quiz'} Mode */

/** @param {Mode} mode */
const getLabel = (mode) => (mode === 'lesson' ? translate('Lesson') : translate('Quiz'));

/** The steps of a lesson. @param {Mode} mode @param {LessonStep} step the present one */
function stepsTemplate(mode, step) {
  if (mode === 'quiz') return null;
  const at = kSteps.findIndex(({ name }) => name === step);
  return html`
    <ol class="lesson-steps">
      ${kSteps.map(
        ({ name, label }, i) => html`
          <li aria-current=${name === step ? 'step' : 'false'} ?data-done=${i < at}>
            <span class="lesson-number" aria-hidden="true">${i < at ? '✓' : i + 1}</span>
            <span class="lesson-name">${translate(label)}</span>
          </li>
        `,
      )}
    </ol>
  `;
}

/** @param {Mode} mode @param {LessonStep} step */
function textTemplate(mode, step) {
  const values = { run: html`<b>${translate('Run')}</b>` };
  if (mode === 'quiz')
    return html`<p>${translateToParts('Your prediction is shown beside the truth. Press {run}: does the model find the truth?', values)}</p>`;
  switch (step) {
    case 'run':
      return html`<p>${translateToParts('Your prediction is saved. Press {run} and watch which rows are found first.', values)}</p>`;
    case 'compare':
      return html`<p>
        ${translate('Your map and the model’s map are judged by the same score. It changes while the model learns.')}
      </p>`;
    default:
      return html`
        <p>${translate('In your own words:')}</p>
        <ul>
          <li>${translate('Where did the model look elsewhere than you expected, and what may be the reason?')}</li>
          <li>${translate('Did the loss become small before the map was right, or after it?')}</li>
          <li>${translate('Which number would tell you that the map is right if nobody showed you the truth?')}</li>
        </ul>
      `;
  }
}
