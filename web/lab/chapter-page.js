/**
 * A chapter on the page: its story beside one live instrument, which lives on from scene to scene.
 * @module
 */
import { html, render } from 'lit';
import { ownSchemas } from '../element/attributes.js';
import { parseLink } from '../index.js';
import { language, say } from '../language/say.js';
import { writeAddress } from './address.js';
import { Asking } from './asking.js';
import { chapters, configurationOf, settingText } from './chapters.js';
import { ClassroomPanel } from './classroom-panel.js';
import { Drive } from './drive.js';
import { Exploring } from './exploring.js';
import { readScene, writeScene } from './patient.js';
import { PatientRound } from './patient-round.js';
import { askedOf } from './question.js';
import { sourcesTemplate, storyTemplate } from './story.js';
import { Tracing } from './tracing.js';

/** @import { AttentoScope } from '../element/attento-scope.js' */
/** @import { PlacedChapter } from './chapters.js' */

/**
 * @typedef {object} Place what an address asks for
 * @property {PlacedChapter} chapter
 * @property {number} scene from 0
 * @property {string} patient whose fault the link leaves out; '' for none
 * @property {string} link of the instrument; '' where the scene says what it shows
 * @property {string} notice
 * @property {boolean} placed whether the address names chapter or scene
 */

export class ChapterPage {
  #main;
  #options;
  /** @type {AttentoScope} */
  #element = /** @type {never} */ (undefined);
  /** Whether another page stands here now. */
  #closed = false;
  /** @type {Place} */
  #place = /** @type {never} */ (undefined);
  /** @type {Drive | null} */
  #drive = null;
  /** The fragment of the place that is shown. */
  #hash = '';
  /** What the page says about a change that it has made, and the way back. */
  #shows = { text: '', undo: '' };
  #asking = new Asking({
    element: () => this.#element,
    drive: () => this.#drive,
    changed: () => this.draw(),
    shows: (text) => {
      this.#shows.text = text;
    },
    told: () => {
      for (const part of ['.by-length', '.question-answer'])
        this.#main.querySelector(part)?.scrollIntoView({ block: 'nearest' });
    },
  });
  #exploring = new Exploring(() => this.draw());
  /** Whether anything has run in this scene. */
  #ran = false;
  /** The figure of the scene that follows the run. @type {Tracing | null} */
  #traced = null;
  /** With the patient of the scene. @type {PatientRound | null} */
  #round = null;
  #classroom = new ClassroomPanel({
    element: () => this.#element,
    address: (link) => this.#short(link),
    asked: () => (this.#place.placed ? askedOf(this.#scene) : []),
  });

  /**
   * @param {HTMLElement} main
   * @param {{ base: string, theme: () => string }} options
   */
  constructor(main, options) {
    this.#main = main;
    this.#options = options;
  }

  get #scene() {
    return /** @type {import('./scene.js').PlacedScene} */ (this.#place.chapter.scenes[this.#place.scene]);
  }

  /** What the link says about a lesson. */
  get #lesson() {
    const link = this.#drive ? this.#element.configuration : this.#place.link;
    const { extras } = parseLink(link, ownSchemas);
    // Where a lesson is going on or something is locked, the page does not start runs of its own.
    const led = ['mode', 'lock', 'hide'].some((key) => extras.has(key));
    const mode = extras.get('mode');
    // Who demonstrates asks the class what the scene asks.
    return {
      led,
      taught: led && mode !== 'projector',
      quiz: mode === 'quiz' && !this.#ran,
      students: mode === 'quiz' || mode === 'lesson',
    };
  }

  /** @param {Place} place */
  async go(place) {
    const first = this.#drive === null;
    const before = this.#place;
    this.#place = place;
    this.#hash = location.hash;
    const undo =
      first || this.#asking.chosen !== null || this.#round?.withholds ? '' : this.#ownSettings(before);
    this.#round?.close();
    this.#round = null;
    this.#asking.meet(this.#scene, before?.chapter !== place.chapter);
    this.#ran = false;
    this.#exploring.leave();
    this.#traced?.close();
    this.#traced = new Tracing(this.#scene.figure, {
      scope: () => this.#element.scope,
      light: (cells) => this.#drive?.light(cells),
      changed: () => this.draw(),
    });
    this.#shows = { text: '', undo: '' };
    this.draw();
    this.#toTop();
    this.#drive ??= new Drive(this.#element);
    this.#classroom.update(this.#scene.experiment);
    this.#round = this.#meet();
    const { configuration, link } = readScene(this.#scene, place.link, place.patient);
    const told = place.patient !== '' && this.#scene.patient?.name === place.patient;
    if (!told && (/;experiment=/.test(link) || !place.placed)) return this.#open(link);
    this.#round?.withhold();
    const changes = !first && !this.#drive.shows(configuration);
    if (changes) this.#shows = { text: settingText(this.#scene.experiment, this.#scene.set), undo };
    if (changes) this.draw();
    if (!(await this.#drive.show(configuration, link))) return;
    this.#round?.read();
    this.#drive.dress(this.#scene);
    this.#traced?.look();
    // A prediction comes before the run.
    const { runTo, ask } = this.#scene;
    if (runTo !== undefined && !ask && this.#mayRun) await this.#drive.runTo(runTo);
  }

  /** Another scene is read from its beginning: in its own place, and where the whole page scrolls. */
  #toTop() {
    this.#main.querySelector('.telling')?.scrollTo(0, 0);
    this.#main.querySelector('.dots [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
    scrollTo(0, 0);
  }

  /** @returns {PatientRound | null} a round with the patient of the scene, if it has one */
  #meet() {
    const [scene, drive] = [this.#scene, this.#drive];
    if (!scene.patient || !drive) return null;
    const link = () => this.#address(this.#element.configuration).slice(1);
    return new PatientRound(scene, { element: this.#element, drive, link, changed: () => this.draw() });
  }

  close() {
    this.#closed = true;
    this.#round?.close();
    this.#traced?.close();
    render(null, this.#main);
  }

  /** The page shows networks that learn; whoever wants no motion starts them. */
  get #mayRun() {
    return !this.#lesson.led && !matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  /** A link to an instrument: the text stands beside what the link says. @param {string} link */
  async #open(link) {
    const live = await this.#drive?.open(link);
    this.draw();
    this.#round?.read();
    if (live && this.#mayRun && this.#element.scope) await this.#drive?.runTo(Number.POSITIVE_INFINITY);
  }

  /** @param {Place} place that is left @returns {string} the settings that the reader had changed in it */
  #ownSettings(place) {
    const scene = place.chapter.scenes[place.scene];
    const link = this.#element.configuration;
    return scene && /;experiment=/.test(Drive.beyond(link, configurationOf(scene))) ? link : '';
  }

  draw() {
    if (this.#closed) return;
    const { taught, quiz, students } = this.#lesson;
    const { undo, text } = this.#shows;
    const { chosen, outcome, measured, measuring } = this.#asking;
    const telling = {
      all: chapters(),
      chapter: this.#place.chapter,
      scene: this.#place.scene,
      notice: this.#place.notice,
      shows: text,
      onUndo: undo ? () => this.#undo(undo) : null,
      taught,
      quiz,
      chosen,
      outcome,
      onChoose: (/** @type {string} */ id) => this.#asking.choose(id),
      round: this.#round?.shown ?? null,
      traced: this.#traced?.template ?? null,
      lengths: { measured, busy: measuring, onMeasure: () => this.#asking.measure() },
    };
    render(
      html`
        <article class="stage-page" @click=${this.#onClick} @focusin=${this.#exploring.onHand}>
          ${storyTemplate(telling)}
          <div
            class="instrument"
            ?data-asking=${this.#scene.ask && !outcome}
            ?data-waiting=${this.#scene.ask && this.#place.placed && !taught && !chosen && !this.#ran}
            ?data-explored=${this.#exploring.now}
            ?data-handled=${this.#exploring.handled}
          >
            <attento-scope
              theme=${this.#options.theme()}
              link-base=${this.#options.base}
              fit
              eager
              @attento-change=${this.#onChange}
              @attento-progress=${this.#onProgress}
              @attento-explore=${this.#exploring.onExplore}
              @attento-map=${this.#onMap}
              @attento-row=${this.#onRow}
            ></attento-scope>
          </div>
        </article>
        <div class="below">
          ${quiz ? null : sourcesTemplate(this.#scene.experiment)}
          ${this.#classroom.template(students || !!this.#round?.withholds)}
        </div>
      `,
      this.#main,
    );
    const element = /** @type {AttentoScope} */ (this.#main.querySelector('attento-scope'));
    this.#element = element;
    if (language() === 'en') element.removeAttribute('locale');
    else element.setAttribute('locale', language());
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
    this.#shows = { text: say('The earlier settings are back.'), undo: '' };
    this.draw();
    await this.#drive?.open(link);
  }

  /** @param {Event} event */
  #onClick = (event) => {
    const opens = event.target instanceof Element && event.target.closest('[data-opens]');
    if (!(opens instanceof HTMLElement)) return this.#exploring.onHand(event);
    const [name = '', parameter] = opens.dataset['opens']?.split('.') ?? [];
    if (parameter) void this.#element.edit(parameter);
    else this.#element.explore = name;
    this.#exploring.enter();
  };

  /** @param {CustomEvent<import('./question.js').Last>} event */
  #onProgress = ({ detail }) => {
    this.#round?.see(detail);
    if (detail.step > 0 && !this.#ran) {
      this.#ran = true;
      this.draw();
    }
    this.#traced?.look();
  };

  /** @param {CustomEvent<import('./layer-figure.js').ChosenMap>} event */
  #onMap = ({ detail }) => this.#traced?.follow(detail);
  /** @param {CustomEvent<{ row: number }>} event */
  #onRow = ({ detail }) => this.#traced?.followRow(detail.row);

  /** @param {string} link of the instrument @returns {string} with `#` */
  #address(link) {
    const { chapter, scene, placed } = this.#place;
    const own = writeScene(this.#scene, link, this.#round?.withholds ?? false);
    return placed ? writeAddress({ chapter: chapter.number, scene: scene + 1, ...own }) : `#${link}`;
  }

  /** @param {string} link of the instrument @returns {string} as short as it can be said: a scene says its own settings */
  #short(link) {
    const beyond = Drive.beyond(link, configurationOf(this.#scene));
    if (/;experiment=/.test(beyond)) return `#${link}`;
    const { chapter, scene } = this.#place;
    return writeAddress({ chapter: chapter.number, scene: scene + 1, link: beyond });
  }

  /** @param {CustomEvent<{ link: string }>} event */
  #onChange = ({ detail: { link } }) => {
    // The reader has gone on, and the page follows in a moment.
    if (location.hash !== this.#hash) return;
    if (this.#exploring.handled && this.#shows.text && !this.#drive?.shows(configurationOf(this.#scene))) {
      this.#shows = { text: '', undo: '' };
      this.draw();
    }
    history.replaceState(history.state, '', this.#address(link));
    this.#hash = location.hash;
    this.#classroom.update(this.#scene.experiment);
  };
}
