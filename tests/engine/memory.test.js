import { afterAll, describe, expect, it, vi } from 'vitest';
import { createScope, experiments } from '../../web/index.js';

/** Maximum memory of the module for every preset, in MiB. The module itself cannot grow beyond 512. */
const kMost = 100;

/** Memories of the instances created since the test began. @type {WebAssembly.Memory[]} */
let memories = [];
const { instantiate } = WebAssembly;
const spy = vi.spyOn(WebAssembly, 'instantiate').mockImplementation(async (...parameters) => {
  const instance = /** @type {WebAssembly.Instance} */ (await instantiate(...parameters));
  for (const exported of Object.values(instance.exports))
    if (exported instanceof WebAssembly.Memory) memories.push(exported);
  return /** @type {any} */ (instance);
});
afterAll(() => spy.mockRestore());

const mebibytes = () => memories.map(({ buffer }) => buffer.byteLength / 2 ** 20);

describe.each(experiments().map(({ name, presets }) => ({ name, presets })))(
  '$name',
  ({ name, presets = [] }) => {
    it.each([undefined, ...presets.map((preset) => preset.name)])(
      'uses bounded memory with preset %s, which does not grow during training',
      { tags: 'full' },
      async (preset) => {
        memories = [];
        const scope = await createScope({ experiment: name, preset, worker: false });
        await scope.train({ steps: 1 });
        await scope.evaluate();
        const [first = Number.NaN, ...others] = mebibytes();
        expect(others).toEqual([]);
        expect(first).toBeLessThan(kMost);
        await scope.train({ steps: 4 });
        await scope.evaluate();
        expect(mebibytes()).toEqual([first]);
        scope.dispose();
      },
    );
  },
);
