/**
 * The diagnosis of one faulty model: it is trained and measured, and so is the same model without the fault. The reader chooses
 * a line of the formula; when it is the faulty one, it can be fixed and the model trained again.
 * @module
 */
import { elementSchemas } from '../element/attributes.js';
import { createScope, parseLink, writeLink } from '../index.js';
import { configurationOf } from './chapters.js';
import { createReferenceConfiguration, hasFault, listWithheldNames } from './patient.js';
import { showAnswer } from './patient-panel.js';

/** @import { AttentoScope } from '../element/attento-scope.js' */
/** @import { ModelMeasurements, Formulas, FaultyModel, RunResults } from './patient.js' */
/** @import { Last } from './question.js' */
/** @import { PlacedScene } from './scene.js' */

/**
 * What the panel shows of a diagnosis.
 * @typedef {object} Round
 * @property {FaultyModel} patient
 * @property {Formulas | null} formulas null until they have been read from the model
 * @property {RunResults | null} standing loss and metrics of the faulty model, null until they are known
 * @property {ModelMeasurements | null} found measurements of the faulty model, once it is trained
 * @property {ModelMeasurements | null} healthy measurements of the model without the fault
 * @property {string | null} chosen id of the chosen line
 * @property {ModelMeasurements | null} judged measurements by which the chosen line was judged; null until it has been
 * @property {'ill' | 'diagnosed' | 'patched'} state
 * @property {(line: string) => void} onChoose
 * @property {() => void} onPatch
 * @property {() => void} onAgain
 */

export class PatientRound {
  /** What the instrument hides from the reader. */
  #keep;
  #scene;
  #element;
  #drive;
  #changed;
  #life = new AbortController();
  /** @type {Formulas | null} */
  #formulas = null;
  /** The scope that the formulas were read from. @type {unknown} */
  #told = null;
  /** @type {Last | null} */
  #last = null;
  /** The measurements, and the run and step that they belong to. @type {{ of: string, found: Promise<ModelMeasurements | null> } | null} */
  #examined = null;
  /** @type {ModelMeasurements | null} */
  #found = null;
  /** @type {{ link: string, found: ModelMeasurements | null } | null} */
  #healthy = null;
  /** @type {string | null} */
  #chosen = null;
  /** @type {ModelMeasurements | null} */
  #judged = null;
  /** @type {Round['state']} */
  #state = 'ill';

  /**
   * @param {PlacedScene} scene with a faulty model
   * @param {object} page
   * @param {AttentoScope} page.element
   * @param {import('./drive.js').Drive} page.drive
   * @param {() => string} page.link to share until the fault is found
   * @param {() => void} page.changed redraws the page
   */
  constructor(scene, { element, drive, link, changed }) {
    this.#scene = scene;
    this.#element = element;
    this.#drive = drive;
    this.#changed = () => {
      if (!this.#life.signal.aborted) changed();
    };
    this.#keep = { names: listWithheldNames(scene.experiment), link };
  }

  /** Whether the fault is still hidden. */
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
    return /** @type {FaultyModel} */ (this.#scene.faultyModel);
  }

  /** @returns {Round} */
  get shown() {
    return {
      patient: this.#patient,
      formulas: this.#formulas,
      standing: this.#found?.results ?? (this.#last && this.#last.step > 0 ? this.#last : null),
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

  /** Takes the latest progress of the run. @param {Last} last */
  see(last) {
    this.#last = last;
    if (!this.#drive.done) this.#found = null;
    this.read();
    if (this.#drive.done) this.#examine();
    this.#changed();
  }

  get #configuration() {
    return parseLink(this.#element.configuration, elementSchemas).configuration;
  }

  /** Reads the formulas of the network that is shown. */
  async read() {
    const { scope } = this.#element;
    if (!scope || this.#told === scope || this.#state !== 'ill') return;
    this.#told = scope;
    const formulas = await this.#patient.readFormulas(scope).catch(() => null);
    if (this.#told === scope && formulas) this.#formulas = formulas;
    this.#changed();
  }

  /** @returns {Promise<ModelMeasurements | null>} measurements of the shown run; null if the run has changed meanwhile */
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

  /** Trains the same network without the fault in the background, and measures it. */
  async #compare() {
    const configuration = createReferenceConfiguration(this.#scene, this.#configuration);
    const link = writeLink(configuration);
    if (this.#healthy?.link === link) return;
    /** @type {{ link: string, found: ModelMeasurements | null }} */
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
      // Cancelled, or out of memory for a second network: only the faulty model is shown.
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
    if (!hasFault(this.#scene, this.#configuration)) {
      this.withhold();
      if (!(await this.#drive.show(configurationOf(this.#scene)))) return;
    }
    if (!(await this.#drive.finish())) return;
    const found = await this.#examine();
    if (!found || this.#chosen !== line || this.#life.signal.aborted) return;
    this.#judged = found;
    if (line === this.#patient.faultyLine) {
      this.#state = 'diagnosed';
      this.#element.withheld = null;
    }
    this.#changed();
    showAnswer(this.#state === 'diagnosed');
  }

  /** Starts the diagnosis over. */
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

  /** Trains the same network from step 0 with the line fixed. */
  async #patch() {
    if (this.#state !== 'diagnosed') return;
    this.#state = 'patched';
    this.#found = null;
    this.#last = null;
    this.#changed();
    showAnswer(true);
    if (await this.#drive.show(createReferenceConfiguration(this.#scene, this.#configuration)))
      await this.#drive.runTo(Number.POSITIVE_INFINITY);
  }
}
