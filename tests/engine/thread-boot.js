/** Starts servers in threads of Node, with injected faults. */

import { Worker } from 'node:worker_threads';

/** @import { Boot } from '../../web/engine/worker-host.js' */

/**
 * @typedef {object} Fault
 * @property {keyof import('../../web/engine/core.js').Core} method in which it occurs
 * @property {'trap' | 'hang'} kind
 * @property {number} [step] not before this step
 */

/**
 * @param {(Fault | null)[]} [faults] of the first, second, … thread; further threads have none
 * @returns {Boot & { booted: () => number }}
 */
export function createThreadBoot(faults = []) {
  let booted = 0;
  /** @type {Boot} */
  const boot = (listener) => {
    const workerData = { fault: faults[booted] ?? null };
    booted += 1;
    const worker = new Worker(new URL('./thread-worker.js', import.meta.url), { workerData });
    return new Promise((resolve, reject) => {
      worker.once('error', reject);
      worker.once('message', () => {
        worker.on('message', listener);
        resolve({
          isIsolated: true,
          post: (message, transfer) => worker.postMessage(message, /** @type {ArrayBuffer[]} */ (transfer)),
          terminate: () => void worker.terminate(),
        });
      });
    });
  };
  return Object.assign(boot, { booted: () => booted });
}
