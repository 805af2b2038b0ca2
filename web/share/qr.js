/**
 * A link as a QR code, drawn as SVG.
 * @module
 */
import { encode } from 'uqr';

const kSvg = 'http://www.w3.org/2000/svg';
/** Quiet zone around the code, in modules, as the standard requires. */
const kQuietZone = 4;

/**
 * @param {string} text
 * @param {string} label accessible name
 * @returns {SVGElement | null} always black on white; null if the text is too long for a QR code
 */
export function createQrCode(text, label) {
  const { data, size } = encodeIfFits(text) ?? { data: [], size: 0 };
  if (size === 0) return null;
  const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
  const picture = document.createElementNS(kSvg, 'svg');
  const edge = -kQuietZone;
  const side = size + 2 * kQuietZone;
  /** @param {string} d @param {string} fill */
  const path = (d, fill) => {
    const node = document.createElementNS(kSvg, 'path');
    node.setAttribute('d', d);
    node.setAttribute('fill', fill);
    return node;
  };
  const attributes = {
    viewBox: `${edge} ${edge} ${side} ${side}`,
    'shape-rendering': 'crispEdges',
    role: 'img',
    'aria-label': label,
    class: 'qr',
  };
  for (const [name, value] of Object.entries(attributes)) picture.setAttribute(name, value);
  picture.append(
    path(`M${edge} ${edge}h${side}v${side}h${-side}z`, '#ffffff'),
    path(dots.join(''), '#000000'),
  );
  return picture;
}

/** @param {string} text */
function encodeIfFits(text) {
  try {
    return encode(text, { ecc: 'M', border: 0 });
  } catch {
    return null;
  }
}
