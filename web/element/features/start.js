/**
 * Starts and ends the live instrument, and loads its large files.
 *
 * @fires {CustomEvent<{}>} attento-ready - The instrument is live.
 */
import { calculator, fetchEngine, maps } from '../../outline.js';
import { Feature } from './feature.js';

/** @typedef {import('../live.js').LiveInstrument | import('../../calculator/calculator.js').LiveCalculator | import('../../maps/maps.js').LiveMaps} Live */

/** Loading that takes longer than this is reported as slow. */
const kSlowStartMs = 10_000;

export class Start extends Feature {
  /** @type {Live | null} */
  live = null;
  /** Aborted when another start begins or the instrument is switched off; late results are ignored then. */
  #controller = new AbortController();
  /** Functions to call when a start has ended or is cancelled. @type {((value?: unknown) => void)[]} */
  #listeners = [];

  hostDisconnected() {
    // An element that is only moved is connected again before the microtask runs.
    queueMicrotask(() => {
      if (!this.host.isConnected) this.switchOff();
    });
  }

  /**
   * @param {{ run?: boolean, own?: import('../own-data.js').OwnData | null }} [options] `own`: data that the reader has already chosen
   * @returns {Promise<void>} settled when the instrument is live or has reported an error
   */
  async activate({ run = false, own = null } = {}) {
    const { host } = this;
    if (host.state === 'starting' || host.state === 'live') return;
    this.#controller.abort();
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    const hadFocus = host.shadowRoot?.activeElement !== null;
    host.state = 'starting';
    const slowTimer = setTimeout(() => {
      host.isStartSlow = !signal.aborted;
    }, kSlowStartMs);
    try {
      const { start } = await this.#fetchLive();
      if (!signal.aborted) await start(host, signal, { run, own, hadFocus });
    } catch (error) {
      if (signal.aborted) return;
      host.state = 'failed';
      host.poster.update();
      host.notices.report(error);
    } finally {
      clearTimeout(slowTimer);
      if (!signal.aborted) {
        host.isStartSlow = false;
        this.#settle();
      }
    }
  }

  #fetchLive() {
    const { experiment } = this.host.settings.current.configuration;
    if (experiment === calculator.name) return import('../../calculator/calculator.js');
    if (experiment === maps.name) return import('../../maps/maps.js');
    // Loads the engine in parallel with the views. If that fails, the later import of the engine reports the error.
    fetchEngine().catch(() => undefined);
    return import('../live.js');
  }

  switchOff() {
    this.#controller.abort();
    this.live?.dispose();
    this.live = null;
    this.host.isStartSlow = false;
    this.host.state = 'off';
    this.#settle();
  }

  #settle() {
    for (const listener of this.#listeners.splice(0)) listener();
  }

  /** Calls a function with the live instrument, after starting it if necessary. @param {(live: Live) => unknown} act */
  async withLive(act) {
    await this.activate();
    while (this.host.state === 'starting') await new Promise((resolve) => this.#listeners.push(resolve));
    if (this.live) await act(this.live);
  }
}
