/**
 * The loss over the steps of a run, and that of its baseline if there is one: logarithmic, one point per frame, epochs
 * as ticks, a mark where the reader changed the truth.
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { disclosureTable } from '../../parts/disclosure-table.js';
import { paintCanvas } from '../../parts/paint-canvas.js';
import { createTemplateView } from '../../parts/view.js';
import { paintLosses } from '../../plots/loss-curve-paint.js';
import { createCurveTable } from './curve-table.js';
import { Curves } from './curves.js';
import { lossCurveStyles } from './loss-curve-styles.js';

export const styles = lossCurveStyles;

/** @import { View, ViewOptions } from '../../engine/view-types.js' */

/** @param {ViewOptions} options @returns {View} */
export function createView(options) {
  const curves = new Curves(options);
  const { onStep } = options.events;
  /** The past step that all views show; null for the latest. @type {number | null} */
  let pinned = null;
  const unit =
    curves.countedBaselines.length > 0
      ? translate('bits per character in training, log scale')
      : translate('loss, log scale');

  /** @param {number | null} requestedStep */
  function point(requestedStep) {
    const step = requestedStep ?? pinned;
    curves.cursor = step === null ? null : Math.min(curves.past.lastStep, Math.max(0, step));
    view.draw();
  }

  /**
   * Makes all views show the last frame before a step. The curve shows that frame, too, unless `isExact`.
   * @param {number | null} step null for the latest
   * @param {boolean} [isExact] whether the curve shows the step itself, as after a key
   */
  function showStep(step, isExact = false) {
    onStep?.(step);
    point(isExact || !onStep ? step : null);
  }

  /** Repaints the canvas for every frame; the texts follow more slowly. */
  function drawFrame() {
    view.repaint();
    view.drawFrame();
  }

  /** @param {number} step @param {number} loss @param {number | null} [baselineLoss] */
  function track(step, loss, baselineLoss) {
    curves.push(step, loss, baselineLoss ?? Number.NaN);
    drawFrame();
  }

  const view = createTemplateView({
    attributes: { class: 'curve', 'aria-label': translate('Loss curve') },
    frameIntervalMs: 100,
    template() {
      const points = curves.visibleCurves.map(({ markedPoint }) => markedPoint);
      const text = curves.formatLosses(points);
      // The step is named only under a cursor; the current step is shown elsewhere and may be ahead of the last point.
      return html`
        <p class="curve-head"><span>${unit}</span><span class="curve-value">${curves.formatLosses(points, curves.cursor !== null)}</span></p>
        ${plotTemplate(curves, text, { point, showStep })}
        ${disclosureTable(translate('Loss as a table'), (whole) => createCurveTable(curves, whole))}
      `;
    },
    update: ({ step, loss, metrics: { baselineLoss } }) => track(step, loss, baselineLoss),
    track,
    showStep(step) {
      pinned = step;
      point(null);
    },
    mark(step, label) {
      curves.mark(step, label);
      drawFrame();
    },
    summary() {
      const losses = curves.formatLosses(curves.visibleCurves.map(({ points }) => points.at(-1)));
      return losses ? translate('Loss {losses}.', { losses }) : translate('No step yet.');
    },
  });
  return view;
}

/**
 * @param {Curves} curves
 * @param {string} text
 * @param {{ point: (step: number | null) => void, showStep: (step: number | null, isExact?: boolean) => void }} events
 */
function plotTemplate(curves, text, { point, showStep }) {
  /** @param {PointerEvent} event */
  function press(event) {
    /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
    showStep(curves.findStepAt(event));
  }

  /** @param {PointerEvent} event */
  const move = (event) => (event.buttons > 0 ? showStep : point)(curves.findStepAt(event));
  const leave = () => point(null);

  /** @param {KeyboardEvent} event */
  function pressKey(event) {
    const step = curves.findStep(event.key);
    if (step === undefined) return;
    showStep(step, true);
    event.preventDefault();
    event.stopPropagation();
  }

  /** @type {import('../../parts/paint-canvas.js').PaintPart} */
  const paint = ({ context, canvas, width, height, theme }) =>
    paintLosses(context, curves.computeLayout(canvas, context, width, height), curves.plotData, theme);

  return html`
    <div class="curve-plot" role="slider" tabindex="0" aria-label=${translate('Loss over steps')} aria-valuemin="0" aria-valuemax=${curves.lastStep}
      aria-valuenow=${curves.visibleCurves[0]?.markedPoint?.step ?? 0} aria-valuetext=${text || translate('no step yet')}
      @pointerdown=${press} @pointermove=${move} @pointerleave=${leave} @blur=${leave} @keydown=${pressKey}>
      <canvas class="curve-canvas" aria-hidden="true" ${paintCanvas(paint)}></canvas>
    </div>
  `;
}
