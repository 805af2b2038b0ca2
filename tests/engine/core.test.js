/** The WebAssembly modules, through their bound functions. */

import { readFileSync } from 'node:fs';
import { beforeAll, expect, it, vi } from 'vitest';
import createCore from '#core';
import { compileModule, getModuleAddress } from '../../web/engine/asset-addresses.js';
import { loadCore, requireWebAssembly } from '../../web/engine/core-loader.js';
import { experiments } from '../../web/engine/experiments.js';
import { mechanisms } from '../../web/engine/mechanisms.js';
import { registry } from '../../web/engine/registry.js';
import { Server } from '../../web/engine/server.js';
import { FakeClock } from './fakes.js';

/** @import { Core } from '../../web/engine/core.js' */

const standard = JSON.stringify({ experiment: 'context-lookup', seed: 7, parameters: {} });
const unknown = '{"experiment":"x"}';

/** @param {string} name */
const load = (name) => loadCore(name, getModuleAddress(name), createCore);

/** The module of most tests. @type {Core} */
let core;

beforeAll(async () => {
  ({ core } = await load('core'));
});

/** Creates the session of `core`. */
function create() {
  if (!core.create(standard, false)) throw new Error(core.takeError());
}

/** @returns {{ code: string, parameter: string, expected: string }} */
const waitingError = (from = core) => JSON.parse(from.takeError());

it('the modules describe the generated registry', async () => {
  // The modules of pages have no texts for readers; the build uses a module with texts.
  const built = new URL('../../build/wasm/describe.mjs', import.meta.url);
  const { default: createDescribing } = await import(built.href);
  const wasmBinary = readFileSync(new URL('describe.wasm', built));
  const describing = await createDescribing({ wasmBinary });
  // The build adds formulas as MathML.
  const described = mechanisms().map(({ lines, ...mechanism }) => ({
    ...mechanism,
    lines: lines.map(({ math, ...line }) => {
      expect(math[0]).toBe('math');
      return line;
    }),
  }));
  expect(JSON.parse(describing.describe())).toEqual({ ...registry, experiments: experiments() });
  expect(JSON.parse(describing.describeMechanisms())).toEqual(described);
  // Each module contains only its own experiments.
  for (const name of new Set(registry.experiments.map(({ module }) => module))) {
    const { core } = await load(name);
    expect(core.create(unknown, false)).toBe(false);
    const own = registry.experiments.filter(({ module }) => module === name);
    expect(waitingError(core).expected).toBe(`one of ${own.map((experiment) => experiment.name).join(', ')}`);
  }
});

it('the registry has labels and help texts for everything that is shown', () => {
  for (const { parameters, metrics, maps, views, title, summary } of experiments()) {
    for (const { label, help } of [...parameters, ...metrics, ...maps]) {
      expect(label).toBeTruthy();
      expect(help).toBeTruthy();
    }
    expect(title && summary && views.length && maps.length).toBeTruthy();
  }
});

/** @type {[string, (session: Core) => unknown, string][]} */
const mistakes = [
  ['an unknown experiment', (session) => session.create(unknown, false), 'BAD_PARAMETER'],
  ['a configuration that is not JSON', (session) => session.create('v1', false), 'BAD_FILE'],
  ['a value of the wrong type', (session) => session.set('{"learningRate":"0.1"}'), 'BAD_PARAMETER'],
  ['a value out of range', (session) => session.set('{"learningRate":1e9}'), 'BAD_PARAMETER'],
  ['setting what is unknown', (session) => session.set('{"a":1}'), 'BAD_PARAMETER'],
  ['setting what is fixed', (session) => session.set('{"contexts":3}'), 'BAD_PARAMETER'],
  ['an input without values', (session) => session.predict('{"context":1}'), 'BAD_INPUT'],
  ['an unknown map', (session) => session.attention('{"map":"x"}'), 'BAD_INPUT'],
  ['an empty file', (session) => session.reserve(0) && session.restore(), 'BAD_FILE'],
  ['a file of zeros', (session) => session.reserve(100) && session.loadWeights(), 'BAD_FILE'],
  ['too large a file', (session) => session.reserve(1e9), 'BAD_FILE'],
  ['a file of no size', (session) => session.reserve(Number.NaN), 'BAD_FILE'],
];

it.each(mistakes)('invalid input: %s causes an error and no change', (_, mistake, code) => {
  create();
  core.train(10);
  const before = [core.fingerprint(), core.configuration(), core.step()];
  expect(mistake(core)).toBeFalsy();
  const error = waitingError();
  expect(error.code).toBe(code);
  expect(error.parameter).toBeTruthy();
  expect(error.expected).toBeTruthy();
  expect(core.takeError()).toBe('');
  expect([core.fingerprint(), core.configuration(), core.step()]).toEqual(before);
});

it('memory does not grow with steps, probes, predictions, files, mistakes and sessions', () => {
  const use = () => {
    create();
    core.train(10);
    core.probe();
    core.evaluate();
    core.predict('{"example":1}');
    core.attention('{}');
    core.checkpoint();
    for (const [, mistake] of mistakes) mistake(core);
  };
  for (let i = 0; i < 20; i++) use();
  const { byteLength } = core.frame().buffer;
  for (let i = 0; i < 200; i++) use();
  expect(core.frame().buffer.byteLength).toBe(byteLength);
});

/** @param {object} changes */
const engine = (changes) =>
  /** @type {typeof WebAssembly} */ ({ ...WebAssembly, validate: () => true, ...changes });
class Forbidden {
  constructor() {
    throw new WebAssembly.CompileError("violates 'script-src'");
  }
}

it('an unsupported browser gets an error that names the missing feature', () => {
  expect(() => requireWebAssembly()).not.toThrow();
  expect(() => requireWebAssembly(engine({ validate: () => false }))).toThrow(/SIMD/);
  expect(() => requireWebAssembly(engine({ Module: Forbidden }))).toThrow(/wasm-unsafe-eval/);
  expect(() => requireWebAssembly(undefined)).not.toThrow();
  expect(() => requireWebAssembly(/** @type {typeof WebAssembly} */ (/** @type {unknown} */ (null)))).toThrow(
    /off/,
  );
});

it('half a module is reported as incomplete', async () => {
  const headers = { 'Content-Type': 'application/wasm' };
  vi.stubGlobal('fetch', async () => new Response('\0asm\x01\0\0\0\x01', { headers }));
  const address = 'https://example.org/core.wasm';
  await expect(compileModule(address)).rejects.toThrow(/core\.wasm is incomplete or altered/);
  vi.unstubAllGlobals();
});

it('a server that crashes in a call ends its free run', async () => {
  const clock = new FakeClock();
  /** @type {import('../../web/engine/protocol.js').ToHost[]} */
  const messages = [];
  const post = (/** @type {import('../../web/engine/protocol.js').ToHost} */ message) =>
    void messages.push(message);
  const crash = () => {
    throw new WebAssembly.RuntimeError('unreachable');
  };
  const server = new Server({
    post,
    clock,
    createCore: async (options) => Object.assign(await createCore(options), { predict: crash }),
  });
  const [source, unicode] = ['core', 'unicode'].map(getModuleAddress);
  const create = { core: 'core', source, unicode, configuration: JSON.parse(standard), data: null };
  const run = { run: 1, speed: Number.POSITIVE_INFINITY, until: Number.POSITIVE_INFINITY };
  server.receive({ type: 'call', id: 1, method: 'create', argument: create });
  server.receive({ type: 'call', id: 2, method: 'run', argument: run });
  await vi.waitFor(() => expect(messages).toContainEqual(expect.objectContaining({ type: 'reply', id: 2 })));
  clock.advance(0);
  expect(clock.idle).toBe(false);
  server.receive({ type: 'call', id: 3, method: 'predict', argument: { example: 1 } });
  await vi.waitFor(() => expect(messages.at(-1)).toMatchObject({ type: 'crash', id: 3 }));
  clock.advance(0);
  expect(clock.idle).toBe(true);
});
