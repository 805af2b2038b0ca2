/**
 * Sentences with the weights of each model on their words, the truth, and the verdicts.
 * @module
 */

import { markText, translate } from '../../language/translate.js';
import { createCellCursor } from '../../parts/cell-cursor.js';
import { createChoices } from '../../parts/choices.js';
import { createDisclosureTable, exactNumber } from '../../parts/disclosure-table.js';
import { h } from '../../parts/dom.js';
import { createFilmHistory } from '../../parts/film-history.js';
import { capitalize, formatShare } from '../../parts/format.js';
import { createCustomLegend, createMark, createRamp } from '../../parts/legend.js';
import { getModelNames } from '../../parts/model-names.js';
import { throttle } from '../../parts/throttle.js';
import { computeShares, createSentenceLine } from './sentence-line.js';
import { sentencesStyles } from './sentences-styles.js';
import { describeWord, formatHeaviest, formatLabel, summarizeSentences } from './sentences-text.js';
import { createTypedSentence } from './typed-sentence.js';
import { createVerdicts } from './verdicts.js';

export const styles = sentencesStyles;

/** @import { View, ViewOptions } from '../../engine/shapes.js' */
/** @import { SentenceData } from './sentences-text.js' */

const kHint = markText('Point at a word, tap it or walk with the arrow keys to read its weight.');
const kHeaviest = 5;

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  const { rowLabels } = options;
  const names = getModelNames(options);
  /** @type {[import('../../engine/shapes.js').Frame | null, SentenceData[]]} */
  let [frame, sentences] = [null, []];
  let selectedModel = '0';

  const modelChoice = createModelChoice({
    names,
    maps: options.maps.slice(0, names.length),
    onChoose: choose,
  });
  const readout = createReadout(names);
  const lines = createLines({ rowLabels, names, onPoint: readout.read });
  const table = createDisclosureTable(translate('Weights as a table'));
  const typed = createTypedSentence({ of: options, names, onPoint: readout.read });
  const cueMark = h('span', { class: 'legend-item' }, createMark('cue'), translate('cue word, the truth'));
  const legend = createCustomLegend(
    [translate('weight'), ...createRamp()],
    [createMark('padding'), translate('padding, weights in sum')],
  );
  legend.prepend(cueMark);
  const element = h(
    'section',
    { class: 'bars sentences', 'aria-label': translate('Sentences') },
    h('div', { class: 'bars-head' }, modelChoice.choices, legend),
    typed.element,
    lines.element,
    table.element,
  );
  const reel = /** @type {ReturnType<typeof createFilmHistory<import('../../engine/shapes.js').Frame>>} */ (
    createFilmHistory({ onShow: present, getLoss: ({ loss }) => loss })
  );
  const draw = throttle(show, 100);
  const words = throttle(() => {
    lines.describe();
    table.write((whole) => createTableText(sentences, { names, rowLabels, whole }));
  }, 1000);
  choose('0');

  /** @param {string} index of the model whose weights are shown */
  function choose(index) {
    selectedModel = index;
    element.dataset['shown'] = index;
    typed.choose(Number(index));
    show();
  }

  function present() {
    frame = reel.getFrame();
    draw.call();
    words.call();
  }

  function show() {
    if (!frame) return;
    sentences = readSentences(frame.tensors, options, names.length);
    cueMark.hidden = !sentences.some(({ cues }) => cues.includes(true));
    lines.show(sentences, Number(selectedModel));
  }

  return {
    element,
    readout: h('div', { class: 'reading' }, modelChoice.help, readout.element),
    textInput: typed.form,
    film: reel.film,
    update(next) {
      reel.record(next);
      present();
      typed.update(next.step);
    },
    repaint: draw.call,
    summary: () => (sentences.length > 0 ? summarizeSentences(sentences, names) : ''),
    dispose() {
      draw.cancel();
      words.cancel();
      typed.dispose();
    },
  };
}

/**
 * The choice of the model whose weights are shown, and help about them.
 * @param {object} options
 * @param {readonly string[]} options.names of the models
 * @param {ViewOptions['maps']} options.maps
 * @param {(selectedModel: string) => void} options.onChoose the index of a model, or 'both'
 */
function createModelChoice({ names, maps, onChoose }) {
  const help = h('p', { class: 'bars-help' });
  /** @param {string} selectedModel */
  const explain = (selectedModel) => {
    const [first, second] = names;
    const map = maps[Number(selectedModel)];
    help.replaceChildren(
      ...(map
        ? [h('span', { class: 'bars-formula' }, map.formula), ' ', map.help]
        : [translate('Bars below the words: {first}. Bars above them: {second}.', { first, second })]),
    );
  };
  const choices = createChoices({
    label: translate('Whose weights'),
    choices: [
      ...names.map((name, i) => ({ value: String(i), label: capitalize(name) })),
      ...(names.length > 1 ? [{ value: 'both', label: translate('Both') }] : []),
    ],
    selected: '0',
    onChoose: (selectedModel) => {
      explain(selectedModel);
      onChoose(selectedModel);
    },
  });
  explain('0');
  return { choices, help };
}

/** The word that is pointed at, and its weights. @param {readonly string[]} names of the models */
function createReadout(names) {
  const hint = h('p', { class: 'readout-hint' }, translate(kHint));
  const element = h('div', { class: 'readout' }, hint);
  return {
    element,
    /** @param {SentenceData | null} sentence @param {number} place @param {string} [label] of the sentence */
    read(sentence, place, label = '') {
      if (!sentence) {
        element.replaceChildren(hint);
        return;
      }
      const { what, cue, shares } = describeWord(sentence, place, names);
      element.replaceChildren(
        h(
          'p',
          { class: 'readout-where' },
          what,
          label && `, ${label}`,
          cue && h('span', { class: 'readout-truth' }, translate('a cue word')),
        ),
        h('p', {}, shares),
      );
    },
  };
}

/**
 * The sentences one below the other, each with its verdicts.
 * @param {object} options
 * @param {readonly string[]} options.rowLabels
 * @param {readonly string[]} options.names of the models
 * @param {(sentence: SentenceData | null, place: number, label: string) => void} options.onPoint another word, or none, is pointed at, or its weight is new
 */
function createLines({ rowLabels, names, onPoint }) {
  const element = h('div', {
    class: 'sentences-grid',
    role: 'grid',
    'aria-label': translate('Weights of the words'),
  });
  /** @type {{ line: ReturnType<typeof createSentenceLine>, verdicts: ReturnType<typeof createVerdicts> }[]} */
  let rows = [];
  /** @type {ReturnType<typeof createCellCursor> | null} */
  let cursor = null;
  /** @type {readonly SentenceData[]} */
  let sentences = [];

  function point() {
    const cell = cursor?.getPointedCell();
    onPoint((cell && sentences[cell.row]) ?? null, cell?.column ?? 0, rowLabels[cell?.row ?? 0] ?? '');
  }

  function build() {
    rows = sentences.map(({ words, padding, cues }) => ({
      line: createSentenceLine({ words, padding, models: names.length, isCue: (i) => cues[i] ?? false }),
      verdicts: createVerdicts(names),
    }));
    element.replaceChildren(
      ...rows.map(({ line, verdicts }, i) =>
        h(
          'div',
          { class: 'sentence', role: 'row' },
          h('span', { class: 'visually-hidden', role: 'rowheader' }, rowLabels[i]),
          line.element,
          verdicts.element,
        ),
      ),
    );
    cursor = createCellCursor({ element, rows: rows.map(({ line }) => line.cells), onPoint: point });
  }

  return {
    element,
    /** Says each word and its weights to a screen reader. */
    describe() {
      cursor?.describe((row, column) => {
        const { what, cue, shares } = describeWord(
          /** @type {SentenceData} */ (sentences[row]),
          column,
          names,
        );
        return cue ? translate('{word}: {shares}, a cue word', { word: what, shares }) : `${what}: ${shares}`;
      });
    },
    /** @param {readonly SentenceData[]} next always of the same words @param {number} model whose weight of the padding is written; none for NaN */
    show(next, model) {
      sentences = next;
      if (rows.length === 0) build();
      rows.forEach(({ line, verdicts }, i) => {
        const sentence = /** @type {SentenceData} */ (sentences[i]);
        line.setPaddingShare(sentence.shares[model]);
        sentence.shares.forEach((shares, index) => {
          line.setShares(index, shares);
        });
        verdicts.write(sentence);
      });
      if (cursor?.getPointedCell()) point();
    },
  };
}

/**
 * @param {Readonly<Record<string, Float32Array>>} tensors of a frame
 * @param {ViewOptions} options
 * @param {number} models
 * @returns {SentenceData[]}
 */
function readSentences(tensors, { maps, rowLabels, columnLabels, manifest }, models) {
  const { heldOutInFrame = rowLabels.length } = manifest?.data ?? {};
  const { lengths, labels, verdicts } = tensors;
  const truth = tensors[maps[0]?.truth ?? ''] ?? new Float32Array(0);
  const positions = columnLabels.length;
  return rowLabels.map((_, row) => {
    const length = lengths?.[row] ?? 0;
    return {
      words: (manifest.cellLabels?.[row] ?? []).slice(0, length),
      padding: positions - length,
      label: labels?.[row] ?? Number.NaN,
      trained: row >= heldOutInFrame,
      verdicts: Array.from(
        { length: models },
        (_none, model) => verdicts?.[models * row + model] ?? Number.NaN,
      ),
      shares: maps
        .slice(0, models)
        .map(({ weights }) => computeShares(tensors[weights] ?? [], row * positions, length, positions)),
      cues: Array.from({ length }, (_none, i) => (truth[row * positions + i] ?? 0) > 0),
    };
  });
}

/** @param {readonly SentenceData[]} sentences @param {{ names: readonly string[], rowLabels: readonly string[], whole: boolean }} of */
function createTableText(sentences, { names, rowLabels, whole }) {
  return {
    caption: translate('weights of the heaviest words, and of all padding'),
    head: [
      translate('sentence'),
      translate('truth'),
      ...names.flatMap((name) => [
        `${name}: ${translate('P(positive)')}`,
        translate('heaviest'),
        translate('padding'),
      ]),
    ],
    rows: sentences.map((sentence, row) => [
      rowLabels[row] ?? '',
      formatLabel(sentence.label),
      ...names.flatMap((_, model) => [
        exactNumber(sentence.verdicts[model] ?? Number.NaN, formatShare),
        formatHeaviest(sentence, model, whole ? sentence.words.length : kHeaviest),
        exactNumber(
          sentence.padding > 0 ? (sentence.shares[model]?.[sentence.words.length] ?? 0) : 0,
          formatShare,
        ),
      ]),
    ]),
  };
}
