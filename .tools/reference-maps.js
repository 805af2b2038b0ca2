/** Draws the small maps of the reference page from the stored posters: the attention that each of its models has learned. */

import { referenceMaps } from '../web/lab/reference-maps.js';
import { decodeShares } from '../web/parts/poster-code.js';
import { getColorStyle } from '../web/plots/palette.js';
import { createTag } from '../web/plots/svg.js';

/** If a map has at least this many columns and their number is a square, each row is an image. */
const kImageColumns = 49;
/** Number of images of such a map, two side by side. */
const kImages = 4;
/** Side of a cell and distance of images, in SVG units. */
const kCell = 10;

/** @typedef {Pick<import('../web/engine/view-types.js').Poster, 'shape' | 'weights' | 'truth' | 'picture'>} StoredMap */
/** A cell of a drawing. @typedef {{ x: number, y: number, weight: number, isTrue: boolean }} Cell */
/** A drawing; flat maps have tall cells. @typedef {{ width: number, height: number, tall: number, cells: Cell[] }} SmallMap */

/** @param {string} link of an instrument @returns {Promise<StoredMap>} */
async function findMap(link) {
  // Imported here because the build writes files that it imports.
  const { parseUseLink } = await import('../web/lab/all-of-attention.js');
  const { experiment, preset } = parseUseLink(link);
  const own = referenceMaps[link];
  if (own) return own;
  const { posters } = await import(`../web/experiments/${experiment}/poster.js`);
  const poster = posters[preset ?? ''];
  if (!poster) throw new Error(`There is no map of ${link}: npm run posters -- reference`);
  return poster;
}

/** @param {StoredMap} map @returns {SmallMap} the first head, or the first images */
function layOutCells({ shape, weights, truth, picture }) {
  const [rows = 1, columns = 1] = shape.slice(-2);
  const [shares, marks] = [decodeShares(weights), decodeShares(truth)];
  const side = Math.sqrt(columns);
  const isImage = Boolean(picture) || (columns >= kImageColumns && Number.isInteger(side));
  const count = isImage ? Math.min(rows, kImages) * columns : rows * columns;
  const cells = Array.from({ length: count }, (_, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    const place = isImage
      ? {
          x: (row % 2) * (side + 1) + (column % side),
          y: Math.floor(row / 2) * (side + 1) + Math.floor(column / side),
        }
      : { x: column, y: row };
    return {
      ...place,
      weight: shares[i] ?? 0,
      isTrue: (!isImage || Boolean(picture)) && (marks[i] ?? 0) > 0,
    };
  });
  return isImage
    ? { width: 2 * side + 1, height: 2 * side + 1, tall: kCell, cells }
    : { width: columns, height: rows, tall: kCell * Math.min(4, Math.max(1, columns / rows / 3)), cells };
}

/** @param {string} link of an instrument @returns {Promise<string>} SVG without text */
export async function renderSmallMap(link) {
  const { width, height, tall, cells } = layOutCells(await findMap(link));
  /** One path for each color. @type {Map<string, string>} */
  const paths = new Map();
  for (const { x, y, weight } of cells) {
    const color = getColorStyle(weight);
    paths.set(color, `${paths.get(color) ?? ''}M${x * kCell} ${y * tall}h${kCell}v${tall}h-${kCell}z`);
  }
  const outlines = cells
    .filter(({ isTrue }) => isTrue)
    .flatMap(({ x, y }) => {
      const box = { x: x * kCell + 1, y: y * tall + 1, width: kCell - 2, height: tall - 2, fill: 'none' };
      return [
        createTag('rect', { ...box, stroke: 'var(--paper)', 'stroke-width': 2.8 }),
        createTag('rect', { ...box, stroke: 'var(--ink)', 'stroke-width': 1.4 }),
      ];
    });
  const content = [...paths].map(([fill, d]) => createTag('path', { fill, d }));
  const viewBox = `0 0 ${width * kCell} ${height * tall}`;
  return createTag('svg', { viewBox, 'aria-hidden': 'true' }, [...content, ...outlines].join(''));
}
