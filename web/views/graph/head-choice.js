/**
 * Which of several heads is shown.
 * @module
 */

import { translate } from '../../language/translate.js';
import { createChoices } from '../../parts/choices.js';

/**
 * @param {number} heads
 * @param {(map: number) => void} onChoose 0 for the mean, then head by head
 */
export function createHeadChoice(heads, onChoose) {
  return createChoices({
    label: translate('Head'),
    choices: [
      { value: '0', label: translate('mean') },
      ...Array.from({ length: heads }, (_, i) => ({ value: String(i + 1), label: String(i + 1) })),
    ],
    selected: '0',
    onChoose: (value) => onChoose(Number(value)),
  });
}
