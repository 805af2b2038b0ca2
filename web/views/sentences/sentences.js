/** Sentences with the weights of each model on their words, the truth, and the verdicts. */

import { html } from 'lit';
import { markText, translate } from '../../language/translate.js';
import { cellGrid } from '../../parts/cell-grid.js';
import { choices } from '../../parts/choices.js';
import { disclosureTable } from '../../parts/disclosure-table.js';
import { capitalize } from '../../parts/format.js';
import { holdingTemplate } from '../../parts/holding-panel.js';
import { createLegendRamp, legendMarkTemplate, legendTemplate } from '../../parts/legend.js';
import { mapHelpTemplate } from '../../parts/map-switch.js';
import { createMapView } from '../../parts/map-view.js';
import { getModelNames } from '../../parts/model-names.js';
import { readoutHeadingTemplate } from '../../parts/readout.js';
import { createHeldSentence } from './held-sentence.js';
import { readSentences } from './sentence-data.js';
import { sentenceRowTemplate } from './sentence-line.js';
import { sentencesStyles } from './sentences-styles.js';
import { createTableText, describeWord, summarizeSentences } from './sentences-text.js';
import { createTypedSentence } from './typed-sentence.js';

export const styles = sentencesStyles;

/** @import { Frame, View, ViewOptions } from '../../engine/view-types.js' */
/** @import { Cell } from '../../parts/cell-cursor.js' */
/** @import { SentenceData } from './sentence-data.js' */

const kHoldHint = markText(
  'Press a word, or the key H on it: the model must look there, and you see its verdict then.',
);
const kHint = markText('Point at a word, tap it or walk with the arrow keys to read its weight.');
const kFrameIntervalMs = 100;

/** @param {ViewOptions} options @returns {View} */
export function createView(options) {
  const { rowLabels } = options;
  const names = getModelNames(options);
  /** Index of the model whose weights are shown, or 'both'. */
  let selected = '0';
  /** @type {{ cell: Cell, isOwn: boolean } | null} */
  let pointedWord = null;
  /** @param {Cell | null} cell @param {boolean} isOwn whether the cell is in the typed sentence */
  const point = (cell, isOwn) => {
    pointedWord = cell && { cell, isOwn };
    view.draw();
  };
  const choose = (/** @type {string} */ value) => {
    selected = value;
    view.draw();
  };
  const held = createHeldSentence(options, {
    getSentence: (row) => (row < 0 ? typed.getSentence() : read(holding.present)[row]),
    getModel: () => Number(selected) || 0,
    draw: () => view.draw(),
  });
  const { holding } = held;
  const typed = createTypedSentence({
    of: options,
    names,
    draw: () => view.draw(),
    onPoint: (cell) => point(cell, true),
    held,
  });
  /** @param {Frame | null} frame */
  const read = (frame) => (frame ? readSentences(frame.tensors, options, names.length) : []);

  /** @param {SentenceData} sentence @param {number} row */
  const rowTemplate = (sentence, row) =>
    sentenceRowTemplate(sentence, { names, selected, label: rowLabels[row] ?? '' });

  const view = createMapView({
    attributes: { class: 'bars sentences', 'aria-label': translate('Sentences') },
    frameIntervalMs: kFrameIntervalMs,
    extract: (/** @type {Frame} */ frame) => frame,
    template(frame, throttled) {
      const sentences = read(frame);
      return html`
        <div class="bars-head">${modelChoiceTemplate(names, selected, choose)} ${sentencesLegend(sentences)}</div>
        ${typed.template(selected, throttled)}
        ${cellGrid({
          key: String(sentences.length),
          label: translate('Weights of the words'),
          className: 'sentences-grid',
          content: sentences.map((sentence, row) =>
            rowTemplate(frame === holding.present ? held.apply(sentence, row) : sentence, row),
          ),
          onPoint: (cell) => point(cell, false),
          onHold: holding.hold,
        })}
        ${throttled(() => disclosureTable(translate('Weights as a table'), frame && ((whole) => createTableText(sentences, { names, rowLabels, whole }))))}
      `;
    },
    readout(frame) {
      const { cell, isOwn } = pointedWord ?? {};
      const sentence = cell && (isOwn ? typed.getSentence() : read(frame)[cell.row]);
      return html`
        ${helpTemplate(selected, names, options)} ${holdingTemplate(holding)}
        <div class="readout">${sentence ? readoutTemplate(sentence, cell.column, names, isOwn ? '' : rowLabels[cell.row]) : html`<p class="readout-hint">${translate(kHint)} ${translate(kHoldHint)}</p>`}</div>
      `;
    },
    summary: (frame) => summarizeSentences(read(frame), names),
    holding,
    onFrame: ({ step }) => typed.update(step),
    disposables: [typed],
  });
  return { ...view, getShownMap: () => held.copyMap(view.getSnapshot(), read) };
}

/** @param {string} selected @param {readonly string[]} names of the models @param {ViewOptions} options */
const helpTemplate = (selected, [first, second], { maps }) =>
  selected === 'both'
    ? html`<p class="bars-help">${translate('Bars below the words: {first}. Bars above them: {second}.', { first, second })}</p>`
    : mapHelpTemplate(maps[Number(selected)]);

/** The choice of the model whose weights are shown. @param {readonly string[]} names @param {string} selected @param {(value: string) => void} onChoose */
const modelChoiceTemplate = (names, selected, onChoose) =>
  choices(
    translate('Whose weights'),
    { ...names.map(capitalize), ...(names.length > 1 && { both: translate('Both') }) },
    selected,
    onChoose,
  );

/** @param {readonly SentenceData[]} sentences */
const sentencesLegend = (sentences) =>
  legendTemplate(
    sentences.some(({ cues }) => cues.includes(true)) && [
      legendMarkTemplate('cue'),
      translate('cue word, the truth'),
    ],
    [translate('weight'), ...createLegendRamp()],
    [legendMarkTemplate('padding'), translate('padding, weights in sum')],
  );

/** The word that is pointed at, and its weights. @param {SentenceData} sentence @param {number} place @param {readonly string[]} names of the models @param {string} [label] of the sentence */
function readoutTemplate(sentence, place, names, label) {
  const { what, cue, shares } = describeWord(sentence, place, names);
  return html`
    ${readoutHeadingTemplate(`${what}${label && `, ${label}`}`, cue && translate('a cue word'))}
    <p>${shares}</p>
  `;
}
