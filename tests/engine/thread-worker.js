/** A thread of Node that runs the same server as the worker of a page, with an injected fault. */

import { parentPort, workerData } from 'node:worker_threads';
import createCore from '#core';
import { Server, threadClock } from '../../web/engine/server.js';

/** @import { Core, Session } from '../../web/engine/core.js' */
/** @import { Fault } from './thread-boot.js' */

/**
 * @param {Core} core
 * @param {Fault} fault
 * @returns {Core}
 */
function faulty(core, { method, kind, step = 0 }) {
  /** @param {Session} session */
  const strike = (session) => {
    if (session.step() < step) return;
    if (kind === 'hang') for (;;);
    throw new WebAssembly.RuntimeError('unreachable');
  };
  /** @param {Session} session */
  const wrap = (session) =>
    new Proxy(session, {
      get(target, name) {
        const member = Reflect.get(target, name);
        return (/** @type {unknown[]} */ ...args) => {
          if (name === method) strike(target);
          return member.apply(target, args);
        };
      },
    });
  return {
    takeError: () => core.takeError(),
    reserve: (count) => core.reserve(count),
    bytes: () => core.bytes(),
    setUnicode: () => core.setUnicode(),
    Session: {
      create(configuration, withData) {
        const session = core.Session.create(configuration, withData);
        return session && wrap(session);
      },
    },
  };
}

/** @type {{ fault: Fault | null }} */
const { fault } = workerData;
const port = parentPort;
if (port) {
  const server = new Server({
    post: (message, transfer) => port.postMessage(message, /** @type {ArrayBuffer[]} */ (transfer)),
    clock: threadClock(),
    createCore: async (options) => {
      const core = await createCore(options);
      return fault ? faulty(core, fault) : core;
    },
  });
  port.on('message', (message) => server.receive(message));
}
