/** Tests that what the GIF encoder compresses can be read again, also beyond the largest code. */
import { expect, it } from 'vitest';
import { compress, encodeGif } from '../../.tools/gif.js';

/** Reads LZW codes of indices of 8 bits. @param {readonly number[]} bytes @returns {number[]} */
function decompress(bytes) {
  const [clear, end] = [256, 257];
  /** @type {number[][]} */
  let table = [];
  let [position, width] = [0, 9];
  /** @type {number[]} */
  let previous = [];
  const found = [];
  for (;;) {
    let code = 0;
    for (let bit = 0; bit < width; bit++, position++)
      code |= (((bytes[position >> 3] ?? 0) >> (position & 7)) & 1) << bit;
    if (code === end) return found;
    if (code === clear) {
      table = Array.from({ length: 258 }, (_, i) => (i < 256 ? [i] : []));
      width = 9;
      previous = [];
      continue;
    }
    const entry = table[code] ?? [...previous, previous[0] ?? 0];
    found.push(...entry);
    if (previous.length > 0 && table.length < 4096) table.push([...previous, entry[0] ?? 0]);
    if (table.length === 2 ** width && width < 12) width++;
    previous = entry;
  }
}

it.each([
  { name: 'equal', indices: new Uint8Array(5000) },
  { name: 'few', indices: Uint8Array.from({ length: 30000 }, (_, i) => (i * i) % 7) },
  { name: 'many', indices: Uint8Array.from({ length: 30000 }, (_, i) => (i * 7919 + (i >> 3)) % 256) },
])('compress keeps $name indices', ({ indices }) => {
  expect(decompress(compress(indices))).toEqual([...indices]);
});

it('encodeGif writes a header, a block for each frame, and an end', () => {
  const frame = { pixels: Uint8Array.from([255, 0, 0, 255, 0, 0, 255, 255]), delay: 100 };
  const file = encodeGif({ width: 2, height: 1, frames: [frame, frame], repeats: 2 });
  expect(file.subarray(0, 10).toString('latin1')).toBe('GIF89a\x02\x00\x01\x00');
  expect(file.toString('latin1').split('\x21\xf9\x04').length - 1).toBe(2);
  expect(file.at(-1)).toBe(0x3b);
});
