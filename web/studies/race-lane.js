/**
 * One run of a race: its attention map, and the step at which its metric first reached each threshold.
 * @module
 */

import { translate } from '../language/translate.js';
import { h } from '../parts/dom.js';
import { createStage } from '../parts/stage.js';
import { paintAlignmentThumbnail } from '../plots/alignment-paint.js';
import { readTheme } from '../plots/theme.js';
import { computeWindow, extractAlignment } from '../views/alignment/alignment-data.js';
import {
  createAlignment,
  createWindowLookup,
  extractHeadMap,
  getPictureIndex,
} from '../views/heads/head-data.js';

/** @typedef {import('../engine/shapes.js').SecondRun['manifest']} Manifest */

/**
 * @param {object} options
 * @param {string} options.label
 * @param {import('../engine/shapes.js').Values} options.parameters of this lane
 * @param {readonly string[]} options.names labels of its numbers
 */
export function createLane({ label, parameters, names }) {
  /** @type {import('../plots/alignment.js').Alignment | null} */
  let alignment = null;
  /** @type {(row: number) => import('../plots/alignment.js').AttentionWindow | null} */
  let getWindow = () => null;
  const canvas = h('canvas', { role: 'img', 'aria-label': translate('Attention of {label}', { label }) });
  const rows = names.map((name) => ({
    term: h('dt', {}, name),
    value: h('dd', {}, '–'),
  }));
  const element = h(
    'section',
    { class: 'race-lane', 'aria-label': label },
    h('h3', {}, label),
    canvas,
    h('dl', {}, ...rows.map(({ term, value }) => h('div', {}, term, value))),
  );
  const stage = createStage(canvas, (context, width, height) => {
    if (!alignment) return;
    paintAlignmentThumbnail(
      context,
      alignment,
      getWindow,
      { left: 0, top: 0, width, height },
      readTheme(canvas),
    );
  });
  return {
    element,
    /** Shows the map, of several heads the best one. @param {import('../engine/shapes.js').Frame} frame @param {Manifest} [manifest] of its run */
    show(frame, manifest) {
      const map = manifest?.maps.find(({ name }) => name === manifest.truthMap) ?? manifest?.maps[0];
      if (!manifest || !map) return;
      const heads = extractHeadMap(frame, map, manifest, parameters);
      const next = heads
        ? createAlignment(heads, getPictureIndex(heads, Math.max(0, heads.best)))
        : extractAlignment(frame, map);
      getWindow = heads
        ? createWindowLookup(heads)
        : (row) => computeWindow(parameters, next?.position ?? null, row);
      alignment = next ?? alignment;
      stage.redraw();
    },
    /** @param {readonly string[]} texts one per name */
    showNumbers(texts) {
      rows.forEach(({ value }, i) => {
        value.textContent = texts[i] ?? '';
      });
    },
    dispose: stage.dispose,
  };
}
