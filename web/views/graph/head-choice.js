/** The control that chooses which of several heads is shown. */

import { translate } from '../../language/translate.js';
import { indexChoiceTemplate } from '../../parts/choices.js';

/**
 * The control; nothing if there is only one head.
 * @param {number} heads
 * @param {number} map that is shown: 0 for the mean, then head by head
 * @param {(map: number) => void} onChoose
 */
export const headChoiceTemplate = (heads, map, onChoose) =>
  indexChoiceTemplate(
    translate('Head'),
    heads > 1 ? [translate('mean'), ...Array.from({ length: heads }, (_, i) => String(i + 1))] : [],
    map,
    onChoose,
  );
