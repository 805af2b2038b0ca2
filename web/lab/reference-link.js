/**
 * The link to the reference page. The build of the single file replaces this module by reference-list.js.
 * @module
 */
import { html } from 'lit';
import { translate } from '../language/translate.js';

export const referenceTemplate = () =>
  html`<p><a href="./reference.html">${translate('All mechanisms and words of attention')} ›</a></p>`;
