/**
 * Importing this file registers <attento-scope>. Importing it twice, in two versions or on a server is harmless.
 */
import { AttentoScope } from './attento-scope.js';

if (typeof customElements !== 'undefined' && !customElements.get('attento-scope')) {
  const [, folder] = /^(https?:.*\/)attentoscope\.js(\?|$)/.exec(import.meta.url) ?? [];
  AttentoScope.published = folder ?? null;
  customElements.define('attento-scope', AttentoScope);
}
