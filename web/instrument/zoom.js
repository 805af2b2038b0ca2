/**
 * The button that shows the map on the whole of a small screen, where it is larger and pans. Escape closes it, and so does
 * the back gesture of a phone.
 * @module
 */
import { html } from 'lit';
import { translate } from '../language/translate.js';

/** A button in the corner of what it enlarges. */
export const zoomTemplate = () => html`
  <button class="zoom" type="button" aria-label=${translate('Whole screen')} @click=${toggleZoom}></button>
`;

/** @param {Event} event */
function toggleZoom({ currentTarget }) {
  const map = /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (currentTarget).parentElement);
  map.popover ??= 'auto';
  map.togglePopover();
  // A closed popover would not be displayed.
  map.ontoggle = ({ newState }) => {
    if (newState === 'closed') map.popover = null;
  };
}
