/**
 * One run of a race: its attention map, and the step at which its metric first reached each threshold.
 * @module
 */

import { html } from 'lit';
import { translate } from '../language/translate.js';
import { paintCanvas } from '../parts/paint-canvas.js';
import { paintAlignmentThumbnail } from '../plots/alignment-paint.js';
import { computeWindow, extractAlignment } from '../views/alignment/alignment-data.js';
import {
  createAlignment,
  createWindowLookup,
  extractHeadMap,
  getPictureIndex,
} from '../views/heads/head-data.js';

/** @typedef {import('../engine/shapes.js').SecondRun['manifest']} Manifest */

/** @typedef {import('../plots/alignment.js').Alignment} Alignment */
/** @typedef {(row: number) => import('../plots/alignment.js').AttentionWindow | null} GetWindow */

export class Lane {
  #label;
  #parameters;
  /** @type {Alignment | null} */
  #alignment = null;
  /** @type {GetWindow} */
  #getWindow = () => null;
  /** Its numbers, one per name. @type {readonly string[]} */
  numbers = [];

  /** @param {string} label @param {import('../engine/shapes.js').Values} parameters of this lane */
  constructor(label, parameters) {
    this.#label = label;
    this.#parameters = parameters;
  }

  /** @param {readonly string[]} names labels of its numbers */
  template(names) {
    const [label, alignment] = [this.#label, this.#alignment];
    /** @type {import('../parts/paint-canvas.js').PaintPart} */
    const paint = ({ context, width, height, theme }) => {
      if (!alignment) return;
      const box = { left: 0, top: 0, width, height };
      paintAlignmentThumbnail(context, alignment, this.#getWindow, box, theme);
    };
    return html`
      <section class="race-lane" aria-label=${label}>
        <h3>${label}</h3>
        <canvas role="img" aria-label=${translate('Attention of {label}', { label })} ${paintCanvas(paint, alignment)}></canvas>
        <dl>${names.map((name, i) => html`<div><dt>${name}</dt><dd>${this.numbers[i] ?? '–'}</dd></div>`)}</dl>
      </section>
    `;
  }

  /** Takes the map, of several heads the best one. @param {import('../engine/shapes.js').Frame} frame @param {Manifest} [manifest] of its run */
  update(frame, manifest) {
    const map = manifest?.maps.find(({ name }) => name === manifest.truthMap) ?? manifest?.maps[0];
    if (!manifest || !map) return;
    const heads = extractHeadMap(frame, map, manifest, this.#parameters);
    const next = heads
      ? createAlignment(heads, getPictureIndex(heads, Math.max(0, heads.best)))
      : extractAlignment(frame, map);
    this.#getWindow = heads
      ? createWindowLookup(heads)
      : (row) => computeWindow(this.#parameters, next?.position ?? null, row);
    this.#alignment = next ?? this.#alignment;
  }
}
