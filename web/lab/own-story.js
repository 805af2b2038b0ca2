/**
 * The text that replaces a scene while the instrument trains on the reader's own data, to which the scene does not apply.
 * @module
 */
import { html } from 'lit';
import { say } from '../language/say.js';
import { paragraphs } from './prose.js';
import { prose } from './scene.js';

/** @import { DataSummary } from '../engine/shapes.js' */

const kText = prose`
  The instrument learns from your own data now, so what this scene tells of its task does not apply. The network trains on
  most of them. The rest is held out, to see what it makes of what it has never seen.

  ! *Run* to the end. What does it say[ under “Numbers”](~) of what it has seen, and of what is new?
`;

const kPairs = prose`
  ! Beside the map, ‹ and › lead through the held-out pairs; behind them come pairs that it trains on.
`;

const kTyped = prose`
  ! Then type something of your own, in words that it knows.
`;

/** @param {DataSummary} data of the run */
export const ownStoryTemplate = ({ aligned }) => html`
  <h2 id="scene-title">${say('Own data')}</h2>
  <div class="scene-text">
    ${paragraphs(kText, () => null)} ${paragraphs(aligned === undefined ? kTyped : kPairs, () => null)}
    <p><button type="button" class="opens" data-opens="data">${say('Own data')}</button></p>
  </div>
`;
