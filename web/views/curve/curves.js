/** The loss curves of a run: their points, the step under the cursor, and their texts. */

import { translate } from '../../language/translate.js';
import { toElementPoint } from '../../parts/element-point.js';
import { formatCount, formatNumber, formatPower, localizeNumber } from '../../parts/format.js';
import { getModelNames } from '../../parts/model-names.js';
import { computeLogRange } from '../../plots/log-axis.js';
import { computeCurveLayout } from '../../plots/loss-curve-paint.js';
import { createHistory } from './curve-history.js';

/** Exponents of ten at the ends of an axis without a curve. @type {[number, number]} */
const kEmptyRange = [-2, 0];
/** Below this width in pixels, the curves of two models are labeled by letters. */
const kNarrow = 400;
const kMaximumMarks = 24;

/** @import { CurvePoint, CurveState, ViewOptions } from '../../engine/view-types.js' */
/**
 * @typedef {object} TextDetails
 * @property {number} [bitsPerNat] factor from nats of the loss to bits per character
 * @property {Readonly<Record<string, number>>} [ngramBits] bits per character of n-gram models, by name
 */

export class Curves {
  /** @type {number | null} */
  cursor = null;

  /** @param {ViewOptions} options */
  constructor({ run, schema, maps, getChoice, memory = {}, manifest }) {
    this.plan = run.plan;
    const { bitsPerNat = 1, ngramBits = {} } = /** @type {TextDetails} */ (manifest.details);
    this.scale = bitsPerNat;
    /** Names and losses of the baselines that are computed by counting n-grams, without training. */
    this.countedBaselines = Object.entries(ngramBits);
    this.hasBaseline = schema.metrics.some(({ name }) => name === 'baselineLoss');
    this.names = getModelNames({ maps, getChoice });
    memory.curve ??= { history: createHistory(), baseline: createHistory(), marks: [], lastStep: 0 };
    /** @type {CurveState} */
    this.past = memory.curve;
  }

  /** The curves that have at least one point. */
  get visibleCurves() {
    const trained = [this.past.history, this.past.baseline]
      .map((past, index) => ({
        name: this.names[index] ?? '',
        points: past.points(),
        markedPoint: this.cursor === null ? past.points().at(-1) : past.at(this.cursor),
      }))
      .filter(({ points }) => points.length > 0);
    const [own] = trained;
    if (!own) return [];
    const levels = this.countedBaselines.map(([name, bits]) => {
      const level = (/** @type {CurvePoint} */ { step }) => ({ step, value: bits });
      const markedPoint = own.markedPoint && level(own.markedPoint);
      return { name: translate(name), points: own.points.map(level), markedPoint };
    });
    return [...trained, ...levels];
  }

  /** Labels at the ends of the curves; null for a single curve. */
  get endLabels() {
    if (this.countedBaselines.length > 0)
      return [translate('model'), ...this.countedBaselines.map(([name]) => translate(name))];
    return this.hasBaseline ? this.names : null;
  }

  get lastStep() {
    return Math.max(this.plan().plannedSteps, this.past.lastStep, 1);
  }

  /** @param {number} step @param {number} loss @param {number} baselineLoss */
  push(step, loss, baselineLoss) {
    const { past } = this;
    if (step < past.lastStep) {
      for (const curve of [past.history, past.baseline]) curve.clear(step);
      past.marks = [];
      this.cursor = null;
    }
    past.history.push(step, loss * this.scale);
    past.baseline.push(step, baselineLoss);
    past.lastStep = step;
  }

  /** @param {number} step @param {string} label */
  mark(step, label) {
    this.past.marks = [...this.past.marks, { step, label }].slice(-kMaximumMarks);
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
      lossLabel: (exponent, hasDecadesOnly) =>
        hasDecadesOnly
          ? formatPower(exponent)
          : localizeNumber(String(Number((10 ** exponent).toPrecision(1)))),
      epochLabel: (epoch) => (epoch === 0 ? translate('epoch {n}', { n: 0 }) : formatCount(epoch)),
    };
  }

  /** @param {(CurvePoint | undefined)[]} points of each curve @param {boolean} [namesStep] */
  formatLosses(points, namesStep = true) {
    const [own] = points;
    if (!own) return '';
    const losses =
      points.length === 1
        ? formatNumber(own.value)
        : points
            .map((point, index) => `${this.endLabels?.[index]} ${formatNumber(point?.value ?? Number.NaN)}`)
            .join(', ');
    return namesStep ? translate('{losses} at step {step}', { losses, step: formatCount(own.step) }) : losses;
  }

  /** @param {HTMLCanvasElement} canvas @param {CanvasRenderingContext2D | null} context @param {number} width @param {number} height */
  computeLayout(canvas, context, width, height) {
    const isShort = this.hasBaseline && width < kNarrow;
    return computeCurveLayout(canvas, context, width, height, isShort ? ['A', 'B'] : this.endLabels);
  }

  /** @param {MouseEvent} event on the element around the canvas */
  findStepAt({ currentTarget, clientX, clientY }) {
    const canvas = /** @type {HTMLCanvasElement} */ (
      /** @type {Element} */ (currentTarget).firstElementChild
    );
    const { x, width, height } = toElementPoint(canvas, { clientX, clientY });
    const { left, inner } = this.computeLayout(canvas, canvas.getContext('2d'), width, height);
    return ((x - left) / inner.width) * this.lastStep;
  }

  /** The step to which a key moves the cursor. @param {string} key @returns {number | null | undefined} undefined for other keys */
  findStep(key) {
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
