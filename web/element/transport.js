/** The controls to run, step and reset, the speed control and the timeline. */

import { html, nothing } from 'lit';
import { lockMarkTemplate } from '../instrument/part-access.js';
import { translate } from '../language/translate.js';
import { formatCount, formatFixed } from '../parts/format.js';
import { icons } from './icons.js';
import { stepCountTemplate } from './metrics.js';
import { computeSpeedStops, formatSpeed, formatTrainingTime } from './speed.js';

/** @import { LiveInstrument } from './live.js' */

/** @param {LiveInstrument} live */
export function transportTemplate(live) {
  const { display, liveRun: run, partAccess } = live;
  const { isVisible, isLocked } = partAccess;
  const { isRunning, plan } = run.training;
  /** @param {string} name @param {string} kind @param {() => void} onClick @param {unknown} content @param {string} [title] */
  const button = (name, kind, onClick, content, title) =>
    isVisible(name)
      ? html`<button class=${kind} type="button" data-name=${name} title=${title ?? nothing} ?disabled=${isLocked(name)} @click=${onClick}>
          ${content} ${isLocked(name) ? lockMarkTemplate() : null}
        </button>`
      : null;
  /** An icon with a hidden word. @param {unknown} icon @param {string} word */
  const iconWithWord = (icon, word) => html`${icon}<span class="visually-hidden">${word}</span>`;
  return html`
    <div class="transport" part="controls">
      ${button(
        'run',
        'button primary',
        () => run.run(),
        html`${isRunning ? icons.pause : icons.run} <span>${isRunning ? translate('Pause') : plan.isDone ? translate('Run on') : translate('Run')}</span>`,
      )}
      ${button('step', 'button quiet', () => run.step(), iconWithWord(icons.step, translate('Step')), translate('Step'))}
      ${button('reset', 'button quiet', () => run.reset(), iconWithWord(icons.reset, translate('Reset')), translate('Reset'))}
      ${isVisible('speed') ? speedTemplate(live) : null}
      ${display.timeline.template()} ${isVisible('numbers') ? stepCountTemplate(display.stepMetrics, run.scope.manifest, display.timeline.getPlanned()) : null}
    </div>
  `;
}

/** @param {LiveInstrument} live */
export function speedTemplate({ liveRun: run, partAccess: { isLocked } }) {
  const { speed, fullSpeedRun, limit } = run.training;
  const { plannedSteps } = run.scope.manifest;
  const stops = computeSpeedStops(plannedSteps, speed);
  const label = formatSpeed(speed);
  const { threads: count } = run.scope;
  const time =
    formatFullSpeedRun(speed, fullSpeedRun) ?? formatTrainingTime(speed, plannedSteps, limit.value);
  const duration = count > 1 ? translate('{time}, in {count} workers', { time, count }) : time;
  /** @param {Event} event */
  const choose = (event) => {
    const index = Number(/** @type {HTMLInputElement} */ (event.target).value);
    run.setSpeed(stops[index] ?? speed);
  };
  return html`
    <label class="speed" data-name="speed">
      <span class="visually-hidden">${translate('Speed')}</span>${isLocked('speed') ? lockMarkTemplate() : null}
      <input
        type="range"
        min="0"
        max=${stops.length - 1}
        step="1"
        ?disabled=${isLocked('speed')}
        .value=${String(stops.indexOf(speed))}
        aria-valuetext=${`${label}, ${duration}`}
        @input=${choose}
      />
      <span class="speed-text" title=${duration}><b>${label}</b></span>
    </label>
  `;
}

/**
 * @param {number} speed
 * @param {{ steps: number, seconds: number } | null} fullSpeedRun
 */
function formatFullSpeedRun(speed, fullSpeedRun) {
  if (Number.isFinite(speed) || !fullSpeedRun) return null;
  const seconds = formatFixed(fullSpeedRun.seconds, fullSpeedRun.seconds < 0.1 ? 3 : 2);
  return translate('{steps} steps in {seconds} s', { steps: formatCount(fullSpeedRun.steps), seconds });
}
