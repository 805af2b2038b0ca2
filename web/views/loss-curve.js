/**
 * The loss over the steps of a run, and that of its rival where there is one: logarithmic, one point a picture, epochs
 * as ticks, a mark where the reader changed the truth.
 * @module
 */

import { say } from '../language/say.js';
import { createHistory } from './curve-history.js';
import { createCurveTable } from './curve-table.js';
import { h } from './dom.js';
import { formatCount, formatNumber, formatPower } from './format.js';
import { decadesOf, positionOf } from './log-axis.js';
import { lossCurveStyles } from './loss-curve-styles.js';
import { modelNames } from './model-names.js';
import { dot, endLabels, labelRoom, seriesStyle, stroke } from './plot-paint.js';
import { createStage, themeOf } from './stage.js';
import { throttle } from './throttle.js';

export const styles = lossCurveStyles;

/** Around the plot, in sizes of its type: room for '10⁻¹²' at the left and for epochs below. */
const kMargin = { left: 3, right: 0.8, top: 0.8, bottom: 1.7 };
const kMostMarks = 24;

/** @typedef {import('./view.js').ViewOptions} ViewOptions */
/** @typedef {import('./view.js').View} View */

/**
 * What a curve has seen.
 * @typedef {object} Past
 * @property {ReturnType<typeof createHistory>} history
 * @property {ReturnType<typeof createHistory>} rival
 * @property {{ step: number, label: string }[]} marks
 * @property {number} lastStep
 */

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  const { plan, metrics, memory = {} } = options;
  const twins = metrics.some(({ name }) => name === 'rivalLoss');
  const names = modelNames(options);
  memory.curve ??= { history: createHistory(), rival: createHistory(), marks: [], lastStep: 0 };
  const past = memory.curve;
  const { history, rival } = past;
  /** @type {number | null} step under the cursor */
  let cursor = null;

  const canvas = h('canvas', { class: 'curve-canvas', 'aria-hidden': 'true' });
  const value = h('span', { class: 'curve-value' }, '–');
  const plot = h(
    'div',
    {
      class: 'curve-plot',
      role: 'slider',
      tabindex: 0,
      'aria-label': say('Loss over steps'),
      'aria-valuemin': 0,
    },
    canvas,
  );
  const table = createCurveTable();
  const element = h(
    'section',
    { class: 'curve', 'aria-label': say('Loss curve') },
    h('p', { class: 'curve-head' }, h('span', {}, say('loss, log scale')), value),
    plot,
    table.element,
  );

  const stage = createStage(canvas, (context, width, height) => {
    const theme = themeOf(canvas);
    const { size, left, top, inner } = layoutOf(width, height, context);
    const points = history.points();
    const decades = decadesOf(values([...points, ...rival.points()]), twins ? -2 : -5, 0);
    const last = lastOnAxis();
    /** @param {number} step */
    const x = (step) => left + (inner.width * step) / last;
    /** @param {number} loss */
    const y = (loss) => top + inner.height * (1 - positionOf(loss, decades));
    context.lineWidth = 1;

    context.textAlign = 'right';
    context.textBaseline = 'middle';
    const every = Math.ceil((decades[1] - decades[0]) / (inner.height / (size * 2)));
    for (let decade = decades[0]; decade <= decades[1]; ++decade) {
      const at = Math.round(y(10 ** decade)) + 0.5;
      context.fillStyle = theme.rule;
      context.fillRect(left, at - 0.5, inner.width, 1);
      context.fillStyle = theme.muted;
      if ((decade - decades[0]) % every === 0) context.fillText(formatPower(decade), left - size / 2, at);
    }

    context.textBaseline = 'alphabetic';
    const { epochSteps } = plan();
    const epochs = last / epochSteps;
    const stride = Math.max(1, Math.ceil(epochs / Math.max(1, inner.width / (size * 3.2))));
    for (let epoch = 0; epoch <= epochs; epoch += stride) {
      const at = x(epoch * epochSteps);
      context.fillStyle = theme.muted;
      context.fillRect(at - 0.5, top + inner.height, 1, 4);
      context.textAlign = epoch === 0 ? 'left' : 'center';
      if (epoch + stride > epochs) context.textAlign = 'right';
      // The first label is a long one: what would touch it stays unlabelled.
      if (epoch > 0 && at - left < size * 5.4) continue;
      const text = epoch === 0 ? say('epoch {n}', { n: 0 }) : formatCount(epoch);
      context.fillText(text, Math.min(at + (context.textAlign === 'right' ? 5 : 0), width), height - 4);
    }

    for (const mark of past.marks) {
      const at = x(mark.step);
      context.strokeStyle = theme.muted;
      stroke(context, [at, top, at, top + inner.height], [3, 3]);
      context.fillStyle = theme.ink;
      context.beginPath();
      context.moveTo(at - 4, top - 7);
      context.lineTo(at + 4, top - 7);
      context.lineTo(at, top);
      context.fill();
    }

    const cursorPoint = cursor !== null && history.at(cursor);
    if (cursorPoint) {
      context.strokeStyle = theme.muted;
      context.lineWidth = 1;
      stroke(context, [x(cursorPoint.step), top, x(cursorPoint.step), top + inner.height]);
    }
    context.lineJoin = 'round';
    const ends = curves().flatMap(({ name, points: past }, index) => {
      const { colour, dashes } = seriesStyle(theme, index);
      context.strokeStyle = colour;
      context.lineWidth = theme.line;
      stroke(
        context,
        past.points().flatMap((p) => [x(p.step), y(p.value)]),
        dashes,
      );
      const shown = shownOf(past);
      if (shown) dot(context, x(shown.step), y(shown.value), index, theme);
      const end = past.points()[past.points().length - 1];
      return end ? [{ name, x: x(end.step), y: y(end.value) }] : [];
    });
    if (twins) endLabels(context, ends, size, theme);
  });

  /** The curves that have a point. */
  function curves() {
    const both = [history, rival].map((past, index) => ({ name: names[index] ?? '', points: past }));
    return both.filter(({ points }) => points.points().length > 0);
  }

  /** @param {ReturnType<typeof createHistory>} past */
  function shownOf(past) {
    return cursor === null ? past.points()[past.points().length - 1] : past.at(cursor);
  }

  function lastOnAxis() {
    return Math.max(plan().plannedSteps, past.lastStep, 1);
  }

  /**
   * @param {number} width @param {number} height of the canvas in CSS pixels
   * @param {CanvasRenderingContext2D | null} [context] gets the font of the plot
   */
  function layoutOf(width, height, context = canvas.getContext('2d')) {
    const style = getComputedStyle(canvas);
    const size = Math.max(11, Number.parseFloat(style.fontSize) * 0.8);
    if (context) context.font = `${size}px ${style.fontFamily}`;
    const [left, top] = [kMargin.left * size, kMargin.top * size];
    const right = twins && context ? labelRoom(context, names, size) : kMargin.right * size;
    const inner = {
      width: width - left - right,
      height: height - top - kMargin.bottom * size,
    };
    return { size, left, top, inner };
  }

  const words = throttle(() => {
    const shown = shownOf(history);
    const text = shown ? textAt(shown) : say('no step yet');
    value.textContent = shown ? text : '';
    plot.setAttribute('aria-valuemax', String(lastOnAxis()));
    plot.setAttribute('aria-valuenow', String(shown?.step ?? 0));
    plot.setAttribute('aria-valuetext', text);
    table.write(
      curves().map(({ name, points }) => ({ name: twins ? name : say('loss'), points: points.points() })),
      past.marks,
    );
  }, 100);

  /** @param {import('./curve-history.js').CurvePoint} shown */
  function textAt({ step, value: loss }) {
    const other = shownOf(rival);
    const both = other
      ? `${names[0]} ${formatNumber(loss)}, ${names[1]} ${formatNumber(other.value)}`
      : formatNumber(loss);
    return say('{losses} at step {step}', { losses: both, step: formatCount(step) });
  }

  /** @param {number | null} step */
  function point(step) {
    cursor = step === null ? null : Math.min(past.lastStep, Math.max(0, step));
    words.call();
    stage.redraw();
  }

  plot.addEventListener('pointermove', (event) => {
    const box = canvas.getBoundingClientRect();
    const { left, inner } = layoutOf(box.width, box.height);
    point(((event.clientX - box.left - left) / inner.width) * lastOnAxis());
  });
  plot.addEventListener('pointerleave', () => point(null));
  plot.addEventListener('blur', () => point(null));
  plot.addEventListener('keydown', (event) => {
    const points = history.points();
    const here = points.findIndex((p) => p.step >= (cursor ?? past.lastStep));
    const stride = Math.max(1, Math.round(points.length / 50));
    const moves = { ArrowLeft: -stride, ArrowRight: stride, PageDown: -5 * stride, PageUp: 5 * stride };
    const move = moves[/** @type {keyof typeof moves} */ (event.key)];
    if (move !== undefined)
      point(points[Math.min(points.length - 1, Math.max(0, here + move))]?.step ?? null);
    else if (event.key === 'Home') point(points[0]?.step ?? null);
    else if (event.key === 'End' || event.key === 'Escape') point(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  words.call();

  /** @param {number} step @param {number} loss @param {number} [rivalLoss] */
  function track(step, loss, rivalLoss = Number.NaN) {
    if (step < past.lastStep) {
      history.clear(step);
      rival.clear(step);
      past.marks = [];
      cursor = null;
    }
    history.push(step, loss);
    rival.push(step, rivalLoss);
    past.lastStep = step;
    words.call();
    stage.redraw();
  }

  return {
    element,
    update: ({ step, loss, metrics: { rivalLoss } }) => track(step, loss, rivalLoss ?? Number.NaN),
    track,
    mark(step, label) {
      past.marks = [...past.marks, { step, label }].slice(-kMostMarks);
      stage.redraw();
    },
    repaint: stage.redraw,
    summary() {
      const last = history.points()[history.points().length - 1];
      return last ? say('Loss {losses}.', { losses: textAt(last) }) : say('No step yet.');
    },
    dispose() {
      words.cancel();
      stage.dispose();
    },
  };
}

/** @param {readonly import('./curve-history.js').CurvePoint[]} points */
function* values(points) {
  for (const point of points) yield point.value;
}
