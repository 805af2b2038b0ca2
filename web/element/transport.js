/**
 * Run, step, reset and speed.
 * @module
 */

import { html } from 'lit';
import { say } from '../language/say.js';
import { formatCount, formatFixed } from '../views/format.js';
import { lockMark } from './arrangement.js';
import { icons } from './icons.js';
import { durationLabel, speedLabel, speedStops } from './speed.js';

/**
 * @param {object} options
 * @param {boolean} options.running
 * @param {boolean} options.finished
 * @param {number} options.speed
 * @param {number} options.plannedSteps
 * @param {{ steps: number, seconds: number } | null} options.sprint
 * @param {number | null} options.limit see Training
 * @param {import('./arrangement.js').Arrangement} options.arrangement
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
  limit,
  arrangement: { shows, locks },
  onRun,
  onStep,
  onReset,
  onSpeed,
}) {
  const stops = speedStops(plannedSteps, speed);
  const label = speedLabel(speed);
  const duration = sprintLabel(speed, sprint) ?? durationLabel(speed, plannedSteps, limit);
  /** @param {Event} event */
  const choose = (event) => {
    const index = Number(/** @type {HTMLInputElement} */ (event.target).value);
    onSpeed(stops[index] ?? speed);
  };
  /** @param {string} name @param {string} kind @param {() => void} onClick @param {unknown} content */
  const button = (name, kind, onClick, content) =>
    shows(name)
      ? html`<button class=${kind} type="button" data-name=${name} ?disabled=${locks(name)} @click=${onClick}>
          ${content} ${locks(name) ? lockMark() : null}
        </button>`
      : null;
  return html`
    <div class="transport" part="controls">
      ${button(
        'run',
        'button primary',
        onRun,
        html`${running ? icons.pause : icons.run} ${running ? say('Pause') : finished ? say('Run on') : say('Run')}`,
      )}
      ${button('step', 'button', onStep, html`${icons.step} ${say('Step')}`)}
      ${button('reset', 'button', onReset, html`${icons.reset} ${say('Reset')}`)}
      ${shows('speed') ? speedTemplate() : null}
    </div>
  `;

  function speedTemplate() {
    return html`
      <label class="speed" data-name="speed">
        <span class="speed-label">${say('Speed')} ${locks('speed') ? lockMark() : null}</span>
        <input
          type="range"
          min="0"
          max=${stops.length - 1}
          step="1"
          ?disabled=${locks('speed')}
          .value=${String(stops.indexOf(speed))}
          aria-valuetext=${`${label}, ${duration}`}
          @input=${choose}
        />
        <span class="speed-text">
          <b>${label}</b>
          <span>${duration}</span>
        </span>
      </label>
    `;
  }
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
