/**
 * Drives the instrument: shows what a scene asks for, lets it run, and asks the model.
 * @module
 */
import { ownSchemas } from '../element/attributes.js';
import { parseLink, writeLink } from '../index.js';

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
    if (writeLink(own) !== writeLink(configuration)) return link;
    const said = [...extras].map(
      ([name, value]) => `${name}=${encodeURIComponent(String(value)).replaceAll('%2C', ',')}`,
    );
    return said.length > 0 ? ['v1', ...said.sort()].join(';') : '';
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
    const turn = ++this.#turn;
    if (beyond !== '') {
      const { extras } = parseLink(beyond, ownSchemas);
      this.#element.configuration = writeLink(configuration, extras, ownSchemas);
    } else if (!this.shows(configuration)) {
      const { extras, configuration: before } = parseLink(this.#element.configuration, ownSchemas);
      if (before.experiment !== configuration.experiment)
        for (const key of ['shown', 'hide', 'lock', 'data']) extras.delete(key);
      this.#element.configuration = writeLink(configuration, extras, ownSchemas);
    }
    await this.#live();
    return turn === this.#turn;
  }

  /** @param {string} link as an address says it @returns {Promise<boolean>} as `show` */
  async open(link) {
    const turn = ++this.#turn;
    this.#element.configuration = link;
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
