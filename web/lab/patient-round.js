/**
 * The doctor's round with one patient: it is trained and measured, and so is the same network without the fault; a line of
 * the formula is chosen, and when it is the wrong one it is patched, and the network is trained again.
 * @module
 */
import { ownSchemas } from '../element/attributes.js';
import { createScope, parseLink, writeLink } from '../index.js';
import { configurationOf } from './chapters.js';
import { cured, isPatient, withheldNames } from './patient.js';
import { showAnswer } from './patient-panel.js';

/** @import { AttentoScope } from '../element/attento-scope.js' */
/** @import { Findings, Formulas, Patient, Standing } from './patient.js' */
/** @import { Last } from './question.js' */
/** @import { PlacedScene } from './scene.js' */

/**
 * What of a round is shown.
 * @typedef {object} Round
 * @property {Patient} patient
 * @property {Formulas | null} formulas null until the model has told them
 * @property {Standing | null} standing of the patient, null until it is known
 * @property {Findings | null} found of the patient, once it is trained
 * @property {Findings | null} healthy of the network without the fault
 * @property {string | null} chosen line
 * @property {Findings | null} judged what was found when the line was chosen; null while it is not known
 * @property {'ill' | 'diagnosed' | 'patched'} state
 * @property {(line: string) => void} onChoose
 * @property {() => void} onPatch
 * @property {() => void} onAgain
 */

export class PatientRound {
  /** What the instrument keeps from the reader. */
  #keep;
  #scene;
  #element;
  #drive;
  #changed;
  #life = new AbortController();
  /** @type {Formulas | null} */
  #formulas = null;
  /** Whose formulas they are. @type {unknown} */
  #told = null;
  /** @type {Last | null} */
  #last = null;
  /** What was found, and of which run at which step. @type {{ of: string, found: Promise<Findings | null> } | null} */
  #examined = null;
  /** @type {Findings | null} */
  #found = null;
  /** @type {{ link: string, found: Findings | null } | null} */
  #healthy = null;
  /** @type {string | null} */
  #chosen = null;
  /** @type {Findings | null} */
  #judged = null;
  /** @type {Round['state']} */
  #state = 'ill';

  /**
   * @param {PlacedScene} scene that has a patient
   * @param {object} page
   * @param {AttentoScope} page.element
   * @param {import('./drive.js').Drive} page.drive
   * @param {() => string} page.link to share while the fault is to be found
   * @param {() => void} page.changed something else is to be drawn
   */
  constructor(scene, { element, drive, link, changed }) {
    this.#scene = scene;
    this.#element = element;
    this.#drive = drive;
    this.#changed = () => {
      if (!this.#life.signal.aborted) changed();
    };
    this.#keep = { names: withheldNames(scene.experiment), link };
  }

  /** Whether the fault is still to be found. */
  get withholds() {
    return this.#element.withheld === this.#keep;
  }

  withhold() {
    this.#element.withheld = this.#keep;
  }

  close() {
    this.#life.abort();
    if (this.withholds) this.#element.withheld = null;
  }

  get #patient() {
    return /** @type {Patient} */ (this.#scene.patient);
  }

  /** @returns {Round} */
  get shown() {
    return {
      patient: this.#patient,
      formulas: this.#formulas,
      standing: this.#found?.standing ?? (this.#last && this.#last.step > 0 ? this.#last : null),
      found: this.#found,
      healthy: this.#healthy?.found ?? null,
      chosen: this.#chosen,
      judged: this.#judged,
      state: this.#state,
      onChoose: (line) => this.#choose(line),
      onPatch: () => this.#patch(),
      onAgain: () => this.#again(),
    };
  }

  /** A picture of the run. @param {Last} last */
  see(last) {
    this.#last = last;
    if (!this.#drive.done) this.#found = null;
    this.read();
    if (this.#drive.done) this.#examine();
    this.#changed();
  }

  get #configuration() {
    return parseLink(this.#element.configuration, ownSchemas).configuration;
  }

  /** Asks the network that is shown for its formula. */
  async read() {
    const { scope } = this.#element;
    if (!scope || this.#told === scope || this.#state !== 'ill') return;
    this.#told = scope;
    const formulas = await this.#patient.formulas(scope).catch(() => null);
    if (this.#told === scope && formulas) this.#formulas = formulas;
    this.#changed();
  }

  /** @returns {Promise<Findings | null>} of the run that is shown; null if it is another one meanwhile */
  async #examine() {
    const { scope } = this.#element;
    if (!scope || !this.#last) return null;
    const of = `${writeLink(this.#configuration)} ${scope.step}`;
    if (this.#examined?.of !== of) {
      const found = this.#patient.measure(scope, this.#last.loss).catch(() => null);
      this.#examined = { of, found };
    }
    const found = await this.#examined.found;
    if (this.#examined.of !== of || this.#element.scope !== scope || !this.#drive.done) return null;
    this.#found = found;
    this.#changed();
    if (this.#state === 'patched') showAnswer(false);
    this.#compare();
    return found;
  }

  /** Trains the same network without the fault, out of sight, and measures it. */
  async #compare() {
    const configuration = cured(this.#scene, this.#configuration);
    const link = writeLink(configuration);
    if (this.#healthy?.link === link) return;
    /** @type {{ link: string, found: Findings | null }} */
    const healthy = { link, found: null };
    this.#healthy = healthy;
    const { signal } = this.#life;
    try {
      const scope = await createScope({ ...configuration, signal });
      try {
        const { loss } = await scope.train({ steps: scope.manifest.plannedSteps, signal });
        healthy.found = await this.#patient.measure(scope, loss);
      } finally {
        scope.dispose();
      }
    } catch {
      // The reader has gone on, or there is no room for a second network: the patient is shown alone.
      return;
    }
    this.#changed();
  }

  /** @param {string} line */
  async #choose(line) {
    if (this.#state !== 'ill') return;
    this.#chosen = line;
    this.#judged = null;
    this.#changed();
    if (!isPatient(this.#scene, this.#configuration)) {
      this.withhold();
      if (!(await this.#drive.show(configurationOf(this.#scene)))) return;
    }
    if (!(await this.#drive.finish())) return;
    const found = await this.#examine();
    if (!found || this.#chosen !== line || this.#life.signal.aborted) return;
    this.#judged = found;
    if (line === this.#patient.line) {
      this.#state = 'diagnosed';
      this.#element.withheld = null;
    }
    this.#changed();
    showAnswer(this.#state === 'diagnosed');
  }

  /** The patient as it was. */
  async #again() {
    this.#state = 'ill';
    this.#chosen = null;
    this.#judged = null;
    this.#found = null;
    this.#last = null;
    this.withhold();
    this.#changed();
    showAnswer(true);
    if (await this.#drive.show(configurationOf(this.#scene)))
      await this.#drive.runTo(Number.POSITIVE_INFINITY);
  }

  /** The same network, its line put right, from step 0. */
  async #patch() {
    if (this.#state !== 'diagnosed') return;
    this.#state = 'patched';
    this.#found = null;
    this.#last = null;
    this.#changed();
    showAnswer(true);
    if (await this.#drive.show(cured(this.#scene, this.#configuration)))
      await this.#drive.runTo(Number.POSITIVE_INFINITY);
  }
}
