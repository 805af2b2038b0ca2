/**
 * Controls the instrument for a scene: shows its configuration and trains the model.
 * @module
 */
import { elementSchemas } from '../element/attributes.js';
import { parseLink, writeLink } from '../index.js';
import { kVisitKeys, visitFor, writeExtras } from './address.js';

/** @import { AttentoScope } from '../element/attento-scope.js' */
/** @import { Configuration } from '../engine/schema.js' */
/** @import { Scene } from './scene.js' */

/**
 * Optional members of an instrument beyond its configuration.
 * @typedef {object} Dressing
 * @property {string} [explore]
 * @property {string} [tab]
 * @property {(example: number) => unknown} [watch]
 * @property {(cells: Scene['highlight'] | null) => unknown} [highlight]
 * @property {(step: number) => Promise<void>} [runTo]
 */

export class Drive {
  #element;
  /** Counts shown configurations, to detect that another one has been requested meanwhile. */
  #turn = 0;

  /** @param {AttentoScope} element */
  constructor(element) {
    this.#element = element;
  }

  get #dressing() {
    return /** @type {AttentoScope & Dressing} */ (this.#element);
  }

  /** @param {Configuration} configuration @returns {boolean} whether it is shown */
  shows(configuration) {
    return (
      writeLink(parseLink(this.#element.configuration, elementSchemas).configuration) === writeLink(configuration)
    );
  }

  /**
   * The part of a link that a configuration does not contain.
   * @param {string} link
   * @param {Configuration} configuration
   * @returns {string} the whole link if its configuration differs, else a link with the other settings only, or ''
   */
  static beyond(link, configuration) {
    const { configuration: own, extras } = parseLink(link, elementSchemas);
    return writeLink(own) === writeLink(configuration) ? writeExtras(extras) : link;
  }

  /** Whether all planned steps are done. */
  get done() {
    const { scope } = this.#element;
    return scope !== null && scope.step >= scope.manifest.plannedSteps;
  }

  /**
   * Shows a configuration; if it is shown already, the trained model is kept.
   * @param {Configuration} configuration
   * @param {string} [beyond] link with further settings of the instrument
   * @returns {Promise<boolean>} settles when the instrument is live; false if another configuration was requested meanwhile
   */
  async show(configuration, beyond = '') {
    const { extras, configuration: before } = parseLink(beyond || this.#element.configuration, elementSchemas);
    if (beyond === '' && before.experiment !== configuration.experiment)
      for (const key of ['shown', 'data']) extras.delete(key);
    return this.#give(configuration, extras);
  }

  /** @param {string} link of an address @returns {Promise<boolean>} as `show` */
  open(link) {
    const { configuration, extras } = parseLink(link, elementSchemas);
    return this.#give(configuration, extras, link);
  }

  /**
   * @param {Configuration} configuration
   * @param {Map<string, import('../engine/schema.js').Value>} extras of a link; those of the visit override them
   * @param {string} [link] with both; it is passed on unchanged where possible, so that the instrument can report errors in it
   */
  async #give(configuration, extras, link) {
    const turn = ++this.#turn;
    const visit = visitFor(configuration.experiment);
    const own = new Map([...extras].filter(([key]) => !kVisitKeys.includes(key)));
    const wanted = writeLink(configuration, new Map([...own, ...visit]), elementSchemas);
    const said = writeLink(configuration, extras, elementSchemas);
    const next = link !== undefined && said === wanted ? link : wanted;
    if (next !== this.#element.configuration) this.#element.configuration = next;
    await this.#live();
    return turn === this.#turn;
  }

  /** Applies the parts of a scene beyond its configuration. @param {Scene} scene */
  dress({ explore = '', watchedExample: watch, highlight = undefined }) {
    const element = this.#dressing;
    element.explore = explore;
    element.tab = '';
    if (watch !== undefined) element.watch?.(watch);
    this.light(highlight ?? null);
  }

  /** @param {Scene['highlight'] | null} cells of the map; null for none */
  light(cells) {
    this.#dressing.highlight?.(cells);
  }

  /** @param {number} step at which training pauses; Infinity for the last planned step */
  async runTo(step) {
    const { scope } = this.#element;
    if (!scope || this.done || scope.step >= step) return;
    const { runTo } = this.#dressing;
    if (Number.isFinite(step) && runTo) await runTo.call(this.#element, step);
    else await this.#element.run();
  }

  /** Trains to the last planned step. @returns {Promise<boolean>} false if another configuration was requested meanwhile */
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
