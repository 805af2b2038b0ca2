/** The button that opens the dialog for sharing, which is loaded on demand. */
import { html } from 'lit';
import { translate } from '../language/translate.js';

/**
 * @param {import('../instrument/host.js').Host} host
 * @param {Omit<import('./share-dialog.js').ShareOptions, 'element'>} sharing
 */
export function shareTemplate(host, sharing) {
  const open = async () => {
    try {
      const { openShareDialog } = await import('./share-dialog.js');
      openShareDialog({ element: host.element, ...sharing });
    } catch (error) {
      host.reportError(error);
    }
  };
  return html`
    <div class="share" data-name="share"><button class="button text" type="button" @click=${open}>${translate('Share')}</button></div>
  `;
}
