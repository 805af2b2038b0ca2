/**
 * A plot of a few models measured on the same cases: one labeled line each, a readout by pointer and arrow keys, and a
 * table.
 */

import { html, render } from 'lit';
import { translate } from '../language/translate.js';
import {
  computeLabelWidth,
  getSeriesStyle,
  paintEndLabels,
  paintPoint,
  strokeLine,
} from '../plots/plot-paint.js';
import { redrawCanvases } from './canvas-painter.js';
import { disclosureTable, exactNumberTemplate } from './disclosure-table.js';
import { toElement } from './dom.js';
import { toElementPoint } from './element-point.js';
import { formatFixed, formatShare } from './format.js';
import { paintCanvas } from './paint-canvas.js';

/** Minimum distance of marks on a line, in pixels. */
const kDotGap = 24;

/** @import { Theme } from '../plots/theme.js' */
/** @typedef {ReturnType<typeof computeLayout>} Layout */

/**
 * @typedef {object} Cases
 * @property {readonly string[]} labels of the cases, along the axis
 * @property {readonly string[]} [notes] a second line under each label
 * @property {readonly { name: string, values: ArrayLike<number> }[]} series one to four; NaN for missing values
 */

/**
 * @param {object} options
 * @param {string} options.title what is measured
 * @param {string} options.axis label of the cases
 * @param {number} options.low lower end of the scale, which ends at 1
 * @param {string} [options.notesLabel] label of the notes, for the table
 */
export function createCategoryPlot({ title, axis, low, notesLabel }) {
  /** @type {Cases} */
  let cases = { labels: [], series: [] };
  let caption = axis;
  /** @type {number | null} */
  let cursor = null;
  const element = toElement(html`<div class="curve"></div>`);
  /** @type {import('./paint-canvas.js').PaintPart} */
  const paintPlot = ({ context, canvas, width, height, theme }) =>
    paint(context, computeLayout(context, canvas, { width, height }, cases, low), theme, cases, cursor);

  function draw() {
    const last = cases.labels.length - 1;
    const text = last < 0 ? translate('nothing measured yet') : formatCase(cases, cursor ?? 0);
    return render(
      html`
        <p class="curve-head"><span>${title}</span><span class="curve-value">${cursor === null ? '' : formatCase(cases, cursor)}</span></p>
        <div class="curve-plot" role="slider" tabindex="0" aria-label=${title} aria-valuemin="0" aria-valuemax=${Math.max(0, last)}
          aria-valuenow=${cursor ?? 0} aria-valuetext=${text}
          @pointermove=${move} @pointerleave=${leave} @blur=${leave} @keydown=${pressKey}>
          <canvas class="curve-canvas" aria-hidden="true" ${paintCanvas(paintPlot)}></canvas>
        </div>
        <p class="curve-axis">${caption}</p>
        ${disclosureTable(translate('{name} as a table', { name: title }), last < 0 ? null : () => createTableText(title, caption, notesLabel, cases))}
      `,
      element,
    );
  }

  /** @param {number | null} index */
  function point(index) {
    const last = cases.labels.length - 1;
    cursor = index === null || last < 0 ? null : Math.min(last, Math.max(0, index));
    draw();
  }

  const leave = () => point(null);

  /** @param {PointerEvent} event */
  function move(event) {
    const canvas = /** @type {HTMLCanvasElement} */ (element.querySelector('canvas'));
    const place = toElementPoint(canvas, event);
    const { left, slot } = computeLayout(canvas.getContext('2d'), canvas, place, cases, low);
    point(Math.floor((place.x - left) / slot));
  }

  /** @param {KeyboardEvent} event */
  function pressKey(event) {
    const next = findCase(event.key, cursor, cases.labels.length - 1);
    if (next === undefined) return;
    point(next);
    event.preventDefault();
    event.stopPropagation();
  }

  const root = draw();
  return {
    element,
    /** @param {Cases} next @param {string} [axisLabel] new label of the cases */
    show(next, axisLabel = caption) {
      cases = next;
      caption = axisLabel;
      if (cursor !== null && cursor >= next.labels.length) cursor = null;
      draw();
    },
    /** @returns {string} all cases in words */
    summary: () => cases.labels.map((_, i) => formatCase(cases, i)).join('; '),
    repaint: () => redrawCanvases(element),
    dispose: () => root.setConnected(false),
  };
}

/**
 * @param {CanvasRenderingContext2D | null} context gets the font of the plot
 * @param {HTMLCanvasElement} canvas
 * @param {{ width: number, height: number }} box of the canvas
 * @param {Cases} cases
 * @param {number} low lower end of the scale
 */
function computeLayout(context, canvas, { width, height }, { labels, notes, series }, low) {
  const style = getComputedStyle(canvas);
  const size = Math.max(12, Number.parseFloat(style.fontSize) * 0.8);
  if (context) context.font = `${size}px ${style.fontFamily}`;
  const names = series.map(({ name }) => name);
  const [left, top, bottom] = [size * 2.2, size * 0.8, height - size * (notes ? 3.2 : 1.9)];
  const right = width - (context ? computeLabelWidth(context, names, size) : 0);
  const slot = (right - left) / Math.max(1, labels.length);
  /** @param {number} i */
  const x = (i) => left + slot * (i + 0.5);
  /** @param {number} share */
  const y = (share) => top + (bottom - top) * (1 - (Math.max(low, share) - low) / (1 - low));
  return { size, left, right, top, bottom, slot, low, x, y };
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Layout} layout
 * @param {Theme} theme
 * @param {Cases} cases
 * @param {number | null} cursor the selected case
 */
function paint(context, layout, theme, cases, cursor) {
  paintScale(context, layout, theme);
  if (cursor !== null) {
    const at = layout.x(cursor);
    context.strokeStyle = theme.muted;
    context.lineWidth = 1;
    strokeLine(context, [at, layout.top, at, layout.bottom]);
  }
  paintLabels(context, layout, theme, cases);
  paintSeries(context, layout, theme, cases);
}

/** Paints six horizontal lines, each with its number. @param {CanvasRenderingContext2D} context @param {Layout} layout @param {Theme} theme */
function paintScale(context, { size, left, right, low, y }, theme) {
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (let tick = 0; tick <= 5; ++tick) {
    const share = low + (tick * (1 - low)) / 5;
    context.fillStyle = theme.rule;
    context.fillRect(left, Math.round(y(share)), right - left, 1);
    context.fillStyle = theme.muted;
    context.fillText(formatFixed(share, 1), left - size * 0.5, y(share));
  }
}

/** Paints as many labels of the cases as there is room for. @param {CanvasRenderingContext2D} context @param {Layout} layout @param {Theme} theme @param {Cases} cases */
function paintLabels(context, { size, bottom, slot, x }, theme, { labels, notes }) {
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  const widest = Math.max(0, ...labels.map((label) => context.measureText(label).width));
  const stride = Math.max(1, Math.ceil((widest + size * 0.4) / slot));
  labels.forEach((label, i) => {
    if (i % stride !== 0) return;
    context.fillStyle = theme.ink;
    context.fillText(label, x(i), bottom + size * 1.4);
    context.fillStyle = theme.muted;
    context.fillText(notes?.[i] ?? '', x(i), bottom + size * 2.7);
  });
}

/** Paints a line for each series, with its name at its end. @param {CanvasRenderingContext2D} context @param {Layout} layout @param {Theme} theme @param {Cases} cases */
function paintSeries(context, { size, slot, x, y }, theme, { labels, series }) {
  context.lineJoin = 'round';
  const ends = series.flatMap(({ name, values }, index) => {
    const points = labels.map((_, i) => ({ x: x(i), y: y(values[i] ?? Number.NaN) }));
    const { color, dashes } = getSeriesStyle(theme, index);
    context.strokeStyle = color;
    context.lineWidth = theme.line;
    strokeLine(
      context,
      points.flatMap((p) => [p.x, p.y]),
      dashes,
    );
    const measured = points.filter((p) => Number.isFinite(p.y));
    const every = Math.ceil(kDotGap / slot);
    measured.forEach((p, i) => {
      if ((measured.length - 1 - i) % every === 0) paintPoint(context, p.x, p.y, index, theme);
    });
    const end = measured[measured.length - 1];
    return end ? [{ name, ...end, index }] : [];
  });
  paintEndLabels(context, ends, size, theme);
}

/**
 * Returns the case to which a key moves the cursor.
 * @param {string} key
 * @param {number | null} cursor
 * @param {number} last index of the last case
 */
function findCase(key, cursor, last) {
  if (key === 'ArrowRight') return cursor === null ? 0 : cursor + 1;
  if (key === 'ArrowLeft') return cursor === null ? last : cursor - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}

/** @param {Cases} cases @param {number} i @returns {string} */
function formatCase({ labels, series }, i) {
  const shares = series.map(({ name, values }) => `${name} ${formatShare(values[i] ?? Number.NaN)}`);
  return `${labels[i]}: ${shares.join(', ')}`;
}

/** @param {string} caption @param {string} axisLabel label of the cases @param {string | undefined} notesLabel label of the notes @param {Cases} cases */
function createTableText(caption, axisLabel, notesLabel, { labels, notes, series }) {
  return {
    caption,
    head: [axisLabel, ...(notesLabel ? [notesLabel] : []), ...series.map(({ name }) => name)],
    rows: labels.map((label, i) => [
      label,
      ...(notesLabel ? [notes?.[i] ?? ''] : []),
      ...series.map(({ values }) => exactNumberTemplate(values[i] ?? Number.NaN, formatShare)),
    ]),
  };
}
