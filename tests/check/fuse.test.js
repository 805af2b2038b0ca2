import { describe, expect, it } from 'vitest';
import { fuseMultiplyAdds } from '../../.tools/fuse.js';

/** Fuses a function with this body. @param {string} body */
function fuseBody(body) {
  const { text, count } = fuseMultiplyAdds(`(module (func $f (param $a v128) ${body}))`);
  return { body: text.slice('(module (func $f (param $a v128) '.length, -2), count };
}

describe('the fast variant of a module', () => {
  it('fuses a product with a sum, on either side', () => {
    const product = '(f32x4.mul (local.get $a) (local.get $b))';
    const sum = '(f32x4.relaxed_madd (local.get $a) (local.get $b) (local.get $c))';
    expect(fuseBody(`(f32x4.add ${product} (local.get $c))`)).toEqual({ body: sum, count: 1 });
    expect(fuseBody(`(f32x4.add (local.get $c) ${product})`)).toEqual({ body: sum, count: 1 });
    expect(fuseBody(`(f32x4.sub (local.get $c) ${product})`).body).toBe(sum.replace('madd', 'nmadd'));
  });

  it('fuses nested multiply-adds', () => {
    const square = '(f32x4.mul (local.get $a) (local.get $a))';
    const inner = `(f32x4.add ${square} (v128.const i32x4 0x0 0x0 0x0 0x0))`;
    const { body, count } = fuseBody(`(f32x4.add (f32x4.mul ${inner} (local.get $a)) ${square})`);
    expect(count).toBe(2);
    expect(body).toContain('(f32x4.relaxed_madd (f32x4.relaxed_madd ');
  });

  it('fuses if the factors set only variables that the sum does not use', () => {
    const loads = '(f32x4.mul (local.tee $x (v128.load32_splat offset=4 (local.get $p))) (local.get $b))';
    expect(fuseBody(`(local.set $s (f32x4.add (local.get $s) ${loads}))`).count).toBe(1);
  });

  const unfused = {
    'the factors set a variable of the summand':
      '(f32x4.add (local.get $x) (f32x4.mul (local.tee $x (local.get $a)) (local.get $b)))',
    'the summand sets a variable of the factors':
      '(f32x4.add (local.tee $x (local.get $a)) (f32x4.mul (local.get $x) (local.get $b)))',
    'the factors contain a call': '(f32x4.add (local.get $c) (f32x4.mul (call $g) (local.get $b)))',
    'the factors contain a store':
      '(f32x4.add (v128.load (local.get $p)) (f32x4.mul (block (result v128) (v128.store (local.get $p) (local.get $a)) (local.get $a)) (local.get $b)))',
    'the summand is subtracted from the product':
      '(f32x4.sub (f32x4.mul (local.get $a) (local.get $b)) (local.get $c))',
    'the product is a quotient': '(f32x4.add (local.get $c) (f32x4.div (local.get $a) (local.get $b)))',
    'the numbers are doubles': '(f64x2.add (local.get $c) (f64x2.mul (local.get $a) (local.get $b)))',
  };
  it.each(Object.entries(unfused))('does not fuse if %s', (_, body) => {
    expect(fuseBody(body)).toEqual({ body, count: 0 });
  });

  it('does not change data and names that look like code', () => {
    const text =
      '(module (data $d (i32.const 8) "(f32x4.add \\"\\28;)") (func $f (result i32) (i32.const 1)))';
    expect(fuseMultiplyAdds(text)).toEqual({ text, count: 0 });
    expect(fuseMultiplyAdds('(module (; a (comment ;) (func $f) ;; another\n)').text).toBe(
      '(module (func $f))',
    );
  });
});
