/**
 * The panel of a diagnosis: the lines of the formula, one of them faulty, and the faulty model beside the reference.
 */
import { html, nothing } from 'lit';
import { smallMapTemplate } from '../element/small-map.js';
import { translate } from '../language/translate.js';
import { formatDecimal, formatDecimalPercent } from './number-format.js';
import { renderFormula } from './prose-template.js';

/** @import { ModelMeasurements, RunResults } from './faulty-model.js' */
/** @import { Diagnosis } from './diagnosis.js' */

/** Placeholder of a number that is not known yet. */
const kUnknown = '…';

/** @param {Diagnosis} diagnosis */
export function diagnosisTemplate(diagnosis) {
  const { formulas, phase } = diagnosis;
  return html`
    <section class="question diagnosis" aria-label=${translate('Diagnosis')}>
      <p class="question-ask">
        ${phase === 'faulty' ? translate('Which line is wrong?') : translate('What the network computes')}
      </p>
      <ol class="lines">${formulas ? diagnosis.faultyModel.lines.map((line) => lineTemplate(diagnosis, formulas, line)) : null}</ol>
      <p class="question-answer ${diagnosis.chosenLine ? 'filled' : ''}" role="status" tabindex=${phase === 'patched' ? 0 : nothing}>${answerText(diagnosis)}</p>
      ${phase === 'patched' && diagnosis.measurements ? html`<button type="button" class="repair" @click=${() => diagnosis.restart()}>${translate('Start over with the patient')}</button>` : null}
      ${phase === 'diagnosed' ? html`<button type="button" class="repair" @click=${() => diagnosis.patch()}>${translate('Patch this line and train again')}</button>` : null}
      ${comparisonTemplate(diagnosis)}
    </section>
  `;
}

/** The map of the reference model, and the numbers of both models. Placeholders prevent layout shift. @param {Diagnosis} diagnosis */
function comparisonTemplate({ results, measurements, referenceMeasurements, phase }) {
  const rows = listRows().map(({ name, format }) => [
    name,
    results && format(results, measurements),
    referenceMeasurements && format(referenceMeasurements.results, referenceMeasurements),
  ]);
  return html`
    <figure class="beside">
      <div>
        ${
          referenceMeasurements
            ? smallMapTemplate(referenceMeasurements.map, translate('Attention map of the healthy network'))
            : html`<p class="small-map">${translate('trained after the patient')}</p>`
        }
        <figcaption>${translate('Healthy')}</figcaption>
      </div>
      <table>
        <thead>
          <tr><td></td><th scope="col">${phase === 'patched' ? translate('Patched') : translate('Patient')}</th><th scope="col">${translate('Healthy')}</th></tr>
        </thead>
        <tbody>
          ${rows.map(
            ([name, faultyValue, referenceValue]) => html`
              <tr><th scope="row">${name}</th><td>${faultyValue || kUnknown}</td><td>${referenceValue || kUnknown}</td></tr>
            `,
          )}
        </tbody>
      </table>
    </figure>
  `;
}

/** @returns {{ name: string, format: (standing: RunResults, found: ModelMeasurements | null) => string }[]} `format` returns '' until the number is known */
const listRows = () => [
  { name: translate('Training loss'), format: ({ loss }) => (loss > 0 ? formatDecimal(loss, 3) : '') },
  { name: translate('Exact match'), format: ({ metrics }) => formatDecimalPercent(metrics['exactMatch']) },
  {
    name: translate('Alignment'),
    format: ({ metrics }) => formatDecimalPercent(metrics['alignmentAccuracy']),
  },
  {
    name: translate('Smallest row sum'),
    format: (_, found) => (found ? formatDecimal(found.smallestRowSum, 2) : ''),
  },
  {
    name: translate('Scores, first row'),
    format: (_, found) => (found ? rangeText(found.firstRowScores) : ''),
  },
  {
    name: translate('Scores, last row'),
    format: (_, found) => (found ? rangeText(found.lastRowScores) : ''),
  },
];

/** @param {ModelMeasurements['firstRowScores']} range */
function rangeText(range) {
  const [low, high] = [formatDecimal(range.low, 2), formatDecimal(range.high, 2)];
  return low === high
    ? translate('all {score}', { score: low })
    : translate('{low} to {high}', { low, high });
}

/**
 * @param {Diagnosis} diagnosis
 * @param {import('./faulty-model.js').Formulas} formulas
 * @param {import('./faulty-model.js').Line} line
 */
function lineTemplate(diagnosis, formulas, { id, name, formatFormula }) {
  const { faultyModel, chosenLine, judgedMeasurements, phase } = diagnosis;
  const isFaulty = id === faultyModel.faultyLine && phase !== 'faulty';
  const [correctFormula, faultyFormula] = [
    renderFormula(formatFormula(formulas)),
    isFaulty ? renderFormula(faultyModel.formatFaultyFormula(formulas)) : null,
  ];
  const text = html`<span class="line-name">${translate(name)} ${isFaulty ? html`<small>– ${phase === 'patched' ? translate('patched') : translate('the fault')}</small>` : null}</span>
    <span class="line-formula">${
      isFaulty && phase === 'patched'
        ? html`<del><span class="visually-hidden">${translate('was computed:')} </span>${faultyFormula}</del> <ins><span class="visually-hidden">${translate('now:')} </span>${correctFormula}</ins>`
        : isFaulty
          ? html`<span class="visually-hidden">${translate('is computed:')} </span>${faultyFormula}`
          : correctFormula
    }</span>`;
  return html`
    <li class="${isFaulty ? phase : ''}">
      ${
        phase === 'faulty'
          ? html`<button type="button" aria-pressed=${chosenLine === id} @click=${() => diagnosis.chooseLine(id)}>${text}${
              chosenLine === id && judgedMeasurements
                ? html`<span class="visually-hidden">, ${translate('computed as written')}</span>`
                : null
            }</button>`
          : html`<span class="line" aria-current=${isFaulty ? 'true' : nothing}>${text}</span>`
      }
    </li>
  `;
}

/**
 * Scrolls the answer and its button into view.
 * @param {boolean} wasButtonRemoved whether the pressed button was removed, so that focus has to move to the next control
 */
export function revealAnswer(wasButtonRemoved) {
  const [answer, button] = /** @type {(HTMLElement | null)[]} */ (
    ['.question-answer', '.repair'].map((part) => document.querySelector(`.diagnosis ${part}`))
  );
  for (const part of [answer, button]) part?.scrollIntoView({ block: 'nearest' });
  if (!wasButtonRemoved || document.activeElement !== document.body) return;
  const next = button ?? document.querySelector('.diagnosis button') ?? answer;
  /** @type {HTMLElement | null} */ (next)?.focus({ preventScroll: true });
}

/** @param {Diagnosis} diagnosis @returns {string} */
function answerText({ faultyModel, chosenLine, judgedMeasurements, phase, measurements }) {
  if (phase === 'patched') {
    if (!measurements || !judgedMeasurements)
      return translate('The network is trained again from step 0: the same seed, the patched line.');
    const [before, now] = [judgedMeasurements.results.metrics, measurements.results.metrics];
    return translate(
      'Healed. Before and after: alignment accuracy {oldFound} and {found}, exact match {oldExact} and {exact}, smallest sum of a row {oldSum} and {sum}.',
      {
        oldSum: formatDecimal(judgedMeasurements.smallestRowSum, 2),
        sum: formatDecimal(measurements.smallestRowSum, 2),
        oldFound: formatDecimalPercent(before['alignmentAccuracy']),
        found: formatDecimalPercent(now['alignmentAccuracy']),
        oldExact: formatDecimalPercent(before['exactMatch']),
        exact: formatDecimalPercent(now['exactMatch']),
      },
    );
  }
  if (!chosenLine) return '';
  if (!judgedMeasurements) return translate('The network is trained to the end, then measured.');
  if (phase === 'diagnosed')
    return translate('Right. {why}', { why: faultyModel.explainFault(judgedMeasurements) });
  const line = faultyModel.lines.find(({ id }) => id === chosenLine);
  const cleared = faultyModel.explanationsWhyCorrect?.[chosenLine] ?? line?.explainWhyCorrect;
  return translate('Not this line. {why}', { why: cleared?.(judgedMeasurements) ?? '' });
}
