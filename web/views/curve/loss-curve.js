/**
 * The loss over the steps of a run, and that of its baseline if there is one: logarithmic, one point per frame, epochs
 * as ticks, a mark where the reader changed the truth.
 * @module
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { setAttributes, toElement } from '../../parts/dom.js';
import { toElementPoint } from '../../parts/element-point.js';
import { formatCount, formatNumber, formatPower, localizeNumber } from '../../parts/format.js';
import { getModelNames } from '../../parts/model-names.js';
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
const kEmptyRange = [-2, 0];
/** Below this width in pixels, the curves of two models are labeled by letters. */
const kNarrow = 400;
const kWriteEveryMs = 100;

/** @import { CurvePoint, CurveState, View, ViewOptions } from '../../engine/shapes.js' */
/**
 * @typedef {object} TextDetails
 * @property {number} [bitsPerNat] factor from nats of the loss to bits per character
 * @property {Readonly<Record<string, number>>} [ngramBits] bits per character of n-gram models, by name
 */
/** Shows a step in all views, null for the latest; `exact`: the curve shows that very step. @typedef {(step: number | null, exact: boolean) => void} ShowStep */

/** Losses as they are shown: the past, and the step under the cursor. */
class Curves {
  /** @type {number | null} */
  cursor = null;

  /** @param {ViewOptions} options */
  constructor({ run, schema, maps, getChoice, memory = {}, manifest }) {
    this.plan = run.plan;
    const { bitsPerNat = 1, ngramBits = {} } = /** @type {TextDetails} */ (manifest.details);
    this.scale = bitsPerNat;
    /** Baselines that are counted, not trained. */
    this.countedBaselines = Object.entries(ngramBits).map(([name, bits]) => ({
      name: translate(name),
      bits,
    }));
    this.hasBaseline = schema.metrics.some(({ name }) => name === 'baselineLoss');
    this.names = getModelNames({ maps, getChoice });
    memory.curve ??= { history: createHistory(), baseline: createHistory(), marks: [], lastStep: 0 };
    /** @type {CurveState} */
    this.past = memory.curve;
  }

  /** The curves that have a point. */
  get visibleCurves() {
    const models = [this.past.history, this.past.baseline].map((past, index) => ({
      name: this.names[index] ?? '',
      points: past.points(),
      markedPoint: this.cursor === null ? past.points().at(-1) : past.at(this.cursor),
    }));
    const trained = models.filter(({ points }) => points.length > 0);
    /** @param {number} bits @returns {(point: CurvePoint) => CurvePoint} */
    const at =
      (bits) =>
      ({ step }) => ({ step, value: bits });
    const levels = this.countedBaselines.map(({ name, bits }) => ({
      name,
      points: trained[0]?.points.map(at(bits)) ?? [],
      markedPoint: trained[0]?.markedPoint && at(bits)(trained[0].markedPoint),
    }));
    return trained.length > 0 ? [...trained, ...levels] : trained;
  }

  /** Labels at the ends of the curves; null for a single curve. */
  get endLabels() {
    if (this.countedBaselines.length > 0)
      return [translate('model'), ...this.countedBaselines.map(({ name }) => name)];
    return this.hasBaseline ? this.names : null;
  }

  get lastStep() {
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
  get plotData() {
    const { visibleCurves, cursor, past, lastStep } = this;
    const values = visibleCurves.flatMap(({ points }) => points.map(({ value }) => value));
    return {
      curves: visibleCurves,
      range: computeLogRange(values, kEmptyRange),
      last: lastStep,
      epochSteps: this.plan().epochSteps,
      marks: past.marks,
      cursor: cursor === null ? undefined : past.history.at(cursor),
      lossLabel: (exponent, whole) =>
        whole ? formatPower(exponent) : localizeNumber(String(Number((10 ** exponent).toPrecision(1)))),
      epochLabel: (epoch) => (epoch === 0 ? translate('epoch {n}', { n: 0 }) : formatCount(epoch)),
    };
  }

  /** @param {(CurvePoint | undefined)[]} points of each curve @returns {string} */
  formatLosses(points) {
    const [own] = points;
    if (!own) return '';
    if (points.length === 1) return formatNumber(own.value);
    return points
      .map((point, index) => `${this.endLabels?.[index]} ${formatNumber(point?.value ?? Number.NaN)}`)
      .join(', ');
  }

  /** @param {(CurvePoint | undefined)[]} points of each curve @returns {string} */
  formatLossesAtStep(points) {
    const [own] = points;
    if (!own) return '';
    const losses = this.formatLosses(points);
    return translate('{losses} at step {step}', { losses, step: formatCount(own.step) });
  }

  /**
   * The losses in words: beside the plot, to screen readers, in the table.
   * @param {{ plot: HTMLElement, value: HTMLElement, table: ReturnType<typeof createCurveTable> }} places
   */
  write({ plot, value, table }) {
    const { visibleCurves, lastStep } = this;
    const points = visibleCurves.map(({ markedPoint }) => markedPoint);
    const text = this.formatLossesAtStep(points);
    // The current step is shown elsewhere, where it may be ahead of the last point.
    value.textContent = this.cursor === null ? this.formatLosses(points) : text;
    setAttributes(plot, {
      'aria-valuemax': lastStep,
      'aria-valuenow': visibleCurves[0]?.markedPoint?.step ?? 0,
      'aria-valuetext': text || translate('no step yet'),
    });
    const named = visibleCurves.map(({ points }, index) => ({
      name: this.endLabels?.[index] ?? translate('loss'),
      points,
    }));
    table.write(named, this.past.marks);
  }

  /** @param {HTMLCanvasElement} canvas @param {CanvasRenderingContext2D | null} context @param {number} width @param {number} height */
  computeLayout(canvas, context, width, height) {
    const isShort = this.hasBaseline && width < kNarrow;
    return computeCurveLayout(canvas, context, width, height, isShort ? ['A', 'B'] : this.endLabels);
  }

  /** @param {HTMLCanvasElement} canvas @param {MouseEvent} event */
  stepAt(canvas, event) {
    const { x, width, height } = toElementPoint(canvas, event);
    const { left, inner } = this.computeLayout(canvas, canvas.getContext('2d'), width, height);
    return ((x - left) / inner.width) * this.lastStep;
  }

  /** @param {KeyboardEvent} event @param {(step: number | null) => void} point */
  handleKey(event, point) {
    const step = this.#findStep(event.key);
    if (step === undefined) return;
    point(step);
    event.preventDefault();
    event.stopPropagation();
  }

  /** The step that a key leads to. @param {string} key @returns {number | null | undefined} undefined for other keys */
  #findStep(key) {
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
 * @param {{ point: (step: number | null) => void, go: ShowStep }} on
 */
function createPlot(canvas, curves, { point, go }) {
  const press = (/** @type {PointerEvent} */ event) => {
    plot.setPointerCapture(event.pointerId);
    go(curves.stepAt(canvas, event), false);
  };
  const move = (/** @type {PointerEvent} */ event) => {
    const step = curves.stepAt(canvas, event);
    if (event.buttons > 0) go(step, false);
    else point(step);
  };
  const leave = () => point(null);
  const handleKey = (/** @type {KeyboardEvent} */ event) => curves.handleKey(event, (step) => go(step, true));
  const plot = toElement(html`
    <div class="curve-plot" role="slider" tabindex="0" aria-label=${translate('Loss over steps')} aria-valuemin="0"
      @pointerdown=${press} @pointermove=${move} @pointerleave=${leave} @blur=${leave} @keydown=${handleKey}>${canvas}</div>
  `);
  return plot;
}

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  const curves = new Curves(options);
  const { past } = curves;
  const canvas = /** @type {HTMLCanvasElement} */ (
    toElement(html`<canvas class="curve-canvas" aria-hidden="true"></canvas>`)
  );
  const value = toElement(html`<span class="curve-value">–</span>`);
  const plot = createPlot(canvas, curves, { point, go: showStep });
  const table = createCurveTable();
  /** The step that all views show. @type {number | null} */
  let pinned = null;
  const unit =
    curves.countedBaselines.length > 0
      ? translate('bits per character in training, log scale')
      : translate('loss, log scale');
  const element = toElement(html`
    <section class="curve" aria-label=${translate('Loss curve')}>
      <p class="curve-head"><span>${unit}</span>${value}</p>
      ${plot} ${table.element}
    </section>
  `);
  const stage = createStage(canvas, (context, width, height) =>
    paintLosses(
      context,
      curves.computeLayout(canvas, context, width, height),
      curves.plotData,
      readTheme(canvas),
    ),
  );
  const words = throttle(() => curves.write({ plot, value, table }), kWriteEveryMs);
  words.call();

  /** All views show the last frame before the step; so does the curve, except by keyboard. @param {Parameters<ShowStep>} to */
  function showStep(...[step, exact]) {
    options.events.onStep?.(step);
    point(exact || !options.events.onStep ? step : null);
  }

  /** @param {number | null} requestedStep */
  function point(requestedStep) {
    const step = requestedStep ?? pinned;
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
      const losses = curves.formatLossesAtStep(curves.visibleCurves.map(({ points }) => points.at(-1)));
      return losses ? translate('Loss {losses}.', { losses }) : translate('No step yet.');
    },
    dispose() {
      words.cancel();
      stage.dispose();
    },
  };
}
