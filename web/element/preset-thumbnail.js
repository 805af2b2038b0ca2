/** A thumbnail of what a preset learns: the map of its poster, in the color scale of all maps. */
import { html, svg } from 'lit';
import { drawPixels, drawRegionShades } from '../parts/picture-regions.js';
import { decodeShares } from '../parts/poster-code.js';
import { getFillStyle } from '../plots/palette.js';

/** @import { Poster } from '../engine/view-types.js' */

/** Cells with less weight than this have the color of the paper, so they are not drawn. */
const kMinShare = 0.01;
/** Maps with at most this many columns have large cells. */
const kLargeCells = 16;
/** Each row is drawn as a square image if columns / rows exceeds this ratio. */
const kImageRatio = 4;

/** Maximum ratio of width to height; the rows of wider maps are stretched. */
const kWidest = 2;

/** @param {string} experiment @returns {Promise<Readonly<Record<string, Poster>>>} by preset name */
export const loadPosters = async (experiment) =>
  (await import(`../experiments/${experiment}/poster.js`)).posters;

/**
 * The first head of a poster, its first image, or its picture shaded by the weights of the first word, as SVG. On maps with
 * large cells, outlines mark the truth.
 * @param {Pick<Poster, 'shape' | 'weights' | 'truth' | 'picture'>} poster
 */
export function presetThumbnailTemplate({ shape, weights, truth, picture }) {
  const [all = 1, length = 1] = shape.slice(-2);
  const side = Math.sqrt(length);
  const isImage = Number.isInteger(side) && length > kImageRatio * all;
  const [rows, columns] = isImage ? [side, side] : [all, length];
  const shares = decodeShares(weights).subarray(0, rows * columns);
  if (picture)
    return html`<svg viewBox=${`0 0 ${columns} ${rows}`} shape-rendering="crispEdges" aria-hidden="true">
      ${drawPixels(decodeShares(picture), columns)} ${drawRegionShades(shares, columns)}
    </svg>`;
  const most = isImage ? Math.max(...shares) : 1;
  const high = Math.max(1, columns / rows / kWidest);
  const outlines = Array.from(decodeShares(truth).subarray(0, rows * columns), (mark, i) =>
    mark > 0 && columns <= kLargeCells
      ? `M${(i % columns) + 0.1} ${Math.floor(i / columns) + 0.1}h.8v.8h-.8z`
      : '',
  );
  return html`<svg viewBox=${`0 0 ${columns} ${rows * high}`} overflow="visible" shape-rendering="crispEdges" aria-hidden="true">
    <rect width=${columns} height=${rows * high} fill="none" stroke="var(--attento-line-color)" vector-effect="non-scaling-stroke" />
    ${Array.from(shares, (share, i) =>
      share > kMinShare
        ? svg`<rect x=${i % columns} y=${Math.floor(i / columns) * high} width="1" height=${high} .style=${getFillStyle(share / most)} />`
        : null,
    )}
    ${[
      ['paper', 3],
      ['ink', 1],
    ].map(
      ([color, width]) =>
        svg`<path transform=${`scale(1 ${high})`} d=${outlines.join('')} fill="none" stroke=${`var(--attento-${color})`} stroke-width=${width} vector-effect="non-scaling-stroke" />`,
    )}
  </svg>`;
}
