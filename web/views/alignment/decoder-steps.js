/**
 * The reader's own text, or the watched pair, decoded step by step: the hidden states of the encoder, the score and the
 * attention weight of each, the context vector, and the probability of the next token.
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { disclosureTable } from '../../parts/disclosure-table.js';
import { formatCount, quoteToken } from '../../parts/format.js';
import { weightedSumStyles } from '../../parts/weighted-sum.js';
import { findLargestColumn } from '../../plots/largest-column.js';
import { computeWindow } from './alignment-data.js';
import { createAlignmentGrid } from './alignment-grid.js';
import { readDecoder } from './decoder-data.js';
import { stepDetailTemplate } from './decoder-detail.js';
import { createTableText, formulasTemplate } from './decoder-numbers.js';
import { decoderStyles } from './decoder-styles.js';
import { createTypedTextView, stepperTemplate } from './typed-text.js';

export const styles = decoderStyles + weightedSumStyles;

/** @import { Values, View, ViewOptions } from '../../engine/view-types.js' */
/** @import { DecoderData } from './decoder-data.js' */

/** @param {ViewOptions} options @returns {View} */
export function createView(options) {
  const { parameters, getChoice } = options;
  /** @type {DecoderData | null} */
  let data = null;
  /** The output token, and the source token that the formulas are about; −1: the one with the largest weight. */
  let at = [0, -1];
  let pointedNumber = '';
  /** Words that the model does not know. @type {ReadonlySet<string>} */
  let unknownWords = new Set();
  const grid = createAlignmentGrid({
    label: translate('Alignment of what is decoded'),
    aside: '',
    onPoint: () => undefined,
    onPick: select,
  });

  /** @param {number} t @param {number} s */
  function select(t, s) {
    at = [t, s];
    view.draw();
  }

  /** @param {DecoderData} shown @param {number} t output token @param {number} s source token @param {boolean} lacksAttention */
  const stepTemplate = (shown, t, s, lacksAttention) => html`
    ${stepperTemplate({
      index: t,
      count: shown.output.length,
      name: quoteToken(shown.output[t]),
      onStep: (index) => select(index, -1),
    })}
    ${stepDetailTemplate(shown, {
      ...{ t, s, lacksAttention, unknownWords, pointedNumber },
      isBidirectional: parameters()['bidirectional'] === true,
      onNumber(sentence) {
        pointedNumber = sentence;
        view.draw();
      },
      onToken: (token) => select(t, token),
    })}
  `;

  const view = createTypedTextView({
    of: options,
    attributes: { class: 'bars decoder', 'aria-label': translate('Decoder, step by step') },
    heading: translate('Type your own, and follow it step by step'),
    label: translate('Source text'),
    action: translate('Decode'),
    formatStatus: (step) => describeDecoding(step, Number(parameters()['beam'] ?? 1)),
    onTextChange: () => {
      at = [0, -1];
    },
    onAnswer(answer, step) {
      data = readDecoder(answer, step);
      unknownWords = new Set(answer.unknownWords);
    },
    template() {
      const shown = data?.output.length ? data : null;
      const lacksAttention = !getChoice('score')?.formula;
      const [t, s] = shown ? findPosition(shown, at) : [0, 0];
      if (shown) showAlignment(grid, shown, parameters(), t);
      return html`
        <div class="decoder-body" ?data-blind=${lacksAttention} ?hidden=${!shown}>
          <div>
            ${grid.element}
            <div class="readout" role="region" aria-label=${translate('Formulas')} tabindex="0">${shown && !lacksAttention ? formulasTemplate(options, shown, t, s) : null}</div>
          </div>
          <div>
            ${shown && stepTemplate(shown, t, s, lacksAttention)}
            ${disclosureTable(translate('All numbers of this step as a table'), shown && (() => createTableText(shown, t)))}
          </div>
        </div>
      `;
    },
    disposables: [grid],
  });
  const summary = () =>
    view.getOutput() ? translate('Translated: {text}.', { text: view.getOutput() }) : '';
  return { ...view, summary };
}

/** @param {DecoderData} data @param {number[]} at output and source token; source token −1: the one with the largest weight @returns {[number, number]} */
function findPosition({ output, source, alignment }, [row = 0, column = 0]) {
  const t = Math.min(output.length - 1, row);
  const s = column < 0 ? findLargestColumn(alignment.weights, t, source.length) : column;
  return [t, Math.min(s, source.length - 1)];
}

/** @param {ReturnType<typeof createAlignmentGrid>} grid @param {DecoderData} data @param {Values} parameters @param {number} t output token */
function showAlignment(grid, { alignment, output, source }, parameters, t) {
  const names = /** @type {const} */ ([translate('output'), translate('source')]);
  const getWindow = (/** @type {number} */ row) => computeWindow(parameters, alignment.position, row);
  grid.show(alignment, { rows: output, columns: source, names }, getWindow, t);
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
