/**
 * Which of several heads is shown.
 * @module
 */

import { translate } from '../../language/translate.js';
import { choices } from '../../parts/choices.js';

/**
 * @param {number} heads
 * @param {number} map that is shown: 0 for the mean, then head by head
 * @param {(map: number) => void} onChoose
 */
export const headChoiceTemplate = (heads, map, onChoose) =>
  choices({
    label: translate('Head'),
    choices: [
      { value: '0', label: translate('mean') },
      ...Array.from({ length: heads }, (_, i) => ({ value: String(i + 1), label: String(i + 1) })),
    ],
    selected: String(map),
    onChoose: (value) => onChoose(Number(value)),
  });
