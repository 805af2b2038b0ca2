/**
 * All words of a caption, each with a small picture of where the decoder looked: one of them is chosen.
 * @module
 */

import { translate } from '../../language/translate.js';
import { h } from '../../parts/dom.js';
import { isolateDirection, markInvisible } from '../../parts/format.js';
import { createStage } from '../../parts/stage.js';
import { interpolateLight, outlineCells, paintCells, writeImage } from '../../plots/image-attention-paint.js';
import { computePixelSide, getRow } from './caption-scene.js';

/** @import { Scene } from './caption-scene.js' */

let strips = 0;

export class CaptionStrip {
  #name = `attento-caption-${++strips}`;
  #onChoose;
  #builtKey = '';
  /** @type {{ input: HTMLInputElement, verdict: HTMLElement, thumb: Thumbnail }[]} */
  #words = [];
  element = h('div', {
    class: 'caption-strip',
    role: 'radiogroup',
    'aria-label': translate('Word of the caption'),
  });

  /** @param {(word: number) => void} onChoose */
  constructor(onChoose) {
    this.#onChoose = onChoose;
  }

  /** @param {Scene} scene @param {number} chosen @param {boolean} bare whether weights are shown without the picture */
  show(scene, chosen, bare) {
    const key = JSON.stringify(scene.words);
    if (key !== this.#builtKey) this.#build(scene.words, chosen);
    this.#builtKey = key;
    this.#words.forEach(({ thumb, verdict }, row) => {
      thumb.show(scene, row, bare);
      const answer = scene.answers[row] ?? '';
      const right = answer === scene.words[row];
      const text = answer === '' ? '' : right ? '✓' : `✗ ${isolateDirection(markInvisible(answer))}`;
      if (verdict.textContent === text) return;
      verdict.textContent = text;
      verdict.className = right ? 'align-good' : 'align-bad';
    });
  }

  /** @param {number} word */
  choose(word) {
    const input = this.#words[word]?.input;
    if (input) input.checked = true;
  }

  repaint() {
    for (const { thumb } of this.#words) thumb.repaint();
  }

  dispose() {
    for (const { thumb } of this.#words) thumb.dispose();
  }

  /** @param {readonly string[]} words @param {number} chosen */
  #build(words, chosen) {
    this.dispose();
    this.#words = words.map((_, row) => ({
      input: h('input', {
        type: 'radio',
        name: this.#name,
        checked: row === chosen,
        onchange: () => this.#onChoose(row),
      }),
      verdict: h('span'),
      thumb: new Thumbnail(),
    }));
    this.element.replaceChildren(
      ...this.#words.map(({ input, verdict, thumb }, row) =>
        h(
          'label',
          {
            class: 'caption-word',
            // Dragging along the strip goes through the words.
            onpointerenter: (/** @type {PointerEvent} */ event) => event.buttons === 1 && this.#drag(row),
          },
          input,
          thumb.canvas,
          h(
            'span',
            { class: 'caption-token' },
            isolateDirection(markInvisible(words[row] ?? '')),
            ' ',
            verdict,
          ),
        ),
      ),
    );
  }

  /** @param {number} word */
  #drag(word) {
    this.choose(word);
    this.#onChoose(word);
  }
}

/** A small picture of one word. */
class Thumbnail {
  canvas = h('canvas', { class: 'caption-thumb', 'aria-hidden': 'true' });
  #image = h('canvas');
  /** @type {{ scene: Scene, row: number, showsCells: boolean } | null} */
  #content = null;
  #stage = createStage(this.canvas, (context, size) => this.#paint(context, size));

  /** @param {Scene} scene @param {number} row @param {boolean} bare */
  show(scene, row, bare) {
    this.#content = { scene, row, showsCells: bare };
    this.#stage.redraw();
  }

  repaint() {
    this.#stage.redraw();
  }

  dispose() {
    this.#stage.dispose();
  }

  /** @param {CanvasRenderingContext2D} context @param {number} size */
  #paint(context, size) {
    if (!this.#content) return;
    const { scene, row, showsCells } = this.#content;
    const [weights, truth] = [getRow(scene, row, 'weights'), getRow(scene, row, 'truth')];
    const cells = Math.round(Math.sqrt(scene.columns));
    const square = { x: 0, y: 0, size };
    if (showsCells) {
      paintCells(context, square, weights, cells);
    } else {
      const side = computePixelSide(scene.picture);
      this.#image.width = this.#image.height = side;
      const light = scene.kind === 'none' ? undefined : interpolateLight(weights, weights, 1, cells, side);
      writeImage(this.#image, scene.picture, side, light);
      context.imageSmoothingEnabled = false;
      context.drawImage(this.#image, 0, 0, size, size);
    }
    outlineCells(context, square, (i) => (truth[i] ?? 0) > 0, cells, 1);
  }
}
