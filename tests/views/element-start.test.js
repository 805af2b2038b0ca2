/** Calls of a page while the element starts. */
import { expect, test, vi } from 'vitest';
import { Start } from '../../web/element/features/start.js';

test('calls that wait for the start end when it is cancelled', async () => {
  const configuration = { experiment: 'calculator' };
  const scope = { addController: () => undefined, settings: { current: { configuration } }, state: 'off' };
  const [start, act] = [new Start(/** @type {any} */ (scope)), vi.fn()];
  const starting = start.activate();
  const waiting = start.withLive(act);
  await Promise.resolve(); // it waits now
  start.switchOff();
  await Promise.all([starting, waiting]);
  expect([scope.state, act.mock.calls]).toEqual(['off', []]);
});
