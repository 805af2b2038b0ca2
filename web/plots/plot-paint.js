/**
 * Functions shared by the line plots: up to four series that differ by dashes and marks, not by color alone, each with its name at
 * its end.
 */

/** @import { Theme } from './theme.js' */

/**
 * @param {Theme} theme
 * @param {number} index of a series, 0 to 3
 * @returns {{ color: string, dashes: number[] }}
 */
export function getSeriesStyle({ accent, ink, muted, line }, index) {
  const styles = [
    { color: accent, dashes: [] },
    { color: ink, dashes: [2.5, 2] },
    { color: muted, dashes: [7, 2] },
    { color: accent, dashes: [1, 1.5] },
  ];
  const { color, dashes } = /** @type {typeof styles[number]} */ (styles[index % styles.length]);
  return { color, dashes: dashes.map((length) => length * line) };
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number[]} line x and y alternating; a y that is not finite makes a gap
 * @param {number[]} [dashes]
 */
export function strokeLine(context, line, dashes = []) {
  context.setLineDash(dashes);
  context.beginPath();
  let open = false;
  for (let i = 0; i < line.length; i += 2) {
    const [x, y] = [line[i] ?? 0, line[i + 1] ?? Number.NaN];
    if (Number.isFinite(y) && open) context.lineTo(x, y);
    else if (Number.isFinite(y)) context.moveTo(x, y);
    open = Number.isFinite(y);
  }
  context.stroke();
  context.setLineDash([]);
}

/**
 * Marks a point: a disc for even series, a square for odd ones; filled for the first and the last.
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} index
 * @param {Theme} theme
 */
export function paintPoint(context, x, y, index, theme) {
  const size = theme.line + 2;
  context.lineWidth = theme.line;
  const { color } = getSeriesStyle(theme, index);
  const full = index === 0 || index === 3;
  context.fillStyle = full ? color : theme.paper;
  context.strokeStyle = color;
  context.beginPath();
  if (index % 2 === 0) context.arc(x, y, size, 0, 2 * Math.PI);
  else context.rect(x - size, y - size, 2 * size, 2 * size);
  context.fill();
  if (!full) context.stroke();
}

/**
 * Writes the names of the series to the right of their ends, moved apart where they would overlap.
 * @param {CanvasRenderingContext2D} context its font is set
 * @param {readonly { name: string, x: number, y: number, index?: number }[]} ends `index` of the series, where some series have
 *   no end
 * @param {number} size font size
 * @param {Theme} theme
 */
export function paintEndLabels(context, ends, size, theme) {
  const places = spreadLabels(
    ends.map(({ y }) => y),
    size * 1.3,
  );
  const lift = Math.max(0, size * 0.7 - Math.min(...places));
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  ends.forEach(({ name, x, index }, i) => {
    context.fillStyle = getSeriesStyle(theme, index ?? i).color;
    context.fillText(name, x + size * 0.8, (places[i] ?? 0) + lift);
  });
}

/**
 * @param {CanvasRenderingContext2D} context its font is set
 * @param {readonly string[]} names
 * @param {number} size font size
 * @returns {number} width that the labels need at the right
 */
export function computeLabelWidth(context, names, size) {
  return size * 1.2 + Math.max(0, ...names.map((name) => context.measureText(name).width));
}

/**
 * @param {readonly number[]} positions of the labels
 * @param {number} minimum minimum distance
 * @returns {number[]} positions with at least this distance, in the same order, as near to the given ones as possible
 */
export function spreadLabels(positions, minimum) {
  const order = positions.map((_, i) => i).sort((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0));
  // Isotonic regression: with the minimum distances subtracted, positions must ascend; runs that do not are set to their mean.
  /** @type {{ sum: number, count: number }[]} */
  const runs = [];
  order.forEach((of, rank) => {
    let run = { sum: (positions[of] ?? 0) - rank * minimum, count: 1 };
    for (let last = runs.at(-1); last && last.sum / last.count > run.sum / run.count; last = runs.at(-1)) {
      run = { sum: run.sum + last.sum, count: run.count + last.count };
      runs.pop();
    }
    runs.push(run);
  });
  const bases = runs.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count));
  const places = [...positions];
  order.forEach((of, rank) => {
    places[of] = (bases[rank] ?? 0) + rank * minimum;
  });
  return places;
}
