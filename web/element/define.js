/**
 * Importing this file registers <attento-scope>. Importing it twice, in two versions or on a server does no harm.
 * @module
 */
import { AttentoScope } from './attento-scope.js';

if (typeof customElements !== 'undefined' && !customElements.get('attento-scope')) {
  // The published file stands beside the lab; where somebody has bundled it, there is none.
  const [, folder] = /^(.*\/)attentoscope\.js$/.exec(import.meta.url) ?? [];
  AttentoScope.lab = folder ?? null;
  customElements.define('attento-scope', AttentoScope);
}
