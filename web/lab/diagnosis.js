/**
 * The diagnosis of one faulty model. The faulty model and the same model without the fault are trained and measured. The reader
 * chooses a line of the formula and, if it is the faulty line, can fix it and train the model again.
 */
import { createScope } from '../index.js';
import { writeLink } from '../outline.js';
import { createConfiguration } from './chapters.js';
import { revealAnswer } from './diagnosis-panel.js';
import { createReferenceConfiguration, hasPlantedFault } from './faulty-model.js';

/** @import { AttentoScope } from '../element/attento-scope.js' */
/** @import { Configuration } from '../engine/schema.js' */
/** @import { ModelMeasurements, Formulas, FaultyModel, RunResults } from './faulty-model.js' */
/** @import { RunProgress } from './question.js' */
/** @import { PlacedScene } from './scene.js' */

export class Diagnosis {
  #scene;
  /** The formulas of the model; null until they have been read from it. @type {Formulas | null} */
  formulas = null;
  /** Measurements of the shown model, once it is trained. @type {ModelMeasurements | null} */
  measurements = null;
  /** Id of the chosen line. @type {string | null} */
  chosenLine = null;
  /** Measurements by which the chosen line was judged; null before that. @type {ModelMeasurements | null} */
  judgedMeasurements = null;
  /** @type {'faulty' | 'diagnosed' | 'patched'} */
  phase = 'faulty';
  #element;
  #controller;
  #onChange;
  #abortController = new AbortController();
  /** The scope that the formulas were read from. @type {unknown} */
  #formulaScope = null;
  /** @type {RunProgress | null} */
  #progress = null;
  /** The measurements, and a key of their run and step. @type {{ key: string, measurements: Promise<ModelMeasurements | null> } | null} */
  #pending = null;
  /** @type {{ link: string, measurements: ModelMeasurements | null } | null} */
  #reference = null;

  /**
   * @param {PlacedScene} scene with a faulty model
   * @param {object} page
   * @param {AttentoScope} page.element
   * @param {import('./scene-controller.js').SceneController} page.controller
   * @param {() => void} page.onChange redraws the page
   */
  constructor(scene, { element, controller, onChange }) {
    this.#scene = scene;
    this.faultyModel = /** @type {FaultyModel} */ (scene.faultyModel);
    this.#element = element;
    this.#controller = controller;
    this.#onChange = () => {
      if (!this.#abortController.signal.aborted) onChange();
    };
  }

  /** Stops the measurements in the background and reports no more changes. */
  close() {
    this.#abortController.abort();
  }

  /** Loss and metrics of the shown model; null until they are known. @returns {RunResults | null} */
  get results() {
    const progress = this.#progress;
    return this.measurements?.results ?? (progress && progress.step > 0 ? progress : null);
  }

  /** Measurements of the model without the fault. @returns {ModelMeasurements | null} */
  get referenceMeasurements() {
    return this.#reference?.measurements ?? null;
  }

  /** Trains the model without the fault. */
  patch() {
    this.#trainAgain('patched', createReferenceConfiguration(this.#scene, this.#controller.configuration));
  }

  /** Trains the faulty model again, with no line chosen. */
  restart() {
    this.chosenLine = null;
    this.judgedMeasurements = null;
    this.#trainAgain('faulty', createConfiguration(this.#scene));
  }

  /** Takes the latest progress of the run. @param {RunProgress} progress */
  update(progress) {
    this.#progress = progress;
    if (!this.#controller.isDone) this.measurements = null;
    this.readFormulas();
    if (this.#controller.isDone) this.#measure();
    this.#onChange();
  }

  /** Reads the formulas from the shown faulty model, once for each scope. */
  async readFormulas() {
    const { scope } = this.#element;
    if (!scope || this.#formulaScope === scope || this.phase !== 'faulty') return;
    this.#formulaScope = scope;
    const formulas = await this.faultyModel.readFormulas(scope).catch(() => null);
    if (this.#formulaScope === scope && formulas) this.formulas = formulas;
    this.#onChange();
  }

  /** @returns {Promise<ModelMeasurements | null>} measurements of the shown run; null if the run has changed meanwhile */
  async #measure() {
    const { scope } = this.#element;
    if (!scope || !this.#progress) return null;
    const key = `${writeLink(this.#controller.configuration)} ${scope.step}`;
    if (this.#pending?.key !== key) {
      const measurements = this.faultyModel.measure(scope, this.#progress.loss).catch(() => null);
      this.#pending = { key, measurements };
    }
    const measurements = await this.#pending.measurements;
    if (this.#pending.key !== key || this.#element.scope !== scope || !this.#controller.isDone) return null;
    this.measurements = measurements;
    this.#onChange();
    if (this.phase === 'patched') revealAnswer(false);
    this.#measureReference();
    return measurements;
  }

  /** Measures the same network without the fault. */
  async #measureReference() {
    const configuration = createReferenceConfiguration(this.#scene, this.#controller.configuration);
    const link = writeLink(configuration);
    if (this.#reference?.link === link) return;
    /** @type {{ link: string, measurements: ModelMeasurements | null }} */
    const reference = { link, measurements: null };
    this.#reference = reference;
    const { signal } = this.#abortController;
    reference.measurements = await measureInBackground(configuration, this.faultyModel, signal);
    this.#onChange();
  }

  /** @param {string} lineId */
  async chooseLine(lineId) {
    if (this.phase !== 'faulty') return;
    this.chosenLine = lineId;
    this.judgedMeasurements = null;
    this.#onChange();
    const isFaulty = hasPlantedFault(this.#scene, this.#controller.configuration);
    if (!isFaulty && !(await this.#controller.show(createConfiguration(this.#scene)))) return;
    if (!(await this.#controller.finish())) return;
    const measurements = await this.#measure();
    if (!measurements || this.chosenLine !== lineId || this.#abortController.signal.aborted) return;
    this.judgedMeasurements = measurements;
    if (lineId === this.faultyModel.faultyLine) this.phase = 'diagnosed';
    this.#onChange();
    revealAnswer(this.phase === 'diagnosed');
  }

  /** Trains from step 0. @param {Diagnosis['phase']} phase @param {Configuration} configuration */
  async #trainAgain(phase, configuration) {
    this.phase = phase;
    this.measurements = null;
    this.#progress = null;
    this.#onChange();
    revealAnswer(true);
    if (await this.#controller.show(configuration)) await this.#controller.runTo(Number.POSITIVE_INFINITY);
  }
}

/**
 * Trains and measures another network in the background.
 * @param {Configuration} configuration
 * @param {FaultyModel} faultyModel
 * @param {AbortSignal} signal
 * @returns {Promise<ModelMeasurements | null>} null if it was cancelled, or there is no memory for a second network
 */
async function measureInBackground(configuration, { measure }, signal) {
  try {
    const scope = await createScope({ ...configuration, signal });
    try {
      const { loss } = await scope.train({ steps: scope.manifest.plannedSteps, signal });
      return await measure(scope, loss);
    } finally {
      scope.dispose();
    }
  } catch {
    return null;
  }
}
