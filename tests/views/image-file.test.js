import { describe, expect, it } from 'vitest';
import { computeBlockMeans, convertToInk, readSquareImage } from '../../web/parts/image-file.js';
import { readImageSize } from '../../web/parts/image-size.js';

/** @param {string} text one byte per character */
const bytes = (text) => Uint8Array.from(text, (sign) => sign.charCodeAt(0)).buffer;

/** First bytes of files, all with 300 by 200 pixels. @type {[string, string][]} */
const headers = [
  ['PNG', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\x2c\0\0\0\xc8\x08\x02\0\0\0'],
  ['GIF', 'GIF89a\x2c\x01\xc8\0\x80\0\0'],
  ['BMP', `BM${'\0'.repeat(12)}\x28\0\0\0\x2c\x01\0\0\x38\xff\xff\xff`],
  ['WebP, lossy', 'RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x2c\x41\xc8\x40'],
  ['WebP, lossless', 'RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x2b\xc1\x31\0\0'],
  ['WebP, extended', 'RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0\x2b\x01\0\xc7\0\0'],
  ['JPEG', '\xff\xd8\xff\xe0\0\x04ab\xff\xc4\0\x02\xff\xff\xc2\0\x11\x08\0\xc8\x01\x2c\x03'],
  [
    'AVIF',
    '\0\0\0\x1cftypavif\0\0\0\x14ispe\0\0\0\0\0\0\0\x08\0\0\0\x08\0\0\0\x14ispe\0\0\0\0\0\0\x01\x2c\0\0\0\xc8',
  ],
];

describe('the size of an image', () => {
  it.each(headers)('is read from the beginning of a file: %s', (_, text) => {
    expect(readImageSize(bytes(text))).toEqual({ width: 300, height: 200 });
    for (let length = 0; length < 10; length++)
      expect(readImageSize(bytes(text.slice(0, length)))).toBeNull();
  });

  it('is checked before an image with too many pixels is decoded', async () => {
    const [[, png = ''] = []] = headers;
    const bomb = png.replace('\x01\x2c', '\xff\xff').replace('\0\xc8', '\xff\xff');
    await expect(readSquareImage(new Blob([bytes(bomb)]), 24)).rejects.toThrow('65535 × 65535 pixels');
    await expect(readSquareImage(new Blob(['<svg/>']), 24)).rejects.toThrow('no image');
  });
});

describe('an image scaled to the model’s input', () => {
  it('has the mean of the pixels that each output pixel covers', () => {
    // Two by two output pixels, each the mean of two by two: black, white, red, and half white.
    const [black, white, red] = [
      [0, 0, 0, 255],
      [255, 255, 255, 255],
      [255, 0, 0, 255],
    ];
    const [above, below] = [
      [black, black, white, white],
      [red, red, white, black],
    ];
    const pixels = [above, above, below, below].flat(2);
    const means = computeBlockMeans(pixels, 2, 2);
    for (const [i, value] of [0, 0, 0, 1, 1, 1, 1, 0, 0, 0.5, 0.5, 0.5].entries())
      expect(means[i]).toBeCloseTo(value, 6);
  });

  const side = 4;
  /** @param {(i: number) => number} brightness */
  const createGray = (brightness) =>
    Float32Array.from({ length: side * side * 3 }, (_, i) => brightness(Math.floor(i / 3)));
  const inside = (/** @type {number} */ i) => i === 5 || i === 6;

  it('reads dark strokes on light paper, and light ones on dark', () => {
    const expected = Array.from({ length: side * side }, (_, i) => (inside(i) ? 1 : 0));
    const onPaper = createGray((i) => (inside(i) ? 0.3 : 0.8));
    const onSlate = createGray((i) => (inside(i) ? 0.9 : 0.1));
    for (const gray of [onPaper, onSlate]) {
      const ink = convertToInk(gray, side);
      for (const [i, value] of expected.entries()) expect(ink[i]).toBeCloseTo(value, 5);
    }
  });
});
