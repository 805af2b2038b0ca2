/**
 * Predict, run, compare, reflect: a lesson around a drawn prediction, and the quiz, which shows nothing of the answer before
 * the prediction is made.
 * @module
 */
import { html } from 'lit';
import { phrase, say, sayParts } from '../language/say.js';
import { createDrawing } from '../views/drawing/drawing.js';

/** @typedef {'predict' | 'run' | 'compare' | 'reflect'} LessonStep */

/** @type {readonly { name: LessonStep, label: string }[]} */
const kSteps = [
  { name: 'predict', label: phrase('Predict') },
  { name: 'run', label: phrase('Run') },
  { name: 'compare', label: phrase('Compare') },
  { name: 'reflect', label: phrase('Reflect') },
];

export class Lesson {
  #mode;
  #changed;
  #drawing;
  #memory;
  /** @type {LessonStep} */
  #step;

  /**
   * @param {object} options
   * @param {'lesson' | 'quiz'} options.mode
   * @param {import('../engine/shapes.js').ViewOptions} options.of
   * @param {() => void} options.changed
   */
  constructor({ mode, of, changed }) {
    this.#mode = mode;
    this.#changed = changed;
    this.#memory = of.memory ?? {};
    this.#step = this.#memory.lesson ?? 'predict';
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
    this.#memory.lesson = step;
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
      <section class="lesson" aria-label=${strip ? say('Lesson') : say('Quiz')}>
        ${strip ? this.#stripTemplate() : null}
        <div class="lesson-text" tabindex="-1">${this.#textTemplate(summary, strip)}</div>
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
              <span class="lesson-number" aria-hidden="true">${i < at ? '✓' : i + 1}</span> ${say(label)}
            </li>
          `,
        )}
      </ol>
    `;
  }

  /** @param {string} summary @param {boolean} strip */
  #textTemplate(summary, strip) {
    const values = { run: html`<b>${say('Run')}</b>` };
    switch (this.#step) {
      case 'predict':
        return html`
          <p>${say(summary)}</p>
          <p>
            <b>${say('Where will it look once it has learned?')}</b>
            ${say('Draw the map that you expect. The answer comes after it.')}
          </p>
        `;
      case 'run':
        return strip
          ? html`<p>${sayParts('Your prediction stands. Press {run} and watch which rows are found first.', values)}</p>`
          : html`<p>${sayParts('Your prediction stands, beside it the truth. Press {run}: does the model find it?', values)}</p>`;
      case 'compare':
        return html`<p>
          ${say('Yours and the model’s map are judged by the same score. It goes on changing while the model learns.')}
        </p>`;
      default:
        return html`
          <p>${say('In your own words:')}</p>
          <ul>
            <li>${say('Where did the model look elsewhere than you expected, and what may be the reason?')}</li>
            <li>${say('Did the loss become small before the map was right, or after it?')}</li>
            <li>${say('Which number would tell you that the map is right if nobody showed you the truth?')}</li>
          </ul>
        `;
    }
  }

  /** @param {boolean} begun */
  #nextTemplate(begun) {
    /** @param {LessonStep} step @param {string} label @param {boolean} [able] */
    const button = (step, label, able = true) =>
      html`<button class="button" type="button" ?disabled=${!able} @click=${() => this.#go(step)}>${label}</button>`;
    if (this.#step === 'run') return html`<p>${button('compare', say('Compare'), begun)}</p>`;
    if (this.#step === 'compare') return html`<p>${button('reflect', say('Reflect'))}</p>`;
    if (this.#step === 'reflect') return html`<p>${button('compare', say('Back to the maps'))}</p>`;
    return null;
  }
}
