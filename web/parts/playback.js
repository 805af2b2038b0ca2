/**
 * A button that starts and stops a step-by-step playback.
 * @module
 */

import { translate } from '../language/translate.js';
import { h } from './dom.js';

/**
 * @param {object} options
 * @param {string} options.label of the button while nothing plays
 * @param {number} options.everyMs
 * @param {() => void} options.begin shows the first step
 * @param {() => boolean} options.next shows the next step and returns whether there are more
 * @param {() => void} [options.onPress] called when the reader has pressed the button
 */
export function createPlayback({ label, everyMs, begin, next, onPress = () => undefined }) {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  const button = h(
    'button',
    {
      type: 'button',
      class: 'button',
      onclick: () => {
        onPress();
        if (timer) stop();
        else start();
      },
    },
    label,
  );

  function start() {
    if (timer) return;
    begin();
    timer = setInterval(() => {
      if (!next()) stop();
    }, everyMs);
    button.textContent = translate('Stop');
  }

  function stop() {
    clearInterval(timer);
    timer = undefined;
    if (button.textContent !== label) button.textContent = label;
  }

  return {
    button,
    start,
    stop,
    get isPlaying() {
      return timer !== undefined;
    },
  };
}
