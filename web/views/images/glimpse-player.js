/**
 * A picture that is looked at glimpse by glimpse: the path over it, what each glimpse sees at its scales, and how sure the
 * network is after it.
 * @module
 */

import { translate } from '../../language/translate.js';
import { findNeighbor } from '../../parts/cell-cursor.js';
import { createDisclosureTable } from '../../parts/disclosure-table.js';
import { h } from '../../parts/dom.js';
import { toElementPoint } from '../../parts/element-point.js';
import { formatPercent } from '../../parts/format.js';
import { createPlayback } from '../../parts/playback.js';
import { getColor } from '../../plots/palette.js';
import { createGlimpseCanvas } from './glimpse-canvas.js';
import { computePixel, countGlimpses, getPart } from './glimpse-scene.js';
import { createGlimpseTable, getGlyphName, glimpseText, summarizeScene } from './glimpse-text.js';

/** @import { Scene, Sizes } from './glimpse-scene.js' */
/** @typedef {{ row: number, column: number }} Cell */

const kStepMs = 700;

let groups = 0;

export class GlimpsePlayer {
  #sizes;
  #onEdit;
  #onControl;
  #count;
  #chosen;
  /** @type {Scene | null} */
  #scene = null;
  /** The pixel of the keyboard cursor, in a picture that can be edited. @type {Cell | null} */
  #cursor = null;
  #picture = createGlimpseCanvas();
  #patches;
  #radios;
  #glyphHeads;
  #shares;
  #plot;
  #status = h('span', { class: 'visually-hidden', role: 'status' });
  #play = createPlayback({
    label: translate('Play the glimpses'),
    everyMs: kStepMs,
    begin: () => this.#choose(0),
    next: () => this.#showNext(),
    onPress: () => this.#onControl(),
  });
  #description = h('p', {});
  #table = createDisclosureTable(translate('Glimpses as a table'));
  element;
  readout = h('div', { class: 'readout' }, this.#description);
  table = this.#table.element;

  /**
   * @param {object} options
   * @param {Sizes} options.sizes
   * @param {number} options.count glimpses
   * @param {string} options.label of the picture
   * @param {(cell: Cell, erase: boolean) => void} [options.onEdit] a pixel is clicked, or Enter or Backspace pressed on it
   * @param {() => void} [options.onControl] the reader has chosen a glimpse
   */
  constructor({ sizes, count, label, onEdit, onControl = () => undefined }) {
    this.#sizes = sizes;
    this.#count = count;
    this.#onEdit = onEdit;
    this.#onControl = onControl;
    this.#chosen = count - 1;
    const name = `attento-glimpses-${++groups}`;
    this.#radios = Array.from({ length: count }, (_, t) =>
      h('input', {
        type: 'radio',
        name,
        value: t,
        checked: t === this.#chosen,
        onchange: () => {
          onControl();
          this.#play.stop();
          this.#choose(t);
        },
      }),
    );
    this.#patches = Array.from({ length: sizes.scales }, () => createGlimpseCanvas());
    this.#glyphHeads = sizes.names.map((_, glyph) => h('th', { scope: 'row' }, getGlyphName(sizes, glyph)));
    this.#shares = sizes.names.map(() =>
      Array.from({ length: count }, () => h('td', { class: 'glimpse-share' })),
    );
    this.#plot = h(
      'div',
      {
        class: 'glimpse-plot',
        role: onEdit ? 'application' : 'img',
        'aria-label': label,
        ...(onEdit && {
          tabindex: 0,
          onclick: (/** @type {MouseEvent} */ event) => this.#editPixel(event),
          onkeydown: (/** @type {KeyboardEvent} */ event) => this.#onKey(event),
          onblur: () => this.#point(null),
        }),
      },
      this.#picture.canvas,
    );
    this.element = h(
      'div',
      { class: 'glimpse-player' },
      h('div', { class: 'glimpse-main' }, this.#plot, this.#status),
      h(
        'div',
        { class: 'glimpse-beside' },
        this.#createChooser(),
        this.#createPatches(),
        this.#createConfidenceTable(),
      ),
    );
    this.#write();
  }

  #createChooser() {
    return h(
      'div',
      { class: 'panel-row' },
      h(
        'div',
        { class: 'bars-choices', role: 'radiogroup', 'aria-label': translate('Glimpse') },
        ...this.#radios.map((radio, t) =>
          h('label', { class: 'bars-choice' }, radio, h('span', {}, String(t + 1))),
        ),
      ),
      this.#play.button,
    );
  }

  /** What the chosen glimpse sees. */
  #createPatches() {
    const { cells } = this.#sizes;
    const figures = this.#patches.map(({ canvas }, scale) => {
      const edge = cells * 2 ** scale;
      return h('figure', {}, canvas, h('figcaption', {}, translate('{edge} × {edge} pixels', { edge })));
    });
    return h(
      'div',
      {
        class: 'glimpse-retina',
        role: 'img',
        'aria-label': translate('What this glimpse sees, scale by scale'),
      },
      ...figures,
    );
  }

  #createConfidenceTable() {
    const numbers = Array.from({ length: this.#count }, (_, t) => h('th', { scope: 'col' }, String(t + 1)));
    return h(
      'table',
      { class: 'glimpse-confidence' },
      h('caption', {}, translate('Probability of each glyph after each glimpse')),
      h('thead', {}, h('tr', {}, h('td', {}), ...numbers)),
      h(
        'tbody',
        {},
        ...this.#glyphHeads.map((head, glyph) => h('tr', {}, head, ...(this.#shares[glyph] ?? []))),
      ),
    );
  }

  get playing() {
    return this.#play.isPlaying;
  }

  /** @param {Scene} scene */
  show(scene) {
    this.#scene = scene;
    this.#paint();
    this.#write();
    const { names } = this.#sizes;
    names.forEach((_, glyph) => {
      this.#glyphHeads[glyph]?.toggleAttribute('data-true', glyph === scene.glyph);
      this.#shares[glyph]?.forEach((cell, t) => {
        const share = scene.confidence[t * names.length + glyph] ?? 0;
        cell.textContent = formatPercent(share);
        cell.style.setProperty('--glimpse-colour', getColor(share));
        cell.style.setProperty('--glimpse-ink', share > 0.5 ? '#14171c' : '#ffffff');
      });
    });
  }

  /** Writes the table; called less often than `show()`. */
  write() {
    const scene = this.#scene;
    if (scene) this.#table.write(() => createGlimpseTable(scene, this.#sizes));
  }

  start() {
    this.#play.start();
  }

  /** @returns {boolean} whether there was another glimpse */
  #showNext() {
    if (this.#chosen >= this.#count - 1) return false;
    this.#choose(this.#chosen + 1);
    return true;
  }

  /** @param {number} t */
  #choose(t) {
    this.#chosen = t;
    this.#radios.forEach((radio, i) => {
      radio.checked = i === t;
    });
    this.#paint();
    this.#write();
  }

  #paint() {
    const scene = this.#scene;
    if (!scene) return;
    const { side, glyphSide, cells, scales } = this.#sizes;
    const t = Math.min(this.#chosen, countGlimpses(scene) - 1);
    const path = Array.from({ length: t + 1 }, (_, i) => computePixel(scene.places, i, side));
    this.#picture.show({
      values: scene.picture,
      glimpses: {
        path,
        chosen: t,
        frames: Array.from({ length: scales }, (_, scale) => cells * 2 ** scale),
        // The first glimpse is always at the center.
        sigma: t > 0 ? (scene.sigma * side) / 2 : 0,
        truth: scene.glyph < 0 ? null : { ...scene.at, size: glyphSide },
        cursor: this.#cursor,
      },
    });
    this.#patches.forEach((eye, scale) => {
      eye.show({ values: getPart(scene.patches[t] ?? [], scale, cells * cells) });
    });
  }

  #write() {
    if (!this.#scene) return;
    this.#description.textContent = glimpseText(this.#scene, this.#chosen, this.#sizes);
    if (!this.#onEdit) this.#plot.setAttribute('aria-label', this.summary());
  }

  summary() {
    return this.#scene ? summarizeScene(this.#scene, this.#sizes) : '';
  }

  /** @param {Cell | null} cell */
  #point(cell) {
    this.#cursor = cell;
    if (cell)
      this.#status.textContent = translate('row {row}, column {column}', {
        row: cell.row + 1,
        column: cell.column + 1,
      });
    this.#paint();
  }

  /** @param {MouseEvent} event */
  #editPixel(event) {
    const { x, y, width, height } = toElementPoint(this.#picture.canvas, event);
    /** @param {number} share */
    const pixel = (share) =>
      Math.min(this.#sizes.side - 1, Math.max(0, Math.floor(share * this.#sizes.side)));
    this.#onEdit?.({ row: pixel(y / height), column: pixel(x / width) }, false);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    const { side } = this.#sizes;
    const at = this.#cursor ?? { row: side / 2, column: side / 2 };
    const next = findNeighbor(at, event.key, false, new Array(side).fill(side));
    const erases = event.key === 'Backspace' || event.key === 'Delete';
    if (next) this.#point(next);
    else if (erases || event.key === 'Enter' || event.key === ' ') {
      this.#point(at);
      this.#onEdit?.(at, erases);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  repaint() {
    this.#picture.repaint();
    for (const eye of this.#patches) eye.repaint();
  }

  dispose() {
    this.#play.stop();
    this.#picture.dispose();
    for (const eye of this.#patches) eye.dispose();
  }
}
