/**
 * The map that a reader expects, drawn before the model has learned it; then shown beside the model's and the truth, all
 * scored by the same code of the core.
 * @module
 */

import { markText, translate } from '../../language/translate.js';
import { h } from '../../parts/dom.js';
import { formatCount, getErrorMessage } from '../../parts/format.js';
import { throttle } from '../../parts/throttle.js';
import { DrawnMaps } from './drawing-maps.js';
import { drawingStyles } from './drawing-styles.js';
import { createPaintedMap } from './painted-map.js';
import { readPrediction, savePrediction } from './saved-prediction.js';

export const styles = drawingStyles;

/** @import { AttentionMap, Comparison, DrawnMap, MapScore, ViewOptions } from '../../engine/shapes.js' */

/**
 * The drawing surface: cells of a map, or a picture.
 * @typedef {object} Board
 * @property {HTMLElement} element
 * @property {HTMLElement | null} legend
 * @property {string} hint how to draw
 * @property {(map: AttentionMap) => void} setMap sets the map whose rows and columns are drawn
 * @property {() => string} describeMissing what has to be drawn yet; '' where the prediction is complete
 * @property {() => Float32Array} weights of the whole map, to be scored
 * @property {() => void} clear
 * @property {() => void} updateVisibility shows or hides the other maps, as the prediction is committed or not
 * @property {(compared: Comparison, step: number) => void} show
 * @property {(score: MapScore, compared: Comparison) => readonly (readonly [string, string])[]} scores label and value of each
 * @property {() => void} repaint
 * @property {() => void} dispose
 */

/** Whether there is a map to predict, or why not. @typedef {'available' | 'no-attention' | 'no-truth'} MapAvailability */

const kRefreshMs = 300;

/** Why there is nothing to predict. @type {Readonly<Record<MapAvailability, string>>} */
export const kMapUnavailableReasons = {
  available: '',
  'no-attention': markText('This model has no attention, so there is no map to predict.'),
  'no-truth': markText('The truth of this map is not known, so there is nothing to compare with.'),
};

export class Drawing {
  #of;
  #drawn;
  /** Storage key of the prediction. */
  #key;
  #onCommit;
  #onOpen;
  #board;
  #controls;
  #hint;
  #results = h('div', {
    class: 'table-scroll',
    tabindex: 0,
    role: 'region',
    'aria-label': translate('Scores'),
  });
  #isDisposed = false;
  #isReady = false;
  #step = 0;
  /** Counts requests for a score, so that stale results are ignored. */
  #requestCount = 0;
  #refresh = throttle(() => this.#score(), kRefreshMs);

  /**
   * @param {object} options
   * @param {ViewOptions} options.of
   * @param {boolean} [options.isFinal] whether a committed prediction cannot be changed
   * @param {(committed: boolean) => void} [options.onCommit]
   * @param {(subject: MapAvailability) => void} [options.onOpen] called once it is known whether there is a map
   */
  constructor({ of, isFinal = false, onCommit, onOpen }) {
    const isImage = of.axes[1] === translate('pixel');
    const own = restoreDrawing(of, isImage);
    this.#of = of;
    this.#drawn = own;
    this.#key = `${of.key()} ${JSON.stringify(own.request)}`;
    this.#onCommit = onCommit;
    this.#onOpen = onOpen;
    const onDraw = () => {
      savePrediction(this.#key, own);
      this.#score();
    };
    const board = isImage ? createPaintedMap({ own, onDraw }) : new DrawnMaps({ of, own, onDraw });
    this.#board = /** @type {Board} */ (board);
    this.#controls = createControls({
      own,
      final: isFinal,
      clear: () => board.clear(),
      onCommit: (committed) => {
        own.committed = committed;
        onDraw();
        this.#onCommit?.(committed);
      },
    });
    this.#hint = h('p', { class: 'panel-note' }, board.hint);
    this.element = h(
      'section',
      { class: 'panel drawing', 'aria-label': translate('Your prediction') },
      board.element,
      ...(board.legend ? [board.legend] : []),
      this.#hint,
      this.#results,
      this.#controls.element,
    );
    this.#updateControls();
    this.#open();
  }

  get committed() {
    return this.#drawn.committed;
  }

  /** Has the core divide each row by its sum, and score a committed prediction. */
  async #score() {
    if (this.#isDisposed || !this.#isReady) return;
    const request = ++this.#requestCount;
    this.#updateControls();
    try {
      const compared = await this.#of.run.score({ ...this.#drawn.request, weights: this.#board.weights() });
      if (request !== this.#requestCount || this.#isDisposed) return;
      this.#board.show(compared, this.#step);
      if (this.committed) this.#results.replaceChildren(createTable(compared, this.#step, this.#board));
    } catch (error) {
      if (request === this.#requestCount) this.#controls.setStatus(getErrorMessage(error));
    }
  }

  #updateControls() {
    this.element.toggleAttribute('data-committed', this.committed);
    this.#board.updateVisibility();
    this.#results.hidden = !this.committed;
    this.#hint.hidden = this.committed;
    this.#controls.write(this.#board.describeMissing());
  }

  /** Requests an empty map of the size to draw. */
  async #open() {
    try {
      const map = await this.#of.run.getAttention(this.#drawn.request);
      if (this.#isDisposed) return;
      const subject = checkAvailability(map);
      if (subject === 'available') this.#setMap(map);
      else
        this.element.replaceChildren(
          h('p', { class: 'panel-note' }, translate(kMapUnavailableReasons[subject])),
        );
      this.#onOpen?.(subject);
    } catch (error) {
      if (this.#isDisposed) return;
      this.#controls.setStatus(getErrorMessage(error));
      this.#onOpen?.('no-truth');
    }
  }

  /** @param {AttentionMap} map */
  #setMap(map) {
    const own = this.#drawn;
    if (own.marks.length === 0) Object.assign(own, readPrediction(this.#key));
    this.#board.setMap(map);
    // A saved drawing of another map is no prediction of this one.
    if (this.#board.describeMissing()) own.committed = false;
    this.#isReady = true;
    this.#score();
  }

  /** @param {number} step of the run */
  update(step) {
    if (step === this.#step) return;
    this.#step = step;
    if (this.committed) this.#refresh.call();
  }

  repaint() {
    this.#board.repaint();
  }

  dispose() {
    this.#isDisposed = true;
    this.#refresh.cancel();
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
 * @param {Pick<ViewOptions, 'maps' | 'initialMap' | 'manifest' | 'parameters' | 'memory'>} of
 * @param {boolean} isImage whether the map lies over the watched picture
 * @returns {DrawnMap}
 */
function restoreDrawing({ maps, initialMap, manifest, parameters, memory = {} }, isImage) {
  const watched = parameters()['probeExample'];
  /** The first example where each row of the map is another sentence. */
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

/**
 * The buttons that end a drawing or begin it again.
 * @param {object} options
 * @param {DrawnMap} options.own
 * @param {boolean} options.final whether a committed prediction cannot be changed
 * @param {() => void} options.clear
 * @param {(committed: boolean) => void} options.onCommit
 */
function createControls({ own, final, clear, onCommit }) {
  /** @param {string} text @param {() => void} onclick */
  const button = (text, onclick) => h('button', { type: 'button', class: 'button', onclick }, text);
  /** Moves the focus, because the pressed button disappears. @param {boolean} committed */
  const setCommitted = (committed) => {
    onCommit(committed);
    (committed ? (redraw.hidden ? status : redraw) : commit).focus();
  };
  const commit = button(translate('That is my prediction'), () => setCommitted(true));
  const erase = button(translate('Clear'), clear);
  const redraw = button(translate('Draw anew'), () => setCommitted(false));
  const status = h('p', { class: 'panel-status', role: 'status', tabindex: -1 });
  return {
    element: h('div', { class: 'panel-row' }, commit, erase, redraw, status),
    /** @param {string} text */
    setStatus(text) {
      status.textContent = text;
    },
    /** @param {string} missing what has to be drawn yet */
    write(missing) {
      const { committed } = own;
      for (const node of [commit, erase]) node.hidden = committed;
      redraw.hidden = !committed || final;
      commit.disabled = missing !== '';
      status.textContent = committed ? '' : missing;
    },
  };
}

/** @param {Comparison} compared @param {number} step @param {Board} board */
function createTable(compared, step, board) {
  const { attention, drawn, learned } = compared;
  const heads = attention.shape.length > 2 ? (attention.shape[1] ?? 1) : 0;
  const which = { layer: Math.floor(learned.map / heads) + 1, head: (learned.map % heads) + 1 };
  const name =
    heads > 0
      ? translate('the model’s best head (layer {layer}, head {head})', which)
      : translate('the model');
  const columns = [drawn, learned].map((score) => board.scores(score, compared));
  return h(
    'table',
    { class: 'panel-table' },
    h('caption', {}, translate('after step {step}', { step: formatCount(step) })),
    h(
      'thead',
      {},
      h('tr', {}, h('td'), ...[translate('you'), name].map((who) => h('th', { scope: 'col' }, who))),
    ),
    h(
      'tbody',
      {},
      ...(columns[0] ?? []).map(([label], i) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, label),
          ...columns.map((scores) => h('td', {}, scores[i]?.[1] ?? '')),
        ),
      ),
    ),
  );
}
