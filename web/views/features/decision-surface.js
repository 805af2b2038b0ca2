/**
 * What each network answers over the two features that matter, beside the truth: three small maps of the probability
 * that y is 1, with one cursor over all of them.
 * @module
 */

import { say } from '../../language/say.js';
import { neighbour } from '../../parts/cell-cursor.js';
import { createDisclosureTable, exact } from '../../parts/disclosure-table.js';
import { h } from '../../parts/dom.js';
import { formatFixed, formatPercent, formatShare } from '../../parts/format.js';
import { legendOf, mark, ramp } from '../../parts/legend.js';
import { createStage } from '../../parts/stage.js';
import { throttle } from '../../parts/throttle.js';
import { paintSurface, surfacePixels } from '../../plots/decision-surface-paint.js';
import { divergingOf } from '../../plots/palette.js';
import { themeOf } from '../../plots/theme.js';

/** The maps reach from −kReach to kReach in both features. */
const kReach = 3;
/** Places along each feature that the table lists. */
const kListed = [-2.5, -1.5, -0.5, 0.5, 1.5, 2.5];

export const styles = /* css */ `
.surface { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.5em; }
.surface-head { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1em; margin: 0; color: var(--attento-muted); font-size: 0.9em; }
.surface-plot { position: relative; touch-action: pan-y; cursor: crosshair; border-radius: 4px; outline-offset: 3px; }
.surface-plot:focus-visible { outline: 3px solid var(--attento-focus); }
.surface-plot { container-type: inline-size; }
.surface-canvas { --size: max(11px, 0.8em); display: block; inline-size: 100%; block-size: calc((100cqi - (0.9 + 0.8 * var(--surfaces)) * var(--size)) / var(--surfaces) + 3.1 * var(--size)); }
.surface-value { margin: 0; min-block-size: 2.9em; font-size: 0.9em; color: var(--attento-muted); font-variant-numeric: tabular-nums; }
.surface .legend-ramp { inline-size: 5em; }
.legend-half { inline-size: 1.4em; block-size: 0; border-block-start: 2px solid var(--attento-ink); }
.legend-plus { inline-size: 1.1em; block-size: 1.1em; background: conic-gradient(#fff 0 0) 50% / 60% 2px no-repeat, conic-gradient(#fff 0 0) 50% / 2px 60% no-repeat, #84400a; }
`;

/** @import { View, ViewOptions } from '../../engine/shapes.js' */

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView({ maps, parameters }) {
  const surfaces = [
    { name: say('truth'), tensor: 'surface.truth' },
    ...maps.slice(0, 2).map(({ name, label }) => ({ name: label, tensor: `surface.${name}` })),
  ].map((surface) => ({
    ...surface,
    pixels: h('canvas'),
    values: /** @type {Float32Array} */ (new Float32Array(0)),
  }));
  const informative = /** @type {readonly number[]} */ (parameters()['informative'] ?? [0, 1]);
  const [across, up] = /** @type {[string, string]} */ (informative.map((index) => `x${index}`));
  let cells = 0;
  /** @type {{ row: number, column: number } | null} */
  let cursor = null;

  const canvas = h('canvas', { class: 'surface-canvas', 'aria-hidden': 'true' });
  const value = h('p', { class: 'surface-value', role: 'status' });
  const plot = h(
    'div',
    { class: 'surface-plot', role: 'group', tabindex: 0, 'aria-roledescription': say('maps') },
    canvas,
  );
  canvas.style.setProperty('--surfaces', String(surfaces.length));
  const table = createDisclosureTable(say('Answers as a table'));
  const element = h(
    'section',
    { class: 'surface', 'aria-label': say('Decision surfaces') },
    h(
      'p',
      { class: 'surface-head' },
      h('span', {}, say('probability of y = 1 over {across} and {up}, all others 0', { across, up })),
    ),
    plot,
    legendOf(
      ramp((p) => `rgb(${divergingOf(p)})`),
      [mark('half'), '½'],
      [mark('plus'), 'y = 1'],
    ),
    value,
    table.element,
  );

  const stage = createStage(canvas, (context, width) => {
    const theme = themeOf(canvas);
    const { size, squares } = layoutOf(width);
    context.font = `${size}px ${theme.font}`;
    if (cells === 0) return;
    surfaces.forEach(({ name, pixels, values }, i) => {
      const square = /** @type {import('../../plots/decision-surface-paint.js').Square} */ (squares[i]);
      if (values.length > 0) paintSurface(context, square, values, cells, pixels, theme);
      context.textBaseline = 'alphabetic';
      context.textAlign = 'left';
      context.fillStyle = theme.ink;
      context.fillText(name, square.x, square.y - size * 0.5, square.size);
      context.fillStyle = theme.muted;
      const below = square.y + square.size + size * 1.15;
      context.fillText(`−${kReach}`, square.x, below);
      context.textAlign = 'right';
      context.fillText(String(kReach), square.x + square.size, below);
      context.textAlign = 'center';
      context.fillText(across, square.x + square.size / 2, below);
      if (cursor) {
        const cell = square.size / cells;
        context.lineWidth = theme.line;
        context.strokeStyle = '#ffffff';
        const at = [square.x + cursor.column * cell, square.y + cursor.row * cell];
        context.strokeRect((at[0] ?? 0) - 3, (at[1] ?? 0) - 3, cell + 6, cell + 6);
        context.strokeStyle = '#1b1f27';
        context.strokeRect((at[0] ?? 0) - 1.5, (at[1] ?? 0) - 1.5, cell + 3, cell + 3);
      }
    });
    const [first] = squares;
    if (!first) return;
    context.textAlign = 'right';
    context.textBaseline = 'middle';
    context.fillStyle = theme.muted;
    for (const [text, part] of /** @type {const} */ ([
      [String(kReach), 0.06],
      [up, 0.5],
      [`−${kReach}`, 0.94],
    ]))
      context.fillText(text, first.x - size * 0.35, first.y + part * first.size);
  });

  /** @param {number} width of the canvas in CSS pixels */
  function layoutOf(width) {
    const size = Math.max(11, 0.8 * Number.parseFloat(getComputedStyle(canvas).fontSize));
    const [left, gap] = [size * 1.7, size * 0.8];
    const side = (width - left - gap * (surfaces.length - 1)) / surfaces.length;
    const squares = surfaces.map((_, i) => ({ x: left + i * (side + gap), y: size * 1.5, size: side }));
    return { size, squares };
  }

  /** @param {number} index of a column, or of a row counted from below @returns {number} the feature there */
  function featureAt(index) {
    return -kReach + ((index + 0.5) * 2 * kReach) / cells;
  }

  /** @param {number} row @param {number} column @returns {string} */
  function textAt(row, column) {
    const at = [featureAt(column), featureAt(cells - 1 - row)].map((x) => formatFixed(x, 1));
    const said = surfaces.map(
      ({ name, values }) => `${name} ${formatShare(values[row * cells + column] ?? Number.NaN)}`,
    );
    return `${across} = ${at[0]}, ${up} = ${at[1]}: ${said.join(', ')}`;
  }

  /** @param {{ row: number, column: number } | null} cell */
  function point(cell) {
    cursor = cell;
    write();
    stage.redraw();
  }

  function write() {
    value.classList.toggle('readout-hint', !cursor);
    value.textContent = cursor
      ? textAt(cursor.row, cursor.column)
      : say('Point at a map, or walk with the arrow keys: the same place is read in all of them.');
  }

  plot.addEventListener('pointermove', (event) => {
    const box = canvas.getBoundingClientRect();
    const [px, py] = [event.clientX - box.left, event.clientY - box.top];
    const square = layoutOf(box.width).squares.find(({ x, size }) => px >= x && px < x + size);
    const row = square ? Math.floor(((py - square.y) / square.size) * cells) : -1;
    const column = square ? Math.floor(((px - square.x) / square.size) * cells) : -1;
    point(row >= 0 && row < cells && column >= 0 ? { row, column } : null);
  });
  plot.addEventListener('pointerleave', () => point(null));
  plot.addEventListener('blur', () => point(null));
  plot.addEventListener('keydown', (event) => {
    const middle = { row: Math.floor(cells / 2), column: Math.floor(cells / 2) };
    const next = neighbour(cursor ?? middle, event.key, event.ctrlKey, new Array(cells).fill(cells));
    if (!next || event.altKey || event.metaKey) return;
    point(next);
    event.preventDefault();
    event.stopPropagation();
  });
  write();

  const words = throttle(() => {
    plot.setAttribute('aria-label', summary());
    table.write(() => ({
      caption: say('probability of y = 1'),
      head: [across, up, ...surfaces.map(({ name }) => name)],
      rows: kListed.flatMap((first) =>
        kListed.map((second) => {
          /** @param {number} x */
          const index = (x) => Math.floor(((x + kReach) * cells) / (2 * kReach));
          const at = (cells - 1 - index(second)) * cells + index(first);
          return [
            ...[first, second].map((x) => exact(x, (value) => formatFixed(value, 1))),
            ...surfaces.map(({ values }) => exact(values[at] ?? Number.NaN, formatShare)),
          ];
        }),
      ),
    }));
  }, 1000);

  /** @returns {string} */
  function summary() {
    const [truth, ...models] = surfaces;
    const told = models.map(({ name, values }) => {
      const right = values.filter((p, i) => p > 0.5 === (truth?.values[i] ?? 0) > 0.5).length;
      return say('{name} takes the right side in {share} of the map', {
        name,
        share: formatPercent(right / (values.length || Number.NaN)),
      });
    });
    return say('Over {across} and {up}, {told}.', { across, up, told: told.join('; ') });
  }

  return {
    element,
    update({ tensors }) {
      for (const surface of surfaces) {
        surface.values = tensors[surface.tensor] ?? surface.values;
        cells = Math.round(Math.sqrt(surface.values.length)) || cells;
        if (surface.pixels.width !== cells) {
          surface.pixels.width = cells;
          surface.pixels.height = cells;
        }
        if (surface.values.length > 0) surfacePixels(surface.pixels, surface.values);
      }
      if (cursor) write();
      stage.redraw();
      words.call();
    },
    repaint: stage.redraw,
    summary: () => '',
    dispose() {
      words.cancel();
      stage.dispose();
    },
  };
}
