/**
 * Drives the instrument: shows what a scene asks for, lets it run, and asks the model.
 * @module
 */
import { ownSchemas } from '../element/attributes.js';
import { parseLink, writeLink } from '../index.js';
import { kVisitKeys, visitFor, writeExtras } from './address.js';

/** @import { AttentoScope } from '../element/attento-scope.js' */
/** @import { Configuration } from '../engine/schema.js' */
/** @import { Scene } from './scene.js' */

/**
 * What an instrument may understand beyond a configuration.
 * @typedef {object} Dressing
 * @property {string} [explore]
 * @property {string} [tab]
 * @property {(example: number) => unknown} [watch]
 * @property {(cells: Scene['highlight'] | null) => unknown} [highlight]
 * @property {(step: number) => Promise<void>} [runTo]
 */

export class Drive {
  #element;
  /** Counts scenes, so that one that was overtaken knows. */
  #turn = 0;

  /** @param {AttentoScope} element */
  constructor(element) {
    this.#element = element;
  }

  get #dressing() {
    return /** @type {AttentoScope & Dressing} */ (this.#element);
  }

  /** @param {Configuration} configuration @returns {boolean} whether that is what is shown */
  shows(configuration) {
    return (
      writeLink(parseLink(this.#element.configuration, ownSchemas).configuration) === writeLink(configuration)
    );
  }

  /**
   * What a link says beyond a configuration.
   * @param {string} link
   * @param {Configuration} configuration
   * @returns {string} all of it where the configuration is another one, else what is about the instrument itself, or ''
   */
  static beyond(link, configuration) {
    const { configuration: own, extras } = parseLink(link, ownSchemas);
    return writeLink(own) === writeLink(configuration) ? writeExtras(extras) : link;
  }

  /** Whether the run is at its planned end. */
  get done() {
    const { scope } = this.#element;
    return scope !== null && scope.step >= scope.manifest.plannedSteps;
  }

  /**
   * Shows a configuration; what is shown already stays, with all that it has learned.
   * @param {Configuration} configuration
   * @param {string} [beyond] what a link says about the instrument itself
   * @returns {Promise<boolean>} once it is live; false if something else has been asked for meanwhile
   */
  async show(configuration, beyond = '') {
    const { extras, configuration: before } = parseLink(beyond || this.#element.configuration, ownSchemas);
    if (beyond === '' && before.experiment !== configuration.experiment)
      for (const key of ['shown', 'data']) extras.delete(key);
    return this.#give(configuration, extras);
  }

  /** @param {string} link as an address says it @returns {Promise<boolean>} as `show` */
  open(link) {
    const { configuration, extras } = parseLink(link, ownSchemas);
    return this.#give(configuration, extras, link);
  }

  /**
   * @param {Configuration} configuration
   * @param {Map<string, import('../engine/schema.js').Value>} extras of a link; those of the visit take their place
   * @param {string} [link] that says both, perhaps with something that the instrument will complain about
   */
  async #give(configuration, extras, link) {
    const turn = ++this.#turn;
    const visit = visitFor(configuration.experiment);
    const own = new Map([...extras].filter(([key]) => !kVisitKeys.includes(key)));
    const wanted = writeLink(configuration, new Map([...own, ...visit]), ownSchemas);
    const said = writeLink(configuration, extras, ownSchemas);
    const next = link !== undefined && said === wanted ? link : wanted;
    if (next !== this.#element.configuration) this.#element.configuration = next;
    await this.#live();
    return turn === this.#turn;
  }

  /** @param {Scene} scene what of it is beside the configuration */
  dress({ explore = '', watch, highlight = undefined }) {
    const element = this.#dressing;
    element.explore = explore;
    element.tab = '';
    if (watch !== undefined) element.watch?.(watch);
    this.light(highlight ?? null);
  }

  /** @param {Scene['highlight'] | null} cells of the map */
  light(cells) {
    this.#dressing.highlight?.(cells);
  }

  /** @param {number} step where it stops; Infinity for the end of the plan */
  async runTo(step) {
    const { scope } = this.#element;
    if (!scope || this.done || scope.step >= step) return;
    const { runTo } = this.#dressing;
    if (Number.isFinite(step) && runTo) await runTo.call(this.#element, step);
    else await this.#element.run();
  }

  /** Trains to the end of the plan. @returns {Promise<boolean>} false if something else has been asked for meanwhile */
  async finish() {
    const turn = this.#turn;
    await this.runTo(Number.POSITIVE_INFINITY);
    while (turn === this.#turn && !this.done) {
      await new Promise((resolve) =>
        this.#element.addEventListener('attento-progress', resolve, { once: true }),
      );
    }
    return turn === this.#turn;
  }

  #live() {
    if (this.#element.state === 'live') return Promise.resolve();
    return new Promise((resolve) => this.#element.addEventListener('attento-ready', resolve, { once: true }));
  }
}
