/**
 * Training in the calculator: the reader presses the cells that should get the weight, and gradient descent changes the inputs
 * of the score until these cells have it.
 */

import { html, svg } from 'lit';
import { translate, translateCount } from '../language/translate.js';
import { formatFixed, formatNumber } from '../parts/format.js';
import { listInputs } from './state.js';
import { weightsMapTemplate } from './weights-map.js';

/** @import { AttendExtendedResult as Attended, AttendRequest } from '../engine/attend.js' */
/** @import { State } from './state.js' */

/** Steps between two frames, and the maximum number of steps of one training. */
const kStepsPerFrame = 4;
const kMaximumSteps = 2000;
/** Training stops below this loss, where the target cells have nearly all of the weight. */
const kTargetLoss = 0.02;
const kRate = 0.5;

/** Size of the loss curve, in units of its view box. */
const kCurve = { width: 240, height: 60 };

export class AttentionTrainer {
  #compute;
  #refresh;
  /** The target column of each row; rows are numbered across all heads. @type {Map<number, number> | null} */
  #targets = null;
  #rate = kRate;
  /** @type {number[]} */
  #losses = [];
  /** Edited inputs before the first step. @type {State['edited'] | null} */
  #editedBefore = null;
  #isRunning = false;

  /**
   * @param {object} calculator
   * @param {(descent: AttendRequest['descent']) => Promise<Attended | undefined>} calculator.compute trains and keeps the learned
   *   numbers; undefined if it failed or was superseded
   * @param {() => void} calculator.refresh
   */
  constructor({ compute, refresh }) {
    this.#compute = compute;
    this.#refresh = refresh;
  }

  /** Stops training, because something else is shown or the panel has been closed. */
  stop() {
    this.#isRunning = false;
  }

  /** Clears the curve of losses, because the inputs were edited. */
  reset() {
    this.#isRunning = false;
    this.#losses = [];
    this.#editedBefore = null;
  }

  /** Clears the loss curve and the target cells. */
  resetTargets() {
    this.reset();
    this.#targets = null;
  }

  /**
   * @param {Parameters<typeof weightsMapTemplate>[0] & { onEdited: (edited: State['edited']) => void }} options
   * @returns {unknown} null for mechanisms without queries
   */
  template(options) {
    const { state, result, query, head, onEdited } = options;
    const shape = result?.['weights']?.shape ?? [];
    const rows = shape.slice(0, -1).reduce((product, extent) => product * extent, 1);
    // At first, the target is that the shown query attends to its own token.
    const towards = this.#targets ?? new Map([[head * state.tokens.length + query, query]]);
    const targets = Array.from({ length: rows }, (_, row) => {
      const column = towards.get(row) ?? -1;
      return column < (shape.at(-1) ?? 0) ? column : -1;
    });
    const map = weightsMapTemplate({
      ...options,
      towards: targets.slice(head * state.tokens.length),
      onCell: (row, column) => {
        const place = head * state.tokens.length + row;
        this.#targets = new Map(towards);
        if (towards.get(place) === column) this.#targets.delete(place);
        else this.#targets.set(place, column);
        this.reset();
        this.#refresh();
      },
    });
    if (!map) return null;
    const hasNoTarget = targets.every((column) => column < 0);
    const restore = () => {
      if (this.#editedBefore) onEdited(this.#editedBefore);
    };
    return html`
      <div class="calc-descent">
        <p class="calc-note">${describeLearned(listLearnedSymbols(state))}</p>
        ${map}
        <div class="calc-buttons">
          <button class="button primary" type="button" ?disabled=${hasNoTarget}
            @click=${() => (this.#isRunning ? this.#pause() : this.#run(state, targets))}>${this.#isRunning ? translate('Stop') : translate('Train')}</button>
          <button class="button" type="button" ?disabled=${hasNoTarget || this.#isRunning}
            @click=${() => this.#runSteps(state, targets, 1)}>${translate('One step')}</button>
          <button class="button" type="button" ?disabled=${!this.#editedBefore || this.#isRunning} @click=${restore}>${translate('Back')}</button>
          <label>${translate('Rate')} <input class="calc-rate" type="number" required min="0.01" max="100" step="any" .value=${String(this.#rate)}
            @change=${(/** @type {Event} */ event) => this.#setRate(/** @type {HTMLInputElement} */ (event.target))} /></label>
        </div>
        <p class="calc-status" role="status">${this.#formatStatus(hasNoTarget)}</p>
        ${curveTemplate(this.#losses)}
        <p class="calc-note">${translate('L = −mean of ln weight over these cells. Each step: x ← x − rate · ∂L/∂x for every number x that learns.')}</p>
      </div>
    `;
  }

  /** @param {boolean} hasNoTarget @returns {string} */
  #formatStatus(hasNoTarget) {
    const last = this.#losses.at(-1);
    if (hasNoTarget) return translate('No cell is pressed.');
    if (last === undefined) return '';
    const values = {
      steps: this.#losses.length - 1,
      first: formatNumber(this.#losses[0] ?? 0),
      last: formatNumber(last),
    };
    if (!Number.isFinite(last))
      return translate('The loss is no longer a number: go back, and choose a smaller rate.');
    if (this.#isRunning || last < kTargetLoss || values.steps < kMaximumSteps)
      return translate('Loss {first} → {last} after {steps} steps.', values);
    return translate(
      'Loss {first} → {last} after {steps} steps: this score cannot reach it, or the rate is unsuitable.',
      values,
    );
  }

  /** Sets the rate; the browser reports values out of range. @param {HTMLInputElement} input */
  #setRate(input) {
    if (input.reportValidity()) this.#rate = input.valueAsNumber;
  }

  #pause() {
    this.#isRunning = false;
    this.#refresh();
  }

  /** @param {State} state @param {readonly number[]} towards */
  async #run(state, towards) {
    this.#isRunning = true;
    const end = this.#losses.length + kMaximumSteps;
    while (this.#isRunning) {
      const last = await this.#runSteps(state, towards, kStepsPerFrame);
      if (last === undefined || !(last >= kTargetLoss) || this.#losses.length >= end) break;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    this.#pause();
  }

  /**
   * @param {State} state
   * @param {readonly number[]} towards
   * @param {number} steps
   * @returns {Promise<number | undefined>} loss after the last step
   */
  async #runSteps({ edited }, towards, steps) {
    this.#editedBefore ??= edited;
    const result = await this.#compute({ towards, rate: this.#rate, steps });
    if (!result) return undefined;
    const losses = [...(result['losses']?.data ?? [])];
    this.#losses = [...this.#losses.slice(0, -1), ...losses];
    this.#refresh();
    return losses.at(-1);
  }
}

/** @param {readonly string[]} symbols @returns {string} a sentence that names what is learned */
function describeLearned(symbols) {
  const last = symbols.at(-1);
  const names = symbols.slice(0, -1).join(', ');
  const forms = {
    one: 'Press the cells that should get the weight, then train: {symbols} is learned.',
    other: 'Press the cells that should get the weight, then train: {symbols} are learned.',
  };
  return translateCount(symbols.length, forms, {
    symbols: names ? translate('{names} and {last}', { names, last }) : last,
  });
}

/**
 * @param {State} state
 * @returns {string[]} the inputs that `attend` trains: the parameters (inputs without a batch axis) if there are some, else
 *   queries and keys. Each is named by its symbol in the formula if its help begins with one, otherwise by its name
 */
export function listLearnedSymbols(state) {
  const real = listInputs(state).filter(({ type, name }) => type !== 'integers' && name !== 'mask');
  const parameters = real.filter(({ shape }) => !shape.split(' ').includes('B'));
  return (parameters.length > 0 ? parameters : real.filter(({ name }) => name !== 'value')).map(
    ({ name, help }) => /^[A-Za-z](?:_\w)?(?=[,:]|$)/.exec(help)?.[0] ?? name,
  );
}

/** @param {readonly number[]} losses */
function curveTemplate(losses) {
  const finite = losses.filter(Number.isFinite);
  const largest = Math.max(...finite);
  if (finite.length < 2) return null;
  const { width, height } = kCurve;
  const points = finite.map((loss, i) =>
    [(i / (finite.length - 1)) * width, height - 2 - (loss / largest) * (height - 4)]
      .map((place) => formatFixed(place, 1))
      .join(),
  );
  return html`
    <svg class="calc-curve" viewBox="0 0 ${width} ${height}" role="img" aria-label=${translate('Loss at each step')}>
      ${svg`<polyline points=${points.join(' ')} />`}
    </svg>
  `;
}
