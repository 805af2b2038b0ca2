/**
 * Sentences as they are read: which words each model weighs, where the truth is, and what it concludes.
 * @module
 */

import { phrase, say } from '../../language/say.js';
import { createCellCursor } from '../../parts/cell-cursor.js';
import { createChoices } from '../../parts/choices.js';
import { createDisclosureTable, exact } from '../../parts/disclosure-table.js';
import { h } from '../../parts/dom.js';
import { capital, formatShare } from '../../parts/format.js';
import { legendOf, mark, ramp } from '../../parts/legend.js';
import { modelNames } from '../../parts/model-names.js';
import { createReel } from '../../parts/reel.js';
import { throttle } from '../../parts/throttle.js';
import { createSentenceLine, sharesOf } from './sentence-line.js';
import { sentencesStyles } from './sentences-styles.js';
import { heaviest, sideOf, summariseSentences, wordText } from './sentences-text.js';
import { createTypedSentence } from './typed-sentence.js';
import { createVerdicts } from './verdicts.js';

export const styles = sentencesStyles;

/** @import { View, ViewOptions } from '../../engine/shapes.js' */
/** @import { ReadSentence } from './sentences-text.js' */

const kHint = phrase('Point at a word, tap it or walk with the arrow keys to read its weight.');
const kHeaviest = 5;

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  const { rowLabels, columnLabels, cellLabels = [] } = options;
  const names = modelNames(options);
  const maps = options.maps.slice(0, names.length);
  const positions = columnLabels.length;
  /** @type {import('../../engine/shapes.js').Frame | null} */
  let frame = null;
  /** @type {ReadSentence[]} */
  let sentences = [];
  /** @type {{ line: ReturnType<typeof createSentenceLine>, verdicts: ReturnType<typeof createVerdicts> }[]} */
  let rows = [];
  /** @type {ReturnType<typeof createCellCursor> | null} */
  let cursor = null;
  let shown = '0';

  const help = h('p', { class: 'bars-help' });
  const choices = createChoices({
    label: say('Whose weights'),
    choices: [
      ...names.map((name, i) => ({ value: String(i), label: capital(name) })),
      ...(names.length > 1 ? [{ value: 'both', label: say('Both') }] : []),
    ],
    shown,
    onChoose: (value) => {
      shown = value;
      choose();
      show();
    },
  });
  const grid = h('div', { class: 'sentences-grid', role: 'grid', 'aria-label': say('Weights of the words') });
  const where = h('p', { class: 'readout-hint' }, say(kHint));
  const readout = h('div', { class: 'readout' }, where);
  const table = createDisclosureTable(say('Weights as a table'));
  const typed = createTypedSentence({ of: options, names, onPoint: (one, place) => read(one, place, '') });
  const cueMark = h('span', { class: 'legend-item' }, mark('cue'), say('cue word, the truth'));
  const legend = legendOf([say('weight'), ...ramp()], [mark('padding'), say('padding, weights in sum')]);
  legend.prepend(cueMark);
  const element = h(
    'section',
    { class: 'bars sentences', 'aria-label': say('Sentences') },
    h('div', { class: 'bars-head' }, choices, legend),
    typed.element,
    grid,
    table.element,
  );
  const reel = /** @type {ReturnType<typeof createReel<import('../../engine/shapes.js').Frame>>} */ (
    createReel({ onShow: present, lossOf: ({ loss }) => loss })
  );
  const draw = throttle(show, 100);
  const words = throttle(writeWords, 1000);
  choose();

  function choose() {
    element.dataset['shown'] = shown;
    typed.choose(Number(shown));
    const [first, second] = names;
    const map = maps[Number(shown)];
    help.replaceChildren(
      ...(map
        ? [h('span', { class: 'bars-formula' }, map.formula), ' ', map.help]
        : [say('Bars below the words: {first}. Bars above them: {second}.', { first, second })]),
    );
  }

  /** @param {Readonly<Record<string, Float32Array>>} tensors @returns {ReadSentence[]} */
  function readFrame(tensors) {
    const { lengths, labels, verdicts } = tensors;
    const truth = tensors[maps[0]?.truth ?? ''] ?? new Float32Array(0);
    return rowLabels.map((_, row) => {
      const length = lengths?.[row] ?? 0;
      return {
        words: (cellLabels[row] ?? []).slice(0, length),
        padding: positions - length,
        label: labels?.[row] ?? Number.NaN,
        verdicts: names.map((_name, model) => verdicts?.[names.length * row + model] ?? Number.NaN),
        shares: maps.map(({ weights }) =>
          sharesOf(tensors[weights] ?? [], row * positions, length, positions),
        ),
        cues: Array.from({ length }, (_none, i) => (truth[row * positions + i] ?? 0) > 0),
      };
    });
  }

  function present() {
    frame = reel.wanted();
    draw.call();
    words.call();
  }

  function build() {
    rows = sentences.map(({ words: text, padding, cues }) => ({
      line: createSentenceLine({
        words: text,
        padding,
        models: names.length,
        isCue: (i) => cues[i] ?? false,
      }),
      verdicts: createVerdicts(names),
    }));
    cueMark.hidden = !sentences.some(({ cues }) => cues.includes(true));
    grid.replaceChildren(
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
    cursor = createCellCursor({
      element: grid,
      rows: rows.map(({ line }) => line.cells),
      onPoint: readPointed,
    });
  }

  function show() {
    if (!frame) return;
    sentences = readFrame(frame.tensors);
    if (rows.length === 0) build();
    rows.forEach(({ line, verdicts }, i) => {
      const sentence = /** @type {ReadSentence} */ (sentences[i]);
      line.tell(sentence.shares[Number(shown)]);
      sentence.shares.forEach((shares, model) => {
        line.weigh(model, shares);
      });
      verdicts.write(sentence);
    });
    if (cursor?.pointed()) readPointed();
  }

  function readPointed() {
    const cell = cursor?.pointed();
    read((cell && sentences[cell.row]) ?? null, cell?.column ?? 0, rowLabels[cell?.row ?? 0] ?? '');
  }

  /** @param {ReadSentence | null} sentence @param {number} place @param {string} label */
  function read(sentence, place, label) {
    if (!sentence) {
      readout.replaceChildren(where);
      return;
    }
    const { what, cue, shares } = wordText(sentence, place, names);
    readout.replaceChildren(
      h(
        'p',
        { class: 'readout-where' },
        what,
        label && `, ${label}`,
        cue && h('span', { class: 'readout-truth' }, say('a cue word')),
      ),
      h('p', {}, shares),
    );
  }

  function writeWords() {
    cursor?.describe((row, column) => {
      const { what, cue, shares } = wordText(/** @type {ReadSentence} */ (sentences[row]), column, names);
      return cue ? say('{word}: {shares}, a cue word', { word: what, shares }) : `${what}: ${shares}`;
    });
    table.write((whole) => ({
      caption: say('weights of the heaviest words, and of all padding'),
      head: [
        say('sentence'),
        say('truth'),
        ...names.flatMap((name) => [`${name}: ${say('P(positive)')}`, say('heaviest'), say('padding')]),
      ],
      rows: sentences.map((sentence, row) => [
        rowLabels[row] ?? '',
        sideOf(sentence.label),
        ...names.flatMap((_, model) => [
          exact(sentence.verdicts[model] ?? Number.NaN, formatShare),
          heaviest(sentence, model, whole ? sentence.words.length : kHeaviest),
          exact(
            sentence.padding > 0 ? (sentence.shares[model]?.[sentence.words.length] ?? 0) : 0,
            formatShare,
          ),
        ]),
      ]),
    }));
  }

  return {
    element,
    readout: h('div', { class: 'reading' }, help, readout),
    typed: typed.form,
    film: reel.film,
    update(next) {
      reel.take(next);
      present();
      typed.update(next.step);
    },
    repaint: draw.call,
    summary: () => (sentences.length > 0 ? summariseSentences(sentences, names) : ''),
    dispose() {
      draw.cancel();
      words.cancel();
      typed.dispose();
    },
  };
}
