/**
 * The other workers of a scope, that share its steps (crew.js). They are booted once it trains, and it trains alone until they
 * are there. Whatever goes wrong with one of them, it is alone again, and goes on; others are sought when it is next told to
 * train, some times.
 */

import { Heart } from './heart.js';

/** @import { Calls, CrewMessage, ToHost } from './protocol.js' */
/** @import { Manifest } from './shapes.js' */
/** @import { Boot, Transport } from './worker-host.js' */

/** How many workers share the steps of a scope. @typedef {'auto' | number} Threads */

export const mostThreads = 4;

/** Multiply-adds of a step, about a millisecond, below which passing gradients on takes longer than it saves. */
const leastWork = 3e6;

/** Failures after which a scope seeks no more: a busy machine may starve a helper once, but some hosts forbid them. */
const mostFailures = 3;

/** A device with so many gigabytes or fewer has room for two. */
const smallMemory = 2;

/**
 * @param {Threads} wanted
 * @param {Pick<Manifest, 'microBatches' | 'work'>} manifest
 * @param {number} scopes open in this page
 * @param {{ hardwareConcurrency?: number, deviceMemory?: number }} [device]
 * @returns {number} workers, the scope's own among them
 */
export function threadsFor(
  wanted,
  { microBatches: parts, work },
  scopes,
  device = globalThis.navigator ?? {},
) {
  const { hardwareConcurrency = 1, deviceMemory = mostThreads } = device;
  let count = wanted === 'auto' ? Math.floor(hardwareConcurrency / Math.max(scopes, 1)) : wanted;
  if (wanted === 'auto' && parts * work < leastWork) count = 1;
  if (deviceMemory <= smallMemory) count = Math.min(count, 2);
  count = Math.max(1, Math.min(count, mostThreads, parts));
  // One more that does not shorten the longest share is left out.
  while (count > 1 && Math.ceil(parts / (count - 1)) === Math.ceil(parts / count)) count--;
  return count;
}

export class Helpers {
  #boot;
  #lead;
  #beatMs;
  /** @type {Set<Transport>} */
  #transports = new Set();
  /** @type {Set<Heart>} */
  #hearts = new Set();
  /** Counts dismissals, so that helpers that come too late know. */
  #turn = 0;
  #wanted = 0;
  #joined = 0;
  #failures = 0;

  /**
   * @param {Boot} boot
   * @param {(message: CrewMessage, transfer: Transferable[]) => void} lead speaks to the scope's own worker
   * @param {number} [beatMs]
   */
  constructor(boot, lead, beatMs) {
    this.#boot = boot;
    this.#lead = lead;
    this.#beatMs = beatMs;
  }

  /** How many share the steps now. @returns {number} */
  get count() {
    return this.#joined;
  }

  /**
   * Has so many helpers from soon on; after some failures none.
   *
   * @param {number} count
   * @param {Calls['create']['argument']} create what each begins with
   * @param {string} [module] address of the module, if it is not there yet
   */
  async gather(count, create, module) {
    if (this.#failures >= mostFailures || count === this.#wanted) return;
    this.dismiss();
    if (count === 0) return;
    this.#wanted = count;
    const turn = this.#turn;
    const fail = () => {
      if (turn !== this.#turn) return;
      this.#failures += 1;
      this.dismiss();
    };
    try {
      const helpers = await Promise.all(
        Array.from({ length: count }, () => this.#hire(create, module, fail, turn)),
      );
      if (turn === this.#turn) this.#join(helpers);
    } catch {
      fail();
    }
  }

  /** The scope's worker is alone from now on. */
  dismiss() {
    this.#turn += 1;
    this.#wanted = 0;
    for (const heart of this.#hearts) heart.stop();
    this.#hearts.clear();
    for (const transport of this.#transports) transport.terminate();
    this.#transports.clear();
    if (this.#joined > 0) this.#lead({ type: 'crew', index: 0, ports: [] }, []);
    this.#joined = 0;
  }

  /**
   * @param {Calls['create']['argument']} create
   * @param {string | undefined} module
   * @param {() => void} fail
   * @param {number} turn
   * @returns {Promise<Transport>}
   */
  async #hire(create, module, fail, turn) {
    /** @type {(reply: Extract<ToHost, { type: 'reply' }>) => void} */
    let replied = () => undefined;
    const created = new Promise((resolve) => {
      replied = resolve;
    });
    const heart = new Heart(() => transport.post({ type: 'ping' }), fail, this.#beatMs);
    const transport = await this.#boot((message) => {
      heart.heard();
      if (message.type === 'reply') replied(message);
      if (message.type === 'crash' || (message.type === 'reply' && message.error)) fail();
    }, module);
    if (turn !== this.#turn) transport.terminate();
    else this.#transports.add(transport);
    transport.post({ type: 'call', id: 1, method: 'create', argument: create });
    await created;
    if (turn === this.#turn) {
      this.#hearts.add(heart);
      heart.start();
    }
    return transport;
  }

  /** @param {Transport[]} helpers */
  #join(helpers) {
    const size = helpers.length + 1;
    /** @type {(MessagePort | null)[][]} */
    const ports = Array.from({ length: size }, () => Array(size).fill(null));
    for (let a = 0; a < size; a++) {
      for (let b = 0; b < a; b++) {
        const { port1, port2 } = new MessageChannel();
        ports[a][b] = port1;
        ports[b][a] = port2;
      }
    }
    for (const [index, own] of ports.entries()) {
      const transfer = own.filter((port) => port !== null);
      /** @type {CrewMessage} */
      const message = { type: 'crew', index, ports: own };
      if (index === 0) this.#lead(message, transfer);
      else helpers[index - 1].post(message, transfer);
    }
    this.#joined = helpers.length;
  }
}
