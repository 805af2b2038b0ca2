/**
 * The image behind a map: the brightness of each patch is its weight in one row of the map.
 * @module
 */

import { translate } from '../language/translate.js';
import { h } from '../parts/dom.js';
import { isolateDirection, markInvisible, quoteToken } from '../parts/format.js';
import { createStage } from '../parts/stage.js';
import { paintPatches } from '../plots/patch-paint.js';
import { getLabels } from './labels.js';

/** @import { OwnMap, OwnMaps } from '../engine/own-maps.js' */
/** @import { Place } from './head-maps.js' */

/** @param {OwnMaps} file @param {Place} first */
export function createPatches(file, first) {
  let place = first;
  const map = /** @type {OwnMap} */ (file.maps[place.map]);
  const { width = 1, height = 1, down = 1, across = 1 } = map.picture ?? {};
  const pixels = file.picture(place.map);
  const image = h('canvas', { width, height });
  const canvas = h('canvas', { 'aria-hidden': 'true', class: 'maps-picture' });
  canvas.style.aspectRatio = `${width} / ${height}`;
  const status = h('p', { class: 'maps-told', role: 'status' });
  const choice = h(
    'select',
    { 'aria-label': translate('Row of the map'), onchange: () => update() },
    ...getLabels(map).rows.map((token, row) =>
      h('option', { value: row }, `${row + 1} ${isolateDirection(markInvisible(token))}`),
    ),
  );
  const element = h('div', { class: 'maps-patches' }, h('p', {}, choice), canvas, status);
  /** @type {Float32Array} */
  let weights = new Float32Array(down * across);
  const stage = createStage(canvas, (context, wide) => {
    const context2d = image.getContext('2d');
    if (!context2d) return;
    paintPatches(context2d, { pixels, width, height }, weights, { down, across });
    context.imageSmoothingEnabled = false;
    context.drawImage(image, 0, 0, wide, (wide * height) / width);
  });

  function update() {
    const row = Number(choice.value);
    const from = map.columns - down * across;
    const headPlace = { map: place.map, step: place.stepIndex, layer: place.layer, head: place.head };
    weights = file.weights(headPlace, { row, column: from, rows: 1, columns: down * across });
    let best = 0;
    weights.forEach((weight, i) => {
      if (weight > (weights[best] ?? 0)) best = i;
    });
    status.textContent = translate(
      '{token} looks most at patch {down}, {across} (down, across). The brightest patch has the largest weight.',
      {
        token: quoteToken(getLabels(map).rows[row]),
        down: Math.floor(best / across) + 1,
        across: (best % across) + 1,
      },
    );
    stage.redraw();
  }

  update();
  return {
    element,
    /** @param {Place} next */
    go(next) {
      place = next;
      update();
    },
    repaint: stage.redraw,
    dispose: stage.dispose,
  };
}
