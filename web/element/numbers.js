/**
 * The live numbers: where the run is, and its metrics, each with its meaning behind a disclosure.
 * @module
 */
import { html } from 'lit';
import { formatCount, formatNumber, formatShare } from '../views/format.js';

/** @typedef {import('../engine/schema.js').MetricSchema} MetricSchema */

/**
 * @param {object} options
 * @param {import('../engine/schema.js').ExperimentSchema} options.experiment
 * @param {import('../views/view.js').Frame | null} options.frame
 * @param {number} options.stepsPerEpoch
 * @param {number} options.plannedSteps
 */
export function numbersTemplate({ experiment, frame, stepsPerEpoch, plannedSteps }) {
  const step = frame?.step ?? 0;
  const done = Math.min(1, step / plannedSteps);
  return html`
    <div class="count">
      <p><span class="count-label">step</span> <output class="count-value">${formatCount(step)}</output></p>
      <p>
        <span class="count-label">epoch</span>
        <span class="count-value">${(step / stepsPerEpoch).toFixed(2)}</span>
        <span class="count-label">of ${formatCount(plannedSteps / stepsPerEpoch)}</span>
      </p>
      <progress max="1" .value=${done} aria-label="Part of the planned training"></progress>
    </div>
    <div class="metrics">
      ${experiment.metrics.map((metric) => metricTemplate(metric, valueIn(metric, frame)))}
    </div>
  `;
}

/** @param {MetricSchema} metric @param {import('../views/view.js').Frame | null} frame */
function valueIn({ name }, frame) {
  if (!frame) return Number.NaN;
  return name === 'loss' ? frame.loss : (frame.metrics[name] ?? Number.NaN);
}

/** @param {MetricSchema} metric @param {number} value */
function metricTemplate(metric, value) {
  const write = metric.better === 'lower' ? formatNumber : formatShare;
  const { target } = metric;
  const reached = target !== undefined && (metric.better === 'lower' ? value <= target : value >= target);
  return html`
    <details class="metric">
      <summary>
        <span class="metric-label">${metric.label}</span>
        <span class="metric-value">${write(value)}</span>
        <span class="metric-mark" aria-hidden="true">${reached ? '✓' : ''}</span>
      </summary>
      <p>
        ${metric.help}
        ${metric.formula ? html`<span class="formula">${metric.formula}</span>` : null}
        ${
          target === undefined
            ? null
            : html`Target: ${metric.better === 'lower' ? 'at most' : 'at least'} ${write(target)}${reached ? ', reached' : ''}.`
        }
      </p>
    </details>
  `;
}
