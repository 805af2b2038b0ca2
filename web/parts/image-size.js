/**
 * Reads the size of an image from the first bytes of its file, before it is decoded, since a few kilobytes may decode to
 * billions of pixels.
 */

/** Number of bytes that are read. All formats but JPEG hold the size in them; in JPEG other data may precede it. */
export const kHeaderBytes = 256 * 1024;

/**
 * @param {ArrayBuffer} buffer the beginning of the file
 * @returns {{ width: number, height: number } | null} null for anything but PNG, JPEG, GIF, WebP, BMP and AVIF
 */
export function readImageSize(buffer) {
  const view = new DataView(buffer);
  try {
    return read(view);
  } catch (error) {
    // The file ends before the bytes that hold the size.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** @param {DataView} view @returns {{ width: number, height: number } | null} */
function read(view) {
  const [first, text] = [view.getUint16(0), (/** @type {number} */ at) => readText(view, at)];
  if (first === 0xffd8) return readJpeg(view);
  if (text(1) === 'PNG\r') return { width: view.getUint32(16), height: view.getUint32(20) };
  if (text(0) === 'GIF8') return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (first === 0x424d) return { width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) };
  if (text(0) === 'RIFF' && text(8) === 'WEBP') return readWebp(view);
  if (text(4) === 'ftyp') return readAvif(view);
  return null;
}

/** @param {DataView} view @param {number} at @returns {string} four characters */
const readText = (view, at) => String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)));

/** Finds the frame header among the segments: 0xC0 to 0xCF, except C4, C8 and CC. @param {DataView} view */
function readJpeg(view) {
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    else at += 2 + view.getUint16(at + 2);
  }
  return null;
}

/** @param {DataView} view */
function readWebp(view) {
  const kind = readText(view, 12);
  const low = (/** @type {number} */ at) => view.getUint16(at, true);
  if (kind === 'VP8 ') return { width: low(26) & 0x3fff, height: low(28) & 0x3fff };
  const bits = view.getUint32(21, true);
  if (kind === 'VP8L') return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  const wide = (/** @type {number} */ at) => low(at) + view.getUint8(at + 2) * 65536 + 1;
  return kind === 'VP8X' ? { width: wide(24), height: wide(27) } : null;
}

/** Returns the largest size among the `ispe` boxes of the image and its parts. @param {DataView} view */
function readAvif(view) {
  let size = null;
  for (let at = 0; at + 16 <= view.byteLength; at++) {
    if (view.getUint32(at) !== 0x69737065) continue;
    const [width, height] = [view.getUint32(at + 8), view.getUint32(at + 12)];
    if (!size || width * height > size.width * size.height) size = { width, height };
  }
  return size;
}
