import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../.tools/shell.js';
import { countInstructions, listEigenPackets } from './simd.js';
import { createTemporaryFolder } from './temporary-folder.js';

const shipped = readdirSync(join(root, 'dist')).filter(
  (name) => name.endsWith('.wasm') && name !== 'unicode.wasm',
);

describe('the shipped modules', () => {
  it.each(shipped)('use 128-bit SIMD instructions: %s', async (name) => {
    const counts = await countInstructions(join(root, 'dist', name));
    /** @param {string} name */
    const count = (name) => counts.get(name) ?? 0;
    expect(count('f32x4.mul')).toBeGreaterThanOrEqual(40);
    expect(count('f32x4.add')).toBeGreaterThanOrEqual(40);
    expect(count('v128.load')).toBeGreaterThanOrEqual(80);
    expect(count('v128.load32_splat')).toBeGreaterThanOrEqual(4);
    // Relaxed instructions make results depend on the machine.
    const relaxed = [...counts.keys()].filter((name) => name.includes('relaxed'));
    expect(relaxed).toEqual(name.endsWith('-fast.wasm') ? ['f32x4.relaxed_madd', 'f32x4.relaxed_nmadd'] : []);
  });

  it('are compiled with Eigen packets', async () => {
    expect(await listEigenPackets()).toEqual(expect.arrayContaining(['SSE', 'SSE4_1']));
  });
});

it('the SIMD check finds no SIMD instructions in a scalar module', async () => {
  // (func (param f32) (result f32) local.get 0 local.get 0 f32.mul)
  const header = [0, 97, 115, 109, 1, 0, 0, 0, 1, 6, 1, 96, 1, 125, 1, 125, 3, 2, 1, 0];
  const code = [10, 9, 1, 7, 0, 32, 0, 32, 0, 148, 11];
  const folder = createTemporaryFolder({ 'scalar.wasm': Uint8Array.of(...header, ...code) });
  const counts = await countInstructions(join(folder, 'scalar.wasm'));
  expect(counts.get('f32.mul')).toBe(1);
  expect([...counts.keys()].filter((name) => /^(f32x4|v128)/.test(name))).toEqual([]);
});
