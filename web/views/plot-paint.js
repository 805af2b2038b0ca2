/**
 * What the plots of curves and lines share: two series that differ by dash and mark, not by colour alone, each with its
 * name at its end.
 * @module
 */

/** @typedef {ReturnType<typeof import('./stage.js').themeOf>} Theme */

/**
 * @param {Theme} theme
 * @param {number} index of a series, 0 or 1
 * @returns {{ colour: string, dashes: number[] }}
 */
export function seriesStyle(theme, index) {
  return index === 0
    ? { colour: theme.accent, dashes: [] }
    : { colour: theme.ink, dashes: [2.5 * theme.line, 2 * theme.line] };
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number[]} line x and y in turn; not finite: a gap
 * @param {number[]} [dashes]
 */
export function stroke(context, line, dashes = []) {
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
 * A filled disc for the first series, an open square for the second.
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} index
 * @param {Theme} theme
 */
export function dot(context, x, y, index, theme) {
  const size = theme.line + 2;
  context.lineWidth = theme.line;
  context.fillStyle = index === 0 ? theme.accent : theme.paper;
  context.strokeStyle = seriesStyle(theme, index).colour;
  context.beginPath();
  if (index === 0) context.arc(x, y, size, 0, 2 * Math.PI);
  else context.rect(x - size, y - size, 2 * size, 2 * size);
  context.fill();
  if (index > 0) context.stroke();
}

/**
 * The names of the series right of the ends of their lines, pushed apart where they would overlap.
 * @param {CanvasRenderingContext2D} context its font is set
 * @param {readonly { name: string, x: number, y: number }[]} ends
 * @param {number} size of the type
 * @param {Theme} theme
 */
export function endLabels(context, ends, size, theme) {
  const places = spread(
    ends.map(({ y }) => y),
    size * 1.3,
  );
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  ends.forEach(({ name, x }, index) => {
    context.fillStyle = seriesStyle(theme, index).colour;
    context.fillText(name, x + size * 0.8, places[index] ?? 0);
  });
}

/**
 * @param {CanvasRenderingContext2D} context its font is set
 * @param {readonly string[]} names
 * @param {number} size of the type
 * @returns {number} room that the labels need at the right
 */
export function labelRoom(context, names, size) {
  return size * 1.2 + Math.max(0, ...names.map((name) => context.measureText(name).width));
}

/**
 * @param {readonly number[]} wanted places of one or two labels
 * @param {number} least distance
 * @returns {readonly number[]} the same, or two places the least distance apart around their middle
 */
export function spread(wanted, least) {
  const [a, b] = wanted;
  if (a === undefined || b === undefined || !(Math.abs(a - b) < least)) return wanted;
  const middle = (a + b) / 2;
  const half = a <= b ? least / 2 : -least / 2;
  return [middle - half, middle + half];
}
