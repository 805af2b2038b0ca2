/** One run of a race: its attention map, and the step at which its metric first reached each threshold. */

import { html } from 'lit';
import { translate } from '../language/translate.js';
import { paintCanvas } from '../parts/paint-canvas.js';

/** @import { ViewOptions } from '../engine/view-types.js' */
/** @typedef {import('../engine/view-types.js').SecondRun['manifest']} Manifest */

/** @param {string} label @param {import('../engine/view-types.js').Values} parameters of this lane @param {ViewOptions['createThumbnail']} createThumbnail */
export function createRaceLane(label, parameters, createThumbnail) {
  /** Paints the map. @type {import('../parts/paint-canvas.js').PaintPart | null} */
  let thumbnail = null;
  return {
    /** The numbers shown below the map, one per label. @type {readonly string[]} */
    numbers: [],
    /** @param {readonly string[]} names labels of the numbers */
    template(names) {
      return html`
        <section class="race-lane" aria-label=${label}>
          <h3>${label}</h3>
          <canvas role="img" aria-label=${translate('Attention of {label}', { label })} ${paintCanvas((target) => thumbnail?.(target), thumbnail)}></canvas>
          <dl>${names.map((name, i) => html`<div><dt>${name}</dt><dd>${this.numbers[i] ?? '–'}</dd></div>`)}</dl>
        </section>
      `;
    },
    /** Takes the attention map from a frame; of several heads, that of the best head. @param {import('../engine/view-types.js').Frame} frame @param {Manifest} [manifest] of its run */
    update(frame, manifest) {
      const map = manifest?.maps.find(({ name }) => name === manifest.truthMap) ?? manifest?.maps[0];
      if (!manifest || !map) return;
      thumbnail = createThumbnail?.(frame, map, manifest, parameters) ?? thumbnail;
    },
  };
}
