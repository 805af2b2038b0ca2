/** Writes animated GIFs with one palette, in which each frame holds only the pixels that differ from the frame before. */

/** A frame: RGBA of each pixel, and how long it stays in ms. @typedef {{ pixels: Uint8Array, delay: number }} Frame */

const kBits = 8;
const kColors = 2 ** kBits;
const kTransparent = kColors - 1;
const kMaximumCode = 4095;
/** Colors that differ only in the bits below this one count as equal. */
const kDroppedBits = 3;

/** @param {number} value @returns {number[]} its two bytes, the lower one first */
const writeShort = (value) => [value & 255, value >> 8];

/**
 * @param {readonly Frame[]} frames
 * @returns {{ colors: number[], findIndex: (pixels: Uint8Array, at: number) => number }} the most frequent colors as bytes, and the
 *   index of the nearest for a pixel
 */
function createPalette(frames) {
  /** @param {Uint8Array} pixels @param {number} at */
  const readKey = (pixels, at) =>
    [0, 1, 2].reduce((key, channel) => (key << 8) | ((pixels[at + channel] ?? 0) >> kDroppedBits), 0);
  /** @type {Map<number, { count: number, color: number[] }>} */
  const counts = new Map();
  for (const { pixels } of frames)
    for (let at = 0; at < pixels.length; at += 4) {
      const key = readKey(pixels, at);
      const entry = counts.get(key);
      if (entry) entry.count++;
      else counts.set(key, { count: 1, color: [...pixels.subarray(at, at + 3)] });
    }
  const colors = [...counts.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, kTransparent)
    .map(({ color }) => color);
  /** @param {readonly number[]} a @param {readonly number[]} b */
  const measure = (a, b) => a.reduce((sum, part, i) => sum + (part - (b[i] ?? 0)) ** 2, 0);
  /** @type {Map<number, number>} */
  const indices = new Map();
  for (const [key, { color }] of counts) {
    const distances = colors.map((one) => measure(one, color));
    indices.set(key, distances.indexOf(Math.min(...distances)));
  }
  return {
    colors: Array.from({ length: kColors }, (_, i) => colors[i] ?? [0, 0, 0]).flat(),
    findIndex: (pixels, at) => indices.get(readKey(pixels, at)) ?? 0,
  };
}

/** Compresses indices with LZW. @param {Uint8Array} indices @returns {number[]} bytes */
export function compress(indices) {
  const [clear, end] = [kColors, kColors + 1];
  /** @type {number[]} */
  const bytes = [];
  let [waiting, bits, width, next] = [0, 0, kBits + 1, end + 1];
  /** Codes of index sequences, by the code of their beginning and their last index. @type {Map<number, number>} */
  let codes = new Map();
  /** @param {number} code */
  const push = (code) => {
    waiting |= code << bits;
    bits += width;
    for (; bits >= 8; bits -= 8, waiting >>>= 8) bytes.push(waiting & 255);
  };
  push(clear);
  let prefix = indices[0] ?? 0;
  for (const index of indices.subarray(1)) {
    const key = prefix * kColors + index;
    const known = codes.get(key);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    push(prefix);
    prefix = index;
    if (next > kMaximumCode) {
      push(clear);
      [codes, width, next] = [new Map(), kBits + 1, end + 1];
      continue;
    }
    if (next === 2 ** width) width++;
    codes.set(key, next++);
  }
  push(prefix);
  push(end);
  if (bits > 0) bytes.push(waiting & 255);
  return bytes;
}

/**
 * @param {{ width: number, height: number, frames: readonly Frame[], repeats: number }} animation `repeats` after the first time
 * @returns {Buffer}
 */
export function encodeGif({ width, height, frames, repeats }) {
  const { colors, findIndex } = createPalette(frames);
  const size = [...writeShort(width), ...writeShort(height)];
  const parts = [
    Buffer.from('GIF89a'),
    Buffer.from([...size, 0x80 | (kBits - 1), 0, 0, ...colors]),
    Buffer.from([0x21, 0xff, 11]),
    Buffer.from('NETSCAPE2.0'),
    Buffer.from([3, 1, ...writeShort(repeats), 0]),
  ];
  /** @type {Uint8Array | null} */
  let before = null;
  for (const { pixels, delay } of frames) {
    const indices = Uint8Array.from({ length: width * height }, (_, i) => findIndex(pixels, 4 * i));
    const shown = before
      ? indices.map((index, i) => (index === before?.[i] ? kTransparent : index))
      : indices;
    before = indices;
    // Each frame is drawn over the one before.
    parts.push(Buffer.from([0x21, 0xf9, 4, 0b101, ...writeShort(Math.round(delay / 10)), kTransparent, 0]));
    parts.push(Buffer.from([0x2c, 0, 0, 0, 0, ...size, 0, kBits]));
    const bytes = compress(shown);
    for (let at = 0; at < bytes.length; at += 255) {
      const block = bytes.slice(at, at + 255);
      parts.push(Buffer.from([block.length, ...block]));
    }
    parts.push(Buffer.from([0]));
  }
  return Buffer.concat([...parts, Buffer.from([0x3b])]);
}
