/**
 * The pool of further workers that share the steps of a scope (data-parallel-group.js). They are started when the scope trains;
 * until they are ready, the scope's own worker trains alone. If one of them fails, all are ended and the scope continues alone.
 * The next training starts new workers, until maxFailures is reached.
 */

import { Watchdog } from './watchdog.js';

/** @import { Calls, GroupMessage, ToHost } from './protocol.js' */
/** @import { Manifest } from './shapes.js' */
/** @import { Boot, Transport } from './worker-host.js' */

/** The requested number of workers that share the steps of a scope. @typedef {'auto' | number} Threads */

export const maxThreads = 4;

/** Multiply-adds of a step (about a millisecond) below which exchanging gradients takes longer than it saves. */
const minParallelWork = 3e6;

/** Failures after which no more workers are started: one may time out on a busy machine, but some hosts forbid workers. */
const maxFailures = 3;

/** A device with at most this many gigabytes of memory uses at most two workers. */
const smallMemoryGigabytes = 2;

/**
 * @param {Threads} requested
 * @param {Pick<Manifest, 'microBatches' | 'work'>} manifest
 * @param {number} scopes number of open scopes in this page
 * @param {{ hardwareConcurrency?: number, deviceMemory?: number }} [device]
 * @returns {number} number of workers, including the scope's own
 */
export function computeThreadCount(
  requested,
  { microBatches, work },
  scopes,
  device = globalThis.navigator ?? {},
) {
  const { hardwareConcurrency = 1, deviceMemory = maxThreads } = device;
  let count = requested === 'auto' ? Math.floor(hardwareConcurrency / Math.max(scopes, 1)) : requested;
  if (requested === 'auto' && microBatches * work < minParallelWork) count = 1;
  if (deviceMemory <= smallMemoryGigabytes) count = Math.min(count, 2);
  count = Math.max(1, Math.min(count, maxThreads, microBatches));
  // A worker that does not reduce the largest number of micro-batches per worker is left out.
  while (count > 1 && Math.ceil(microBatches / (count - 1)) === Math.ceil(microBatches / count)) count--;
  return count;
}

export class WorkerPool {
  #boot;
  #postToLeader;
  #pingIntervalMs;
  /** @type {Set<Transport>} */
  #transports = new Set();
  /** @type {Set<Watchdog>} */
  #watchdogs = new Set();
  /** Number of terminateAll() calls so far; workers that became ready for an older number are terminated. */
  #generation = 0;
  #requestedCount = 0;
  #connectedCount = 0;
  #failureCount = 0;

  /**
   * @param {Boot} boot
   * @param {(message: GroupMessage, transfer: Transferable[]) => void} postToLeader posts to the scope's own worker
   * @param {number} [pingIntervalMs]
   */
  constructor(boot, postToLeader, pingIntervalMs) {
    this.#boot = boot;
    this.#postToLeader = postToLeader;
    this.#pingIntervalMs = pingIntervalMs;
  }

  /** Number of further workers that share the steps now. @returns {number} */
  get count() {
    return this.#connectedCount;
  }

  /**
   * Starts `count` further workers in place of the current ones; does nothing after too many failures.
   *
   * @param {number} count
   * @param {Calls['create']['argument']} create argument of the `create` call to each
   */
  async resize(count, create) {
    if (this.#failureCount >= maxFailures || count === this.#requestedCount) return;
    this.terminateAll();
    if (count === 0) return;
    this.#requestedCount = count;
    const generation = this.#generation;
    const fail = () => {
      if (generation !== this.#generation) return;
      this.#failureCount += 1;
      this.terminateAll();
    };
    try {
      const transports = await Promise.all(
        Array.from({ length: count }, () => this.#startWorker(create, fail, generation)),
      );
      if (generation === this.#generation) this.#connectWorkers(transports);
    } catch {
      fail();
    }
  }

  /** Ends all further workers; the scope's own worker continues alone. */
  terminateAll() {
    this.#generation += 1;
    this.#requestedCount = 0;
    for (const watchdog of this.#watchdogs) watchdog.stop();
    this.#watchdogs.clear();
    for (const transport of this.#transports) transport.terminate();
    this.#transports.clear();
    if (this.#connectedCount > 0) this.#postToLeader({ type: 'group', index: 0, ports: [] }, []);
    this.#connectedCount = 0;
  }

  /**
   * @param {Calls['create']['argument']} create
   * @param {() => void} fail
   * @param {number} generation
   * @returns {Promise<Transport>}
   */
  async #startWorker(create, fail, generation) {
    /** @type {(reply: Extract<ToHost, { type: 'reply' }>) => void} */
    let replied = () => undefined;
    const created = new Promise((resolve) => {
      replied = resolve;
    });
    const watchdog = new Watchdog(() => transport.post({ type: 'ping' }), fail, this.#pingIntervalMs);
    const transport = await this.#boot((message) => {
      watchdog.reset();
      if (message.type === 'reply') replied(message);
      if (message.type === 'crash' || (message.type === 'reply' && message.error)) fail();
    }, create.source);
    if (generation === this.#generation) {
      this.#transports.add(transport);
      this.#watchdogs.add(watchdog);
      watchdog.start();
    } else transport.terminate();
    transport.post({ type: 'call', id: 1, method: 'create', argument: create });
    await created;
    return transport;
  }

  /** @param {Transport[]} helpers */
  #connectWorkers(helpers) {
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
    for (const [index, memberPorts] of ports.entries()) {
      const transfer = memberPorts.filter((port) => port !== null);
      /** @type {GroupMessage} */
      const message = { type: 'group', index, ports: memberPorts };
      if (index === 0) this.#postToLeader(message, transfer);
      else helpers[index - 1].post(message, transfer);
    }
    this.#connectedCount = helpers.length;
  }
}
