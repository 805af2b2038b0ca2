/**
 * A picture under the light of attention, word by word: the picture large, a strip of all words with small pictures, a
 * button that plays the caption. One word is shown at a time; it can be chosen, and the cells can be read.
 */

import { html } from 'lit';
import { markText, translate } from '../../language/translate.js';
import { choices } from '../../parts/choices.js';
import { disclosureTable } from '../../parts/disclosure-table.js';
import { Player } from '../../parts/player.js';
import { CaptionScene } from './caption-scene.js';
import { captionLegend, captionLineTemplate, captionWordTemplate } from './caption-template.js';
import { captionReadoutTemplate, createCaptionTable } from './caption-text.js';

/** @import { ThrottledPart } from '../../parts/view.js' */
/** @import { Holding } from '../../parts/holding.js' */
/** @import { CaptionData } from './caption-data.js' */

const kHoldHint = markText(
  'Press a region, or the key H on it: the word must look there, and you see what the model says then.',
);
/** How long a word is shown while the caption is played. */
const kWordMs = 1300;

export class CaptionPlayer {
  #options;
  #scene;
  /** @type {CaptionData | null} */
  #snapshot = null;
  #showsCells = false;
  player = new Player({
    label: translate('Play the caption'),
    intervalMs: kWordMs,
    count: 0,
    index: 0,
    // Playing ends at the first word, because the last one is `<end>`, which names nothing.
    atEnd: () => 'rewind',
    draw: () => this.#showWord(),
  });

  /**
   * @param {object} options
   * @param {string} options.label
   * @param {readonly string[]} options.regions row and column of each
   * @param {() => void} options.draw
   * @param {Holding | undefined} [options.holding] of the words
   */
  constructor(options) {
    this.#options = options;
    const { label, regions, draw, holding } = options;
    this.#scene = new CaptionScene({
      label,
      regions,
      draw,
      onHold:
        holding &&
        ((region, gesture) => {
          // The player stops, so that the held word stays on screen.
          this.player.choose(this.player.index);
          holding.hold(this.player.index, region, gesture);
        }),
    });
  }

  /** @param {CaptionData | null} snapshot @param {ThrottledPart} throttled */
  template(snapshot, throttled) {
    if (snapshot) this.#setSnapshot(snapshot);
    const { player } = this;
    const showsCells = this.#showsCells;
    const isHeld = (/** @type {number} */ word) => this.#options.holding?.isHeld(word) ?? false;
    return html`
      <div class="caption-player">
        <div class="caption-main">${this.#scene.template(snapshot, { word: player.index, showsCells, isHeld }, throttled)}</div>
        <div class="caption-beside">
          <div class="caption-row">${player.button} ${this.#formTemplate()}</div>
          <p class="caption-line" aria-hidden="true">${captionLineTemplate(snapshot, player.index)}</p>
          <div class="caption-strip" role="radiogroup" aria-label=${translate('Word of the caption')}>${snapshot?.words.map((_, row) => captionWordTemplate(snapshot, row, { player, showsCells, isHeld: isHeld(row) }))}</div>
        </div>
        ${captionLegend(snapshot?.kind ?? 'soft', showsCells)}
      </div>
    `;
  }

  /** Text about the cell under the pointer, or else about the chosen word. @param {CaptionData | null} snapshot */
  readout(snapshot) {
    const { regions, holding } = this.#options;
    const word = this.player.index;
    const text =
      snapshot && word < snapshot.rows
        ? captionReadoutTemplate(snapshot, word, this.#scene.region, regions)
        : null;
    return html`<div class="readout">${text}${holding && html`<p class="readout-hint">${translate(kHoldHint)}</p>`}</div>`;
  }

  /** All weights as a table. @param {CaptionData | null} snapshot */
  table(snapshot) {
    return disclosureTable(
      translate('Weights as a table'),
      snapshot && ((whole) => createCaptionTable(snapshot, this.player.index, this.#options.regions, whole)),
    );
  }

  /** @param {CaptionData} next */
  #setSnapshot(next) {
    const isOtherCaption = next.words.join(' ') !== this.#snapshot?.words.join(' ');
    this.#snapshot = next;
    this.player.count = next.rows;
    if (!isOtherCaption) return;
    this.#scene.stopTransition();
    if (this.player.index >= next.rows) this.player.index = 0;
  }

  /** Shows the word of the player; the light moves there from the word that was shown before. */
  #showWord() {
    const { previous, index } = this.player;
    if (this.#snapshot && previous !== index) this.#scene.startTransition(this.#snapshot, previous);
    this.#options.draw();
  }

  #formTemplate() {
    const forms = { light: translate('Light'), cells: translate('Cells') };
    return choices(translate('Picture'), forms, this.#showsCells ? 'cells' : 'light', (value) => {
      this.#showsCells = value === 'cells';
      this.#options.draw();
    });
  }
}
