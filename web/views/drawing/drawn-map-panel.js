/**
 * The panel in which the reader draws the map that they expect before the model has learned it. Afterwards the drawn map is
 * shown beside the model's map and the truth, all scored by the same code of the core.
 */

import { html } from 'lit';
import { markText, translate } from '../../language/translate.js';
import { buttonTemplate } from '../../parts/button.js';
import { formatCount, getErrorMessage } from '../../parts/format.js';
import { createPredictionRequest } from '../../parts/prediction-request.js';
import { createTemplateView } from '../../parts/view.js';
import { DrawnMaps } from './drawn-maps.js';
import { loadDrawnMap, saveDrawnMap } from './saved-drawn-map.js';

/** @import { AttentionMap, Comparison } from '../../engine/shapes.js' */
/** @import { Board, DrawnMap, ViewOptions } from '../../engine/view-types.js' */

/** A drawn map, to be scored. @typedef {DrawnMap['request'] & { weights: Float32Array }} MapDrawing */
/** Whether there is a map to predict, or why not. @typedef {'available' | 'no-attention' | 'no-truth'} MapAvailability */

const kRefreshMs = 300;

/** Texts that tell why there is no map to predict. @type {Readonly<Record<MapAvailability, string>>} */
export const kMapUnavailableReasons = {
  available: '',
  'no-attention': markText('This model has no attention, so there is no map to predict.'),
  'no-truth': markText('The truth of this map is not known, so there is nothing to compare with.'),
};

export class DrawnMapPanel {
  #options;
  #drawn;
  /** Storage key of the prediction. */
  #key;
  /** @type {Board} */
  #board;
  #view;
  /** The table of scores. @type {unknown} */
  #results = null;
  #status = '';
  /** Text that tells why there is no map to predict; '' if there is one. */
  #obstacle = '';
  #isDisposed = false;
  #isReady = false;
  #step = 0;
  /** Lets the core divide each drawn row by its sum and score it; a committed prediction also gets a table of scores. */
  #request = createPredictionRequest({
    predict: (/** @type {MapDrawing} */ drawn) => this.#options.of.run.score(drawn),
    getInput: () => (this.#isReady ? { ...this.#drawn.request, weights: this.#board.weights() } : null),
    onAnswer: (/** @type {Comparison} */ compared) => {
      this.#board.show(compared, this.#step);
      if (this.committed) this.#results = scoreTable(compared, this.#step, this.#board);
      this.#view.draw();
    },
    onError: (error) => this.#showError(error),
    repeatIntervalMs: kRefreshMs,
  });

  /**
   * @param {object} options
   * @param {ViewOptions} options.of
   * @param {boolean} [options.isFinal] whether a committed prediction cannot be changed
   * @param {(committed: boolean) => void} [options.onCommit]
   * @param {(subject: MapAvailability) => void} [options.onOpen] called once it is known whether there is a map
   */
  constructor(options) {
    const { of } = options;
    const own = restoreDrawing(of);
    this.#options = options;
    this.#drawn = own;
    this.#key = `${of.key()} ${JSON.stringify(own.request)}`;
    const content = { of, own, onDraw: () => this.#save(), draw: () => this.#view.draw() };
    this.#board = of.createBoard?.(content) ?? new DrawnMaps(content);
    this.#view = createTemplateView({
      attributes: { class: 'panel drawing', 'aria-label': translate('Your prediction') },
      template: () => (this.#obstacle ? note(this.#obstacle) : this.#template()),
    });
    this.element = this.#view.element;
    this.#draw();
    this.#open();
  }

  get committed() {
    return this.#drawn.committed;
  }

  #template() {
    const board = this.#board;
    return html`
      ${board.template()} ${board.legend} ${this.committed ? null : note(board.hint)}
      <div class="table-scroll" tabindex="0" role="region" aria-label=${translate('Scores')} ?hidden=${!this.committed}>${this.#results}</div>
      <div class="panel-row">
        ${this.#buttons()}
        <p class="panel-status" role="status" tabindex="-1">${this.#status}</p>
      </div>
    `;
  }

  /** The buttons that commit or clear the drawing, or make it editable again. */
  #buttons() {
    if (!this.committed)
      return html`
        ${buttonTemplate(translate('That is my prediction'), () => this.#setCommitted(true), this.#board.describeMissing() !== '')}
        ${buttonTemplate(translate('Clear'), () => this.#board.clear())}
      `;
    return this.#options.isFinal
      ? null
      : buttonTemplate(translate('Draw anew'), () => this.#setCommitted(false));
  }

  /**
   * Commits the drawn map, or makes it editable again; moves the focus, because the pressed button disappears.
   * @param {boolean} committed
   */
  #setCommitted(committed) {
    this.#drawn.committed = committed;
    this.#save();
    this.#options.onCommit?.(committed);
    /** @type {HTMLElement | null} */ (this.element.querySelector(':scope > .panel-row > *'))?.focus();
  }

  #save() {
    saveDrawnMap(this.#key, this.#drawn);
    this.#score();
  }

  #draw() {
    this.#status = this.committed ? '' : this.#board.describeMissing();
    this.element.toggleAttribute('data-committed', this.committed);
    this.#view.draw();
  }

  /** @param {unknown} error */
  #showError(error) {
    this.#status = getErrorMessage(error);
    this.#view.draw();
  }

  #score() {
    if (!this.#isReady) return;
    this.#draw();
    this.#request.sendInput();
  }

  /** Requests the model's map, to learn the size and the labels of the map to draw. */
  async #open() {
    try {
      const map = await this.#options.of.run.getAttention(this.#drawn.request);
      if (this.#isDisposed) return;
      const subject = checkAvailability(map);
      if (subject === 'available') this.#setMap(map);
      this.#obstacle = translate(kMapUnavailableReasons[subject]);
      this.#view.draw();
      this.#options.onOpen?.(subject);
    } catch (error) {
      if (this.#isDisposed) return;
      this.#showError(error);
      this.#options.onOpen?.('no-truth');
    }
  }

  /** @param {AttentionMap} map */
  #setMap(map) {
    const own = this.#drawn;
    if (own.marks.length === 0) Object.assign(own, loadDrawnMap(this.#key));
    this.#board.setMap(map);
    // A saved drawing that does not cover all rows of this map is not a committed prediction.
    if (this.#board.describeMissing()) own.committed = false;
    this.#isReady = true;
    this.#score();
  }

  /** @param {number} step of the run */
  update(step) {
    if (step === this.#step) return;
    this.#step = step;
    if (this.committed) this.#request.update(step);
  }

  repaint() {
    this.#view.repaint();
  }

  dispose() {
    this.#isDisposed = true;
    this.#request.dispose();
    this.#view.dispose();
    this.#board.dispose();
  }
}

/** @param {AttentionMap} map @returns {MapAvailability} */
function checkAvailability({ truth, sampleRows }) {
  if (truth && !sampleRows) return 'no-attention';
  return sampleRows && sampleRows.length > 0 ? 'available' : 'no-truth';
}

/**
 * The drawing so far, which may be empty, and the map that it belongs to.
 * @param {Pick<ViewOptions, 'maps' | 'initialMap' | 'manifest' | 'parameters' | 'memory' | 'axes'>} of
 * @returns {DrawnMap}
 */
function restoreDrawing({ maps, initialMap, manifest, parameters, memory = {}, axes }) {
  /** Whether the map is drawn over the input picture. */
  const isImage = axes[1] === translate('pixel');
  const watched = parameters()['probeExample'];
  /** The watched example; the first one if each row of the map is an example of its own. */
  const example = manifest.cellLabels ? 0 : typeof watched === 'number' && !isImage ? watched : undefined;
  memory.drawing ??= {
    marks: new Float32Array(),
    committed: false,
    request: {
      map: manifest.truthMap ?? (isImage ? undefined : initialMap) ?? maps[0]?.name ?? '',
      ...(example === undefined ? {} : { example }),
    },
  };
  return memory.drawing;
}

/** @param {string} text */
const note = (text) => html`<p class="panel-note">${text}</p>`;

/** @param {Comparison} compared @param {number} step @param {Board} board */
function scoreTable(compared, step, board) {
  const { attention, drawn, learned } = compared;
  const heads = attention.shape.length > 2 ? (attention.shape[1] ?? 1) : 0;
  const which = { layer: Math.floor(learned.map / heads) + 1, head: (learned.map % heads) + 1 };
  const name =
    heads > 0
      ? translate('the model’s best head (layer {layer}, head {head})', which)
      : translate('the model');
  const columns = [drawn, learned].map((score) => board.scores(score, compared));
  return html`
    <table class="panel-table">
      <caption>${translate('after step {step}', { step: formatCount(step) })}</caption>
      <thead><tr><td></td>${[translate('you'), name].map((who) => html`<th scope="col">${who}</th>`)}</tr></thead>
      <tbody>
        ${columns[0]?.map(
          ([label], i) =>
            html`<tr><th scope="row">${label}</th>${columns.map((scores) => html`<td>${scores[i]?.[1]}</td>`)}</tr>`,
        )}
      </tbody>
    </table>
  `;
}
