/** The reader's own graph while it is edited, and what is requested for it: the watched graph, a changed one, or a text. */

import { getWatchedExample } from '../../parts/watched-example.js';
import { createGraphData } from './graph-data.js';
import { moveNode } from './graph-edit.js';
import { formatInput, readGraph } from './graph-format.js';

/** @import { OwnGraph, ViewOptions } from '../../engine/view-types.js' */
/** @import { Answer } from '../../parts/own-input-view.js' */
/** @import { GraphData } from './graph-data.js' */

/** A graph as text, whose places are not known yet. @typedef {Omit<OwnGraph, 'places'>} GraphText */

export class GraphDraft {
  /** The graph on screen. @type {OwnGraph | null} */
  shown = null;
  #options;
  /** What is requested; null for the watched graph. @type {OwnGraph | GraphText | null} */
  #request;
  /** Name of the drawn graph: a number that increases when the diagram has to be rebuilt. */
  #buildCount = 0;
  /** Labels of the watched graph. */
  #watched = '';

  /** @param {ViewOptions} options */
  constructor(options) {
    this.#options = options;
    this.#request = options.memory?.ownInput?.graph ?? null;
  }

  /** The requested graph, unless it is the watched one or a text. */
  get #own() {
    return this.#request && 'places' in this.#request ? this.#request : null;
  }

  /** The graph that a change applies to; its prediction may be pending. */
  get current() {
    return this.#own ?? this.shown;
  }

  get isWatched() {
    return !this.#request;
  }

  /** The input of the model. */
  get input() {
    return this.#request ? formatInput(this.#request) : { example: getWatchedExample(this.#options) };
  }

  /** @param {OwnGraph} graph changed by the reader */
  change(graph) {
    if (graph.nodes.length !== this.current?.nodes.length) ++this.#buildCount;
    this.#request = graph;
  }

  /** Replaces the graph by a text, or else by the watched graph. @param {GraphText | null} [text] */
  replace(text = null) {
    this.#request = text;
    ++this.#buildCount;
  }

  /** A text that cannot be read leaves the graph as it was. */
  discardText() {
    if (this.#request) this.#request = this.current;
  }

  /**
   * Moves a node, which changes no answer.
   * @param {number} node
   * @param {number} x
   * @param {number} y
   * @returns {boolean} whether a pending answer would replace the moved graph
   */
  move(node, x, y) {
    if (!this.current) return false;
    const isReplaced = !this.#own;
    this.shown = moveNode(this.current, node, x, y);
    this.#request = this.shown;
    this.#remember();
    return isReplaced;
  }

  /** @param {Answer} answer @returns {GraphData} */
  readAnswer({ prediction, step }) {
    const graph = this.#own ?? readGraph(prediction);
    const labels = graph.nodes.join();
    if (this.isWatched && labels !== this.#watched) ++this.#buildCount;
    if (this.isWatched) this.#watched = labels;
    else this.#request = graph;
    this.shown = graph;
    this.#remember();
    const loops = this.#options.parameters()['selfLoops'] === true;
    return createGraphData(prediction, graph, { name: String(this.#buildCount), step, loops });
  }

  /** Keeps the graph for a view in another language, or of another run. */
  #remember() {
    const { memory } = this.#options;
    if (!memory) return;
    const { graph: _, ...others } = memory.ownInput ?? {};
    memory.ownInput = this.#own ? { ...others, graph: this.#own } : others;
  }
}
