/** Controls the instrument for a scene: shows its configuration and trains the model. */
import { elementSchemas } from '../element/attributes.js';
import { isSameConfiguration, parseLink, writeLink } from '../outline.js';
import { createRequestStarter } from '../parts/latest-request.js';
import { kVisitKeys, selectVisitSettings, writeExtras } from './address.js';

/** @import { AttentoScope } from '../element/attento-scope.js' */
/** @import { Configuration } from '../engine/schema.js' */
/** @import { Place, Scene } from './scene.js' */

/**
 * Removes a configuration from a link.
 * @param {string} link
 * @param {Configuration} configuration
 * @returns {string} the whole link if its configuration differs, else a link with the other settings only, or ''
 */
export function subtractConfiguration(link, configuration) {
  const { configuration: linkConfiguration, extras } = parseLink(link, elementSchemas);
  return isSameConfiguration(linkConfiguration, configuration) ? writeExtras(extras) : link;
}

export class SceneController {
  #element;
  #startRequest = createRequestStarter();
  /** Tells whether no other configuration has been requested. */
  #isLatest = this.#startRequest();
  /** Whether the scene began with numbers and tools folded. */
  #isFolded = false;
  /** Whether the reader has unfolded numbers and tools. */
  #isUnfolded = false;

  /** @param {AttentoScope} element */
  constructor(element) {
    this.#element = element;
  }

  /** @returns {Configuration} the configuration that the instrument shows */
  get configuration() {
    return parseLink(this.#element.configuration, elementSchemas).configuration;
  }

  /** @returns {string} the text that the trained model reads; '' before the end of the run */
  get readText() {
    const { extras } = parseLink(this.#element.configuration, elementSchemas);
    return this.isDone ? String(extras.get('text') ?? '') : '';
  }

  /** @param {Configuration} configuration @returns {boolean} whether the instrument shows this configuration */
  isShowing(configuration) {
    return isSameConfiguration(this.configuration, configuration);
  }

  /** Whether all planned steps are done. */
  get isDone() {
    const { scope } = this.#element;
    return scope !== null && scope.step >= scope.manifest.plannedSteps;
  }

  /**
   * Shows a configuration; if it is shown already, the trained model is kept.
   * @param {Configuration} configuration
   * @param {object} [scene]
   * @param {string} [scene.link] link with further settings, which replace those of the instrument
   * @param {boolean} [scene.begins] whether a scene begins, so that shown map, held rows and typed text are reset
   * @param {string} [scene.typedText] text that the model reads in this scene, unless it learns from the reader's own data
   * @returns {Promise<boolean>} settles when the instrument is live; false if another configuration was requested meanwhile, or
   *   if it cannot start
   */
  async show(configuration, { link = '', begins = false, typedText = '' } = {}) {
    const { extras, configuration: previous } = parseLink(
      link || this.#element.configuration,
      elementSchemas,
    );
    if (link === '') {
      // Held rows and typed texts belong to one scene and one model.
      if (begins || !isSameConfiguration(previous, configuration))
        for (const key of ['hold', 'text']) extras.delete(key);
      const isOther = previous.experiment !== configuration.experiment;
      if (begins || isOther) extras.delete('shown');
      if (isOther) extras.delete('data');
    }
    // The text belongs to the task's data.
    const { manifest } = (this.isShowing(configuration) && this.#element.scope) || {};
    const hasOwnData = extras.has('data') || manifest?.data?.source === 'own';
    if (typedText && !hasOwnData && !(link && extras.has('text'))) extras.set('text', typedText);
    return this.#apply(configuration, extras);
  }

  /** @param {string} link of an address @returns {Promise<boolean>} as `show` */
  open(link) {
    const { configuration, extras } = parseLink(link, elementSchemas);
    return this.#apply(configuration, extras, link);
  }

  /**
   * @param {Configuration} configuration
   * @param {Map<string, import('../engine/schema.js').Value>} extras of a link; settings of the visit override them
   * @param {string} [link] link with both; passed on unchanged if possible, so that the instrument can report errors in it
   */
  async #apply(configuration, extras, link) {
    const isLatest = this.#startRequest();
    this.#isLatest = isLatest;
    const visit = selectVisitSettings(configuration.experiment);
    const ownExtras = new Map([...extras].filter(([key]) => !kVisitKeys.includes(key)));
    const linkWithVisit = writeLink(configuration, new Map([...ownExtras, ...visit]), elementSchemas);
    const linkWithoutVisit = writeLink(configuration, extras, elementSchemas);
    const next = link !== undefined && linkWithoutVisit === linkWithVisit ? link : linkWithVisit;
    if (next !== this.#element.configuration) this.#element.configuration = next;
    const isStarting = () => !['live', 'failed'].includes(this.#element.state);
    while (isLatest() && isStarting()) await this.#waitFor('attento-ready', 'attento-error');
    return isLatest() && this.#element.state === 'live';
  }

  /**
   * Folds numbers and tools in the first scene of a chapter, beside a question and on a projector, until the reader unfolds them;
   * but not if the text of the scene refers to them.
   * @param {Place} place
   * @param {string} theme
   */
  foldTools({ chapter, scene, namesScene }, theme) {
    const element = this.#element;
    this.#isUnfolded ||= this.#isFolded && !element.hasAttribute('data-folded');
    const { question, text = '' } = chapter.scenes[scene] ?? {};
    const isQuiet = namesScene && (scene === 0 || question) && !text.includes('*All numbers*');
    this.#isFolded = !this.#isUnfolded && Boolean(isQuiet || theme === 'projector');
    element.toggleAttribute('data-folded', this.#isFolded);
  }

  /** Applies the parts of a scene beyond its configuration. @param {Scene} scene */
  applyScene({ explore = '', watchedExample, highlight = undefined }) {
    const element = this.#element;
    element.explore = explore;
    element.tab = '';
    if (watchedExample !== undefined) element.watch(watchedExample);
    element.highlight(highlight ?? null);
  }

  /** @param {number} step at which training pauses; Infinity for the last planned step */
  async runTo(step) {
    const { scope } = this.#element;
    if (!scope || this.isDone || scope.step >= step) return;
    if (Number.isFinite(step)) await this.#element.runTo(step);
    else await this.#element.run();
  }

  /** Trains to the last planned step; a run that the reader pauses can be continued. @returns {Promise<boolean>} false if another configuration was requested meanwhile */
  async finish() {
    const isLatest = this.#isLatest;
    await this.runTo(Number.POSITIVE_INFINITY);
    while (isLatest() && !this.isDone) await this.waitForProgress();
    return isLatest();
  }

  waitForProgress() {
    return this.#waitFor('attento-progress');
  }

  /** @param {string[]} events of which the first is waited for */
  #waitFor(...events) {
    return new Promise((resolve) => {
      for (const event of events) this.#element.addEventListener(event, resolve, { once: true });
    });
  }
}
