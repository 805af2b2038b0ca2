/**
 * The button that opens the dialog for sharing; the dialog comes when somebody asks for it.
 * @module
 */
import { html } from 'lit';
import { say } from '../language/say.js';

/**
 * @param {HTMLElement} element
 * @param {Omit<import('./share-dialog.js').Sharing, 'element'>} sharing
 */
export function shareTemplate(element, sharing) {
  const open = async () => {
    const { openShareDialog } = await import('./share-dialog.js');
    openShareDialog({ element, ...sharing });
  };
  return html`
    <div class="share" data-name="share"><button class="button" type="button" @click=${open}>${say('Share')}</button></div>
  `;
}
