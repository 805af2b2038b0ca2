/** The words of a caption, of which one is chosen, and the legend of its pictures. */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { formatToken, showInvisibleCharacters } from '../../parts/format.js';
import { createLegendRamp, legendMarkTemplate, legendTemplate } from '../../parts/legend.js';
import { paintCanvas } from '../../parts/paint-canvas.js';
import { paintAttention } from './caption-scene.js';

/** @import { Player } from '../../parts/player.js' */
/** @import { CaptionData } from './caption-data.js' */

/** The caption, with the chosen word in bold. @param {CaptionData | null} snapshot @param {number} chosen */
export const captionLineTemplate = (snapshot, chosen) =>
  snapshot?.words.map((word, i) => [
    i > 0 ? ' ' : '',
    i === chosen
      ? html`<b>${showInvisibleCharacters(word)}</b>`
      : html`<span ?data-later=${i > chosen}>${showInvisibleCharacters(word)}</span>`,
  ]);

/**
 * A word with a small picture, to choose it.
 * @param {CaptionData} snapshot
 * @param {number} row
 * @param {{ player: Player, showsCells: boolean, isHeld: boolean }} options
 */
export function captionWordTemplate(snapshot, row, { player, showsCells, isHeld }) {
  const [word = '', answer = ''] = [snapshot.words[row], snapshot.answers[row]];
  const verdict = answer === word ? '✓' : `✗ ${formatToken(answer)}`;
  const isChanged = answer !== (snapshot.learnedAnswers?.[row] ?? answer);
  /** @type {import('../../parts/paint-canvas.js').PaintPart} */
  const paint = (frame) =>
    paintAttention(frame, snapshot, row, { showsCells, resolution: 1, isHeld, line: 1 });
  // Dragging along the strip goes through the words.
  /** @param {PointerEvent} event */
  const drag = ({ buttons }) => buttons === 1 && player.choose(row);
  return html`
    <label class="caption-word" ?data-held=${isHeld} @pointerenter=${drag}>
      ${player.radio(row)}
      <canvas class="caption-thumb" aria-hidden="true" ${paintCanvas(paint, snapshot, row, showsCells, isHeld)}></canvas>
      <span class="caption-token">${formatToken(word)} <span class=${`${answer === word ? 'align-good' : 'align-bad'}${isChanged ? ' align-changed' : ''}`}>${answer && verdict}</span></span>
    </label>
  `;
}

/** @param {CaptionData['kind']} kind @param {boolean} showsCells */
export const captionLegend = (kind, showsCells) =>
  legendTemplate(
    [legendMarkTemplate('truth'), translate('the object that the word names')],
    kind !== 'none' &&
      !showsCells && [
        legendMarkTemplate('light'),
        translate('bright: large weight, as a share of the word’s largest'),
      ],
    showsCells && [translate('weight'), ...createLegendRamp()],
    kind === 'hard' && [legendMarkTemplate('look'), translate('the region that it looks at')],
  );
