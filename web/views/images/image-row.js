/** A row of small pictures of which one is chosen: radio buttons, so the arrow keys walk through them. */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { radioTemplate } from '../../parts/choices.js';
import { drawImage } from './draw-image.js';

/**
 * @typedef {object} RowItem
 * @property {unknown} radio
 * @property {ArrayLike<number> | null | undefined} values one picture, or several below one another
 * @property {unknown} note text below the picture
 * @property {number} [bar] height of a bar below the picture, from 0 to 1
 */

/** @param {string} label what is chosen, for a screen reader @param {readonly RowItem[]} items */
export const imageRowTemplate = (label, items) => html`
  <div class="draw-row" role="radiogroup" aria-label=${label} .style=${`--draw-columns: ${items.length}`}>
    ${items.map(
      ({ radio, values, note, bar }) => html`
        <label class="draw-item">
          ${radio}${drawImage(values ? { values } : null)}
          ${bar === undefined ? null : html`<span class="draw-bar" .style=${`--draw-height: ${bar}`}></span>`}
          <span class="draw-note">${note}</span>
        </label>
      `,
    )}
  </div>
`;

/**
 * A row of the held-out pictures that a frame shows.
 * @param {object} options
 * @param {string} options.label
 * @param {string} options.group name of the radio buttons
 * @param {readonly string[]} options.pictures labels of the pictures
 * @param {number} options.chosen −1 for none
 * @param {boolean} [options.isHeld] whether the reader holds weights in the chosen picture
 * @param {((index: number) => ArrayLike<number>) | null} options.getValues of a picture; null before the first frame
 * @param {(index: number) => void} options.onChoose
 */
export const heldOutRowTemplate = ({ label, group, pictures, chosen, isHeld = false, getValues, onChoose }) =>
  imageRowTemplate(
    label,
    pictures.map((name, index) => ({
      radio: radioTemplate(group, {
        value: index,
        isChecked: index === chosen,
        ...(getValues && { label: translate('picture {n}: {label}', { n: index + 1, label: name }) }),
        onChoose: () => onChoose(index),
      }),
      values: getValues?.(index),
      note: getValues ? html`<span ?data-held=${isHeld && index === chosen}>${name}</span>` : '',
    })),
  );
