/** A chapter on the page: its story beside one live instrument, which all its scenes share. */
import { html, nothing, render } from 'lit';
import { experiments } from '../index.js';
import { getLanguage, translate } from '../language/translate.js';
import { writeLink } from '../outline.js';
import { getVisit, isLesson, readVisitSettings, setVisit, writeAddress } from './address.js';
import { createConfiguration, describeSettings, getChapters } from './chapters.js';
import { ClassroomPanel } from './classroom-panel.js';
import { Diagnosis } from './diagnosis.js';
import { ExplorationState } from './exploration-state.js';
import { HoldReply } from './hold-reply.js';
import { LiveFigure } from './live-figure.js';
import { PredictionController } from './prediction-controller.js';
import { readExercise } from './question.js';
import { SceneController, subtractConfiguration } from './scene-controller.js';
import { sourcesTemplate, storyTemplate } from './story.js';

/** @import { AttentoScope } from '../element/attento-scope.js' */
/** @import { Place, PlacedScene } from './scene.js' */

export class ChapterPage {
  #main;
  #options;
  /** @type {AttentoScope} */
  #element = /** @type {never} */ (undefined);
  /** Whether another page has replaced this one. */
  #isClosed = false;
  /** @type {Place} */
  #place = /** @type {never} */ (undefined);
  /** @type {SceneController | null} */
  #controller = null;
  /** Address fragments of the present scene: the fragment that opened it, and all written since. */
  #fragments = new Set(['']);
  /** Sentence about a change that the page has made, and the link that undoes it. */
  #settingsNotice = { text: '', undo: '' };
  #prediction = new PredictionController({
    element: () => this.#element,
    controller: () => this.#controller,
    onChange: () => this.draw(),
    onNotice: (text) => Object.assign(this.#settingsNotice, { text }),
    onReplaced: (before) => Object.assign(this.#settingsNotice, { text: '', undo: writeLink(before) }),
    onOutcome: () => this.#scrollTo('.bridge', '.question .question-answer', '.shows'),
  });
  #exploration = new ExplorationState(() => this.draw());
  #holdReply = new HoldReply(() => this.draw());
  /** Whether anything has run in this scene. */
  #hasRun = false;
  /** The reader's data when the page was last drawn. @type {import('../engine/shapes.js').DataSummary | null} */
  #drawnData = null;
  /** The live figure of the scene. @type {LiveFigure | null} */
  #liveFigure = null;
  /** The current step of the lesson in the instrument. @type {import('../engine/view-types.js').LessonStep} */
  #lessonStep = 'predict';
  /** Diagnosis of the faulty model of the scene. @type {Diagnosis | null} */
  #diagnosis = null;
  #classroom = new ClassroomPanel({
    element: () => this.#element,
    getAddress: (link) => this.#writeShortAddress(link),
    getExercise: () => (this.#place.namesScene ? readExercise(this.#scene) : { question: [], tasks: [] }),
  });

  /** @param {HTMLElement} main @param {{ base: string, theme: () => string }} options */
  constructor(main, options) {
    this.#main = main;
    this.#options = options;
  }

  /** The number of the chapter that is shown. */
  get chapter() {
    return this.#place.chapter.number;
  }

  get #scene() {
    return /** @type {PlacedScene} */ (this.#place.chapter.scenes[this.#place.scene]);
  }

  /** The reader's own data, if the instrument trains on them. */
  get #ownData() {
    const data = this.#element?.scope?.manifest.data;
    return data?.source === 'own' ? data : null;
  }

  /** What the settings of the visit mean for the present scene. */
  get #lesson() {
    const visit = getVisit();
    // During a lesson, or if parts are hidden or locked, the page does not start training by itself.
    const isArranged = ['mode', 'lock', 'hide'].some((key) => visit.has(key));
    const isForStudents = isLesson();
    const isTrainable = experiments().some(({ name }) => name === this.#scene.experiment);
    // In projector mode the page still asks its questions, so that the teacher can ask the class.
    const isLessonActive = isArranged && visit.get('mode') !== 'projector';
    const isTextHidden = isForStudents && isTrainable && this.#lessonStep === 'predict';
    return { isArranged, isLessonActive, isTrainable, isTextHidden, isForStudents };
  }

  /** @param {Place} place */
  async go(place) {
    const [isFirst, previous] = [this.#controller === null, this.#place];
    this.#place = place;
    this.#fragments = new Set([location.hash]);
    const isUndoable = !isFirst && this.#prediction.chosen === null;
    const undo = isUndoable ? this.#readOwnSettings(previous) : '';
    this.#diagnosis?.close();
    this.#diagnosis = null;
    this.#prediction.openScene(this.#scene);
    this.#holdReply.openScene(this.#scene);
    this.#hasRun = false;
    const configuration = createConfiguration(this.#scene);
    if (!isFirst && !this.#controller?.isShowing(configuration)) this.#lessonStep = 'predict';
    this.#exploration.leave();
    this.#liveFigure?.close();
    this.#liveFigure = new LiveFigure(this.#scene, {
      scope: () => this.#element.scope,
      highlight: (cells) => this.#element.highlight(cells ?? null),
      onChange: () => this.draw(),
    });
    this.#settingsNotice = { text: '', undo: '' };
    this.draw();
    this.#scrollToTop();
    this.#controller ??= new SceneController(this.#element);
    this.#controller.foldTools(place, this.#options.theme());
    this.#classroom.update(this.#scene.experiment);
    this.#diagnosis = this.#createDiagnosis();
    const { link } = place;
    if (/;experiment=/.test(link) || !place.namesScene) return this.#openLink(link);
    if (!isFirst && !this.#ownData && !this.#controller.isShowing(configuration)) {
      this.#settingsNotice = { text: describeSettings(this.#scene.experiment, this.#scene.settings), undo };
      this.draw();
    }
    if (!(await this.#controller.show(configuration, { ...this.#scene, link, begins: true }))) return;
    this.draw();
    this.#diagnosis?.readFormulas();
    this.#applyScene();
    this.#liveFigure?.refresh();
    // If the scene asks a question, the run starts after the prediction.
    const { runTo, question } = this.#scene;
    if (runTo !== undefined && (!question || this.#ownData) && this.#mayRun)
      await this.#controller.runTo(runTo);
  }

  /** Applies the parts of the scene beyond its configuration. While a map is to be drawn, no exploration replaces it. */
  #applyScene() {
    const { isTrainable, isForStudents } = this.#lesson;
    const isMapRequired = isForStudents && isTrainable && this.#lessonStep !== '';
    this.#controller?.applyScene(isMapRequired ? { ...this.#scene, explore: '' } : this.#scene);
  }

  /** Scrolls to the beginning of the scene: in the story, and on the page. */
  #scrollToTop() {
    this.#main.querySelector('.story-body')?.scrollTo(0, 0);
    this.#scrollTo('.dots [aria-current]');
    scrollTo(0, 0);
  }

  /** @param {string[]} parts of the page, as selectors */
  #scrollTo(...parts) {
    for (const part of parts)
      this.#main.querySelector(part)?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }

  /** @returns {Diagnosis | null} a diagnosis, if the scene has a faulty model */
  #createDiagnosis() {
    const [scene, controller] = [this.#scene, this.#controller];
    if (!scene.faultyModel || !controller) return null;
    return new Diagnosis(scene, { element: this.#element, controller, onChange: () => this.draw() });
  }

  close() {
    this.#isClosed = true;
    this.#diagnosis?.close();
    this.#liveFigure?.close();
    render(null, this.#main);
  }

  /** Whether the page may start training; not with reduced motion. */
  get #mayRun() {
    return !this.#lesson.isArranged && !matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  /** Opens a link to an instrument beside the text. @param {string} link */
  async #openLink(link) {
    const isLive = await this.#controller?.open(link);
    this.draw();
    this.#diagnosis?.readFormulas();
    if (isLive && this.#mayRun && this.#element.scope) await this.#controller?.runTo(Infinity);
  }

  /** @param {Place} place that is left @returns {string} link with the settings that the reader has changed there; '' for none */
  #readOwnSettings(place) {
    const scene = place.chapter.scenes[place.scene];
    const link = this.#element.configuration;
    return scene && /;experiment=/.test(this.#subtractScene(link, scene)) ? link : '';
  }

  draw() {
    if (this.#isClosed) return;
    const { isLessonActive, isTextHidden, isForStudents, isTrainable } = this.#lesson;
    const { undo, text } = this.#settingsNotice;
    const { chosen, outcome } = this.#prediction;
    const ownData = this.#ownData;
    this.#drawnData = ownData;
    const question = this.#scene.question && !ownData;
    const story = storyTemplate({
      all: getChapters(),
      ...this.#place,
      settingsNotice: text,
      onUndo: undo ? () => this.#undo(undo) : null,
      isLessonActive,
      isTextHidden,
      ownData,
      prediction: this.#prediction,
      startsRun: isTrainable && !(this.#scene.question?.probe && this.#element?.scope?.step),
      onPath: this.#switchPath,
      diagnosis: this.#diagnosis,
      holdReply: this.#holdReply.sentences,
      liveFigure: this.#liveFigure?.template ?? null,
    });
    render(
      html`
        <article class="stage-page" data-figure=${(!isTextHidden && this.#scene.figure) || nothing} @click=${this.#onClick} @focusin=${this.#exploration.onInteraction}>
          ${story}
          <div
            class="instrument"
            ?data-asking=${question && !outcome}
            ?data-waiting=${question && this.#place.namesScene && !isLessonActive && !chosen && !this.#hasRun}
            ?data-lesson=${isForStudents && this.#lessonStep !== ''}
            ?data-explored=${this.#exploration.isExploring}
            ?data-handled=${this.#exploration.isAtInstrument}
          >
            <attento-scope
              theme=${this.#options.theme()}
              link-base=${this.#options.base}
              fit
              eager
              @attento-change=${this.#onChange}
              @attento-progress=${this.#onProgress}
              @attento-explore=${this.#exploration.onExplore}
              @attento-hold=${(/** @type {CustomEvent} */ event) => [this.#exploration.onHold(event), this.#holdReply.follow(event), this.#liveFigure?.followHold(event.detail)]}
              @attento-map=${(/** @type {CustomEvent} */ { detail }) => this.#liveFigure?.followMap(detail)}
              @attento-lesson=${this.#onLesson}
              @attento-row=${(/** @type {CustomEvent} */ { detail }) => this.#liveFigure?.followRow(detail.row)}
            ></attento-scope>
          </div>
        </article>
        <div class="below">
          ${isTextHidden ? null : sourcesTemplate(this.#scene.experiment)}
          ${this.#classroom.template(isForStudents)}
        </div>
      `,
      this.#main,
    );
    this.#element = /** @type {AttentoScope} */ (this.#main.querySelector('attento-scope'));
    if (getLanguage() === 'en') this.#element.removeAttribute('locale');
    else this.#element.setAttribute('locale', getLanguage());
  }

  /** The language has changed. */
  relabel() {
    const translated = getChapters().find(({ number }) => number === this.chapter);
    if (translated) this.#place = { ...this.#place, chapter: translated };
    this.draw();
    this.#classroom.update(this.#scene.experiment);
  }

  /** @param {string} link */
  async #undo(link) {
    this.#settingsNotice = { text: translate('The earlier settings are back.'), undo: '' };
    this.draw();
    await this.#controller?.open(link);
  }

  /** @param {Event} event */
  #onClick = (event) => {
    const opener = event.target instanceof Element && event.target.closest('[data-opens]');
    if (!(opener instanceof HTMLElement)) return this.#exploration.onInteraction(event);
    const [name = '', parameter] = opener.dataset['opens']?.split('.') ?? [];
    if (parameter) void this.#element.edit(parameter);
    else this.#element.explore = name;
    this.#exploration.enter();
  };

  /** @param {CustomEvent<import('./question.js').RunProgress>} event */
  #onProgress = ({ detail }) => {
    this.#prediction.update(detail);
    this.#diagnosis?.update(detail);
    this.#holdReply.followText(this.#controller?.readText, this.#element.scope);
    const isBeginning = detail.step > 0 && !this.#hasRun;
    this.#hasRun ||= isBeginning;
    if (isBeginning) this.draw();
    this.#liveFigure?.refresh();
  };

  /** @param {CustomEvent<{ step: import('../engine/view-types.js').LessonStep }>} event */
  #onLesson = ({ detail: { step } }) => {
    this.#lessonStep = step;
    if (step === '') this.#applyScene();
    this.draw();
  };

  /** @param {string} link of the instrument @returns {string} address of the page, with `#` */
  #writeAddress(link) {
    const { chapter, scene, namesScene } = this.#place;
    return writeAddress(
      namesScene
        ? { chapter: chapter.number, scene: scene + 1, link: this.#subtractScene(link, this.#scene) }
        : { link },
    );
  }

  /** @param {string} link @param {PlacedScene} scene @returns {string} the link without the scene's settings */
  #subtractScene = (link, scene) => subtractConfiguration(link, createConfiguration(scene));

  /** Writes the shortest address that opens the link in another visit. @param {string} link of the instrument @returns {string} */
  #writeShortAddress(link) {
    const extraLink = this.#subtractScene(link, this.#scene);
    if (/;experiment=/.test(extraLink)) return `#${link}`;
    const { chapter, scene } = this.#place;
    const address = { chapter: chapter.number, scene: scene + 1, link: extraLink };
    return writeAddress(address, readVisitSettings(extraLink));
  }

  /** Removes the notice when the instrument no longer shows the scene. */
  #dropOldNotice() {
    if (this.#controller?.isShowing(createConfiguration(this.#scene))) return;
    this.#settingsNotice = { text: '', undo: '' };
    this.draw();
  }

  /** Switches between the scenes of the tour and all scenes. */
  #switchPath = () => {
    setVisit(new Map([...getVisit(), ['tour', getVisit().has('tour') ? '' : true]]));
    this.draw();
    this.#onChange({ detail: { link: this.#element.configuration } });
  };

  /** @param {{ detail: { link: string } }} event */
  #onChange = ({ detail: { link } }) => {
    // The reader has gone to another address: the listener of hashchange shows it, so nothing is to be done here.
    if (!this.#fragments.has(location.hash)) return;
    if (this.#ownData !== this.#drawnData) this.draw();
    if (this.#exploration.isAtInstrument && this.#settingsNotice.text) this.#dropOldNotice();
    const fragment = this.#writeAddress(link);
    this.#fragments.add(fragment);
    this.#holdReply.followText(this.#controller?.readText, this.#element.scope);
    import('../element/address-bar.js').then(({ replaceFragment }) => replaceFragment(fragment));
    this.#classroom.update(this.#scene.experiment);
  };
}
