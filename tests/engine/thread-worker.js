/** A thread of Node that runs the same server as the worker of a page, with an injected fault. */

import { parentPort, workerData } from 'node:worker_threads';
import createCore from '#core';
import { createThreadClock, Server } from '../../web/engine/server.js';

/** @import { Core } from '../../web/engine/core.js' */
/** @import { Fault } from './thread-boot.js' */

/**
 * @param {Core} core
 * @param {Fault} fault
 * @returns {Core}
 */
function injectFault(core, { method, kind, step = 0 }) {
  const strike = () => {
    if (core.step() < step) return;
    if (kind === 'hang') for (;;);
    throw new WebAssembly.RuntimeError('unreachable');
  };
  return new Proxy(core, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (name !== method) return member;
      return (/** @type {unknown[]} */ ...args) => {
        strike();
        return member(...args);
      };
    },
  });
}

/** @type {{ fault: Fault | null }} */
const { fault } = workerData;
const port = parentPort;
if (port) {
  const server = new Server({
    post: (message, transfer) => port.postMessage(message, /** @type {ArrayBuffer[]} */ (transfer)),
    clock: createThreadClock(),
    createCore: async (options) => {
      const core = await createCore(options);
      return fault ? injectFault(core, fault) : core;
    },
  });
  port.on('message', (message) => server.receive(message));
}
