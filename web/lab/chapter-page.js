/**
 * A chapter on the page: its story beside one live instrument, which lives on from scene to scene.
 * @module
 */
import { html, render } from 'lit';
import { ownSchemas } from '../element/attributes.js';
import { parseLink } from '../index.js';
import { language, say } from '../language/say.js';
import { writeAddress } from './address.js';
import { seriesOf } from './by-length.js';
import { chapters, configurationOf, parametersOf, settingText } from './chapters.js';
import { ClassroomPanel } from './classroom-panel.js';
import { Drive } from './drive.js';
import { Exploring } from './exploring.js';
import { readScene, writeScene } from './patient.js';
import { PatientRound } from './patient-round.js';
import { sourcesTemplate, storyTemplate } from './story.js';
import { Tracing } from './tracing.js';

/** @import { AttentoScope } from '../element/attento-scope.js' */
/** @import { Outcome, Question } from './question.js' */
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
  /** @type {Place} */
  #place = /** @type {never} */ (undefined);
  /** @type {Drive | null} */
  #drive = null;
  /** @type {string | null} */
  #chosen = null;
  /** @type {Outcome | null} */
  #outcome = null;
  /** The fragment of the place that is shown. */
  #hash = '';
  /** What the page says about a change that it has made, and the way back. */
  #shows = { text: '', undo: '' };
  /** @type {import('./by-length.js').Series[]} */
  #measured = [];
  #measuring = false;
  #exploring = new Exploring(() => this.draw());
  /** The figure of the scene that follows the run. @type {Tracing | null} */
  #traced = null;
  /** With the patient of the scene. @type {PatientRound | null} */
  #round = null;
  #classroom = new ClassroomPanel(() => this.#element);

  /**
   * @param {HTMLElement} main
   * @param {{ base: string, theme: () => string }} options
   */
  constructor(main, options) {
    this.#main = main;
    this.#options = options;
  }

  /** @returns {AttentoScope} */
  get #element() {
    return /** @type {AttentoScope} */ (this.#main.querySelector('attento-scope'));
  }

  get #scene() {
    return /** @type {import('./scene.js').PlacedScene} */ (this.#place.chapter.scenes[this.#place.scene]);
  }

  /** What the link says about a lesson. */
  get #lesson() {
    const link = this.#drive ? this.#element.configuration : this.#place.link;
    const { extras } = parseLink(link, ownSchemas);
    return {
      // Where a lesson is going on or something is locked, the page does not start runs of its own.
      taught: ['mode', 'lock', 'hide'].some((key) => extras.has(key)),
      quiz: extras.get('mode') === 'quiz',
    };
  }

  /** @param {Place} place */
  async go(place) {
    const first = this.#drive === null;
    const before = this.#place;
    this.#place = place;
    this.#hash = location.hash;
    const undo = first || this.#chosen !== null || this.#round?.withholds ? '' : this.#ownSettings(before);
    this.#round?.close();
    this.#round = null;
    this.#chosen = null;
    this.#outcome = null;
    this.#exploring.leave();
    if (before?.chapter !== place.chapter) this.#measured = [];
    this.#traced?.close();
    this.#traced = new Tracing(this.#scene.figure, {
      scope: () => this.#element.scope,
      light: (cells) => this.#drive?.light(cells),
      changed: () => this.draw(),
    });
    this.#shows = { text: '', undo: '' };
    this.draw();
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

  /** @returns {PatientRound | null} a round with the patient of the scene, if it has one */
  #meet() {
    const [scene, drive] = [this.#scene, this.#drive];
    if (!scene.patient || !drive) return null;
    const link = () => this.#address(this.#element.configuration).slice(1);
    return new PatientRound(scene, { element: this.#element, drive, link, changed: () => this.draw() });
  }

  close() {
    this.#round?.close();
    this.#traced?.close();
    this.#round = null;
    this.#drive = null;
    render(null, this.#main);
  }

  /** The page shows networks that learn; whoever wants no motion starts them. */
  get #mayRun() {
    return !this.#lesson.taught && !matchMedia('(prefers-reduced-motion: reduce)').matches;
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
    const { taught, quiz } = this.#lesson;
    const { undo, text } = this.#shows;
    const telling = {
      all: chapters(),
      chapter: this.#place.chapter,
      scene: this.#place.scene,
      notice: this.#place.notice,
      shows: text,
      onUndo: undo ? () => this.#undo(undo) : null,
      taught,
      quiz,
      chosen: this.#chosen,
      outcome: this.#outcome,
      onChoose: (/** @type {string} */ id) => this.#choose(id),
      round: this.#round?.shown ?? null,
      traced: this.#traced?.template ?? null,
      lengths: { measured: this.#measured, busy: this.#measuring, onMeasure: () => this.#measure() },
    };
    render(
      html`
        <article class="stage-page" @click=${this.#exploring.onHand} @focusin=${this.#exploring.onHand}>
          ${storyTemplate(telling)}
          <div
            class="instrument"
            ?data-asking=${this.#scene.ask && !this.#outcome}
            ?data-explored=${this.#exploring.now}
          >
            <attento-scope
              theme=${this.#options.theme()}
              link-base=${this.#options.base}
              fit
              eager
              @attento-change=${this.#onChange}
              @attento-progress=${this.#onProgress}
              @attento-explore=${this.#exploring.onExplore}
            ></attento-scope>
          </div>
        </article>
        <div class="below">
          ${quiz ? null : sourcesTemplate(this.#scene.experiment)}
          ${this.#classroom.template(this.#round?.withholds ?? false)}
        </div>
      `,
      this.#main,
    );
    const element = this.#element;
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

  /** A prediction was made: what happens shows whether it is right. @param {string} id */
  async #choose(id) {
    const { ask, experiment } = this.#scene;
    const drive = this.#drive;
    if (!ask || !drive) return;
    const place = this.#place;
    this.#chosen = id;
    this.#outcome = null;
    this.draw();
    const mine = () => this.#place === place && this.#chosen === id;
    if (ask.watch) {
      // What has been seen is no prediction: the next seed answers.
      const started = drive.shows(configurationOf(this.#scene)) && Number(this.#element.scope?.step) > 0;
      const seed = parseLink(this.#element.configuration, ownSchemas).configuration.seed;
      const configuration = {
        ...configurationOf(this.#scene),
        ...(started ? { seed: (seed + 1) % 2 ** 32 } : {}),
      };
      if (!(await drive.show(configuration)) || !mine()) return;
      this.#watch(ask.watch, mine);
      return drive.runTo(Number.POSITIVE_INFINITY);
    }
    if (ask.trained || ask.measure) {
      if (!(await drive.show(configurationOf(this.#scene))) || !(await drive.finish())) return;
      drive.dress(this.#scene);
    }
    const outcome = await this.#answer(ask);
    if (!outcome || !mine()) return;
    this.#outcome = outcome;
    if (ask.set) {
      this.#shows.text = settingText(experiment, ask.set);
      drive.show({ experiment, seed: 7, parameters: parametersOf(experiment, ask.set) });
    }
    this.draw();
  }

  /** @param {NonNullable<Question['watch']>} by @param {() => boolean} wanted */
  #watch(by, wanted) {
    const { scope } = this.#element;
    if (!scope) return;
    const watch = by(scope);
    /** @param {CustomEvent<import('../engine/scope.js').Progress>} event */
    const see = ({ detail }) => {
      const outcome = wanted() ? watch(detail) : null;
      if (wanted() && !outcome) return;
      scope.removeEventListener('progress', see);
      if (!outcome) return;
      this.#outcome = outcome;
      this.draw();
    };
    scope.addEventListener('progress', see);
  }

  /** @param {Question} ask @returns {Promise<Outcome | null>} */
  async #answer({ measure, judge, answer }) {
    if (measure && judge) {
      const shares = await this.#measure();
      return shares && judge(shares);
    }
    const { scope } = this.#element;
    // By hand nothing is trained, and there is no scope to ask.
    return (await answer?.(/** @type {never} */ (scope))) ?? null;
  }

  /** @returns {Promise<readonly import('./question.js').LengthShare[] | null>} */
  async #measure() {
    const { scope } = this.#element;
    if (!scope || this.#measuring) return null;
    this.#measuring = true;
    this.draw();
    try {
      const series = await seriesOf(scope);
      this.#measured = [...this.#measured.filter(({ label }) => label !== series.label), series].slice(-2);
      return series.shares;
    } catch {
      // The instrument has been set to something else meanwhile.
      return null;
    } finally {
      this.#measuring = false;
      this.draw();
    }
  }

  /** @param {CustomEvent<import('./question.js').Last>} event */
  #onProgress = ({ detail }) => {
    this.#round?.see(detail);
    this.#traced?.look();
  };

  /** @param {string} link of the instrument @returns {string} with `#` */
  #address(link) {
    const { chapter, scene, placed } = this.#place;
    const own = writeScene(this.#scene, link, this.#round?.withholds ?? false);
    return placed ? writeAddress({ chapter: chapter.number, scene: scene + 1, ...own }) : `#${link}`;
  }

  /** @param {CustomEvent<{ link: string }>} event */
  #onChange = ({ detail: { link } }) => {
    // The reader has gone on, and the page follows in a moment.
    if (location.hash !== this.#hash) return;
    history.replaceState(history.state, '', this.#address(link));
    this.#hash = location.hash;
    this.#classroom.update(this.#scene.experiment);
  };
}
