/**
 * A prediction and its outcome: the run or the probe that answers it, and the exact match by length.
 * @module
 */
import { elementSchemas } from '../element/attributes.js';
import { createScope, parseLink } from '../index.js';
import { findLengths, seriesOf } from './by-length.js';
import { configurationOf, parametersOf, settingText } from './chapters.js';
import { determineOutcome } from './question.js';
import { readRecording } from './recordings.js';

/** @import { AttentoScope } from '../element/attento-scope.js' */
/** @import { Progress, Scope } from '../engine/scope.js' */
/** @import { Drive } from './drive.js' */
/** @import { ProbeResult, RunProgress, Measurements, Outcome, Question, Watch } from './question.js' */
/** @import { PlacedScene } from './scene.js' */

/**
 * The surrounding page.
 * @typedef {object} Page
 * @property {() => AttentoScope} element
 * @property {() => Drive | null} drive
 * @property {() => void} changed redraws the page
 * @property {(text: string) => void} shows takes a sentence about what the instrument shows now
 * @property {() => void} told is called when the outcome has been drawn
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
  /** Outcomes of earlier predictions, for readers who come back to a scene. @type {WeakMap<PlacedScene, { chosen: string | null, outcome: Outcome }>} */
  #answered = new WeakMap();
  /** Counts predictions and scenes, to ignore stale results. */
  #turn = 0;
  #life = new AbortController();
  /** @type {RunProgress | null} */
  #last = null;

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
  }

  /** @param {PlacedScene} scene that is shown now @param {boolean} fresh whether earlier measurements do not apply to it */
  meet(scene, fresh) {
    this.#begin();
    this.#scene = scene;
    const { chosen = null, outcome = null } = this.#answered.get(scene) ?? {};
    this.chosen = chosen;
    this.outcome = outcome;
    if (fresh) this.measured = [];
    if (scene.isRecorded && chosen) this.#follow(scene);
  }

  /** Takes the latest progress of the run. @param {RunProgress} last */
  see(last) {
    this.#last = last;
  }

  /** Takes a prediction and finds out whether it is right. @param {string} id of the choice */
  async choose(id) {
    const [scene, drive] = [this.#scene, this.#page.drive()];
    if (!scene?.question || !drive) return;
    const { question: ask, experiment } = scene;
    const { turn, signal } = this.#begin();
    const mine = () => turn === this.#turn;
    this.chosen = id;
    this.outcome = null;
    this.#page.changed();
    if (scene.isRecorded) {
      const { metrics, text } = readRecording(scene);
      const outcome = determineOutcome(ask, experiment, { values: metrics });
      this.#tell({ ...outcome, text: `${outcome.text}. ${text}` });
      if ((await drive.show(configurationOf(scene))) && mine()) this.#follow(scene);
      return;
    }
    // A probe can use the network that is already trained.
    const wanted = ask.probe || ask.figure ? configurationOf(scene) : this.#unseen(scene, drive);
    if (!(await drive.show(wanted)) || !mine()) return;
    if (ask.watch) {
      this.#watch(ask.watch, mine);
      return drive.runTo(Number.POSITIVE_INFINITY);
    }
    await this.#reply(scene, drive, { mine, signal });
  }

  /** Waits until the reader has trained a recorded scene to the end, and replies from that run. @param {PlacedScene} scene */
  async #follow(scene) {
    const drive = this.#page.drive();
    if (!drive) return;
    const { turn, signal } = this.#begin();
    const mine = () => turn === this.#turn;
    while (mine() && !(drive.done && this.#showsAnySeed(scene, drive))) await this.#nextPicture();
    if (mine()) await this.#reply(scene, drive, { mine, signal });
  }

  /** @param {PlacedScene} scene @param {Drive} drive */
  #showsAnySeed(scene, drive) {
    const { seed } = parseLink(this.#page.element().configuration, elementSchemas).configuration;
    return drive.shows({ ...configurationOf(scene), seed });
  }

  /**
   * Replies from the trained network.
   * @param {PlacedScene} scene
   * @param {Drive} drive
   * @param {{ mine: () => boolean, signal: AbortSignal }} turn
   */
  async #reply(scene, drive, { mine, signal }) {
    const { experiment } = scene;
    const ask = /** @type {Question} */ (scene.question);
    const found = await this.#find(scene, drive, signal).catch(({ code, message }) => {
      // Otherwise the instrument has been reconfigured meanwhile.
      if (mine() && code !== 'CANCELLED' && code !== 'CRASHED' && code !== 'DISPOSED')
        this.#page.shows(message);
      return null;
    });
    if (!found || !mine()) return this.#page.changed();
    if (ask.settings) {
      this.#page.shows(settingText(experiment, ask.settings));
      drive.show({ experiment, seed: 7, parameters: parametersOf(experiment, ask.settings) });
    }
    this.#tell(determineOutcome(ask, experiment, found));
  }

  /** Cancels the work for an earlier prediction. */
  #begin() {
    this.#life.abort();
    this.#life = new AbortController();
    return { turn: ++this.#turn, signal: this.#life.signal };
  }

  /**
   * Measures the answer: metrics of the trained network as the instrument shows them, those of the network beside it, and the
   * results of the probe.
   * @param {PlacedScene} scene
   * @param {Drive} drive
   * @param {AbortSignal} signal
   * @returns {Promise<ProbeResult | null>}
   */
  async #find(scene, drive, signal) {
    const { probe, figure: measure, comparison: beside } = /** @type {Question} */ (scene.question);
    const { scope } = this.#page.element();
    // The calculator trains nothing and has no scope.
    if (!scope) return (await probe?.(/** @type {never} */ (scope), createScope)) ?? null;
    const { settings: set, deriveParameters: change } = beside ?? {};
    const early = set && trainBeside(scope, parametersOf(scene.experiment, set), signal);
    early?.catch(() => undefined);
    if (!(await drive.finish())) return null;
    drive.dress(scene);
    while (this.#last?.step !== scope.step) await this.#nextPicture();
    if (measure) return findLengths((await this.measure()) ?? []);
    const found = await probe?.(scope, createScope);
    const late = change && trainBeside(scope, await change(scope), signal);
    return { ...found, values: { ...this.#last?.metrics, ...found?.values }, comparisonValues: await (early ?? late) };
  }

  #nextPicture() {
    return new Promise((resolve) =>
      this.#page.element().addEventListener('attento-progress', resolve, { once: true }),
    );
  }

  /** A run that the reader has seen cannot be predicted, so the next seed is used. @param {PlacedScene} scene @param {Drive} drive */
  #unseen(scene, drive) {
    const configuration = configurationOf(scene);
    const { scope, configuration: link } = this.#page.element();
    if (!drive.shows(configuration) || !scope || scope.step === 0) return configuration;
    return { ...configuration, seed: (parseLink(link, elementSchemas).configuration.seed + 1) % 2 ** 32 };
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
    // This may take until the run is over.
    watch = await by(scope);
    look();
  }

  /** @returns {Promise<readonly import('./by-length.js').LengthShare[] | null>} */
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
      // The instrument has been reconfigured meanwhile.
      return null;
    } finally {
      this.measuring = false;
      this.#page.changed();
    }
  }
}

/**
 * Trains another network to its planned end.
 * @param {Scope} scope whose configuration and seed it uses
 * @param {Scope['configuration']['parameters']} parameters
 * @param {AbortSignal} signal
 * @returns {Promise<Measurements>} its metrics
 */
async function trainBeside({ configuration }, parameters, signal) {
  const run = await createScope({ ...configuration, parameters, threads: 1, signal });
  try {
    return (await run.train({ steps: run.manifest.plannedSteps, signal })).metrics;
  } finally {
    run.dispose();
  }
}
