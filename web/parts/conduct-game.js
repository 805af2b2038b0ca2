/**
 * A game: the reader holds attention weights fixed until the model generates a given sentence.
 */

import { html } from 'lit';
import { translate, translateToParts } from '../language/translate.js';
import { buttonTemplate } from './button.js';
import { getErrorMessage, showInvisibleCharacters } from './format.js';

/** @import { Challenge } from '../engine/shapes.js' */
/** @import { Holding } from './holding.js' */
/** @typedef {Challenge & { learned: readonly string[] }} GameChallenge also what the model says by itself */

export class ConductGame {
  /** Number of the challenge; null while no game is played. @type {number | null} */
  number = null;
  /** @type {GameChallenge | null} */
  #challenge = null;
  #error = '';
  #startMoves = 0;
  #holding;
  #find;
  #draw;

  /**
   * @param {Holding} holding
   * @param {(number: number) => Promise<GameChallenge>} find
   * @param {() => void} draw
   */
  constructor(holding, find, draw) {
    this.#holding = holding;
    this.#find = find;
    this.#draw = draw;
  }

  /** @param {number} number of the challenge */
  async start(number) {
    this.number = number;
    [this.#challenge, this.#error] = [null, ''];
    this.#holding.releaseAll();
    try {
      this.#challenge = await this.#find(number);
      this.#startMoves = this.#holding.moves;
      this.#holding.setPrefix('own');
    } catch (error) {
      const { parameter } = /** @type {{ parameter?: string }} */ (error);
      this.#error =
        parameter === 'challenge'
          ? translate('No other sentence can be reached, because the answers do not follow the weights yet.')
          : getErrorMessage(error);
    }
    this.#draw();
  }

  /** The words that the model should generate; undefined while no game is played. */
  get target() {
    return this.number === null ? undefined : this.#challenge?.rowLabels;
  }

  stop() {
    this.number = null;
    this.#holding.releaseAll();
    this.#holding.setPrefix('true');
  }

  template() {
    const { number } = this;
    const isPlaying = number !== null;
    const label = isPlaying ? translate('Another sentence') : translate('Game: make it say something else');
    // The first button is the same element before and during a game, so it keeps the focus.
    return html`
      <div class="conduct ${isPlaying ? 'hold' : ''}">
        ${isPlaying ? this.#error || this.#targetTemplate() : null}
        <p class="hold-head">
          ${buttonTemplate(label, () => this.start(isPlaying ? number + 1 : 0))}
          ${isPlaying ? buttonTemplate(translate('End the game'), () => this.stop()) : null}
        </p>
      </div>
    `;
  }

  #targetTemplate() {
    if (!this.#challenge) return translate('Computing …');
    const { rowLabels, moves, learned } = this.#challenge;
    const spoken = this.#holding.answers?.after.attention.rowLabels ?? learned;
    const hasReachedTarget = JSON.stringify(spoken) === JSON.stringify(rowLabels);
    const counts = { moves: this.#holding.moves - this.#startMoves, possible: moves };
    const sentence = rowLabels.slice(0, -1).map((word, row) => goalWordTemplate(word, spoken[row] === word));
    return html`
      <p class="hold-head">${translateToParts('Make it say: {sentence}', { sentence })}</p>
      ${hasReachedTarget ? null : html`<p>${translate('Later rows follow what it says, so they may change, too.')}</p>`}
      <p role="status" class=${hasReachedTarget ? 'align-good' : ''}>${
        hasReachedTarget
          ? translate('It says so. Moves: {moves}; possible in {possible}.', counts)
          : translate('Moves: {moves}; possible in {possible}.', counts)
      }</p>
    `;
  }
}

/** @param {string} word of the target @param {boolean} isReached whether the model says it there */
const goalWordTemplate = (word, isReached) =>
  html`<span class=${isReached ? 'align-good' : ''}>${showInvisibleCharacters(word)}${isReached ? ' ✓' : ''}</span>`;
