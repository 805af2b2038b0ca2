/**
 * Predict, run, compare, reflect: a lesson around a drawn prediction, and the quiz, which shows nothing of the answer before
 * the prediction is made.
 * @module
 */
import { html } from 'lit';
import { createDrawing } from '../views/drawing.js';

/** @typedef {'predict' | 'run' | 'compare' | 'reflect'} LessonStep */

/** @type {readonly { name: LessonStep, label: string }[]} */
const kSteps = [
  { name: 'predict', label: 'Predict' },
  { name: 'run', label: 'Run' },
  { name: 'compare', label: 'Compare' },
  { name: 'reflect', label: 'Reflect' },
];

export class Lesson {
  #mode;
  #changed;
  #drawing;
  /** @type {LessonStep} */
  #step = 'predict';

  /**
   * @param {object} options
   * @param {'lesson' | 'quiz'} options.mode
   * @param {import('../views/view.js').ViewOptions} options.of
   * @param {() => void} options.changed
   */
  constructor({ mode, of, changed }) {
    this.#mode = mode;
    this.#changed = changed;
    this.#drawing = createDrawing({
      of,
      final: mode === 'quiz',
      onCommit: (committed) => this.#go(committed ? 'run' : 'predict'),
    });
  }

  /** Whether the answer is still to be hidden. */
  get pending() {
    return this.#step === 'predict';
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

  /** @param {LessonStep} step */
  #go(step) {
    this.#step = step;
    this.#changed();
  }

  /**
   * @param {string} summary of the experiment
   * @param {boolean} begun the run has left step 0
   */
  template(summary, begun) {
    const strip = this.#mode === 'lesson';
    const drawn = !strip || this.#step === 'predict' || this.#step === 'compare';
    return html`
      <section class="lesson" aria-label=${strip ? 'Lesson' : 'Quiz'}>
        ${strip ? this.#stripTemplate() : null}
        <div class="lesson-text">${this.#textTemplate(summary, strip)}</div>
        <div ?hidden=${!drawn}>${this.#drawing.element}</div>
        ${strip ? this.#nextTemplate(begun) : null}
      </section>
    `;
  }

  #stripTemplate() {
    const at = kSteps.findIndex(({ name }) => name === this.#step);
    return html`
      <ol class="lesson-steps">
        ${kSteps.map(
          ({ name, label }, i) => html`
            <li aria-current=${name === this.#step ? 'step' : 'false'} ?data-done=${i < at}>
              <span class="lesson-number" aria-hidden="true">${i < at ? '✓' : i + 1}</span> ${label}
            </li>
          `,
        )}
      </ol>
    `;
  }

  /** @param {string} summary @param {boolean} strip */
  #textTemplate(summary, strip) {
    switch (this.#step) {
      case 'predict':
        return html`
          <p>${summary}</p>
          <p><b>Where will it look once it has learned?</b> Draw the map that you expect. The answer comes after it.</p>
        `;
      case 'run':
        return strip
          ? html`<p>Your prediction stands. Press <b>Run</b> and watch which rows are found first.</p>`
          : html`<p>Your prediction stands, beside it the truth. Press <b>Run</b>: does the model find it?</p>`;
      case 'compare':
        return html`<p>Yours and the model’s map are judged by the same score. It goes on changing while the model learns.</p>`;
      default:
        return html`
          <p>In your own words:</p>
          <ul>
            <li>Where did the model look elsewhere than you expected, and what may be the reason?</li>
            <li>Did the loss become small before the map was right, or after it?</li>
            <li>Which number would tell you that the map is right if nobody showed you the truth?</li>
          </ul>
        `;
    }
  }

  /** @param {boolean} begun */
  #nextTemplate(begun) {
    /** @param {LessonStep} step @param {string} label @param {boolean} [able] */
    const button = (step, label, able = true) =>
      html`<button class="button" type="button" ?disabled=${!able} @click=${() => this.#go(step)}>${label}</button>`;
    if (this.#step === 'run') return html`<p>${button('compare', 'Compare', begun)}</p>`;
    if (this.#step === 'compare') return html`<p>${button('reflect', 'Reflect')}</p>`;
    if (this.#step === 'reflect') return html`<p>${button('compare', 'Back to the maps')}</p>`;
    return null;
  }
}
