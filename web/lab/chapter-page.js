/**
 * A chapter on the page: its story beside one live instrument, which all its scenes share.
 * @module
 */
import { html, render } from 'lit';
import { experiments } from '../index.js';
import { getLanguage, translate } from '../language/translate.js';
import { isLesson, presentVisit, readVisit, writeAddress } from './address.js';
import { PredictionController } from './asking.js';
import { chapters, configurationOf, settingText } from './chapters.js';
import { ClassroomPanel } from './classroom-panel.js';
import { SceneController } from './drive.js';
import { ExplorationState } from './exploring.js';
import { readSceneAddress, writeSceneAddress } from './patient.js';
import { Diagnosis } from './patient-round.js';
import { readExercise } from './question.js';
import { sourcesTemplate, storyTemplate } from './story.js';
import { LiveFigure } from './tracing.js';

/** @import { AttentoScope } from '../element/attento-scope.js' */
/** @import { PlacedChapter } from './chapters.js' */

/**
 * @typedef {object} Place scene and instrument of an address
 * @property {PlacedChapter} chapter
 * @property {number} scene from 0
 * @property {string} patient name of the faulty model whose fault the link omits; '' for none
 * @property {string} link of the instrument; '' for the settings of the scene
 * @property {string} notice about the address, for the reader
 * @property {boolean} placed whether the address names chapter or scene
 */

export class ChapterPage {
  #main;
  #options;
  /** @type {AttentoScope} */
  #element = /** @type {never} */ (undefined);
  /** Whether another page has replaced this one. */
  #closed = false;
  /** @type {Place} */
  #place = /** @type {never} */ (undefined);
  /** @type {SceneController | null} */
  #drive = null;
  /** Fragments of the present place: the one that led to it, and those written since. */
  #fragments = new Set(['']);
  /** Sentence about a change that the page has made, and the link that undoes it. */
  #shows = { text: '', undo: '' };
  #asking = new PredictionController({
    element: () => this.#element,
    controller: () => this.#drive,
    onChange: () => this.draw(),
    onNotice: (text) => {
      this.#shows.text = text;
    },
    onOutcome: () => {
      for (const part of ['.by-length', '.question-answer'])
        this.#main.querySelector(part)?.scrollIntoView({ block: 'nearest' });
    },
  });
  #exploring = new ExplorationState(() => this.draw());
  /** Whether anything has run in this scene. */
  #ran = false;
  /** The own data when the page was last drawn. @type {import('../engine/shapes.js').DataSummary | null} */
  #told = null;
  /** The live figure of the scene. @type {LiveFigure | null} */
  #traced = null;
  /** Present step of the lesson in the instrument. @type {import('../engine/shapes.js').LessonStep} */
  #lessonStep = 'predict';
  /** Diagnosis of the faulty model of the scene. @type {Diagnosis | null} */
  #round = null;
  #classroom = new ClassroomPanel({
    element: () => this.#element,
    address: (link) => this.#short(link),
    asked: () => (this.#place.placed ? readExercise(this.#scene) : { question: [], tasks: [] }),
  });

  /**
   * @param {HTMLElement} main
   * @param {{ base: string, theme: () => string }} options
   */
  constructor(main, options) {
    this.#main = main;
    this.#options = options;
  }

  /** @returns {number} number of the chapter that is shown */
  get chapter() {
    return this.#place.chapter.number;
  }

  get #scene() {
    return /** @type {import('./scene.js').PlacedScene} */ (this.#place.chapter.scenes[this.#place.scene]);
  }

  /** The reader's own data, if the instrument trains on them. */
  get #own() {
    const data = this.#element?.scope?.manifest.data;
    return data?.source === 'own' ? data : null;
  }

  /** The lesson that the visit sets. */
  get #lesson() {
    const visit = presentVisit();
    // During a lesson, or where parts are hidden or locked, the page does not start training by itself.
    const led = ['mode', 'lock', 'hide'].some((key) => visit.has(key));
    const students = isLesson();
    const asks = experiments().some(({ name }) => name === this.#scene.experiment);
    return {
      led,
      // In projector mode the page asks its questions, for the teacher to pass on to the class.
      taught: led && visit.get('mode') !== 'projector',
      asks,
      predicting: students && asks && this.#lessonStep === 'predict',
      students,
    };
  }

  /** @param {Place} place */
  async go(place) {
    const first = this.#drive === null;
    const before = this.#place;
    this.#place = place;
    this.#fragments = new Set([location.hash]);
    const undo =
      first || this.#asking.chosen !== null || this.#round?.isWithholding ? '' : this.#ownSettings(before);
    this.#round?.close();
    this.#round = null;
    this.#asking.openScene(this.#scene, before?.chapter !== place.chapter);
    this.#ran = false;
    const { configuration, link } = readSceneAddress(this.#scene, place.link, place.patient);
    if (!first && !this.#drive?.isShowing(configuration)) this.#lessonStep = 'predict';
    this.#exploring.leave();
    this.#traced?.close();
    this.#traced = new LiveFigure(this.#scene, {
      scope: () => this.#element.scope,
      highlight: (cells) => this.#drive?.highlight(cells),
      onChange: () => this.draw(),
    });
    this.#shows = { text: '', undo: '' };
    this.draw();
    this.#toTop();
    this.#drive ??= new SceneController(this.#element);
    this.#classroom.update(this.#scene.experiment);
    this.#round = this.#meet();
    const told = place.patient !== '' && this.#scene.faultyModel?.name === place.patient;
    if (!told && (/;experiment=/.test(link) || !place.placed)) return this.#open(link);
    this.#round?.withhold();
    const changes = !first && !this.#own && !this.#drive.isShowing(configuration);
    if (changes) this.#shows = { text: settingText(this.#scene.experiment, this.#scene.settings), undo };
    if (changes) this.draw();
    if (!(await this.#drive.show(configuration, link))) return;
    this.draw();
    this.#round?.readFormulas();
    this.#dress();
    this.#traced?.refresh();
    // A prediction comes before the run.
    const { runTo, question: ask } = this.#scene;
    if (runTo !== undefined && (!ask || this.#own) && this.#mayRun) await this.#drive.runTo(runTo);
  }

  /** Applies the parts of the scene beyond its configuration. While a map is to be drawn, no exploration replaces it. */
  #dress() {
    const { asks, students } = this.#lesson;
    const map = students && asks && this.#lessonStep !== '';
    this.#drive?.applyScene(map ? { ...this.#scene, explore: '' } : this.#scene);
  }

  /** Scrolls to the beginning of the scene: in the story, and on the page. */
  #toTop() {
    this.#main.querySelector('.telling')?.scrollTo(0, 0);
    this.#main.querySelector('.dots [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
    scrollTo(0, 0);
  }

  /** @returns {Diagnosis | null} a diagnosis, if the scene has a faulty model */
  #meet() {
    const [scene, drive] = [this.#scene, this.#drive];
    if (!scene.faultyModel || !drive) return null;
    const link = () => this.#address(this.#element.configuration).slice(1);
    return new Diagnosis(scene, { element: this.#element, controller: drive, link, onChange: () => this.draw() });
  }

  close() {
    this.#closed = true;
    this.#round?.close();
    this.#traced?.close();
    render(null, this.#main);
  }

  /** Whether the page may start training; not with reduced motion. */
  get #mayRun() {
    return !this.#lesson.led && !matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  /** Opens a link to an instrument beside the text. @param {string} link */
  async #open(link) {
    const live = await this.#drive?.open(link);
    this.draw();
    this.#round?.readFormulas();
    if (live && this.#mayRun && this.#element.scope) await this.#drive?.runTo(Number.POSITIVE_INFINITY);
  }

  /** @param {Place} place that is left @returns {string} link with the reader's settings in it; '' where none were changed */
  #ownSettings(place) {
    const scene = place.chapter.scenes[place.scene];
    const link = this.#element.configuration;
    return scene && /;experiment=/.test(SceneController.subtractConfiguration(link, configurationOf(scene))) ? link : '';
  }

  draw() {
    if (this.#closed) return;
    const { taught, predicting, students } = this.#lesson;
    const { undo, text } = this.#shows;
    const { chosen, outcome, measuredSeries: measured, isMeasuring: measuring } = this.#asking;
    const own = this.#own;
    this.#told = own;
    const asks = this.#scene.question && !own;
    /** @type {import('./story.js').Telling} */
    const telling = {
      all: chapters(),
      chapter: this.#place.chapter,
      scene: this.#place.scene,
      notice: this.#place.notice,
      shows: text,
      onUndo: undo ? () => this.#undo(undo) : null,
      taught,
      predicting,
      own,
      chosen,
      outcome,
      onChoose: (/** @type {string} */ id) => this.#asking.choose(id),
      round: this.#round?.state ?? null,
      traced: this.#traced?.template ?? null,
      lengths: { measured, busy: measuring, onMeasure: () => this.#asking.measure() },
    };
    render(
      html`
        <article class="stage-page" @click=${this.#onClick} @focusin=${this.#exploring.onInteraction}>
          ${storyTemplate(telling)}
          <div
            class="instrument"
            ?data-asking=${asks && !outcome}
            ?data-waiting=${asks && this.#place.placed && !taught && !chosen && !this.#ran}
            ?data-taught=${students && this.#lessonStep !== ''}
            ?data-explored=${this.#exploring.isExploring}
            ?data-handled=${this.#exploring.isAtInstrument}
          >
            <attento-scope
              theme=${this.#options.theme()}
              link-base=${this.#options.base}
              fit
              eager
              @attento-change=${this.#onChange}
              @attento-progress=${this.#onProgress}
              @attento-explore=${this.#exploring.onExplore}
              @attento-map=${(/** @type {CustomEvent} */ { detail }) => this.#traced?.followMap(detail)}
              @attento-lesson=${this.#onLesson}
              @attento-row=${(/** @type {CustomEvent} */ { detail }) => this.#traced?.followRow(detail.row)}
            ></attento-scope>
          </div>
        </article>
        <div class="below">
          ${predicting ? null : sourcesTemplate(this.#scene.experiment)}
          ${this.#classroom.template(students || !!this.#round?.isWithholding)}
        </div>
      `,
      this.#main,
    );
    const element = /** @type {AttentoScope} */ (this.#main.querySelector('attento-scope'));
    this.#element = element;
    if (getLanguage() === 'en') element.removeAttribute('locale');
    else element.setAttribute('locale', getLanguage());
  }

  /** The language has changed. */
  relabel() {
    const { chapter } = this.#place;
    const again = chapters().find(({ number }) => number === chapter.number);
    if (again) this.#place = { ...this.#place, chapter: again };
    this.draw();
    this.#classroom.update(this.#scene.experiment);
  }

  /** @param {string} link */
  async #undo(link) {
    this.#shows = { text: translate('The earlier settings are back.'), undo: '' };
    this.draw();
    await this.#drive?.open(link);
  }

  /** @param {Event} event */
  #onClick = (event) => {
    const opens = event.target instanceof Element && event.target.closest('[data-opens]');
    if (!(opens instanceof HTMLElement)) return this.#exploring.onInteraction(event);
    const [name = '', parameter] = opens.dataset['opens']?.split('.') ?? [];
    if (parameter) void this.#element.edit(parameter);
    else this.#element.explore = name;
    this.#exploring.enter();
  };

  /** @param {CustomEvent<import('./question.js').RunProgress>} event */
  #onProgress = ({ detail }) => {
    this.#asking.update(detail);
    this.#round?.update(detail);
    if (detail.step > 0 && !this.#ran) {
      this.#ran = true;
      this.draw();
    }
    this.#traced?.refresh();
  };

  /** @param {CustomEvent<{ step: import('../engine/shapes.js').LessonStep }>} event */
  #onLesson = ({ detail: { step } }) => {
    this.#lessonStep = step;
    if (step === '') this.#dress();
    this.draw();
  };

  /** @param {string} link of the instrument @returns {string} address of the page, with `#` */
  #address(link) {
    const { chapter, scene, placed } = this.#place;
    const own = writeSceneAddress(this.#scene, link, this.#round?.isWithholding ?? false);
    return writeAddress(placed ? { chapter: chapter.number, scene: scene + 1, ...own } : { link });
  }

  /**
   * @param {string} link of the instrument, for another visit than this
   * @returns {string} the shortest address: one of a scene omits the settings of that scene
   */
  #short(link) {
    const beyond = SceneController.subtractConfiguration(link, configurationOf(this.#scene));
    if (/;experiment=/.test(beyond)) return `#${link}`;
    const { chapter, scene } = this.#place;
    return writeAddress({ chapter: chapter.number, scene: scene + 1, link: beyond }, readVisit(beyond));
  }

  /** @param {CustomEvent<{ link: string }>} event */
  #onChange = ({ detail: { link } }) => {
    // The reader has opened another address; the page follows on hashchange.
    if (!this.#fragments.has(location.hash)) return;
    if (this.#own !== this.#told) this.draw();
    if (this.#exploring.isAtInstrument && this.#shows.text && !this.#drive?.isShowing(configurationOf(this.#scene))) {
      this.#shows = { text: '', undo: '' };
      this.draw();
    }
    const fragment = this.#address(link);
    this.#fragments.add(fragment);
    import('../element/address-bar.js').then(({ replaceFragment }) => replaceFragment(fragment));
    this.#classroom.update(this.#scene.experiment);
  };
}
