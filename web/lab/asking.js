/**
 * A prediction and what becomes of it: the run or the question to the model that answers it, and what is measured by length.
 * @module
 */
import { ownSchemas } from '../element/attributes.js';
import { parseLink } from '../index.js';
import { seriesOf } from './by-length.js';
import { configurationOf, parametersOf, settingText } from './chapters.js';

/** @import { AttentoScope } from '../element/attento-scope.js' */
/** @import { Progress } from '../engine/scope.js' */
/** @import { Drive } from './drive.js' */
/** @import { Outcome, Question, Watch } from './question.js' */
/** @import { PlacedScene } from './scene.js' */

/**
 * The page around it.
 * @typedef {object} Page
 * @property {() => AttentoScope} element
 * @property {() => Drive | null} drive
 * @property {() => void} changed
 * @property {(text: string) => void} shows says what the instrument shows now
 * @property {() => void} told what happened is there to be read
 */

export class Asking {
  /** @type {string | null} */
  chosen = null;
  /** @type {Outcome | null} */
  outcome = null;
  /** @type {import('./by-length.js').Series[]} */
  measured = [];
  measuring = false;
  #page;
  /** @type {PlacedScene | null} */
  #scene = null;
  /** What became of earlier predictions: whoever comes back to a scene finds it. @type {WeakMap<PlacedScene, { chosen: string | null, outcome: Outcome }>} */
  #answered = new WeakMap();
  /** Counts predictions and scenes, so that one that was overtaken knows. */
  #turn = 0;

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
  }

  /** @param {PlacedScene} scene that is read now @param {boolean} fresh nothing that was measured is about it */
  meet(scene, fresh) {
    this.#turn++;
    this.#scene = scene;
    const { chosen = null, outcome = null } = this.#answered.get(scene) ?? {};
    this.chosen = chosen;
    this.outcome = outcome;
    if (fresh) this.measured = [];
  }

  /** A prediction was made: what happens shows whether it is right. @param {string} id */
  async choose(id) {
    const [scene, drive] = [this.#scene, this.#page.drive()];
    if (!scene?.ask || !drive) return;
    const { ask, experiment } = scene;
    const turn = ++this.#turn;
    const mine = () => turn === this.#turn;
    this.chosen = id;
    this.outcome = null;
    this.#page.changed();
    if (ask.watch) {
      if (!(await drive.show(this.#unseen(scene, drive))) || !mine()) return;
      this.#watch(ask.watch, mine);
      return drive.runTo(Number.POSITIVE_INFINITY);
    }
    if (ask.trained || ask.measure) {
      if (!(await drive.show(configurationOf(scene))) || !(await drive.finish())) return;
      drive.dress(scene);
    }
    const outcome = await this.#answer(ask);
    if (!outcome || !mine()) return;
    if (ask.set) {
      this.#page.shows(settingText(experiment, ask.set));
      drive.show({ experiment, seed: 7, parameters: parametersOf(experiment, ask.set) });
    }
    this.#tell(outcome);
  }

  /** What has been seen is no prediction: the next seed answers. @param {PlacedScene} scene @param {Drive} drive */
  #unseen(scene, drive) {
    const configuration = configurationOf(scene);
    const { scope, configuration: link } = this.#page.element();
    if (!drive.shows(configuration) || !scope || scope.step === 0) return configuration;
    return { ...configuration, seed: (parseLink(link, ownSchemas).configuration.seed + 1) % 2 ** 32 };
  }

  /** @param {Outcome} outcome */
  #tell(outcome) {
    this.outcome = outcome;
    if (this.#scene) this.#answered.set(this.#scene, { chosen: this.chosen, outcome });
    this.#page.changed();
    this.#page.told();
  }

  /** @param {NonNullable<Question['watch']>} by @param {() => boolean} wanted */
  async #watch(by, wanted) {
    const { scope } = this.#page.element();
    if (!scope) return;
    /** @type {Progress | null} */
    let last = null;
    /** @type {Watch | null} */
    let watch = null;
    const look = () => {
      const outcome = wanted() && watch && last ? watch(last) : null;
      if (wanted() && !outcome) return;
      scope.removeEventListener('progress', see);
      if (outcome) this.#tell(outcome);
    };
    /** @param {CustomEvent<Progress>} event */
    const see = ({ detail }) => {
      last = detail;
      look();
    };
    scope.addEventListener('progress', see);
    // What has to be learned first may be known only when the run is over.
    watch = await by(scope);
    look();
  }

  /** @param {Question} ask @returns {Promise<Outcome | null>} */
  async #answer({ measure, judge, answer }) {
    if (measure && judge) {
      const shares = await this.measure();
      return shares && judge(shares);
    }
    const { scope } = this.#page.element();
    // By hand nothing is trained, and there is no scope to ask.
    return (await answer?.(/** @type {never} */ (scope))) ?? null;
  }

  /** @returns {Promise<readonly import('./question.js').LengthShare[] | null>} */
  async measure() {
    const { scope } = this.#page.element();
    if (!scope || this.measuring) return null;
    this.measuring = true;
    this.#page.changed();
    try {
      const series = await seriesOf(scope);
      this.measured = [...this.measured.filter(({ label }) => label !== series.label), series].slice(-2);
      return series.shares;
    } catch {
      // The instrument has been set to something else meanwhile.
      return null;
    } finally {
      this.measuring = false;
      this.#page.changed();
    }
  }
}
