/**
 * A lesson or quiz that asks to which position a row of the map must attend so that the model outputs a certain word. The reader
 * answers by clicking a cell of the map, which holds the row on that column. The question needs the trained model, which is the
 * same for everybody.
 */
import { html } from 'lit';
import { translate, translateToParts } from '../language/translate.js';
import { formatFixed, getErrorMessage, quoteToken } from '../parts/format.js';
import { getWatchedExample } from '../parts/watched-example.js';
import { chooseHoldQuestion, formatHoldQuestion } from './hold-question.js';
import { lessonStyles } from './lesson-styles.js';

/** @import { Prediction } from '../engine/shapes.js' */
/** @import { HoldQuestion } from './hold-question.js' */
/** @typedef {CustomEvent<{ hold: string, answer: Prediction }>} HoldEvent */

export class Lesson {
  static styles = lessonStyles;
  /** Name of the view that is hidden, since it would reveal the answer. */
  static hiddenView = 'what-if';
  isPending = false;
  /** No panel replaces the map. */
  panel = null;
  #options;
  /** Example of the last question, and whether the model was trained. */
  #key = '';
  /** @type {HoldQuestion | null} */
  #question = null;
  #error = '';
  #isPicture;
  /** The model's output in the row of the question while the reader holds this row. @type {{ token: string, probability: number } | null} */
  #answer = null;

  /** @param {import('./lesson.js').LessonOptions} options */
  constructor(options) {
    this.#options = options;
    this.#isPicture = options.of.manifest.tensors.some(({ name }) => name === 'picture');
    options.host.element.addEventListener('attento-hold', this.#onHold);
  }

  /** @param {number} step of the run */
  async update(step) {
    const { of, seed, host } = this.#options;
    const example = getWatchedExample(of);
    const isTrained = step >= of.run.plan().plannedSteps;
    const key = `${example} ${isTrained}`;
    if (key === this.#key) return;
    this.#key = key;
    [this.#question, this.#answer, this.#error] = [null, null, ''];
    try {
      const found = await of.run.counterfactual({ example });
      if (key !== this.#key) return;
      this.#question = isTrained ? chooseHoldQuestion(found, seed + example) : null;
      if (isTrained && !this.#question)
        this.#error = translate(
          'The answers of this model do not follow its attention: there is nothing to ask.',
        );
      if (this.#question) host.element.highlight({ rows: [this.#question.row] });
      // On a picture no cells are outlined: highlight() has chosen the word, but picture cells do not form rows of words.
      if (this.#isPicture) host.element.highlight(null);
    } catch (error) {
      if (key !== this.#key) return;
      this.#error = getErrorMessage(error);
    }
    host.emit('attento-lesson', { step: this.#error ? '' : this.#question ? 'predict' : 'run' });
    host.refresh();
  }

  #onHold = (/** @type {Event} */ event) => {
    const { hold, answer } = /** @type {HoldEvent} */ (event).detail;
    const { row = -1, word } = this.#question ?? {};
    const isHeld = new RegExp(`(^| )${row}:`).test(hold);
    this.#answer = (isHeld && answer.candidates?.[row]?.[0]) || null;
    const { host } = this.#options;
    if (this.#answer?.token === word) host.emit('attento-lesson', { step: 'reflect' });
    host.refresh();
  };

  repaint() {
    this.#options.host.refresh();
  }

  dispose() {
    this.#key = '';
    this.#options.host.element.removeEventListener('attento-hold', this.#onHold);
  }

  /** Nothing replaces the instrument before the prediction: the map is shown from the start. */
  template() {
    return null;
  }

  headTemplate() {
    return html`
      <section class="lesson lesson-head" tabindex="-1" aria-label=${this.#options.mode === 'quiz' ? translate('Quiz') : translate('Lesson')}>
        <div class="lesson-text">
          <p>${this.#error || this.#questionTemplate()}</p>
          <p role="status">${this.#verdictTemplate()}</p>
        </div>
      </section>
    `;
  }

  #questionTemplate() {
    if (this.#question)
      return html`<b>${formatHoldQuestion(this.#question)}</b> ${this.#isPicture ? translate('Press a region of the picture.') : translate('Press a cell of that row.')}`;
    const values = { run: html`<b>${translate('Run')}</b>` };
    return translateToParts('Press {run}. At the end of the run comes a question about this map.', values);
  }

  #verdictTemplate() {
    if (!this.#question || !this.#answer) return null;
    const { token, probability } = this.#answer;
    const values = { word: quoteToken(token), probability: formatFixed(probability, 2) };
    return token === this.#question.word
      ? html`<span class="lesson-right">${translate('Right: looking there, it says {word}, {probability}.', values)}</span>`
      : translate('Not there: looking there, it says {word}, {probability}.', values);
  }
}
