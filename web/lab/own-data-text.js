/**
 * The text that replaces a scene while the instrument trains on the reader's own data, to which the scene does not apply.
 */
import { html } from 'lit';
import { translate } from '../language/translate.js';
import { renderParagraphs } from './prose-template.js';
import { markProse } from './scene.js';

/** @import { DataSummary } from '../engine/shapes.js' */

const kText = markProse`
  The instrument now trains on your own data, so the text of this scene does not apply. The network trains on most of
  them. The rest are test examples, which it has never seen.

  ! *Run* to the end. How do the numbers[ under “Numbers”](~) differ between training and test examples?
`;

const kPairs = markProse`
  ! Beside the map, ‹ and › step through the test pairs and then through training pairs.
`;

const kTyped = markProse`
  ! Then type something of your own, in words that it knows.
`;

/** @param {DataSummary} data of the run */
export const ownDataTextTemplate = ({ aligned }) => html`
  <h2 id="scene-title">${translate('Own data')}</h2>
  <div class="scene-text">
    ${renderParagraphs(kText, () => null)} ${renderParagraphs(aligned === undefined ? kTyped : kPairs, () => null)}
    <p><button type="button" class="opens" data-opens="data">${translate('Own data')}</button></p>
  </div>
`;
