/**
 * The reader's own text, or the watched pair, decoded step by step: the hidden states of the encoder, the score and the
 * attention weight of each, the context vector, and the probability of the next token.
 * @module
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { disclosureTable, exactNumbers } from '../../parts/disclosure-table.js';
import {
  formatCount,
  formatNumber,
  isolateDirection,
  markInvisible,
  quoteToken,
} from '../../parts/format.js';
import { createFormula, createFormulaChain } from '../../parts/formula.js';
import { findLargestColumn } from '../../plots/largest-column.js';
import { computeWindow } from './alignment-data.js';
import { createAlignmentGrid } from './alignment-grid.js';
import { computeSoftmax, weightFormula } from './alignment-text.js';
import { computeScoreTerms, getRow, readDecoder } from './decoder-data.js';
import { detailTemplate } from './decoder-detail.js';
import { decoderStyles } from './decoder-styles.js';
import { buildScoreFormula } from './score-formula.js';
import { createTypedTextView, stepperTemplate } from './typed-text.js';

export const styles = decoderStyles;

/** @import { View, ViewOptions } from '../../engine/shapes.js' */
/** @import { DecoderData } from './decoder-data.js' */

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  const { parameters, getChoice } = options;
  /** @type {DecoderData | null} */
  let data = null;
  /** The output token, and the source token that the formulas are about; −1: the one with the largest weight. */
  let [t, s] = [0, -1];
  let pointedNumber = '';
  /** Words that the model does not know. @type {ReadonlySet<string>} */
  let unknownWords = new Set();
  const grid = createAlignmentGrid({
    label: translate('Alignment of what is decoded'),
    aside: '',
    onPoint: () => undefined,
    onPick: select,
  });

  /** @param {number} row @param {number} column */
  function select(row, column) {
    [t, s] = [row, column];
    view.draw();
  }

  /** @param {DecoderData} of @param {boolean} lacksAttention */
  function stepTemplate(of, lacksAttention) {
    const { alignment, output, source } = of;
    const row = Math.min(output.length - 1, t);
    const column =
      s < 0 ? findLargestColumn(alignment.weights, row, alignment.columns) : Math.min(s, source.length - 1);
    grid.show(
      alignment,
      { rows: output, columns: source, names: [translate('output'), translate('source')] },
      (at) => computeWindow(parameters(), alignment.position, at),
      row,
    );
    return {
      formulas: lacksAttention ? null : formulasTemplate(options, of, row, column),
      detail: html`
        ${stepperTemplate({
          index: row,
          count: output.length,
          name: quoteToken(output[row]),
          onStep: (index) => select(index, -1),
        })}
        ${detailTemplate(of, {
          t: row,
          s: column,
          lacksAttention,
          isBidirectional: parameters()['bidirectional'] === true,
          unknownWords,
          pointedNumber,
          onNumber(sentence) {
            pointedNumber = sentence;
            view.draw();
          },
          onToken: (token) => select(row, token),
        })}
      `,
      table: () => createTableText(of, row),
    };
  }

  const view = createTypedTextView({
    of: options,
    attributes: { class: 'bars decoder', 'aria-label': translate('Decoder, step by step') },
    heading: translate('Type your own, and follow it step by step'),
    label: translate('Source text'),
    action: translate('Decode'),
    formatStatus: (at) => decodingText(at, Number(parameters()['beam'] ?? 1)),
    onTextChange: () => {
      [t, s] = [0, -1];
    },
    onAnswer(answer, at) {
      data = readDecoder(answer, at);
      unknownWords = new Set(answer.unknownWords);
    },
    template() {
      const lacksAttention = !getChoice('score')?.formula;
      const step = data?.output.length ? stepTemplate(data, lacksAttention) : null;
      return html`
        <div class="decoder-body" ?data-blind=${lacksAttention} ?hidden=${!step}>
          <div>
            ${grid.element}
            <div class="readout" role="region" aria-label=${translate('Formulas')} tabindex="0">${step?.formulas}</div>
          </div>
          <div>
            ${step?.detail} ${disclosureTable(translate('All numbers of this step as a table'), step?.table ?? null)}
          </div>
        </div>
      `;
    },
    dispose: grid.dispose,
  });
  return {
    ...view,
    summary: () => (view.getOutput() ? translate('Translated: {text}.', { text: view.getOutput() }) : ''),
  };
}

/** When and how it was decoded. @param {number} step @param {number} width of the beam @returns {string} */
function decodingText(step, width) {
  const how =
    width > 1
      ? translate('the best of {width} beginnings followed up', { width })
      : translate('the most probable token each time');
  return translate('Decoded after step {step}, {how}; renewed while it learns.', {
    step: formatCount(step),
    how,
  });
}

/**
 * The score and the attention weight of a source token, with their numbers.
 * @param {Pick<ViewOptions, 'parameters' | 'getChoice'>} options
 * @param {DecoderData} reading
 * @param {number} t output token
 * @param {number} s source token
 */
function formulasTemplate({ parameters, getChoice }, reading, t, s) {
  const isOwnScore = parameters()['score'] === 'own';
  const score = isOwnScore ? String(parameters()['formula']) : (getChoice('score')?.formula ?? '');
  const hasTanh = isOwnScore || parameters()['fault'] !== 'no-tanh';
  const terms = isOwnScore ? [] : computeScoreTerms(reading, t, s, hasTanh);
  const window = computeWindow(parameters(), reading.alignment.position, t);
  const parts = computeSoftmax(reading.alignment, t, s, window);
  const weight = weightFormula(parts, window);
  return html`
    <p class="readout-where">
      ${translate('query of {token}, key of {other}', {
        token: quoteToken(reading.output[t]),
        other: quoteToken(reading.source[s]),
      })}
    </p>
    <p class="readout-formula">
      ${buildScoreFormula(score, terms, parts.score, hasTanh).flatMap((one) => [createFormula(one), ' '])}
    </p>
    ${weight.length > 0 ? html`<p class="readout-formula">${createFormulaChain(weight)}</p>` : null}
  `;
}

/**
 * All numbers of a step.
 * @param {DecoderData} of
 * @param {number} t output token
 */
function createTableText(of, t) {
  const now = of.steps[t];
  const width = of.states.length / Math.max(1, of.source.length);
  /** @param {string} name @param {ArrayLike<number>} values */
  const line = (name, values) => [name, exactNumbers(values, formatNumber)];
  return {
    caption: translate('step {step}, {count} numbers a state', { step: t + 1, count: formatCount(width) }),
    head: ['', translate('numbers')],
    rows: [
      ...of.source.map((token, row) =>
        line(
          translate('h of {token}', { token: isolateDirection(markInvisible(token)) }),
          getRow(of.states, of.source.length, row),
        ),
      ),
      line(translate('scores e'), getRow(of.alignment.scores, of.output.length, t)),
      line(translate('weights a'), getRow(of.alignment.weights, of.output.length, t)),
      ...(now
        ? [
            line(translate('query: {formula}', { formula: of.formulas['query'] }), now.query),
            line(of.formulas['context'] ?? '', now.context),
            line(translate('state z'), now.state),
          ]
        : []),
    ].filter(([, numbers]) => numbers?.length),
  };
}
