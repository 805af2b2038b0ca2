/**
 * Run, step, reset and speed.
 * @module
 */

import { html } from 'lit';
import { say } from '../language/say.js';
import { formatCount, formatFixed } from '../views/format.js';
import { icons } from './icons.js';
import { durationLabel, speedLabel, speedStops } from './speed.js';

/**
 * @param {object} options
 * @param {boolean} options.running
 * @param {boolean} options.finished
 * @param {number} options.speed
 * @param {number} options.plannedSteps
 * @param {{ steps: number, seconds: number } | null} options.sprint
 * @param {() => void} options.onRun
 * @param {() => void} options.onStep
 * @param {() => void} options.onReset
 * @param {(speed: number) => void} options.onSpeed
 */
export function transportTemplate({
  running,
  finished,
  speed,
  plannedSteps,
  sprint,
  onRun,
  onStep,
  onReset,
  onSpeed,
}) {
  const stops = speedStops(plannedSteps, speed);
  const label = speedLabel(speed);
  /** @param {Event} event */
  const choose = (event) => {
    const index = Number(/** @type {HTMLInputElement} */ (event.target).value);
    onSpeed(stops[index] ?? speed);
  };
  return html`
    <div class="transport" part="controls">
      <button class="button primary" type="button" @click=${onRun}>
        ${running ? icons.pause : icons.run} ${running ? say('Pause') : finished ? say('Run on') : say('Run')}
      </button>
      <button class="button" type="button" @click=${onStep}>${icons.step} ${say('Step')}</button>
      <button class="button" type="button" @click=${onReset}>${icons.reset} ${say('Reset')}</button>
      <label class="speed">
        <span class="speed-label">${say('Speed')}</span>
        <input
          type="range"
          min="0"
          max=${stops.length - 1}
          step="1"
          .value=${String(stops.indexOf(speed))}
          aria-valuetext=${`${label}, ${durationLabel(speed, plannedSteps)}`}
          @input=${choose}
        />
        <span class="speed-text">
          <b>${label}</b>
          <span>${sprintLabel(speed, sprint) ?? durationLabel(speed, plannedSteps)}</span>
        </span>
      </label>
    </div>
  `;
}

/**
 * @param {number} speed
 * @param {{ steps: number, seconds: number } | null} sprint
 */
function sprintLabel(speed, sprint) {
  if (Number.isFinite(speed) || !sprint) return null;
  const seconds = formatFixed(sprint.seconds, sprint.seconds < 0.1 ? 3 : 2);
  return say('{steps} steps in {seconds} s', { steps: formatCount(sprint.steps), seconds });
}
