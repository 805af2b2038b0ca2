/** Shows one step of a sequence. The reader chooses the step, or all steps are played one after the other. */

import { translate } from '../language/translate.js';
import { buttonTemplate } from './button.js';
import { prefersReducedMotion } from './canvas-painter.js';
import { createGroupName, radioTemplate } from './choices.js';

/**
 * @typedef {object} PlayerOptions
 * @property {string} label of the button while nothing plays
 * @property {number} intervalMs
 * @property {number} count of the steps; may be changed later
 * @property {() => void} draw called when another step is shown, and when playing starts or stops
 * @property {number} [index] step that is shown first; by default the last one
 * @property {boolean} [resumes] whether playing starts at the step that is shown, unless it is the last one
 * @property {() => 'stop' | 'rewind' | 'repeat'} [atEnd] what happens after the last step: it stops there, at the first one, or
 *   plays on from the first one
 */

export class Player {
  #options;
  #name = createGroupName();
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  count;
  /** The step that is shown. */
  index;
  /** Whether playing may start by itself: not once the reader has chosen a step, nor with reduced motion. */
  isAutomatic = !prefersReducedMotion();
  /** While `draw` runs, the step that was shown before; afterwards the shown step. */
  previous;

  /** @param {PlayerOptions} options */
  constructor(options) {
    this.#options = options;
    this.count = options.count;
    this.index = options.index ?? options.count - 1;
    this.previous = this.index;
  }

  get isPlaying() {
    return this.#timer !== undefined;
  }

  /** The button that plays or stops. */
  get button() {
    const toggle = () => {
      this.isAutomatic = false;
      if (this.isPlaying) this.stop();
      else this.start();
    };
    return buttonTemplate(this.isPlaying ? translate('Stop') : this.#options.label, toggle, this.count < 2);
  }

  /** The radio button of a step. @param {number} index @param {string} [label] accessible name */
  radio(index, label) {
    const onChoose = () => this.choose(index);
    return radioTemplate(this.#name, { value: index, isChecked: index === this.index, label, onChoose });
  }

  /** Stops playing at a step that the reader has chosen. @param {number} index */
  choose(index) {
    this.isAutomatic = false;
    this.stop();
    this.#show(index);
  }

  start() {
    if (this.isPlaying) return;
    const isResumed = this.#options.resumes && this.index < this.count - 1;
    this.#timer = setInterval(() => this.#advance(), this.#options.intervalMs);
    this.#show(isResumed ? this.index : 0);
  }

  /** Starts playing, once and only if `isAutomatic`. */
  startOnce() {
    if (!this.isAutomatic) return;
    this.isAutomatic = false;
    this.start();
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#options.draw();
  }

  dispose() {
    clearInterval(this.#timer);
  }

  #advance() {
    const end = this.index < this.count - 1 ? '' : (this.#options.atEnd?.() ?? 'stop');
    if (end === 'stop') return this.stop();
    this.#show(end ? 0 : this.index + 1);
    if (end === 'rewind') this.stop();
  }

  /** @param {number} index */
  #show(index) {
    this.previous = this.index;
    this.index = index;
    this.#options.draw();
    this.previous = index;
  }
}
