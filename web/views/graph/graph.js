/**
 * Attention on a graph, as nodes and edges or as a matrix, while it is learned.
 * @module
 */

import { translate } from '../../language/translate.js';
import { h } from '../../parts/dom.js';
import { createFilmHistory } from '../../parts/film-history.js';
import { createFormSwitch } from '../../parts/forms.js';
import { createCustomLegend, createMark, createRamp } from '../../parts/legend.js';
import { createMapHelp } from '../../parts/map-switch.js';
import { throttle } from '../../parts/throttle.js';
import { createAlignmentPanel } from '../alignment/alignment-panel.js';
import { alignmentStyles } from '../alignment/alignment-styles.js';
import { createWatchedPair } from '../alignment/watched-pair.js';
import { GraphBoard } from './graph-board.js';
import { createMatrix, extractGraph } from './graph-data.js';
import { graphStyles } from './graph-styles.js';
import { nodeText, summarizeGraph, verdictText } from './graph-text.js';
import { createHeadChoice } from './head-choice.js';

export const styles = alignmentStyles + graphStyles;

/** @import { Frame, View, ViewOptions } from '../../engine/shapes.js' */
/** @import { GraphData, GraphDetails } from './graph-data.js' */

const kWriteEveryMs = 400;

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  return new GraphView(options);
}

/** @implements {View} */
class GraphView {
  element;
  readout;
  film;
  /** @type {ViewOptions} */
  #options;
  /** Index of the shown map: the mean, then head by head. */
  #map = 0;
  /** @type {GraphData | null} */
  #current = null;
  #labels = '';
  #board = new GraphBoard({ onChoose: () => this.#read() });
  #panel = createAlignmentPanel({ label: translate('Weights of the edges') });
  #matrix = h('div', { class: 'graph-matrix' }, this.#panel.grid);
  #verdict = h('p', { class: 'align-verdict' });
  #hint = h(
    'p',
    { class: 'readout-hint' },
    translate('Choose a node, by click or keys, to see whom it listens to. Drag nodes as you like.'),
  );
  #chosen = h('div', { class: 'readout' }, this.#hint);
  #watched;
  #reel = /** @type {ReturnType<typeof createFilmHistory<GraphData>>} */ (
    createFilmHistory({ onShow: () => this.#show(), getLoss: ({ metrics }) => metrics['loss'] ?? Number.NaN })
  );
  #write = throttle(() => this.#writeWords(), kWriteEveryMs);

  /** @param {ViewOptions} options */
  constructor(options) {
    const { manifest, maps, change, memory } = options;
    const { heads = 1 } = /** @type {GraphDetails} */ (manifest.details);
    this.#options = options;
    this.film = this.#reel.film;
    this.#watched = createWatchedPair(manifest.heldOut ?? 1, (example) => change('probeExample', example), {
      name: translate('Held-out graph'),
      range: translate('Held-out graph, 1 to {count}'),
      before: translate('Graph before'),
      next: translate('Next graph'),
    });
    this.readout = h(
      'div',
      { class: 'reading' },
      createMapHelp(maps[0]),
      this.#verdict,
      this.#chosen,
      this.#panel.readout,
    );
    this.element = h(
      'section',
      { class: 'bars align graph', 'aria-label': translate('Graph') },
      h(
        'div',
        { class: 'graph-head' },
        this.#watched.element,
        createFormSwitch(
          [
            { value: 'graph', label: translate('Graph'), parts: [this.#board.element, this.#chosen] },
            { value: 'matrix', label: translate('Matrix'), parts: [this.#matrix, this.#panel.readout] },
          ],
          (form) => {
            if (memory) memory.ownInput = { ...memory.ownInput, form };
            this.repaint();
          },
          memory?.ownInput?.form,
        ),
        heads > 1 &&
          createHeadChoice(heads, (map) => {
            this.#map = map;
            this.#show();
          }),
      ),
      this.#board.element,
      this.#matrix,
      createCustomLegend(
        [createMark('truth'), translate('edge that carries the answer')],
        [translate('attention weight'), ...createRamp()],
      ),
      this.#panel.table,
    );
  }

  #show() {
    const picture = this.#reel.getFrame();
    if (!picture) return;
    this.#current = picture;
    this.#board.show(picture, this.#map);
    const { alignment, columns } = createMatrix(picture, this.#map);
    const { queryNodes, right } = picture;
    /** @param {readonly string[]} texts of all nodes */
    const selectQueries = (texts) => queryNodes.map((node) => texts[node] ?? '');
    const answers = selectQueries(picture.answers);
    this.#panel.show({
      picture: alignment,
      tokens: {
        rows: selectQueries(picture.labels),
        columns: columns.map((node) => picture.labels[node] ?? ''),
        names: [translate('node'), translate('listens to')],
      },
      outputs: answers,
      targets: answers.map((value, row) => (right[queryNodes[row] ?? 0] ? value : '')),
      getWindow: () => null,
    });
    this.#read();
    this.#write.call();
  }

  #read() {
    const node = this.#board.chosen;
    const text = node !== null && this.#current && nodeText(this.#current, this.#map, node);
    this.#chosen.replaceChildren(text ? h('p', {}, text) : this.#hint);
  }

  #writeWords() {
    const picture = this.#current;
    if (!picture) return;
    this.#verdict.textContent = verdictText(picture.metrics);
    this.#board.describe((node) => nodeText(picture, this.#map, node));
    this.#panel.write();
  }

  /** @param {Frame} frame */
  update(frame) {
    const { parameters, manifest } = this.#options;
    const picture = extractGraph(frame, manifest.details);
    if (!picture) return;
    this.#watched.show(Number(parameters()['probeExample'] ?? 0));
    // Another graph starts a new film.
    if (picture.labels.join() !== this.#labels) this.#reel.clear();
    this.#labels = picture.labels.join();
    this.#reel.record(picture);
    this.#show();
  }

  repaint() {
    this.#board.repaint();
    this.#panel.repaint();
  }

  summary() {
    if (!this.#current) return '';
    return `${summarizeGraph(this.#current, this.#map)} ${verdictText(this.#current.metrics)}`.trim();
  }

  dispose() {
    this.#write.cancel();
    this.#board.dispose();
    this.#panel.dispose();
  }
}
