/**
 * The panel in which the reader draws the map that they expect before the model has learned it. Afterwards the drawn map is
 * shown beside the model's map and the truth, all scored by the same code of the core.
 */

import { translate } from '../../language/translate.js';
import { getErrorMessage } from '../../parts/format.js';
import { createPredictionRequest } from '../../parts/prediction-request.js';
import { createTemplateView } from '../../parts/view.js';
import { checkAvailability, panelTemplate, scoreTable } from './drawn-map-template.js';
import { DrawnMaps } from './drawn-maps.js';
import { loadDrawnMap, restoreDrawing, saveDrawnMap } from './saved-drawn-map.js';

/** @import { AttentionMap } from '../../engine/shapes.js' */
/** @import { Board, ViewOptions } from '../../engine/view-types.js' */
/** @import { MapAvailability } from './drawn-map-template.js' */

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
  /** @type {MapAvailability} */
  #availability = 'available';
  #isDisposed = false;
  #isReady = false;
  #step = 0;
  /** Lets the core divide each drawn row by its sum and score it; a committed prediction also gets a table of scores. */
  #request = createPredictionRequest({
    predict: (drawn) => this.#options.of.run.score(drawn),
    getInput: () => (this.#isReady ? { ...this.#drawn.request, weights: this.#board.weights() } : null),
    onAnswer: (compared) => {
      this.#board.show(compared, this.#step);
      if (this.committed) this.#results = scoreTable(compared, this.#step, this.#board);
      this.#view.draw();
    },
    onError: (error) => this.#showError(error),
    repeatIntervalMs: 300,
  });

  /**
   * @param {object} options
   * @param {ViewOptions} options.of
   * @param {boolean} [options.isFinal] whether a committed prediction cannot be changed
   * @param {(committed: boolean) => void} [options.onCommit]
   * @param {(availability: MapAvailability) => void} [options.onOpen] called once it is known whether there is a map
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
      template: () =>
        panelTemplate(this.#board, {
          availability: this.#availability,
          isCommitted: this.committed,
          isFinal: options.isFinal,
          results: this.#results,
          status: this.#status,
          onCommit: (isCommitted) => this.#setCommitted(isCommitted),
        }),
      disposables: [this.#request, this.#board],
    });
    this.element = this.#view.element;
    this.repaint = this.#view.repaint;
    this.#refresh();
    this.#open();
  }

  get committed() {
    return this.#drawn.committed;
  }

  /** Commits the drawn map, or makes it editable again; moves the focus, because the pressed button disappears. @param {boolean} committed */
  #setCommitted(committed) {
    this.#drawn.committed = committed;
    this.#save();
    this.#options.onCommit?.(committed);
    /** @type {HTMLElement | null} */ (this.element.querySelector(':scope > .panel-row > *'))?.focus();
  }

  #save() {
    saveDrawnMap(this.#key, this.#drawn);
    this.#refresh();
  }

  /** Draws the panel and requests the scores of the drawn map. */
  #refresh() {
    this.#status = this.committed ? '' : this.#board.describeMissing();
    this.element.toggleAttribute('data-committed', this.committed);
    this.#view.draw();
    this.#request.sendInput();
  }

  /** @param {unknown} error */
  #showError(error) {
    this.#status = getErrorMessage(error);
    this.#view.draw();
  }

  /** Requests the model's map, to learn the size and the labels of the map to draw. */
  async #open() {
    try {
      const map = await this.#options.of.run.getAttention(this.#drawn.request);
      if (this.#isDisposed) return;
      this.#availability = checkAvailability(map);
      if (this.#availability === 'available') this.#setMap(map);
      else this.#view.draw();
      this.#options.onOpen?.(this.#availability);
    } catch (error) {
      if (this.#isDisposed) return;
      this.#showError(error);
      this.#options.onOpen?.('no-truth');
    }
  }

  /** @param {AttentionMap} map */
  #setMap(map) {
    if (this.#drawn.marks.length === 0) Object.assign(this.#drawn, loadDrawnMap(this.#key));
    this.#board.setMap(map);
    // A saved drawing that does not cover all rows of this map is not a committed prediction.
    if (this.#board.describeMissing()) this.#drawn.committed = false;
    this.#isReady = true;
    this.#refresh();
  }

  /** @param {number} step of the run */
  update(step) {
    if (step === this.#step) return;
    this.#step = step;
    if (this.committed) this.#request.update(step);
  }

  dispose() {
    this.#isDisposed = true;
    this.#view.dispose();
  }
}
