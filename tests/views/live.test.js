/** The live instrument: its start, and settings that it applies without another run. */
import { afterEach, expect, test, vi } from 'vitest';
import { LiveInstrument, start } from '../../web/element/live.js';
import { startScope } from '../../web/element/start-scope.js';
import { Scope } from '../../web/engine/scope.js';
import { experiments, parseLink } from '../../web/index.js';
import { computePartAccess } from '../../web/instrument/part-access.js';

afterEach(() => vi.restoreAllMocks());

test('a start that fails after the scope was created disposes the scope', async () => {
  const dispose = vi.spyOn(Scope.prototype, 'dispose');
  const { configuration } = parseLink('v1;experiment=context-lookup');
  const element = {
    settings: { current: { configuration } },
    notices: { add: () => undefined },
    getAttribute: () => null,
    hasAttribute: () => false,
    requestUpdate: () => undefined,
    // The constructor fails when it reads this.
    get visibility() {
      throw new Error('no views');
    },
  };
  const options = { run: false, own: null, hadFocus: false };
  const starting = start(/** @type {any} */ (element), new AbortController().signal, options);
  await expect(starting).rejects.toThrow('no views');
  await vi.waitFor(() => expect(dispose).toHaveBeenCalledOnce());
});

test('a formula that the core rejects is replaced by the default, with a notice that names it', async () => {
  const { configuration } = parseLink('v1;experiment=translation;score=custom;formula=q%20%2B');
  const notify = vi.fn();
  const element = { getAttribute: () => null, hasAttribute: () => false };
  const host = { element, notify, signal: new AbortController().signal };
  const { scope } = await startScope(/** @type {any} */ (host), /** @type {any} */ ({ configuration }), null);
  scope.dispose();
  expect(notify.mock.calls).toEqual([[expect.stringMatching(/^formula = .* Ignored\.$/)]]);
});

test('settings in another order are applied without another run', () => {
  const experiment = experiments().find(({ name }) => name === 'translation');
  const { configuration } = parseLink('v1;experiment=translation;batchSize=16;hidden=64');
  const requestedConfiguration = { ...configuration, parameters: { hidden: 64, batchSize: 16 } };
  const live = {
    liveRun: { experiment, requestedConfiguration, data: {} },
    partAccess: computePartAccess({ mode: 'explore' }, /** @type {any} */ (experiment)),
    relabel: vi.fn(),
    reportChange: vi.fn(),
  };
  const apply = (/** @type {object} */ settings) =>
    LiveInstrument.prototype.applySettings.call(
      /** @type {any} */ (live),
      /** @type {any} */ ({ configuration, ...settings }),
    );
  expect(apply({})).toBe(true);
  expect(live.relabel).not.toHaveBeenCalled();
  expect(apply({ hold: 'map' })).toBe(true);
  expect(live).toMatchObject({ hold: 'map' });
  expect(live.relabel).toHaveBeenCalledOnce();
  for (const other of [{ mode: 'quiz' }, { speed: 2 }, { data: 'AA' }, { lock: 'seed' }])
    expect(apply(other)).toBe(false);
  expect(apply({ configuration: { ...configuration, seed: 2 } })).toBe(false);
});
