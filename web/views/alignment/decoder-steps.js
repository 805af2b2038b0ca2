/**
 * The reader's own text, or the watched pair, decoded step by step: the hidden states of the encoder, the score and the
 * attention weight of each, the context vector, and the probability of the next token.
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { disclosureTable, exactNumbersTemplate } from '../../parts/disclosure-table.js';
import { formatCount, formatNumber, formatToken, quoteToken } from '../../parts/format.js';
import { createFormulaChain, createWrappingFormula } from '../../parts/formula.js';
import { weightedSumStyles } from '../../parts/weighted-sum.js';
import { findLargestColumn } from '../../plots/largest-column.js';
import { computeWindow } from './alignment-data.js';
import { createAlignmentGrid } from './alignment-grid.js';
import { buildWeightFormula, computeSoftmax } from './alignment-text.js';
import { computeScoreTerms, getRow, readDecoder } from './decoder-data.js';
import { detailTemplate } from './decoder-detail.js';
import { decoderStyles } from './decoder-styles.js';
import { buildScoreFormula } from './score-formula.js';
import { createTypedTextView, stepperTemplate } from './typed-text.js';

export const styles = decoderStyles + weightedSumStyles;

/** @import { View, ViewOptions } from '../../engine/view-types.js' */
/** @import { DecoderData } from './decoder-data.js' */

/** @param {ViewOptions} options @returns {View} */
export const createView = (options) => new DecoderSteps(options).view;

class DecoderSteps {
  #options;
  /** @type {DecoderData | null} */
  #data = null;
  /** The output token, and the source token that the formulas are about; −1: the one with the largest weight. */
  #at = [0, -1];
  #pointedNumber = '';
  /** Words that the model does not know. @type {ReadonlySet<string>} */
  #unknownWords = new Set();
  #grid = createAlignmentGrid({
    label: translate('Alignment of what is decoded'),
    aside: '',
    onPoint: () => undefined,
    onPick: (row, column) => this.#select(row, column),
  });
  #typed;
  view;

  /** @param {ViewOptions} options */
  constructor(options) {
    this.#options = options;
    const { parameters } = options;
    const typed = createTypedTextView({
      of: options,
      attributes: { class: 'bars decoder', 'aria-label': translate('Decoder, step by step') },
      heading: translate('Type your own, and follow it step by step'),
      label: translate('Source text'),
      action: translate('Decode'),
      formatStatus: (at) => describeDecoding(at, Number(parameters()['beam'] ?? 1)),
      onTextChange: () => {
        this.#at = [0, -1];
      },
      onAnswer: (answer, at) => {
        this.#data = readDecoder(answer, at);
        this.#unknownWords = new Set(answer.unknownWords);
      },
      template: () => this.#template(),
      disposables: [this.#grid],
    });
    this.#typed = typed;
    this.view = {
      ...typed,
      summary: () => (typed.getOutput() ? translate('Translated: {text}.', { text: typed.getOutput() }) : ''),
    };
  }

  /** @param {number} t @param {number} s */
  #select(t, s) {
    this.#at = [t, s];
    this.#typed.draw();
  }

  #template() {
    const data = this.#data?.output.length ? this.#data : null;
    const lacksAttention = !this.#options.getChoice('score')?.formula;
    const [row = 0, column = 0] = this.#at;
    const t = data ? Math.min(data.output.length - 1, row) : 0;
    const s =
      data && column < 0
        ? findLargestColumn(data.alignment.weights, t, data.source.length)
        : Math.min(column, (data?.source.length ?? 0) - 1);
    if (data) this.#showGrid(data, t);
    return html`
      <div class="decoder-body" ?data-blind=${lacksAttention} ?hidden=${!data}>
        <div>
          ${this.#grid.element}
          <div class="readout" role="region" aria-label=${translate('Formulas')} tabindex="0">
            ${data && !lacksAttention ? formulasTemplate(this.#options, data, t, s) : null}
          </div>
        </div>
        <div>
          ${data && this.#stepTemplate(data, t, s, lacksAttention)}
          ${disclosureTable(translate('All numbers of this step as a table'), data && (() => createTableText(data, t)))}
        </div>
      </div>
    `;
  }

  /** @param {DecoderData} data @param {number} t output token */
  #showGrid({ alignment, output, source }, t) {
    this.#grid.show(
      alignment,
      { rows: output, columns: source, names: [translate('output'), translate('source')] },
      (row) => computeWindow(this.#options.parameters(), alignment.position, row),
      t,
    );
  }

  /** @param {DecoderData} data @param {number} t output token @param {number} s source token @param {boolean} lacksAttention */
  #stepTemplate(data, t, s, lacksAttention) {
    return html`
      ${stepperTemplate({
        index: t,
        count: data.output.length,
        name: quoteToken(data.output[t]),
        onStep: (index) => this.#select(index, -1),
      })}
      ${detailTemplate(data, {
        t,
        s,
        lacksAttention,
        isBidirectional: this.#options.parameters()['bidirectional'] === true,
        unknownWords: this.#unknownWords,
        pointedNumber: this.#pointedNumber,
        onNumber: (sentence) => {
          this.#pointedNumber = sentence;
          this.#typed.draw();
        },
        onToken: (token) => this.#select(t, token),
      })}
    `;
  }
}

/**
 * A sentence that says after which training step and how the text was decoded.
 * @param {number} step
 * @param {number} width of the beam
 * @returns {string}
 */
function describeDecoding(step, width) {
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
 * @param {DecoderData} of
 * @param {number} t output token
 */
function createTableText(of, t) {
  const now = of.steps[t];
  const width = of.states.length / Math.max(1, of.source.length);
  /** @param {string} name @param {ArrayLike<number>} values */
  const line = (name, values) => [name, exactNumbersTemplate(values, formatNumber)];
  return {
    caption: translate('step {step}, {count} numbers a state', { step: t + 1, count: formatCount(width) }),
    head: ['', translate('numbers')],
    rows: [
      ...of.source.map((token, row) =>
        line(
          translate('h of {token}', { token: formatToken(token) }),
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
