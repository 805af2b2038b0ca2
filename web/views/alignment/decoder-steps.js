/**
 * The reader's own text, or the watched pair, decoded step by step: the hidden states of the encoder, the score and the
 * attention weight of each, the context vector, and the probability of the next token.
 * @module
 */

import { translate } from '../../language/translate.js';
import { createDisclosureTable, exactNumbers } from '../../parts/disclosure-table.js';
import { h } from '../../parts/dom.js';
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
import { createDecoderDetail } from './decoder-detail.js';
import { decoderStyles } from './decoder-styles.js';
import { buildScoreFormula } from './score-formula.js';
import { createTypedText } from './typed-text.js';

export const styles = decoderStyles;

/** @import { View, ViewOptions } from '../../engine/shapes.js' */
/** @import { DecoderData } from './decoder-data.js' */

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  /** @type {DecoderData | null} */
  let data = null;
  let [t, s] = [0, -1];
  /** Words that the model does not know. @type {ReadonlySet<string>} */
  let unknownWords = new Set();

  const typed = createTypedText({
    of: options,
    label: translate('Source text'),
    action: translate('Decode'),
    formatStatus: (at) => decodingText(at, Number(options.parameters()['beam'] ?? 1)),
    onTextChange: () => {
      [t, s] = [0, -1];
    },
    onAnswer(answer, at) {
      data = readDecoder(answer, at);
      unknownWords = new Set(answer.unknownWords);
      steps.element.hidden = data.output.length === 0;
      select(t, s);
    },
  });
  const steps = createSteps(options, select);
  steps.element.hidden = true;
  const element = h(
    'section',
    { class: 'bars decoder', 'aria-label': translate('Decoder, step by step') },
    h(
      'div',
      { class: 'panel' },
      h('h2', {}, translate('Type your own, and follow it step by step')),
      ...typed.elements,
      steps.element,
    ),
  );

  /** @param {number} row @param {number} column −1: the source token with the largest weight */
  function select(row, column) {
    if (!data || data.output.length === 0) return;
    const { alignment, output, source } = data;
    t = Math.min(output.length - 1, Math.max(0, row));
    s = column;
    const at =
      s < 0 ? findLargestColumn(alignment.weights, t, alignment.columns) : Math.min(s, source.length - 1);
    steps.show(data, t, at, unknownWords);
  }

  return {
    element,
    wide: true,
    update: ({ step }) => typed.update(step),
    repaint: steps.repaint,
    summary: () => (typed.text() ? translate('Translated: {text}.', { text: typed.text() }) : ''),
    dispose() {
      typed.dispose();
      steps.dispose();
    },
  };
}

/**
 * The alignment of the decoded text, and one of its steps in all its numbers.
 * @param {Pick<ViewOptions, 'parameters' | 'getChoice'>} options
 * @param {(row: number, column: number) => void} select
 */
function createSteps(options, select) {
  const { parameters, getChoice } = options;
  let t = 0;
  const grid = createAlignmentGrid({
    label: translate('Alignment of what is decoded'),
    aside: '',
    onPoint: () => undefined,
    onPick: select,
  });
  const stepper = createStepper((by) => select(t + by, -1));
  const detail = createDecoderDetail({ onToken: (token) => select(t, token) });
  const formulas = h('div', {
    class: 'readout',
    role: 'region',
    'aria-label': translate('Formulas'),
    tabindex: 0,
  });
  const table = createDisclosureTable(translate('All numbers of this step as a table'));
  const element = h(
    'div',
    { class: 'decoder-body' },
    h('div', {}, grid.element, formulas),
    h('div', {}, stepper.element, detail.element, table.element),
  );
  return {
    element,
    /**
     * @param {DecoderData} reading
     * @param {number} row output token
     * @param {number} s source token that the formulas are about
     * @param {ReadonlySet<string>} strange words that the model does not know
     */
    show(reading, row, s, strange) {
      t = row;
      const { alignment, output, source } = reading;
      stepper.show(t, output);
      const lacksAttention = !getChoice('score')?.formula;
      element.toggleAttribute('data-blind', lacksAttention);
      grid.show(
        alignment,
        { rows: output, columns: source, names: [translate('output'), translate('source')] },
        (of) => computeWindow(parameters(), alignment.position, of),
        t,
      );
      detail.show(reading, {
        t,
        s,
        lacksAttention: lacksAttention,
        isBidirectional: parameters()['bidirectional'] === true,
        unknownWords: strange,
      });
      if (!lacksAttention) formulas.replaceChildren(...createFormulas(options, reading, t, s));
      table.write(() => createTableText(reading, row));
    },
    repaint: grid.repaint,
    dispose: grid.dispose,
  };
}

/** When and how it was decoded. @param {string} step @param {number} width of the beam @returns {string} */
function decodingText(step, width) {
  const how =
    width > 1
      ? translate('the best of {width} beginnings followed up', { width })
      : translate('the most probable token each time');
  return translate('Decoded after step {step}, {how}; renewed while it learns.', { step, how });
}

/** The current output token, with buttons for the previous and the next one. @param {(by: number) => void} onTurn */
function createStepper(onTurn) {
  const place = h('strong', {});
  /** @param {number} by @param {string} text */
  const button = (by, text) =>
    h('button', { class: 'button', type: 'button', onclick: () => onTurn(by) }, text);
  const previous = button(-1, translate('‹ Back'));
  const next = button(1, translate('Next ›'));
  return {
    element: h('div', { class: 'decoder-turn' }, previous, next, place),
    /** @param {number} t @param {readonly string[]} output */
    show(t, output) {
      previous.disabled = t === 0;
      next.disabled = t === output.length - 1;
      place.textContent = translate('Step {step} of {count}: {name}', {
        step: t + 1,
        count: output.length,
        name: quoteToken(output[t]),
      });
    },
  };
}

/**
 * The score and the attention weight of a source token, with their numbers.
 * @param {Pick<ViewOptions, 'parameters' | 'getChoice'>} options
 * @param {DecoderData} reading
 * @param {number} t output token
 * @param {number} s source token
 */
function createFormulas({ parameters, getChoice }, reading, t, s) {
  const isOwnScore = parameters()['score'] === 'own';
  const score = isOwnScore ? String(parameters()['formula']) : (getChoice('score')?.formula ?? '');
  const hasTanh = isOwnScore || parameters()['fault'] !== 'no-tanh';
  const terms = isOwnScore ? [] : computeScoreTerms(reading, t, s, hasTanh);
  const window = computeWindow(parameters(), reading.alignment.position, t);
  const parts = computeSoftmax(reading.alignment, t, s, window);
  const weight = weightFormula(parts, window);
  return [
    h(
      'p',
      { class: 'readout-where' },
      translate('query of {token}, key of {other}', {
        token: quoteToken(reading.output[t]),
        other: quoteToken(reading.source[s]),
      }),
    ),
    h(
      'p',
      { class: 'readout-formula' },
      ...buildScoreFormula(score, terms, parts.score, hasTanh).flatMap((one) => [createFormula(one), ' ']),
    ),
    ...(weight.length > 0 ? [h('p', { class: 'readout-formula' }, ...createFormulaChain(weight))] : []),
  ];
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
