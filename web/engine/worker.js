/**
 * The entry of the worker. A classic worker imports this module by its URL (see worker-host.js).
 */

import createCore from '#core';
import { createThreadClock, Server } from './server.js';

/** @type {import('./protocol.js').PostToHost} */
const post = (message, transfer = []) => globalThis.postMessage(message, { transfer });

const server = new Server({ post, clock: createThreadClock(), createCore });

globalThis.onmessage = (/** @type {MessageEvent<import('./protocol.js').ToServer>} */ event) =>
  server.receive(event.data);
globalThis.onmessageerror = () => post({ type: 'crash', id: null, message: 'A message could not be read.' });
