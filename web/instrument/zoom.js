/**
 * The button that shows the map on the whole of a small screen, enlarged and scrollable. Escape and the back gesture of a phone
 * end this.
 */
import { html } from 'lit';
import { translate } from '../language/translate.js';

/** A button in the corner of its parent, which it enlarges. */
export const zoomTemplate = () => html`
  <button class="zoom" type="button" aria-label=${translate('Whole screen')} @click=${toggleZoom}></button>
`;

/** @param {Event} event */
function toggleZoom({ currentTarget }) {
  const map = /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (currentTarget).parentElement);
  map.popover ??= 'auto';
  map.togglePopover();
  // Removes the attribute `popover`, since a closed popover is hidden.
  map.ontoggle = ({ newState }) => {
    if (newState === 'closed') map.popover = null;
  };
}
