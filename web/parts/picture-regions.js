/** Draws a small picture, and how much weight its regions have, as SVG. */
import { svg } from 'lit';

/** @param {Float32Array} picture red, green and blue of each pixel @param {number} size of a side */
export function drawPixels(picture, size) {
  const side = Math.sqrt(picture.length / 3);
  const pixel = size / side;
  return Array.from({ length: side * side }, (_, i) => {
    const [red, green, blue] = Array.from(picture.slice(3 * i, 3 * i + 3), (part) => Math.round(255 * part));
    return svg`<rect x=${(i % side) * pixel} y=${Math.floor(i / side) * pixel} width=${pixel + 0.3} height=${pixel + 0.3} fill="rgb(${red} ${green} ${blue})" />`;
  });
}

/** Lightens and darkens the regions of a picture by their weights. @param {Float32Array} shares @param {number} size of a side */
export function drawRegionShades(shares, size) {
  const [cells, maximum] = [Math.sqrt(shares.length), Math.max(...shares)];
  const cell = size / cells;
  return Array.from(shares, (share, i) => {
    const bright = maximum > 0 ? share / maximum : 1;
    return svg`<rect x=${(i % cells) * cell} y=${Math.floor(i / cells) * cell} width=${cell} height=${cell}
      fill=${bright > 0.5 ? '#ffffff' : '#000000'} opacity=${(bright > 0.5 ? 0.5 * (bright - 0.5) : 1.1 * (0.5 - bright)).toFixed(2)} />`;
  });
}
