/**
 * A sentence of the reader's own: both models read it now, and again while they learn.
 * @module
 */

import { translate, translateCount } from '../../language/translate.js';
import { createCellCursor } from '../../parts/cell-cursor.js';
import { createDisclosureTable, exactNumber } from '../../parts/disclosure-table.js';
import { h } from '../../parts/dom.js';
import { formatCount, formatShare, getErrorMessage } from '../../parts/format.js';
import { createPredictionRequest } from '../../parts/prediction-request.js';
import { computeShares, createSentenceLine } from './sentence-line.js';
import { createVerdicts } from './verdicts.js';

/** @import { Prediction } from '../../engine/shapes.js' */
/** @import { SentenceData } from './sentences-text.js' */

const kExample = 'the screen is great but the battery is not good';

/**
 * @param {object} options
 * @param {import('../../engine/shapes.js').ViewOptions} options.of
 * @param {readonly string[]} options.names of the models
 * @param {(sentence: SentenceData | null, place: number) => void} options.onPoint
 */
export function createTypedSentence({ of, names, onPoint }) {
  const { predict, schema, columnLabels } = of;
  const status = h('p', { class: 'panel-status', role: 'status' });
  const own = createOwnLine({ names, onPoint });
  const table = createDisclosureTable(translate('Weights of your sentence as a table'));
  table.element.hidden = true;
  const form = createForm(schema.inputs, getExample(of), (text) => {
    requestedText = text;
    inquiry.sendInput();
  });
  const element = h(
    'section',
    { class: 'panel', 'data-figure': 'own', 'aria-label': translate('Your own sentence') },
    h('h2', {}, translate('Your own sentence')),
    own.element,
    status,
    table.element,
  );
  element.hidden = true;
  let requestedText = '';
  const inquiry = createPredictionRequest({
    predict,
    getInput: () => (requestedText === '' ? null : { sentence: requestedText }),
    onAnswer: show,
    onError: (error) => {
      element.hidden = false;
      status.textContent = getErrorMessage(error);
    },
  });

  /** @param {Prediction} answer @param {number} step */
  function show(answer, step) {
    const { unknownWords = [], truncatedWords = 0 } = answer;
    const sentence = readAnswer(answer, names.length, columnLabels.length);
    own.show(sentence, unknownWords);
    table.element.hidden = false;
    table.write(() => createTableText(sentence, names));
    element.hidden = false;
    status.textContent = statusText(unknownWords, truncatedWords, step);
  }

  return {
    element,
    form,
    /** The models have been trained further. @param {number} step */
    update: (step) => inquiry.update(step),
    choose: own.choose,
    dispose: inquiry.dispose,
  };
}

/** A sentence of the words that the models know. @param {import('../../engine/shapes.js').ViewOptions} options */
const getExample = ({ manifest }) =>
  manifest?.data?.source === 'own' ? (manifest.cellLabels?.[0] ?? []).join(' ') : kExample;

/**
 * The form in which the sentence is typed.
 * @param {import('../../engine/shapes.js').ViewOptions['schema']['inputs']} inputs
 * @param {string} example to begin with
 * @param {(text: string) => void} onRead
 */
function createForm(inputs, example, onRead) {
  const input = h('input', {
    type: 'text',
    'aria-label': translate('Your own sentence'),
    maxlength: Number(inputs.find(({ type }) => type === 'text')?.maximum ?? 2000),
    value: example,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  return h(
    'form',
    {
      class: 'typed',
      'aria-label': translate('Your own sentence'),
      onsubmit: (event) => {
        event.preventDefault();
        onRead(input.value.trim());
      },
    },
    input,
    h('button', { class: 'button', type: 'submit' }, translate('Read it')),
  );
}

/**
 * The line of the sentence with its verdicts. It is kept as long as the words stay the same.
 * @param {{ names: readonly string[], onPoint: (sentence: SentenceData | null, place: number) => void }} options
 */
function createOwnLine({ names, onPoint }) {
  const element = h('div', { class: 'sentence-own' });
  const verdicts = createVerdicts(names);
  /** Model whose weight of the padding is written; none for NaN. */
  let model = 0;
  let line = /** @type {ReturnType<typeof createSentenceLine> | null} */ (null);
  let drawnKey = '';
  /** @type {SentenceData | null} */
  let sentence = null;

  /** @param {SentenceData} of @param {ReadonlySet<string>} unknown */
  function build({ words, padding }, unknown) {
    line = createSentenceLine({ words, padding, models: names.length, isCue: () => false, unknown });
    const row = h('div', { class: 'sentence', role: 'row' }, line.element, verdicts.element);
    const grid = h('div', { role: 'grid', 'aria-label': translate('Your sentence, word by word') }, row);
    const cursor = createCellCursor({
      element: grid,
      rows: [line.cells],
      onPoint: () => {
        const cell = cursor.getPointedCell();
        onPoint(cell && sentence, cell?.column ?? 0);
      },
    });
    element.replaceChildren(grid);
  }

  return {
    element,
    /** @param {SentenceData} next @param {readonly string[]} unknown words that the models do not know */
    show(next, unknown) {
      sentence = next;
      const key = JSON.stringify([next.words, unknown]);
      if (key !== drawnKey) build(next, new Set(unknown));
      drawnKey = key;
      next.shares.forEach((of, index) => {
        line?.setShares(index, of);
      });
      line?.setPaddingShare(next.shares[model]);
      verdicts.write(next);
    },
    /** @param {number} whose weight of the padding is written beside it; NaN for none */
    choose(whose) {
      model = whose;
      line?.setPaddingShare(sentence?.shares[model]);
    },
  };
}

/**
 * @param {Prediction} answer
 * @param {number} models
 * @param {number} most length to which a shorter sentence is padded
 * @returns {SentenceData}
 */
function readAnswer({ output, baseline, attention, baselineAttention }, models, most) {
  const words = attention.columnLabels;
  const padding = Math.max(0, most - words.length);
  const shares = [attention, baselineAttention].slice(0, models).map((map) => {
    const read = computeShares(map?.weights ?? [], 0, words.length, words.length);
    // The rest of the weight is on the padding.
    const rest = 1 - read.reduce((sum, share) => sum + share, 0);
    return padding > 0 ? [...read, map ? Math.max(0, rest) : 0] : read;
  });
  const verdicts = [output, baseline].map((p) => (p === undefined ? Number.NaN : Number(p)));
  return { words, padding, label: Number.NaN, verdicts, shares, cues: [] };
}

/** @param {SentenceData} sentence @param {readonly string[]} names of the models */
function createTableText({ words, padding, shares, verdicts }, names) {
  return {
    caption: translate('weights of the words'),
    head: [translate('word'), ...names],
    rows: [
      ...[...words, ...(padding > 0 ? [translate('padding')] : [])].map((word, i) => [
        word,
        ...shares.map((of) => exactNumber(of[i] ?? Number.NaN, formatShare)),
      ]),
      [translate('P(positive)'), ...verdicts.slice(0, names.length).map((p) => exactNumber(p, formatShare))],
    ],
  };
}

/** @param {readonly string[]} unknown words @param {number} cut words at the end @param {number} step */
function statusText(unknown, cut, step) {
  const words = unknown.map((text) => translate('“{text}”', { text })).join(', ');
  return [
    unknown.length > 0 && translate('Never met in training: {words}.', { words }),
    cut > 0 &&
      translateCount(
        cut,
        { one: '{count} word at the end was cut off.', other: '{count} words at the end were cut off.' },
        { count: formatCount(cut) },
      ),
    translate('Read after step {step}; renewed while it learns.', { step: formatCount(step) }),
  ]
    .filter(Boolean)
    .join(' ');
}
