/**
 * The live numbers: the step of the run, and its metrics, each with an explanation behind a disclosure. For two models
 * each metric has two columns.
 */

import { html } from 'lit';
import { translate } from '../language/translate.js';
import { formatCount, formatFixed, formatNumber, formatShare } from '../parts/format.js';
import { findPreset } from './find-preset.js';
import { formatGeneralization } from './generalization.js';

/** @import { ExperimentSchema, MetricSchema, Value } from '../engine/schema.js' */
/** @import { Manifest } from '../engine/shapes.js' */
/** @import { StepMetrics } from './frame-display.js' */

/** Number of metrics that are always visible. */
const kVisibleMetrics = 3;

/** Schemas by kind of data; cached, since a new object would cause a new rendering. @type {WeakMap<ExperimentSchema, Map<string, ExperimentSchema>>} */
const schemasByData = new WeakMap();

/**
 * @param {ExperimentSchema} schema
 * @param {Manifest['data']} data of the run
 * @returns {ExperimentSchema} with the metrics for such data; with own data, without targets
 */
export function fitSchemaToData(schema, data) {
  const isOwn = data?.source === 'own';
  const isAligned = isOwn && (data.aligned ?? 0) > 0;
  const key = `${isOwn} ${isAligned}`;
  const kinds = schemasByData.get(schema) ?? new Map();
  schemasByData.set(schema, kinds);
  const metrics = schema.metrics
    .filter(({ needs }) => !needs || (needs === 'alignments' ? isAligned : isOwn))
    .map(({ target, ...metric }) => (isOwn || target === undefined ? metric : { ...metric, target }));
  if (!kinds.has(key)) kinds.set(key, { ...schema, metrics });
  return kinds.get(key);
}

/**
 * The shown step and the planned number of steps.
 * @param {StepMetrics | null} stepMetrics
 * @param {{ stepsPerEpoch: number }} manifest
 * @param {number} plannedSteps
 */
export function stepCountTemplate(stepMetrics, { stepsPerEpoch }, plannedSteps) {
  const step = stepMetrics?.step ?? 0;
  const epoch = translate('epoch {n} of {count}', {
    n: formatFixed(step / stepsPerEpoch, 2),
    count: formatCount(plannedSteps / stepsPerEpoch),
  });
  return html`
    <p class="count" data-name="numbers" title=${epoch}>
      <span class="count-label">${translate('step')}</span> <output class="count-value">${formatCount(step)}</output>
      ${step < plannedSteps ? html`<span class="count-planned">${translate('of {count}', { count: formatCount(plannedSteps) })}</span>` : null}
      <span class="count-loss">${translate('loss {loss}', { loss: formatNumber(stepMetrics?.loss ?? Number.NaN) })}</span>
    </p>
  `;
}

/**
 * @param {object} options
 * @param {ExperimentSchema} options.experiment
 * @param {StepMetrics | null} options.stepMetrics
 * @param {readonly string[]} options.names of the models
 * @param {Manifest} options.manifest
 * @param {Readonly<Record<string, Value>>} options.parameters of the run
 */
export function metricsTemplate({ experiment, stepMetrics, names, manifest, parameters }) {
  const own = manifest.data?.source === 'own' ? manifest.data : null;
  const pairs = pairMetrics(own ? experiment : applyPresetTargets(experiment, parameters));
  // A run without a baseline model has no values of baseline metrics.
  const hasBaselineValues =
    (experiment.hasBaseline ?? false) &&
    (!stepMetrics || pairs.some(([, baseline]) => hasValue(baseline, stepMetrics)));
  // Losses come last, since they have a curve.
  const losses = /^(loss|epochLoss)$/;
  // Metrics that do not apply to the networks of the run have no value.
  const all = pairs
    .filter(
      ([one, baseline]) =>
        losses.test(one.name) ||
        !stepMetrics ||
        hasValue(one, stepMetrics) ||
        hasValue(baseline, stepMetrics),
    )
    .sort(([one], [other]) => Number(losses.test(one.name)) - Number(losses.test(other.name)));
  const templates = orderMetrics(all).map(([metric, baseline]) =>
    metricTemplate(metric, baseline, hasBaselineValues, stepMetrics),
  );
  return html`
    <div class="metrics ${hasBaselineValues ? 'twins' : ''}">
      ${sampleSizeTemplate(manifest)} ${stepMetrics && own ? html`<p class="generalization">${formatGeneralization(own, stepMetrics)}</p>` : null}
      ${hasBaselineValues ? baselineHeaderTemplate(names) : null} ${templates.slice(0, kVisibleMetrics)}
      ${
        templates.length > kVisibleMetrics
          ? html`<details class="more-metrics"><summary>${translate('All numbers')}</summary>${templates.slice(kVisibleMetrics)}</details>`
          : null
      }
      ${all.some(([{ target }]) => target !== undefined) ? html`<p class="sample">${translate('✓: as good as a correct network gets.')}</p>` : null}
    </div>
  `;
}

/**
 * For own data, metrics of training examples come first, next to the same metrics of held-out ones.
 * @param {[MetricSchema, MetricSchema | undefined][]} all
 */
function orderMetrics(all) {
  const training = all.filter(([{ needs }]) => needs === 'own-data');
  const names = training.map(([{ name }]) => name.replace(/^training(.)/, (_, first) => first.toLowerCase()));
  const heldOut = all.filter(([{ name }]) => names.includes(name));
  return [...new Set([...heldOut, ...training, ...all])];
}

/** On how many examples the metrics are measured, if not on all that are held out. @param {Manifest} manifest */
function sampleSizeTemplate({ probeExampleCount = 0, heldOut = 0 }) {
  const numbers = { probed: formatCount(probeExampleCount), count: formatCount(heldOut) };
  return probeExampleCount > 0 && probeExampleCount < heldOut
    ? html`<p class="sample">${translate('Measured on {probed} of {count} test examples.', numbers)}</p>`
    : null;
}

/** @param {readonly string[]} names of the two models */
function baselineHeaderTemplate([first, baseline = translate('none')]) {
  return html`
    <p class="baseline-names"><span><b>A</b> ${first}</span> <span><b>B</b> ${baseline}</span></p>
    <p class="baseline-heads" aria-hidden="true"><span></span><span>A</span><span></span><span>B</span></p>
  `;
}

/**
 * Metrics in their order, each paired with the same metric of the baseline: `accuracy` with `baselineAccuracy`.
 * @param {ExperimentSchema} experiment
 * @returns {[MetricSchema, MetricSchema | undefined][]}
 */
export function pairMetrics({ metrics, hasBaseline }) {
  if (!hasBaseline) return metrics.map((metric) => [metric, undefined]);
  /** @param {MetricSchema} metric */
  const findBaseline = ({ name }) =>
    metrics.find((other) => other.name === `baseline${name.charAt(0).toUpperCase()}${name.slice(1)}`);
  const baselines = new Set(metrics.map(findBaseline));
  return metrics.filter((metric) => !baselines.has(metric)).map((metric) => [metric, findBaseline(metric)]);
}

/**
 * Replaces the targets of metrics by the preset's, if it has some.
 * @param {ExperimentSchema} experiment
 * @param {Readonly<Record<string, Value>>} parameters
 * @returns {ExperimentSchema}
 */
export function applyPresetTargets(experiment, parameters) {
  const { targets = {} } = findPreset(experiment, parameters) ?? {};
  const metrics = experiment.metrics.map((metric) => {
    const target = targets[metric.name];
    return target === undefined ? metric : { ...metric, target: target ?? undefined };
  });
  return { ...experiment, metrics };
}

/** @param {MetricSchema | undefined} metric @param {StepMetrics} frame */
const hasValue = (metric, frame) => metric !== undefined && Number.isFinite(readValue(metric, frame));

/** @param {MetricSchema} metric @param {StepMetrics | null} frame */
function readValue({ name }, frame) {
  if (!frame) return Number.NaN;
  return name === 'loss' ? frame.loss : (frame.metrics[name] ?? Number.NaN);
}

/**
 * @param {MetricSchema} metric
 * @param {MetricSchema | undefined} baseline
 * @param {boolean} hasBaseline
 * @param {StepMetrics | null} frame
 */
function metricTemplate(metric, baseline, hasBaseline, frame) {
  const { better, target } = metric;
  const write = getFormatter(metric);
  const aim = { number: write(target ?? Number.NaN) };
  const targetText =
    better === 'lower'
      ? translate('Target: at most {number}', aim)
      : translate('Target: at least {number}', aim);
  return html`
    <details class="metric">
      <summary>
        <span class="metric-label">${metric.label}</span>
        ${valueTemplate(metric, hasBaseline ? 'A' : '', target, frame)}
        ${hasBaseline && baseline ? valueTemplate(baseline, 'B', target, frame) : null}
      </summary>
      <p>
        ${metric.help}
        ${metric.formula ? html`<span class="formula">${metric.formula}</span>` : null}
        ${hasBaseline && baseline && baseline.help !== metric.help ? html`B: ${baseline.help}` : null}
        ${target === undefined ? null : `${targetText}${hasReachedTarget(metric, readValue(metric, frame), frame) ? translate(', reached') : ''}.`}
      </p>
    </details>
  `;
}

/** @param {MetricSchema} metric @returns {(value: number) => string} formats shares with the same number of digits, so that they can be compared */
const getFormatter = ({ isShare }) => (isShare ? formatShare : formatNumber);

/**
 * @param {MetricSchema} metric
 * @param {string} model 'A', or 'B' for the baseline; '' for a single model
 * @param {number | undefined} target of both models
 * @param {StepMetrics | null} frame
 */
function valueTemplate(metric, model, target, frame) {
  const value = readValue(metric, frame);
  const write = getFormatter(metric);
  return html`
    <span class="metric-value">${model ? html`<span class="visually-hidden">${model} </span>` : null}${write(value)}</span>
    <span class="metric-mark" aria-hidden="true">${hasReachedTarget({ ...metric, target }, value, frame) ? '✓' : ''}</span>
  `;
}

/** @param {MetricSchema} metric @param {number} value @param {StepMetrics | null} frame at step 0 no target counts as reached, since it would be by chance */
export function hasReachedTarget({ better, target }, value, frame) {
  return (
    target !== undefined && Boolean(frame?.step) && (better === 'lower' ? value <= target : value >= target)
  );
}
