/**
 * The loss over the steps of a run, and that of its baseline if there is one: logarithmic, one point per frame, epochs
 * as ticks, a mark where the reader changed the truth.
 * @module
 */

import { translate } from '../../language/translate.js';
import { h, setAttributes } from '../../parts/dom.js';
import { formatCount, formatNumber, formatPower, localizeNumber } from '../../parts/format.js';
import { getModelNames } from '../../parts/model-names.js';
import { toElementPoint } from '../../parts/element-point.js';
import { createStage } from '../../parts/stage.js';
import { throttle } from '../../parts/throttle.js';
import { computeLogRange } from '../../plots/log-axis.js';
import { computeCurveLayout, paintLosses } from '../../plots/loss-curve-paint.js';
import { readTheme } from '../../plots/theme.js';
import { createHistory } from './curve-history.js';
import { createCurveTable } from './curve-table.js';
import { lossCurveStyles } from './loss-curve-styles.js';

export const styles = lossCurveStyles;

const kMostMarks = 24;
/** Exponents of ten at the ends of an axis without a curve. @type {[number, number]} */
const kEmpty = [-2, 0];
/** Below this width in pixels, the curves of two models are labeled by letters. */
const kNarrow = 400;
const kWriteEveryMs = 100;

/** @import { CurvePoint, CurveState, View, ViewOptions } from '../../engine/shapes.js' */
/** Shows a step in all views, null for the latest; `exact`: the curve shows that very step. @typedef {(step: number | null, exact: boolean) => void} Go */

/** Losses as they are shown: the past, and the step under the cursor. */
class Curves {
  /** @type {number | null} */
  cursor = null;

  /** @param {ViewOptions} options */
  constructor({ plan, metrics, maps, getChoice: chosen, memory = {}, extra }) {
    this.plan = plan;
    this.scale = extra.bitsPerNat ?? 1;
    /** Baselines that are counted, not trained. */
    this.levels = Object.entries(extra.ngramBits ?? {}).map(([name, bits]) => ({ name: translate(name), bits }));
    this.twins = metrics.some(({ name }) => name === 'baselineLoss');
    this.names = getModelNames({ maps, getChoice: chosen });
    memory.curve ??= { history: createHistory(), baseline: createHistory(), marks: [], lastStep: 0 };
    /** @type {CurveState} */
    this.past = memory.curve;
  }

  /** The curves that have a point. */
  get all() {
    const both = [this.past.history, this.past.baseline].map((past, index) => ({
      name: this.names[index] ?? '',
      points: past.points(),
      shown: this.cursor === null ? past.points().at(-1) : past.at(this.cursor),
    }));
    const own = both.filter(({ points }) => points.length > 0);
    /** @param {number} bits @returns {(point: CurvePoint) => CurvePoint} */
    const at =
      (bits) =>
      ({ step }) => ({ step, value: bits });
    const levels = this.levels.map(({ name, bits }) => ({
      name,
      points: own[0]?.points.map(at(bits)) ?? [],
      shown: own[0]?.shown && at(bits)(own[0].shown),
    }));
    return own.length > 0 ? [...own, ...levels] : own;
  }

  /** Labels at the ends of the curves; null for a single curve. */
  get ends() {
    if (this.levels.length > 0) return [translate('model'), ...this.levels.map(({ name }) => name)];
    return this.twins ? this.names : null;
  }

  get last() {
    return Math.max(this.plan().plannedSteps, this.past.lastStep, 1);
  }

  /** @param {number} step @param {number} loss @param {number} baselineLoss */
  push(step, loss, baselineLoss) {
    const { past } = this;
    if (step < past.lastStep) {
      past.history.clear(step);
      past.baseline.clear(step);
      past.marks = [];
      this.cursor = null;
    }
    past.history.push(step, loss * this.scale);
    past.baseline.push(step, baselineLoss);
    past.lastStep = step;
  }

  /** @returns {import('../../plots/loss-curve-paint.js').Losses} */
  get picture() {
    const { all, cursor, past, last } = this;
    const values = all.flatMap(({ points }) => points.map(({ value }) => value));
    return {
      curves: all,
      range: computeLogRange(values, kEmpty),
      last,
      epochSteps: this.plan().epochSteps,
      marks: past.marks,
      cursor: cursor === null ? undefined : past.history.at(cursor),
      lossLabel: (exponent, whole) =>
        whole ? formatPower(exponent) : localizeNumber(String(Number((10 ** exponent).toPrecision(1)))),
      epochLabel: (epoch) => (epoch === 0 ? translate('epoch {n}', { n: 0 }) : formatCount(epoch)),
    };
  }

  /** @param {(CurvePoint | undefined)[]} shown of each curve @returns {string} */
  lossesOf(shown) {
    const [own] = shown;
    if (!own) return '';
    if (shown.length === 1) return formatNumber(own.value);
    return shown
      .map((point, index) => `${this.ends?.[index]} ${formatNumber(point?.value ?? Number.NaN)}`)
      .join(', ');
  }

  /** @param {(CurvePoint | undefined)[]} shown of each curve @returns {string} */
  textOf(shown) {
    const [own] = shown;
    if (!own) return '';
    const losses = this.lossesOf(shown);
    return translate('{losses} at step {step}', { losses, step: formatCount(own.step) });
  }

  /**
   * The losses in words: beside the plot, to screen readers, in the table.
   * @param {{ plot: HTMLElement, value: HTMLElement, table: ReturnType<typeof createCurveTable> }} places
   */
  write({ plot, value, table }) {
    const { all, last } = this;
    const points = all.map(({ shown }) => shown);
    const text = this.textOf(points);
    // The current step is shown elsewhere, where it may be ahead of the last point.
    value.textContent = this.cursor === null ? this.lossesOf(points) : text;
    setAttributes(plot, {
      'aria-valuemax': last,
      'aria-valuenow': all[0]?.shown?.step ?? 0,
      'aria-valuetext': text || translate('no step yet'),
    });
    const named = all.map(({ points }, index) => ({ name: this.ends?.[index] ?? translate('loss'), points }));
    table.write(named, this.past.marks);
  }

  /** @param {HTMLCanvasElement} canvas @param {CanvasRenderingContext2D | null} context @param {number} width @param {number} height */
  layoutOf(canvas, context, width, height) {
    const short = this.twins && width < kNarrow;
    return computeCurveLayout(canvas, context, width, height, short ? ['A', 'B'] : this.ends);
  }

  /** @param {HTMLCanvasElement} canvas @param {MouseEvent} event */
  stepAt(canvas, event) {
    const { x, width, height } = toElementPoint(canvas, event);
    const { left, inner } = this.layoutOf(canvas, canvas.getContext('2d'), width, height);
    return ((x - left) / inner.width) * this.last;
  }

  /** @param {KeyboardEvent} event @param {(step: number | null) => void} point */
  steer(event, point) {
    const step = this.#stepOf(event.key);
    if (step === undefined) return;
    point(step);
    event.preventDefault();
    event.stopPropagation();
  }

  /** The step that a key leads to. @param {string} key @returns {number | null | undefined} undefined for other keys */
  #stepOf(key) {
    const points = this.past.history.points();
    const here = points.findIndex((p) => p.step >= (this.cursor ?? this.past.lastStep));
    const stride = Math.max(1, Math.round(points.length / 50));
    const moves = { ArrowLeft: -stride, ArrowRight: stride, PageDown: -5 * stride, PageUp: 5 * stride };
    const move = moves[/** @type {keyof typeof moves} */ (key)];
    if (move !== undefined)
      return points[Math.min(points.length - 1, Math.max(0, here + move))]?.step ?? null;
    if (key === 'Home') return points[0]?.step ?? null;
    return key === 'End' || key === 'Escape' ? null : undefined;
  }
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Curves} curves
 * @param {{ point: (step: number | null) => void, go: Go }} on
 */
function createPlot(canvas, curves, { point, go }) {
  const plot = h(
    'div',
    {
      class: 'curve-plot',
      role: 'slider',
      tabindex: 0,
      'aria-label': translate('Loss over steps'),
      'aria-valuemin': 0,
      onpointerdown: (event) => {
        plot.setPointerCapture(event.pointerId);
        go(curves.stepAt(canvas, event), false);
      },
      onpointermove(event) {
        const step = curves.stepAt(canvas, event);
        if (event.buttons > 0) go(step, false);
        else point(step);
      },
      onpointerleave: () => point(null),
      onblur: () => point(null),
      onkeydown: (event) => curves.steer(event, (step) => go(step, true)),
    },
    canvas,
  );
  return plot;
}

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  const curves = new Curves(options);
  const { past } = curves;
  const canvas = h('canvas', { class: 'curve-canvas', 'aria-hidden': 'true' });
  const value = h('span', { class: 'curve-value' }, '–');
  const plot = createPlot(canvas, curves, { point, go });
  const table = createCurveTable();
  /** The step that all views show. @type {number | null} */
  let pinned = null;
  const element = h(
    'section',
    { class: 'curve', 'aria-label': translate('Loss curve') },
    h(
      'p',
      { class: 'curve-head' },
      h(
        'span',
        {},
        curves.levels.length > 0 ? translate('bits per character in training, log scale') : translate('loss, log scale'),
      ),
      value,
    ),
    plot,
    table.element,
  );
  const stage = createStage(canvas, (context, width, height) =>
    paintLosses(context, curves.layoutOf(canvas, context, width, height), curves.picture, readTheme(canvas)),
  );
  const words = throttle(() => curves.write({ plot, value, table }), kWriteEveryMs);
  words.call();

  /** All views show the last frame before the step; so does the curve, except by keyboard. @param {Parameters<Go>} to */
  function go(...[step, exact]) {
    options.onStep?.(step);
    point(exact || !options.onStep ? step : null);
  }

  /** @param {number | null} wanted */
  function point(wanted) {
    const step = wanted ?? pinned;
    curves.cursor = step === null ? null : Math.min(past.lastStep, Math.max(0, step));
    words.call();
    stage.redraw();
  }

  /** @param {number} step @param {number} loss @param {number | null} [baselineLoss] */
  function track(step, loss, baselineLoss) {
    curves.push(step, loss, baselineLoss ?? Number.NaN);
    words.call();
    stage.redraw();
  }

  return {
    element,
    update: ({ step, loss, metrics: { baselineLoss } }) => track(step, loss, baselineLoss),
    track,
    showStep(step) {
      pinned = step;
      point(null);
    },
    mark(step, label) {
      past.marks = [...past.marks, { step, label }].slice(-kMostMarks);
      stage.redraw();
    },
    repaint: stage.redraw,
    summary() {
      const losses = curves.textOf(curves.all.map(({ points }) => points.at(-1)));
      return losses ? translate('Loss {losses}.', { losses }) : translate('No step yet.');
    },
    dispose() {
      words.cancel();
      stage.dispose();
    },
  };
}
