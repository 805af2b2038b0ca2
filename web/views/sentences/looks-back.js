/**
 * Where each word looks back, in a network whose cell attends to its own earlier states: word by word, as in the figure that
 * introduces the machine reader, or all words at once. Other networks do not have this view.
 * @module
 */

import { markText, translate } from '../../language/translate.js';
import { h } from '../../parts/dom.js';
import { createFilmHistory } from '../../parts/film-history.js';
import { getErrorMessage } from '../../parts/format.js';
import { createFormSwitch } from '../../parts/forms.js';
import { createCustomLegend, createMark, createRamp } from '../../parts/legend.js';
import { createMapHelp } from '../../parts/map-switch.js';
import { createPredictionRequest } from '../../parts/prediction-request.js';
import { throttle } from '../../parts/throttle.js';
import { createAlignmentPanel } from '../alignment/alignment-panel.js';
import { alignmentStyles } from '../alignment/alignment-styles.js';
import { createWatchedPair } from '../alignment/watched-pair.js';
import { createWindow, extractSentence, findFirstTrue, readSentence } from './looks-back-data.js';
import { SentenceAttentionLine } from './looks-back-line.js';
import { sentenceAttentionStyles } from './looks-back-styles.js';
import { describeAttention, summarizeSentence, verdictText } from './looks-back-text.js';
import { sentencesStyles } from './sentences-styles.js';

export const styles = alignmentStyles + sentencesStyles + sentenceAttentionStyles;

/** @import { Frame, NamedMap, View, ViewOptions } from '../../engine/shapes.js' */
/** @import { SentenceAttention } from './looks-back-data.js' */

const kMap = 'intra';
/** The sentence of the figure in the paper. Most of its words do not occur in the reviews. */
const kExample = 'The FBI is chasing a criminal on the run';
const kWriteEveryMs = 400;
const kHint = markText('Click a word to read it, or move the slider; the colours show where it looks back.');

/**
 * @param {ViewOptions} options
 * @returns {View | null} null for a network whose cell does not look back
 */
export function createView(options) {
  const map = options.maps.find(({ name }) => name === kMap);
  return map ? new SentenceAttentionView(options, map) : null;
}

/** @implements {View} */
class SentenceAttentionView {
  element;
  readout;
  textInput;
  film;
  /** @type {ViewOptions} */
  #options;
  /** @type {NamedMap} */
  #map;
  /** Index of a sentence of the frame; at first one whose truth is known. */
  #sentence = Number.NaN;
  /** The typed sentence, which is predicted again while the network learns. */
  #request = '';
  /** The latest prediction of the typed sentence. @type {SentenceAttention | null} */
  #ownSentence = null;
  /** What is on screen. @type {SentenceAttention | null} */
  #current = null;
  #line = new SentenceAttentionLine(() => this.#read());
  #panel = createAlignmentPanel({ label: translate('Where each word looks back'), aside: '' });
  #matrix = h('div', {}, this.#panel.grid);
  #chooser;
  #verdict = h('p', { class: 'looks-verdict' });
  #description = h('p', {});
  #readout = h(
    'div',
    { class: 'readout' },
    this.#description,
    h('p', { class: 'readout-hint' }, translate(kHint)),
  );
  #input = h('input', {
    type: 'text',
    'aria-label': translate('Your own sentence'),
    value: kExample,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  #reel = /** @type {ReturnType<typeof createFilmHistory<Frame>>} */ (
    createFilmHistory({ onShow: () => this.#show(), getLoss: ({ loss }) => loss })
  );
  #write = throttle(() => this.#writeWords(), kWriteEveryMs);
  #inquiry = createPredictionRequest({
    predict: (values) => this.#options.predict(values),
    getInput: () => (this.#request === '' ? null : { sentence: this.#request }),
    onAnswer: (answer, step) => {
      this.#ownSentence = readSentence(answer, this.#map, step);
      this.#show();
    },
    onError: (error) => {
      this.#ownSentence = null;
      this.#verdict.textContent = getErrorMessage(error);
    },
  });

  /** @param {ViewOptions} options @param {NamedMap} map */
  constructor(options, map) {
    this.#options = options;
    this.#map = map;
    this.film = this.#reel.film;
    const texts = options.schema.inputs.find(({ type }) => type === 'text');
    this.#input.maxLength = Number(texts?.maximum ?? 2000);
    const { heldOutInFrame = options.rowLabels.length } = options.manifest.data ?? {};
    this.#chooser = createWatchedPair(
      heldOutInFrame,
      (index) => {
        this.#sentence = index;
        this.#setRequest('');
        this.#ownSentence = null;
        this.#show();
      },
      {
        name: translate('Held-out sentence'),
        trained: translate('Training sentence'),
        range: translate('Held-out sentence, 1 to {count}'),
        before: translate('Sentence before'),
        next: translate('Next sentence'),
      },
      options.rowLabels.length - heldOutInFrame,
    );
    this.textInput = h(
      'form',
      {
        class: 'typed',
        'aria-label': translate('Your own sentence'),
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.#setRequest(this.#input.value.trim());
        },
      },
      this.#input,
      h('button', { class: 'button', type: 'submit' }, translate('Read it')),
    );
    this.readout = h(
      'div',
      { class: 'reading' },
      createMapHelp(map),
      this.#verdict,
      this.#readout,
      this.#panel.readout,
    );
    const forms = createFormSwitch(
      [
        { value: 'words', label: translate('Word by word'), parts: [this.#line.element, this.#readout] },
        { value: 'all', label: translate('All words at once'), parts: [this.#matrix, this.#panel.readout] },
      ],
      () => {
        this.#line.stop();
        this.repaint();
      },
    );
    this.element = h(
      'section',
      { class: 'bars align looks', 'aria-label': translate('Where each word looks back') },
      h('div', { class: 'looks-head' }, forms, this.#chooser.element),
      this.#line.element,
      this.#matrix,
      createCustomLegend(
        [createMark('now'), translate('the word that is read')],
        [createMark('truth'), translate('its modifier, the truth')],
        [translate('weight'), ...createRamp()],
      ),
      this.#panel.table,
    );
  }

  /** @param {string} text */
  #setRequest(text) {
    this.#request = text;
    this.#inquiry.sendInput();
  }

  #show() {
    const frame = this.#reel.getFrame();
    if (!frame) return;
    if (Number.isNaN(this.#sentence)) this.#sentence = findFirstTrue(frame, this.#map);
    const words = this.#options.manifest.cellLabels?.[this.#sentence] ?? [];
    this.#current = this.#ownSentence ?? extractSentence(frame, this.#map, this.#sentence, words);
    if (!this.#current) return;
    if (!this.#ownSentence) this.#chooser.show(this.#sentence);
    this.#line.show(this.#current);
    this.#panel.show({
      picture: this.#current.alignment,
      tokens: {
        rows: this.#current.words,
        columns: this.#current.words,
        names: [translate('word'), translate('looks back at')],
      },
      outputs: [],
      getWindow: createWindow,
    });
    this.#read();
    this.#write.call();
  }

  #read() {
    if (this.#current) this.#description.textContent = describeAttention(this.#current, this.#line.word);
  }

  #writeWords() {
    if (!this.#current) return;
    // Only the reader's own sentence is announced, not each training step.
    this.#verdict.setAttribute('aria-live', this.#ownSentence ? 'polite' : 'off');
    this.#verdict.textContent = verdictText(this.#current);
    this.#line.describe();
    this.#panel.write();
  }

  /** @param {Frame} frame */
  update(frame) {
    this.#reel.record(frame);
    this.#show();
    this.#inquiry.update(frame.step);
  }

  repaint() {
    this.#panel.repaint();
  }

  summary() {
    return this.#current ? summarizeSentence(this.#current) : '';
  }

  dispose() {
    this.#inquiry.dispose();
    this.#write.cancel();
    this.#line.dispose();
    this.#panel.dispose();
  }
}
