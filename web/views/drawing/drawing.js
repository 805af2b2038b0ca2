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
 * @property {(map: AttentionMap) => void} take sets the map whose rows and columns are drawn
 * @property {() => string} missing what has to be drawn yet; '' where the prediction is complete
 * @property {() => Float32Array} weights of the whole map, to be scored
 * @property {() => void} clear
 * @property {() => void} reveal shows or hides the other maps, as the prediction is committed or not
 * @property {(compared: Comparison, step: number) => void} show
 * @property {(score: MapScore, compared: Comparison) => readonly (readonly [string, string])[]} scores label and value of each
 * @property {() => void} repaint
 * @property {() => void} dispose
 */

/** Whether there is a map to predict, or why not. @typedef {'asked' | 'no-attention' | 'no-truth'} Subject */

const kRefreshMs = 300;

/** Why there is nothing to predict. @type {Readonly<Record<Subject, string>>} */
export const kNothingAsked = {
  asked: '',
  'no-attention': markText('This model has no attention, so there is no map to predict.'),
  'no-truth': markText('The truth of this map is not known, so there is nothing to compare with.'),
};

export class Drawing {
  #of;
  #own;
  /** Storage key of the prediction. */
  #key;
  #onCommit;
  #onOpen;
  #board;
  #controls;
  #hint;
  #results = h('div', { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': translate('Scores') });
  #gone = false;
  #ready = false;
  #step = 0;
  /** Counts requests for a score, so that stale results are ignored. */
  #turn = 0;
  #refresh = throttle(() => this.#weigh(), kRefreshMs);

  /**
   * @param {object} options
   * @param {ViewOptions} options.of
   * @param {boolean} [options.final] whether a committed prediction cannot be changed
   * @param {(committed: boolean) => void} [options.onCommit]
   * @param {(subject: Subject) => void} [options.onOpen] called once it is known whether there is a map
   */
  constructor({ of, final = false, onCommit, onOpen }) {
    const ofPixels = of.axes[1] === translate('pixel');
    const own = rememberDrawing(of, ofPixels);
    this.#of = of;
    this.#own = own;
    this.#key = `${of.key()} ${JSON.stringify(own.request)}`;
    this.#onCommit = onCommit;
    this.#onOpen = onOpen;
    const onDraw = () => {
      savePrediction(this.#key, own);
      this.#weigh();
    };
    const board = ofPixels ? createPaintedMap({ own, onDraw }) : new DrawnMaps({ of, own, onDraw });
    this.#board = /** @type {Board} */ (board);
    this.#controls = createControls({
      own,
      final,
      clear: () => board.clear(),
      onSeal: (committed) => {
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
    this.#write();
    this.#open();
  }

  get committed() {
    return this.#own.committed;
  }

  /** Has the core divide each row by its sum, and score a committed prediction. */
  async #weigh() {
    if (this.#gone || !this.#ready) return;
    const mine = ++this.#turn;
    this.#write();
    try {
      const compared = await this.#of.score({ ...this.#own.request, weights: this.#board.weights() });
      if (mine !== this.#turn || this.#gone) return;
      this.#board.show(compared, this.#step);
      if (this.committed) this.#results.replaceChildren(tableOf(compared, this.#step, this.#board));
    } catch (error) {
      if (mine === this.#turn) this.#controls.tell(getErrorMessage(error));
    }
  }

  #write() {
    this.element.toggleAttribute('data-committed', this.committed);
    this.#board.reveal();
    this.#results.hidden = !this.committed;
    this.#hint.hidden = this.committed;
    this.#controls.write(this.#board.missing());
  }

  /** Requests an empty map of the size to draw. */
  async #open() {
    try {
      const map = await this.#of.getAttention(this.#own.request);
      if (this.#gone) return;
      const subject = readSubject(map);
      if (subject === 'asked') this.#take(map);
      else this.element.replaceChildren(h('p', { class: 'panel-note' }, translate(kNothingAsked[subject])));
      this.#onOpen?.(subject);
    } catch (error) {
      if (this.#gone) return;
      this.#controls.tell(getErrorMessage(error));
      this.#onOpen?.('no-truth');
    }
  }

  /** @param {AttentionMap} map */
  #take(map) {
    const own = this.#own;
    if (own.marks.length === 0) Object.assign(own, readPrediction(this.#key));
    this.#board.take(map);
    // A saved drawing of another map is no prediction of this one.
    if (this.#board.missing()) own.committed = false;
    this.#ready = true;
    this.#weigh();
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
    this.#gone = true;
    this.#refresh.cancel();
    this.#board.dispose();
  }
}

/** @param {AttentionMap} map @returns {Subject} */
function readSubject({ truth, sampleRows: sample }) {
  if (truth && !sample) return 'no-attention';
  return sample && sample.length > 0 ? 'asked' : 'no-truth';
}

/**
 * The drawing so far, which may be empty, and the map that it belongs to.
 * @param {Pick<ViewOptions, 'maps' | 'initialMap' | 'extra' | 'cellLabels' | 'parameters' | 'memory'>} of
 * @param {boolean} ofPixels whether the map lies over the watched picture
 * @returns {DrawnMap}
 */
function rememberDrawing({ maps, initialMap: shownMap, extra, cellLabels, parameters, memory = {} }, ofPixels) {
  const watched = parameters()['probeExample'];
  /** The first example where each row of the map is another sentence. */
  const example = cellLabels ? 0 : typeof watched === 'number' && !ofPixels ? watched : undefined;
  memory.drawing ??= {
    marks: new Float32Array(),
    committed: false,
    request: {
      map: extra.truthMap ?? (ofPixels ? undefined : shownMap) ?? maps[0]?.name ?? '',
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
 * @param {(committed: boolean) => void} options.onSeal
 */
function createControls({ own, final, clear, onSeal }) {
  /** @param {string} text @param {() => void} onclick */
  const button = (text, onclick) => h('button', { type: 'button', class: 'button', onclick }, text);
  /** Moves the focus, because the pressed button disappears. @param {boolean} committed */
  const seal = (committed) => {
    onSeal(committed);
    (committed ? (again.hidden ? told : again) : commit).focus();
  };
  const commit = button(translate('That is my prediction'), () => seal(true));
  const erase = button(translate('Clear'), clear);
  const again = button(translate('Draw anew'), () => seal(false));
  const told = h('p', { class: 'panel-status', role: 'status', tabindex: -1 });
  return {
    element: h('div', { class: 'panel-row' }, commit, erase, again, told),
    /** @param {string} text */
    tell(text) {
      told.textContent = text;
    },
    /** @param {string} missing what has to be drawn yet */
    write(missing) {
      const { committed } = own;
      for (const node of [commit, erase]) node.hidden = committed;
      again.hidden = !committed || final;
      commit.disabled = missing !== '';
      told.textContent = committed ? '' : missing;
    },
  };
}

/** @param {Comparison} compared @param {number} step @param {Board} board */
function tableOf(compared, step, board) {
  const { attention, drawn, learned } = compared;
  const heads = attention.shape.length > 2 ? (attention.shape[1] ?? 1) : 0;
  const which = { layer: Math.floor(learned.map / heads) + 1, head: (learned.map % heads) + 1 };
  const name =
    heads > 0 ? translate('the model’s best head (layer {layer}, head {head})', which) : translate('the model');
  const columns = [drawn, learned].map((score) => board.scores(score, compared));
  return h(
    'table',
    { class: 'panel-table' },
    h('caption', {}, translate('after step {step}', { step: formatCount(step) })),
    h('thead', {}, h('tr', {}, h('td'), ...[translate('you'), name].map((who) => h('th', { scope: 'col' }, who)))),
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
