/**
 * Shows which earlier words each word attends to, for a network whose cell attends to its own earlier states: word by word, as
 * in the figure that introduces the machine reader, or all words at once. Other networks do not have this view.
 */

import { html } from 'lit';
import { markText, translate } from '../../language/translate.js';
import { choices } from '../../parts/choices.js';
import { createLegendRamp, legendMarkTemplate, legendTemplate } from '../../parts/legend.js';
import { mapHelpTemplate } from '../../parts/map-switch.js';
import { createMapView } from '../../parts/map-view.js';
import { exampleChoiceTemplate, getSentenceTexts } from '../../parts/watched-example.js';
import { createAlignmentPanel } from '../alignment/alignment-panel.js';
import { alignmentStyles } from '../alignment/alignment-styles.js';
import {
  createWindow,
  extractSentence,
  findFirstSentenceWithTruth,
  toSentenceAttention,
} from './sentence-attention-data.js';
import { createSentenceAttentionLine } from './sentence-attention-line.js';
import { sentenceAttentionStyles } from './sentence-attention-styles.js';
import { describeAttention, describeVerdict, summarizeSentence } from './sentence-attention-text.js';
import { createSentenceRequest } from './sentence-request.js';
import { sentencesStyles } from './sentences-styles.js';

export const styles = alignmentStyles + sentencesStyles + sentenceAttentionStyles;

/** @import { Frame, NamedMap, View, ViewOptions } from '../../engine/view-types.js' */
/** @import { SentenceAttention } from './sentence-attention-data.js' */

const kMap = 'intra';
/** The sentence of the figure in the paper. Most of its words do not occur in the reviews. */
const kExample = 'The FBI is chasing a criminal on the run';
const kHint = markText('Click a word to read it, or move the slider; the colors show where it looks back.');

/**
 * @param {ViewOptions} options
 * @returns {View | null} null for a network whose cell does not attend to earlier states
 */
export function createView(options) {
  const map = options.maps.find(({ name }) => name === kMap);
  return map ? createSentenceView(options, map) : null;
}

/** @param {ViewOptions} options @param {NamedMap} map @returns {View} */
function createSentenceView(options, map) {
  const { cellLabels } = options.manifest;
  let showsAll = false;
  /** Index of a sentence of the frame; at first one whose truth is known. */
  let watched = Number.NaN;
  let error = '';
  /** The latest prediction of the typed sentence. @type {SentenceAttention | null} */
  let ownSentence = null;
  const line = createSentenceAttentionLine(() => view.draw());
  const panel = createAlignmentPanel({ label: translate('Where each word looks back'), aside: '' });
  /** @param {SentenceAttention | null} sentence @param {string} [message] */
  function showOwn(sentence, message = '') {
    [ownSentence, error] = [sentence, message];
    view.draw();
  }
  const request = createSentenceRequest(options, {
    text: kExample,
    onAnswer: (answer, step) => showOwn(toSentenceAttention(answer, map, step)),
    onError: (message) => showOwn(null, message),
  });
  /** @param {number} index */
  function watchSentence(index) {
    watched = index;
    line.player.stop();
    request.clear();
    showOwn(null);
  }
  /** @param {Frame | null} frame */
  const read = (frame) =>
    frame && (ownSentence ?? extractSentence(frame, map, watched, cellLabels?.[watched] ?? []));

  const view = createMapView({
    attributes: { class: 'bars align looks', 'aria-label': translate('Where each word looks back') },
    extract: (/** @type {Frame} */ frame) => frame,
    template(frame, throttled) {
      const sentence = read(frame);
      if (sentence) showSentence(panel, sentence);
      const forms = formSwitchTemplate(showsAll, (value) => {
        showsAll = value === 'all';
        line.player.stop();
      });
      return html`
        <div class="looks-head">${forms} ${sentenceChoiceTemplate(options, watched, watchSentence)}</div>
        ${showsAll ? html`<div>${panel.grid}</div>` : line.template(sentence)}
        ${request.form}
        ${legendTemplate(
          [legendMarkTemplate('now'), translate('the word that is read')],
          [legendMarkTemplate('truth'), translate('its modifier, the truth')],
          [translate('weight'), ...createLegendRamp()],
        )}
        ${throttled(panel.tableTemplate)}
      `;
    },
    // Screen readers announce only the reader's own sentence, not each training step.
    readout: (frame, throttled) => html`
      ${mapHelpTemplate(map)}
      <p class="looks-verdict" aria-live=${ownSentence ? 'polite' : 'off'}>${throttled(() => error || formatSentence(read(frame), describeVerdict))}</p>
      ${
        showsAll
          ? panel.readout
          : html`<div class="readout"><p>${formatSentence(read(frame), (sentence) => describeAttention(sentence, line.player.index))}</p><p class="readout-hint">${translate(kHint)}</p></div>`
      }
    `,
    onFrame(frame) {
      if (Number.isNaN(watched)) watched = findFirstSentenceWithTruth(frame, map);
      request.update(frame.step);
    },
    summary: (frame) => formatSentence(read(frame), summarizeSentence),
    disposables: [request, line.player, panel],
  });
  return { ...view, getShownMap: panel.getShownMap };
}

/** @param {SentenceAttention | null} sentence @param {(sentence: SentenceAttention) => string} format */
const formatSentence = (sentence, format) => (sentence ? format(sentence) : '');

/** @param {boolean} showsAll @param {(value: string) => void} onChoose */
const formSwitchTemplate = (showsAll, onChoose) =>
  choices(
    translate('Form'),
    { words: translate('Word by word'), all: translate('All words at once') },
    showsAll ? 'all' : 'words',
    onChoose,
  );

/** Shows all words at once. @param {ReturnType<typeof createAlignmentPanel>} panel @param {SentenceAttention} sentence */
const showSentence = (panel, { alignment, words }) =>
  panel.show({
    picture: alignment,
    tokens: { rows: words, columns: words, names: [translate('word'), translate('looks back at')] },
    outputs: [],
    getWindow: createWindow,
  });

/** @param {ViewOptions} options @param {number} watched @param {(index: number) => void} onWatch */
function sentenceChoiceTemplate({ manifest, rowLabels }, watched, onWatch) {
  const { heldOutInFrame: heldOut = rowLabels.length } = manifest.data ?? {};
  const texts = getSentenceTexts();
  return exampleChoiceTemplate({ watched, heldOut, count: rowLabels.length, texts, onWatch });
}
