/**
 * The regions that hard attention sampled for one picture in the last training step, word by word: a dot for each sample.
 */

import { html } from 'lit';
import { translate, translateCount } from '../../language/translate.js';
import { disclosureTable } from '../../parts/disclosure-table.js';
import { formatCount, formatRegion, showInvisibleCharacters } from '../../parts/format.js';
import { legendMarkTemplate, legendTemplate } from '../../parts/legend.js';
import { paintCanvas } from '../../parts/paint-canvas.js';
import { paintPicture, paintSelectedCells } from '../../plots/image-attention-paint.js';
import { computeSide } from './caption-data.js';

/** @import { Frame } from '../../engine/view-types.js' */
/** @import { ThrottledPart } from '../../parts/view.js' */

/** @typedef {{ picture: Float32Array, words: string[], regions: number[][] }} AttentionSamples `regions` word by word, the region of each sample */

/** @param {Frame} frame @param {readonly string[]} vocabulary @returns {AttentionSamples | null} null before the first step */
export function extractSamples({ tensors, step }, vocabulary) {
  const { looks, 'looks.picture': picture, 'looks.tokens': tokens } = tensors;
  if (step === 0 || !looks || !picture || !tokens) return null;
  const samples = looks.length / tokens.length;
  // Padding is the token 0.
  const count = tokens.indexOf(0);
  const words = Array.from(tokens.subarray(0, count < 0 ? tokens.length : count), (i) => vocabulary[i] ?? '');
  const regions = words.map((_, t) =>
    Array.from({ length: samples }, (_none, k) => looks[k * tokens.length + t] ?? -1),
  );
  return { picture: picture.slice(), words, regions };
}

/** @param {AttentionSamples | null} samples @param {readonly string[]} regions row and column of each @param {ThrottledPart} throttled */
export const samplesTemplate = (samples, regions, throttled) => html`
  <p class="panel-note">${samples ? throttled(() => describeSamples(samples)) : translate('Nothing has been trained yet.')}</p>
  <ul class="caption-samples">
    ${samples?.words.map(
      (word, row) => html`
        <li>
          <canvas class="caption-thumb" aria-hidden="true" ${paintCanvas(({ context, width }) => {
            paintPicture(context, width, samples.picture);
            const square = { x: 0, y: 0, size: width };
            paintSelectedCells(context, square, samples.regions[row] ?? [], computeSide(regions));
          }, samples)}></canvas>
          <span>${showInvisibleCharacters(word)}</span>
        </li>
      `,
    )}
  </ul>
  ${legendTemplate([legendMarkTemplate('sample'), translate('one sample looks here')])}
  ${throttled(() => disclosureTable(translate('Looks of the last step as a table'), samples && (() => createTableText(samples, regions))))}
`;

/** @param {AttentionSamples} samples */
function describeSamples({ regions }) {
  const count = regions[0]?.length ?? 0;
  return [
    translateCount(
      count,
      {
        one: '{count} sample of one picture of the batch: at each word it looked at one region, drawn by the weights.',
        other:
          '{count} samples of one picture of the batch: at each word each looked at one region, drawn by the weights.',
      },
      { count: formatCount(count) },
    ),
    regions.flat().some((at) => at < 0) && translate('Without a dot: the sample still used soft attention.'),
  ]
    .filter(Boolean)
    .join(' ');
}

/** @param {AttentionSamples} samples @param {readonly string[]} regions */
const createTableText = ({ words, regions: samples }, regions) => ({
  head: [translate('word'), ...(samples[0] ?? []).map((_, k) => translate('sample {n}', { n: k + 1 }))],
  rows: words.map((word, t) => [
    showInvisibleCharacters(word),
    ...(samples[t] ?? []).map((at) => (at < 0 ? translate('soft') : formatRegion(regions[at] ?? ''))),
  ]),
});
