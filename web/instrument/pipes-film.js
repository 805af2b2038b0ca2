/**
 * The animation of the start page: the attention of a network that learns to translate a sentence, drawn as pipes between words.
 * It plays a recorded run; a button computes the same run live, with the same numbers.
 */
import { html, LitElement } from 'lit';
import { createScope } from '../index.js';
import { translate } from '../language/translate.js';
import { showInvisibleCharacters } from '../parts/format.js';
import { paintCanvas } from '../parts/paint-canvas.js';
import { paintPipes } from '../plots/pipes-paint.js';
import { recordedSentences, stepsPerFrame } from './recorded-sentences.js';
import {
  decodeSentence,
  filmedPairs,
  filmedRun,
  filmedSteps,
  interpolateFrame,
  readSentenceFrame,
} from './sentence-film.js';

/** @import { Scope } from '../engine/scope.js' */

/** Durations in ms: the trained state is shown, rewound, and learned again. */
const kStandMs = 1400;
const kRewindMs = 900;
const kLearnMs = 9000;

/** @param {string} word */
const nameWord = (word) => (word === '<end>' ? translate('(end)') : showInvisibleCharacters(word));

/**
 * @param {number} time in ms since the film began
 * @returns {number} the step that is shown
 */
export function computeShownStep(time) {
  const rewound = Math.min(1, Math.max(0, (time - kStandMs) / kRewindMs));
  const learned = Math.min(1, Math.max(0, (time - kStandMs - kRewindMs) / kLearnMs));
  return filmedSteps * (learned > 0 ? learned : 1 - rewound);
}

export class PipesFilm extends LitElement {
  /** @override @type {import('lit').PropertyDeclarations} */
  static properties = {
    shown: { state: true },
    pair: { state: true },
    word: { state: true },
    mode: { state: true },
    isPlaying: { state: true },
  };

  /** The scope of the live run. @type {Scope | null} */
  #scope = null;
  #animation = 0;
  #films = recordedSentences.map((one) => decodeSentence(one, stepsPerFrame));

  constructor() {
    super();
    /** The step that is shown; may lie between two frames of the film. */
    this.shown = filmedSteps;
    this.pair = 0;
    /** The target word that is pointed at, or -1. */
    this.word = -1;
    /** Whether the recording plays by itself. */
    this.isPlaying = false;
    /** @type {'recorded' | 'starting' | 'live' | 'paused' | 'failed'} */
    this.mode = 'recorded';
  }

  /** Renders without a shadow root, so that the page's styles apply. @override */
  createRenderRoot() {
    return this;
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    this.#playByItself();
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    this.#stopPlaying();
    this.#scope?.dispose();
    this.#scope = null;
    this.mode = 'recorded';
  }

  #playByItself() {
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) this.#play();
  }

  #play() {
    this.isPlaying = true;
    const start = performance.now();
    const draw = (/** @type {number} */ now) => {
      this.shown = computeShownStep(now - start);
      this.isPlaying = now - start < kStandMs + kRewindMs + kLearnMs;
      if (this.isPlaying) this.#animation = requestAnimationFrame(draw);
    };
    this.#animation = requestAnimationFrame(draw);
  }

  #stopPlaying() {
    cancelAnimationFrame(this.#animation);
    this.isPlaying = false;
  }

  /** Performs an action on the live run, if there is one; shows an error unless the run was disposed meanwhile. @param {(scope: Scope) => Promise<unknown>} act */
  async #control(act) {
    try {
      if (this.#scope) await act(this.#scope);
    } catch {
      if (this.#scope) this.mode = 'failed';
    }
  }

  async #learn() {
    this.#stopPlaying();
    if (this.#scope?.running) return this.#pause();
    this.mode = 'starting';
    this.#scope ??= await this.#open();
    await this.#control(async (scope) => {
      // Another sentence may have been chosen meanwhile.
      await scope.set('probeExample', this.#example);
      if (scope.step >= filmedSteps) await scope.reset();
      await scope.run({ until: filmedSteps });
      this.mode = 'live';
    });
  }

  async #open() {
    const parameters = { probeExample: this.#example };
    const scope = await createScope({ ...filmedRun, parameters }).catch(() => null);
    if (!scope || !this.isConnected) {
      scope?.dispose();
      this.mode = scope ? 'recorded' : 'failed';
      return null;
    }
    scope.addEventListener('progress', ({ detail }) => {
      if (detail.attention['example']?.[0] !== this.#example) return;
      const { frame } = readSentenceFrame(detail, scope.manifest);
      this.#film.frames = [...this.#film.frames.filter(({ step }) => step < frame.step), frame];
      this.shown = frame.step;
    });
    scope.addEventListener('pause', () => {
      this.mode = 'paused';
    });
    return scope;
  }

  /** Shows the attention of one target word alone. @param {number} word its index; -1 for all */
  #point(word) {
    this.word = word;
  }

  #pause() {
    return this.#control((scope) => scope.pause());
  }

  /** Shows a step of the film. @param {number} step */
  #seek(step) {
    this.#stopPlaying();
    this.#pause();
    this.shown = step;
  }

  async #chooseNext() {
    this.pair = (this.pair + 1) % this.#films.length;
    if (this.mode === 'recorded') {
      this.#stopPlaying();
      this.shown = filmedSteps;
      this.#playByItself();
    }
    await this.#control((scope) => scope.set('probeExample', this.#example));
  }

  /** The number of the held-out example that is shown. */
  get #example() {
    return /** @type {number} */ (filmedPairs[this.pair]);
  }

  get #film() {
    return /** @type {ReturnType<typeof decodeSentence>} */ (this.#films[this.pair]);
  }

  /** @override */
  render() {
    const { sentence, frames } = this.#film;
    const frame = interpolateFrame(frames, this.shown);
    const { source, target, truth } = sentence;
    const right = target.filter((word, t) => word === frame.answers[t]).length;
    const step = Math.round(this.shown);
    const found = translate('{right} of {all} words right', { right, all: target.length });
    return html`
      <div class="pipes" data-mode=${this.mode} data-step=${step}>
        <p class="pipes-label">${translate('It reads')}</p>
        <ol class="pipes-words" lang="fr">
          ${source.map((word) => html`<li>${nameWord(word)}</li>`)}
        </ol>
        <canvas
          role="img"
          aria-label=${translate('Attention weights as liquid in pipes from French to English words')}
          ${paintCanvas(
            ({ context, width, height, theme }) =>
              paintPipes(context, {
                width,
                height,
                columns: source.length,
                weights: frame.weights,
                truth,
                theme,
                only: this.word,
              }),
            frame.weights,
            this.word,
          )}
        ></canvas>
        <p class="pipes-label">${translate('It writes')}</p>
        <ol class="pipes-words pipes-answers" lang="en">
          ${target.map((word, t) => {
            const answer = frame.answers[t] ?? '';
            return html`
              <li
                class=${answer === word ? 'right' : 'wrong'}
                @pointerenter=${() => this.#point(t)}
                @pointerleave=${() => this.#point(-1)}
              >
                <span>${nameWord(answer)} ${answer === word ? '✓' : '✗'}</span>
                <small>${word}</small>
              </li>
            `;
          })}
        </ol>
        <div class="pipes-controls">
          <button class="button primary" type="button" ?disabled=${this.mode === 'starting'} @click=${this.#learn}>
            ${this.#describeAction()}
          </button>
          <label>
            <span class="visually-hidden">${translate('Step')}</span>
            <input
              type="range"
              min="0"
              max=${filmedSteps}
              .value=${String(step)}
              aria-valuetext="${translate('Step {step} of {all}', { step, all: filmedSteps })}: ${found}"
              @input=${(/** @type {Event} */ { target: slider }) => this.#seek(Number(/** @type {HTMLInputElement} */ (slider).value))}
            />
          </label>
          <output class="pipes-count">${translate('step {step}', { step })}<br />${found}</output>
          ${
            this.mode === 'recorded'
              ? html`<button class="button text" type="button" @click=${() => (this.isPlaying ? this.#stopPlaying() : this.#play())}>
                  ${this.isPlaying ? translate('Pause') : translate('Replay')}
                </button>`
              : null
          }
          <button class="button text another" type="button" @click=${this.#chooseNext}>${translate('Another sentence')} ›</button>
        </div>
        <p class="pipes-note" role="status">${this.#describeRun()}</p>
      </div>
    `;
  }

  #describeAction() {
    if (this.mode === 'live') return translate('Pause');
    if (this.mode !== 'paused') return translate('Train it here');
    return (this.#scope?.step ?? 0) < filmedSteps ? translate('Run on') : translate('Train it again');
  }

  #describeRun() {
    if (this.mode === 'failed') return translate('It cannot run here. The recording is real.');
    if (this.mode === 'recorded')
      return translate(
        'A recording; train it here, and your browser computes the same numbers. ✓: the word is right, which can be a guess.',
      );
    return this.mode === 'paused'
      ? translate('Drag back: it forgets.')
      : translate('Your browser trains it now.');
  }
}
