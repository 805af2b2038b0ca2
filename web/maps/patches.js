/** The image behind a map: the brightness of each patch is its weight in one row of the map. */

import { html } from 'lit';
import { translate } from '../language/translate.js';
import { toElement } from '../parts/dom.js';
import { formatToken, quoteToken } from '../parts/format.js';
import { paintCanvas } from '../parts/paint-canvas.js';
import { createTemplateView } from '../parts/view.js';
import { paintPatches } from '../plots/patch-paint.js';
import { getHeadIndex } from './head-maps.js';
import { getLabels } from './labels.js';

/** @import { OwnMap, OwnMaps } from '../engine/own-maps.js' */
/** @import { MapLocation } from './head-maps.js' */

/** @param {OwnMaps} file @param {MapLocation} first */
export function createPatchPanel(file, first) {
  let [place, row] = [first, 0];
  const map = /** @type {OwnMap} */ (file.maps[place.map]);
  const { width = 1, height = 1, down = 1, across = 1 } = map.picture ?? {};
  const pixels = file.picture(place.map);
  const tokens = getLabels(map).rows;
  const image = /** @type {HTMLCanvasElement} */ (
    toElement(html`<canvas width=${width} height=${height}></canvas>`)
  );

  function readWeights() {
    const column = map.columns - down * across;
    return file.weights(getHeadIndex(place), { row, column, rows: 1, columns: down * across });
  }

  /** @param {Float32Array} weights */
  function describe(weights) {
    const best = weights.reduce((maximum, weight, i) => (weight > (weights[maximum] ?? 0) ? i : maximum), 0);
    return translate(
      '{token} looks most at patch {down}, {across} (down, across). The brightest patch has the largest weight.',
      {
        token: quoteToken(tokens[row]),
        down: Math.floor(best / across) + 1,
        across: (best % across) + 1,
      },
    );
  }

  const view = createTemplateView({
    attributes: { class: 'maps-patches' },
    template() {
      const weights = readWeights();
      /** @type {import('../parts/paint-canvas.js').PaintPart} */
      const paint = ({ context, width: wide }) => {
        const context2d = image.getContext('2d');
        if (!context2d) return;
        paintPatches(context2d, { pixels, width, height }, weights, { down, across });
        context.imageSmoothingEnabled = false;
        context.drawImage(image, 0, 0, wide, (wide * height) / width);
      };
      const choose = (/** @type {Event} */ { target }) => {
        row = /** @type {HTMLSelectElement} */ (target).selectedIndex;
        view.draw();
      };
      return html`
        <p>
          <select aria-label=${translate('Row of the map')} @change=${choose}>
            ${tokens.map((token, i) => html`<option>${i + 1} ${formatToken(token)}</option>`)}
          </select>
        </p>
        <canvas aria-hidden="true" class="maps-picture" .style=${`aspect-ratio: ${width} / ${height}`} ${paintCanvas(paint)}></canvas>
        <p class="maps-status" role="status">${describe(weights)}</p>
      `;
    },
  });
  return {
    ...view,
    /** @param {MapLocation} next */
    go(next) {
      place = next;
      view.draw();
    },
  };
}
