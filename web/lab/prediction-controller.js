/**
 * Handles the reader's prediction and finds the outcome by training or by measuring the network (a probe).
 */
import { createScope } from '../index.js';
import { isSameConfiguration } from '../outline.js';
import { createConfiguration, resolveParameters } from './chapters.js';
import { determineOutcome } from './question.js';

/** @import { AttentoScope } from '../element/attento-scope.js' */
/** @import { Configuration } from '../engine/schema.js' */
/** @import { Progress, Scope } from '../engine/scope.js' */
/** @import { SceneController } from './scene-controller.js' */
/** @import { ProbeResult, RunProgress, Measurements, Outcome, Question, Watch } from './question.js' */
/** @import { PlacedScene } from './scene.js' */

/**
 * The surrounding page.
 * @typedef {object} Page
 * @property {() => AttentoScope} element
 * @property {() => SceneController | null} controller
 * @property {() => void} onChange redraws the page
 * @property {(text: string) => void} onNotice shows a sentence about what the instrument shows now
 * @property {(before: Configuration) => void} onReplaced offers the configuration that the instrument showed before an outcome
 * @property {() => void} onOutcome is called when the outcome has been drawn
 */

export class PredictionController {
  /** Id of the chosen answer. @type {string | null} */
  chosen = null;
  /** Null until it is known. @type {Outcome | null} */
  outcome = null;
  #page;
  /** @type {PlacedScene | null} */
  #scene = null;
  /** Aborted by the next prediction or scene. */
  #abortController = new AbortController();
  /** The configuration that an outcome shows, and the reader's configuration before it. @type {{ before: Configuration, after: Configuration } | null} */
  #replaced = null;
  /** @type {RunProgress | null} */
  #progress = null;

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
  }

  /**
   * Asks the question of a scene, again if the reader comes back to it, because its run begins again, too.
   * @param {PlacedScene} scene that is shown now
   */
  openScene(scene) {
    this.#startRequest();
    this.#replaced = null;
    this.#scene = scene;
    this.chosen = null;
    this.outcome = null;
  }

  /** Takes the latest progress of the run. @param {RunProgress} progress */
  update(progress) {
    this.#progress = progress;
  }

  /** Takes a prediction and finds out whether it is right. @param {string} id of the choice */
  async choose(id) {
    const [scene, controller] = [this.#scene, this.#page.controller()];
    if (!scene?.question || !controller) return;
    const { question } = scene;
    const signal = this.#startRequest();
    const isCurrent = () => !signal.aborted;
    const own = createConfiguration(scene);
    const shown = this.#readShown(controller);
    this.chosen = id;
    this.outcome = null;
    this.#page.onChange();
    // A probe can use the network that is already trained.
    const configuration = question.probe
      ? own
      : createUnseenConfiguration(scene, controller, this.#page.element().scope);
    if (!(await controller.show(configuration, { typedText: scene.typedText })) || !isCurrent()) return;
    if (question.watch) {
      const { scope } = this.#page.element();
      if (scope) watchRun(scope, question.watch, isCurrent, (outcome) => this.#setOutcome(outcome));
      return controller.runTo(Number.POSITIVE_INFINITY);
    }
    await this.#reply(scene, controller, { signal, shown: [shown, own] });
  }

  /** The reader's configuration, in the calculator that of "Arrows"; not one that an earlier outcome shows. @param {SceneController} controller */
  #readShown(controller) {
    const { live } = this.#page.element().start;
    const arrows = live && 'readArrows' in live ? live.readArrows() : undefined;
    const configuration = arrows ?? controller.configuration;
    const { before, after } = this.#replaced ?? {};
    return before && after && isSameConfiguration(configuration, after) ? before : configuration;
  }

  /**
   * Determines the outcome from the trained network.
   * @param {PlacedScene} scene
   * @param {SceneController} controller
   * @param {{ signal: AbortSignal, shown: [Configuration, Configuration] }} request
   */
  async #reply(scene, controller, { signal, shown }) {
    const { experiment } = scene;
    const question = /** @type {Question} */ (scene.question);
    const result = await this.#measureAnswer(scene, controller, { signal, shown }).catch(
      ({ code, message }) => {
        // After these errors no notice is needed: the instrument has been reconfigured meanwhile.
        if (!signal.aborted && code !== 'CANCELLED' && code !== 'CRASHED' && code !== 'DISPOSED')
          this.#page.onNotice(message);
        return null;
      },
    );
    if (!result || signal.aborted) return this.#page.onChange();
    if (result.configuration) {
      this.#replaced = { before: shown[0], after: result.configuration };
      controller.show(result.configuration);
      this.#page.onReplaced(shown[0]);
    }
    this.#setOutcome(determineOutcome(question, experiment, result));
  }

  /** Cancels the work for an earlier prediction. */
  #startRequest() {
    this.#abortController.abort();
    this.#abortController = new AbortController();
    return this.#abortController.signal;
  }

  /**
   * Measures the metrics of the trained network, as the instrument shows them, and of the comparison network, and runs the probe.
   * @param {PlacedScene} scene
   * @param {SceneController} controller
   * @param {{ signal: AbortSignal, shown: readonly Configuration[] }} turn
   * @returns {Promise<ProbeResult | null>}
   */
  async #measureAnswer(scene, controller, { signal, shown }) {
    const { probe, comparison, awaitedTest } = /** @type {Question} */ (scene.question);
    const { scope } = this.#page.element();
    // The calculator trains nothing and has no scope.
    if (!scope) return (await probe?.(/** @type {never} */ (scope), createScope, shown)) ?? null;
    const { settings, deriveParameters } = comparison ?? {};
    const fixedComparison =
      settings && trainComparison(scope, resolveParameters(scene.experiment, settings), signal);
    fixedComparison?.catch(() => undefined);
    if (!(await controller.finish())) return null;
    controller.applyScene(scene);
    while (this.#progress?.step !== scope.step) await controller.waitForProgress();
    if (awaitedTest) await waitForTest(scope, awaitedTest.request, signal);
    const result = await probe?.(scope, createScope, shown);
    const derivedComparison =
      deriveParameters && trainComparison(scope, await deriveParameters(scope), signal);
    return {
      ...result,
      values: { ...this.#progress?.metrics, ...result?.values },
      comparisonValues: await (fixedComparison ?? derivedComparison),
    };
  }

  /** @param {Outcome} outcome */
  #setOutcome(outcome) {
    this.outcome = outcome;
    this.#page.onChange();
    this.#page.onOutcome();
  }
}

/**
 * The configuration of a scene; with the next seed if the reader has already seen this run, whose outcome would be known.
 * @param {PlacedScene} scene
 * @param {SceneController} controller
 * @param {Scope | null} scope
 */
function createUnseenConfiguration(scene, controller, scope) {
  const configuration = createConfiguration(scene);
  if (!controller.isShowing(configuration) || !scope || scope.step === 0) return configuration;
  return { ...configuration, seed: (controller.configuration.seed + 1) % 2 ** 32 };
}

/**
 * @param {Scope} scope
 * @param {NonNullable<Question['awaitedTest']>['request']} test
 * @param {AbortSignal} signal
 * @returns {Promise<void>} settles when the reader has run the test
 */
const waitForTest = (scope, test, signal) =>
  new Promise((resolve) =>
    scope.addEventListener(
      'explanation',
      ({ detail: { request } }) => {
        if (Object.entries(test).every(([name, value]) => request[name] === value)) resolve();
      },
      { signal },
    ),
  );

/**
 * Watches a run until its outcome is known.
 * @param {Scope} scope
 * @param {NonNullable<Question['watch']>} createWatch
 * @param {() => boolean} isCurrent whether the outcome is still wanted
 * @param {(outcome: Outcome) => void} onOutcome
 */
async function watchRun(scope, createWatch, isCurrent, onOutcome) {
  /** @type {Progress | null} */
  let latest = null;
  /** @type {Watch | null} */
  let watch = null;
  const checkOutcome = () => {
    const outcome = isCurrent() && watch && latest ? watch(latest) : null;
    if (isCurrent() && !outcome) return;
    scope.removeEventListener('progress', onProgress);
    if (outcome) onOutcome(outcome);
  };
  /** @param {CustomEvent<Progress>} event */
  const onProgress = ({ detail }) => {
    latest = detail;
    checkOutcome();
  };
  scope.addEventListener('progress', onProgress);
  // createWatch() may take as long as the run, so the latest progress is checked again afterwards.
  watch = await createWatch(scope);
  checkOutcome();
}

/**
 * Trains another network to its planned end.
 * @param {Scope} scope run with the same seed and configuration, except the parameters
 * @param {Scope['configuration']['parameters']} parameters
 * @param {AbortSignal} signal
 * @returns {Promise<Measurements>} its metrics
 */
async function trainComparison({ configuration }, parameters, signal) {
  const run = await createScope({ ...configuration, parameters, threads: 1, signal });
  try {
    return (await run.train({ steps: run.manifest.plannedSteps, signal })).metrics;
  } finally {
    run.dispose();
  }
}
