import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import binaryen from 'binaryen';
import { expect, it } from 'vitest';
import { hasVectorSignature, padIndirectCalls } from '../../.tools/prepare-for-webkit.js';
import { root } from '../../.tools/shell.js';

it('adds a nop between an indirect call and the begin or end of a try block, and nowhere else', () => {
  const call = '(call_indirect (type $f) (i32.const 17))';
  const module = binaryen.parseText(`(module (type $f (func)) (table 1 funcref) (func $g ${call}
    (try (do (call $g) ${call}) (catch_all ${call} (call $g) (drop (v128.const i32x4 0x060011 0 0 0))))))`);
  const before = module.emitBinary();
  const after = padIndirectCalls(before);
  expect([after.length - before.length, WebAssembly.validate(after)]).toEqual([2, true]);
  expect(padIndirectCalls(after)).toEqual(after);
});

it('finds vectors among the parameters and results of functions', () => {
  const check = (/** @type {string} */ declaration) =>
    hasVectorSignature(binaryen.parseText(`(module (func (param i32)) (func ${declaration}))`).emitBinary());
  expect(check('(param i32 v128)')).toBe(true);
  expect(check('(result v128) (unreachable)')).toBe(true);
  expect(check('(param f32) (result f64) (local v128) (unreachable)')).toBe(false);
});

const dist = join(root, 'dist');
it.each(readdirSync(dist).filter((name) => name.endsWith('.wasm')))('the build has prepared %s', (name) => {
  const module = readFileSync(join(dist, name));
  expect(padIndirectCalls(module).equals(module)).toBe(true);
  expect(hasVectorSignature(module)).toBe(false);
});
