/** The numbers of a decoder's step: the score and the weight of a source token as formulas, and all numbers as a table. */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { exactNumbersTemplate } from '../../parts/disclosure-table.js';
import { formatCount, formatNumber, formatToken, quoteToken } from '../../parts/format.js';
import { createFormulaChain, createWrappingFormula } from '../../parts/formula.js';
import { computeWindow } from './alignment-data.js';
import { buildWeightFormula, computeSoftmax } from './alignment-text.js';
import { computeScoreTerms, getRow } from './decoder-data.js';
import { buildScoreFormula } from './score-formula.js';

/** @import { ViewOptions } from '../../engine/view-types.js' */
/** @import { DecoderData } from './decoder-data.js' */

/**
 * The score and the attention weight of a source token, with their numbers.
 * @param {Pick<ViewOptions, 'parameters' | 'getChoice'>} options
 * @param {DecoderData} reading
 * @param {number} t output token
 * @param {number} s source token
 */
export function formulasTemplate({ parameters, getChoice }, reading, t, s) {
  const isOwnScore = parameters()['score'] === 'own';
  const score = isOwnScore ? String(parameters()['formula']) : (getChoice('score')?.formula ?? '');
  const hasTanh = isOwnScore || parameters()['fault'] !== 'no-tanh';
  const terms = isOwnScore ? [] : computeScoreTerms(reading, t, s, hasTanh);
  const window = computeWindow(parameters(), reading.alignment.position, t);
  const parts = computeSoftmax(reading.alignment, t, s, window);
  const weight = buildWeightFormula(parts, window);
  return html`
    <p class="readout-where">
      ${translate('query of {token}, key of {other}', {
        token: quoteToken(reading.output[t]),
        other: quoteToken(reading.source[s]),
      })}
    </p>
    <p class="readout-formula">
      ${createWrappingFormula(buildScoreFormula(score, terms, parts.score, hasTanh))}
    </p>
    ${weight.length > 0 ? html`<p class="readout-formula">${createFormulaChain(weight)}</p>` : null}
  `;
}

/**
 * A table of all numbers of a step.
 * @param {DecoderData} reading
 * @param {number} t output token
 */
export function createTableText(reading, t) {
  const now = reading.steps[t];
  const width = reading.states.length / Math.max(1, reading.source.length);
  /** @param {string} name @param {ArrayLike<number>} values */
  const line = (name, values) => [name, exactNumbersTemplate(values, formatNumber)];
  return {
    caption: translate('step {step}, {count} numbers a state', { step: t + 1, count: formatCount(width) }),
    head: ['', translate('numbers')],
    rows: [
      ...reading.source.map((token, row) =>
        line(
          translate('h of {token}', { token: formatToken(token) }),
          getRow(reading.states, reading.source.length, row),
        ),
      ),
      line(translate('scores e'), getRow(reading.alignment.scores, reading.output.length, t)),
      line(translate('weights a'), getRow(reading.alignment.weights, reading.output.length, t)),
      ...(now
        ? [
            line(translate('query: {formula}', { formula: reading.formulas['query'] }), now.query),
            line(reading.formulas['context'] ?? '', now.context),
            line(translate('state z'), now.state),
          ]
        : []),
    ].filter(([, numbers]) => numbers?.length),
  };
}
