/**
 * One step of a decoder: a row for each source token with its state, score and weight; the query, the context
 * vector and the next state; and the five most probable tokens.
 */

import { html } from 'lit';
import { markText, translate } from '../../language/translate.js';
import {
  formatCount,
  formatNumber,
  formatShare,
  formatToken,
  quoteToken,
  showInvisibleCharacters,
} from '../../parts/format.js';
import { findLargestMagnitude, numberStripTemplate, shareBarTemplate } from '../../parts/number-strip.js';
import { weightedSumButtonTemplate } from '../../parts/weighted-sum.js';
import { getRow } from './decoder-data.js';

/** @import { DecoderData } from './decoder-data.js' */

const kHint = markText('Blue is below zero, brown above. Point at a strip or tap it to read its numbers.');

/**
 * Which step and which source token of a decoder are shown.
 * @typedef {object} DecoderPosition
 * @property {number} t output token
 * @property {number} s source token that the formulas are about
 * @property {boolean} lacksAttention whether the model has no attention
 * @property {boolean} isBidirectional whether the encoder reads from both ends
 * @property {ReadonlySet<string>} unknownWords words that the model does not know
 * @property {string} pointedNumber sentence about the number that is pointed at; empty if there is none
 * @property {(sentence: string) => void} onNumber called when another number, or none, is pointed at
 * @property {(token: number) => void} onToken called when a source token is chosen
 */

/** @param {DecoderData} data @param {DecoderPosition} at */
export function stepDetailTemplate(data, at) {
  const count = formatCount(data.states.length / Math.max(1, data.source.length));
  const heading = at.isBidirectional
    ? translate('Hidden states of the encoder: {count} entries each, half of them from each end', { count })
    : translate('Hidden states of the encoder: {count} entries each', { count });
  const states = html`
    <h3>${heading}</h3>
    <div class="decoder-rows">${rowsTemplate(data, at)}</div>
    <div class="decoder-strips">${stripsTemplate(data, at)}</div>
    <p class="panel-note">${at.pointedNumber || translate(kHint)}</p>
  `;
  const candidates = html`
    <h3>${translate('Probability of the next token')}</h3>
    <p class="decoder-candidates">${candidatesTemplate(data, at.t)}</p>
  `;
  // Without attention there are no scores or weights to read, so the probabilities come first.
  return html`<div class="decoder-detail panel">${at.lacksAttention ? [candidates, states] : [states, candidates]}</div>`;
}

/**
 * A strip whose numbers are described when they are pointed at.
 * @param {DecoderPosition} at
 * @param {string} what
 * @param {Float32Array} values
 * @param {number} [maximum] absolute value that gets the full color
 */
function describedStripTemplate({ onNumber }, what, values, maximum) {
  /** @param {number} index */
  const describe = (index) => {
    const value = formatNumber(values[index] ?? Number.NaN);
    const placeholders = { what, place: index + 1, count: values.length, value };
    return translate('{what}: number {place} of {count} is {value}.', placeholders);
  };
  return numberStripTemplate(values, (index) => onNumber(index === null ? '' : describe(index)), maximum);
}

/** A row for each source token: its state, score and weight. @param {DecoderData} data @param {DecoderPosition} at */
function rowsTemplate({ source, states, alignment }, at) {
  const { t, s, lacksAttention, unknownWords, onToken } = at;
  const { weights, scores, columns } = alignment;
  const maximum = findLargestMagnitude(states);
  const play = lacksAttention
    ? ''
    : weightedSumButtonTemplate((event) => collectFlow(event, weights.subarray(t * columns)));
  const columnHeaders = ['', translate('state h'), translate('score e'), translate('weight a'), play];
  return [
    ...columnHeaders.map((header) => html`<span class="decoder-head">${header}</span>`),
    ...source.map((label, row) => {
      const [share, score] = [weights, scores].map((matrix) => matrix[t * columns + row] ?? Number.NaN);
      return html`
        <button type="button" class="decoder-token" ?data-unknown=${unknownWords.has(label)} aria-pressed=${!lacksAttention && row === s} @click=${() => onToken(row)}>${showInvisibleCharacters(label)}</button>
        ${describedStripTemplate(at, translate('h of {token}', { token: quoteToken(label) }), getRow(states, columns, row), maximum)}
        <span class="decoder-number">${lacksAttention ? '' : formatNumber(Number(score))}</span>
        ${shareBarTemplate(lacksAttention ? 0 : Number(share))}
        <span class="decoder-number">${lacksAttention ? '' : formatShare(Number(share))}</span>
      `;
    }),
  ];
}

/** @param {Event} event @param {Float32Array} weights of the step @returns {import('../../parts/weighted-sum.js').WeightedSum} */
function collectFlow({ currentTarget }, weights) {
  const panel = /** @type {Element} */ (/** @type {Element} */ (currentTarget).closest('.decoder-detail'));
  const scores = panel.querySelectorAll('.decoder-number:nth-child(5n + 3)');
  const sum = panel.querySelector('.decoder-context + .strip');
  const { left = 0, top = 0 } = sum?.getBoundingClientRect() ?? {};
  const parts = [...panel.querySelectorAll('.decoder-rows .strip')].map((element, row) => {
    const from = element.getBoundingClientRect();
    const way = `translate(${left - from.left}px, ${top - from.top}px)`;
    return { element, way, weight: weights[row] ?? 0 };
  });
  return { columns: [scores, panel.querySelectorAll('.decoder-rows i')], parts, sum };
}

/** Query, keys, context vector and next state: a strip each. @param {DecoderData} data @param {DecoderPosition} at */
function stripsTemplate({ formulas, steps, keys, source }, at) {
  const { t, s, lacksAttention } = at;
  const attendsBeforeStep = formulas['query'] !== 'z[t]';
  const names = {
    query: attendsBeforeStep
      ? translate('query: the decoder state before the step, z')
      : translate('query: the decoder state after the step, z'),
    projectedQuery: formulas['projectedQuery'] ?? '',
    keys: translate('{formula} of {token}', { formula: formulas['keys'], token: quoteToken(source[s]) }),
    context: formulas['context'] ?? '',
    state: translate('next state z'),
  };
  const values = { ...steps[t], keys: getRow(keys, source.length, s) };
  return /** @type {const} */ (['query', 'projectedQuery', 'keys', 'context', 'state']).map((name) => {
    // In a dot product the query is the decoder state itself. If the decoder steps before it attends, its new state is the query.
    const isHidden =
      formulas[name] === 'q = z' ||
      formulas[name] === 'k = h' ||
      (name === 'state' && !attendsBeforeStep && !lacksAttention);
    const numbers = values[name];
    return isHidden || !numbers?.length
      ? null
      : html`<span class=${name === 'context' ? 'decoder-context' : ''}>${names[name]}</span>${describedStripTemplate(at, names[name], numbers)}`;
  });
}

/** The tokens that were most probable at a step. @param {DecoderData} data @param {number} t output token */
const candidatesTemplate = ({ steps, output }, t) =>
  (steps[t]?.candidates ?? []).map(({ token, probability }) => {
    const isChosen = token === output[t];
    return html`
      <span class=${isChosen ? 'decoder-chosen' : ''}>${isChosen ? '→ ' : ''}${formatToken(token)}</span>
      ${shareBarTemplate(probability)}
      <span class="decoder-number">${formatShare(probability)}</span>
    `;
  });
