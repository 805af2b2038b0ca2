/**
 * A graph of the reader's own: the watched one, with nodes and edges changed, predicted at once and again while the network
 * learns.
 * @module
 */

import { translate } from '../../language/translate.js';
import { createChoices } from '../../parts/choices.js';
import { createDisclosureTable } from '../../parts/disclosure-table.js';
import { h } from '../../parts/dom.js';
import { formatCount, getErrorMessage, quoteToken } from '../../parts/format.js';
import { createCustomLegend, createMark, createRamp } from '../../parts/legend.js';
import { createPredictionRequest } from '../../parts/prediction-request.js';
import { alignmentStyles } from '../alignment/alignment-styles.js';
import { GraphBoard } from './graph-board.js';
import { createGraphData } from './graph-data.js';
import {
  addNode,
  formatInput,
  moveNode,
  readGraph,
  relabelNode,
  removeEdges,
  removeNode,
  toggleEdge,
} from './graph-edit.js';
import { createGraphForm } from './graph-form.js';
import { graphStyles } from './graph-styles.js';
import { answerText, graphTable, nodeText } from './graph-text.js';
import { createHeadChoice } from './head-choice.js';

export const styles = `${alignmentStyles}${graphStyles}
.graph-own .graph-plate { max-block-size: 40svh; }
.graph-own fieldset { margin: 0; padding: 0; border: 0; min-inline-size: 0; }
.graph-own select { min-block-size: 2.5em; padding: 0 0.6em; border: 1px solid var(--attento-line-color); border-radius: 6px; background: var(--attento-paper); }
.graph-own label { display: inline-flex; align-items: center; gap: 0.5em; }
.graph-own input[type='text'] { flex: 1 1 16em; min-inline-size: 0; min-block-size: 2.5em; padding: 0 0.6em; box-sizing: border-box; }
.graph-text label { flex: 1 1 20em; }
.graph-text summary { cursor: pointer; min-block-size: 2.5em; align-content: center; color: var(--attento-muted); text-decoration: underline; }
`;

/** @import { OwnGraph, Prediction, View, ViewOptions } from '../../engine/shapes.js' */
/** @import { GraphData, GraphDetails } from './graph-data.js' */
/** The input: a graph, or the text of one whose places are not known yet. @typedef {OwnGraph | Omit<OwnGraph, 'places'>} GraphRequest */

/** Largest number of nodes. */
const kMostNodes = 64;

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  return new OwnGraphView(options);
}

/** @implements {View} */
class OwnGraphView {
  element;
  readout = h('div', { class: 'reading' });
  #options;
  #details;
  /** The graph that is requested; null for the watched one. @type {GraphRequest | null} */
  #request;
  /** What is on screen. @type {OwnGraph | null} */
  #graph = null;
  /** @type {GraphData | null} */
  #picture = null;
  /** Index of the shown map: the mean of the heads, then head by head. */
  #map = 0;
  /** Whether a click on a second node changes an edge. */
  #editsEdges = false;
  /** Counts the graphs that are rebuilt. */
  #buildCount = 0;
  /** Labels of the watched graph. */
  #watched = '';
  /** The node to choose when the next graph arrives. @type {number | null} */
  #next = null;
  #board = new GraphBoard({
    onChoose: () => this.#read(),
    onPick: (node) => this.#toggleEdge(node),
    onPlace: (node, x, y) => this.#moveNode(node, x, y),
    onDelete: (node) => this.#remove(node),
  });
  #status = h('p', { class: 'panel-status', role: 'status' });
  /** Why a change was not made. */
  #refusal = h('p', { class: 'panel-status', role: 'status' });
  #chosen = h('p');
  #table = createDisclosureTable(translate('Your graph as a table'));
  #attribute;
  #value;
  #label;
  #nodeControls;
  #add;
  #form = createGraphForm((nodes, edges) => this.#setRequest({ nodes: [nodes], edges: [edges] }));
  #inquiry = createPredictionRequest({
    predict: (values) => this.#options.predict(values),
    getInput: () => this.#input(),
    onAnswer: (answer, step) => this.#showAnswer(answer, step),
    onError: (error) => this.#showError(error),
  });

  /** @param {ViewOptions} options */
  constructor(options) {
    const { manifest, memory } = options;
    this.#details = /** @type {GraphDetails} */ (manifest.details);
    const { heads = 1, sourceWords = [], targetWords = [] } = this.#details;
    this.#options = options;
    this.#request = memory?.ownInput?.graph ?? null;
    /** @param {string} text @param {() => void} act */
    const button = (text, act) => h('button', { type: 'button', class: 'button', onclick: act }, text);
    /** @param {readonly string[]} words */
    const choice = (words) =>
      h(
        'select',
        { onchange: () => this.#relabel() },
        ...words.map((word) => h('option', { value: word }, word)),
      );
    this.#attribute = choice(sourceWords);
    this.#value = choice(targetWords);
    this.#add = button(translate('Add a node'), () => this.#addNode());
    this.#label = h('b');
    this.#nodeControls = h(
      'fieldset',
      { class: 'panel-row' },
      this.#label,
      h('label', {}, translate('Letter'), this.#attribute),
      h('label', {}, translate('Value'), this.#value),
      button(translate('Remove its edges'), () => this.#changeNode(removeEdges)),
      button(translate('Remove it'), () => this.#remove(this.#board.chosen)),
    );
    this.#nodeControls.disabled = true;
    this.readout.append(h('div', { class: 'readout' }, this.#chosen));
    this.element = h(
      'section',
      {
        class: 'bars align panel graph graph-own',
        'data-figure': 'own',
        'aria-label': translate('Your own graph'),
      },
      h('h2', {}, translate('Your own graph')),
      h(
        'div',
        { class: 'panel-row' },
        createChoices({
          label: translate('What a click does'),
          choices: [
            { value: 'nodes', label: translate('Nodes') },
            { value: 'edges', label: translate('Edges') },
          ],
          selected: 'nodes',
          onChoose: (value) => {
            this.#editsEdges = value === 'edges';
          },
        }),
        this.#add,
        button(translate('The watched graph'), () => this.#setRequest(null)),
        heads > 1 &&
          createHeadChoice(heads, (map) => {
            this.#map = map;
            this.#show();
          }),
      ),
      this.#board.element,
      this.#nodeControls,
      this.#refusal,
      this.#status,
      createCustomLegend(
        [createMark('truth'), translate('edge that carries the answer')],
        [translate('attention weight'), ...createRamp()],
      ),
      h(
        'p',
        { class: 'panel-note' },
        translate(
          'Click a node to change it; “?” asks it. Under “Edges”, click a node, then the one that it shall see or see no longer. Keys: arrows, Enter, Delete.',
        ),
      ),
      this.#table.element,
      this.#form.element,
    );
    this.#inquiry.sendInput();
  }

  /** @param {GraphRequest | null} request @param {number | null} [next] node to choose then */
  #setRequest(request, next = this.#board.chosen) {
    this.#request = request;
    this.#next = next;
    this.#refusal.textContent = '';
    if (request === null || !('places' in request)) ++this.#buildCount;
    this.#inquiry.sendInput();
  }

  /** The graph that a change applies to; its prediction may be pending. @returns {OwnGraph | null} */
  get #current() {
    return this.#request && 'places' in this.#request ? this.#request : this.#graph;
  }

  /** @param {(graph: OwnGraph, node: number) => OwnGraph} change of the node that is chosen */
  #changeNode(change) {
    const { chosen } = this.#board;
    if (this.#current && chosen !== null) this.#setRequest(change(this.#current, chosen));
  }

  #relabel() {
    const label = `${this.#attribute.value} ${this.#value.value}`;
    this.#changeNode((graph, node) => relabelNode(graph, node, label));
  }

  /** @param {number} node @returns {boolean} whether the click was meant for an edge */
  #toggleEdge(node) {
    const { chosen } = this.#board;
    const graph = this.#current;
    if (!this.#editsEdges || !graph || chosen === null || chosen === node) return false;
    const next = toggleEdge(graph, chosen, node);
    if (next) this.#setRequest(next);
    else
      this.#refusal.textContent = translate(
        'Neither of the two asks, so an edge between them would change no answer.',
      );
    return true;
  }

  #addNode() {
    const graph = this.#current;
    if (!graph || graph.nodes.length >= kMostNodes) return;
    ++this.#buildCount;
    const { sourceWords = [], targetWords = [] } = this.#details;
    this.#setRequest(addNode(graph, `${sourceWords[0]} ${targetWords[0]}`), graph.nodes.length);
  }

  /** @param {number | null} node */
  #remove(node) {
    const graph = this.#current;
    if (!graph || node === null) return;
    if (graph.nodes.length === 1) {
      this.#refusal.textContent = translate('A graph needs a node.');
      return;
    }
    ++this.#buildCount;
    this.#setRequest(removeNode(graph, node), null);
  }

  /** A node was dragged, which changes no answer. @param {number} node @param {number} x @param {number} y */
  #moveNode(node, x, y) {
    const graph = this.#current;
    if (!graph) return;
    const isComplete = this.#request && 'places' in this.#request;
    const next = moveNode(graph, node, x, y);
    this.#request = next;
    this.#remember(next);
    // A pending answer is about another graph.
    if (!isComplete) this.#inquiry.sendInput();
  }

  /** @param {OwnGraph | null} graph */
  #remember(graph) {
    this.#graph = graph ?? this.#graph;
    const { memory } = this.#options;
    if (!memory) return;
    const { graph: _, ...others } = memory.ownInput ?? {};
    memory.ownInput = graph ? { ...others, graph } : others;
  }

  #input() {
    if (this.#request) return formatInput({ places: [], ...this.#request });
    return { example: Number(this.#options.parameters()['probeExample'] ?? 0) };
  }

  /** @param {unknown} error */
  #showError(error) {
    this.#refusal.textContent = getErrorMessage(error);
    // A text that cannot be read leaves the graph as it was.
    if (this.#request && !('places' in this.#request)) this.#request = this.#graph;
  }

  /** @param {Prediction} answer @param {number} step */
  #showAnswer(answer, step) {
    const request = this.#request;
    const read = readGraph(answer);
    const graph = request && 'places' in request ? request : read;
    if (request) this.#request = graph;
    this.#graph = graph;
    this.#remember(request && graph);
    const { parameters } = this.#options;
    if (!request && graph.nodes.join() !== this.#watched) ++this.#buildCount;
    if (!request) this.#watched = graph.nodes.join();
    this.#picture = createGraphData(answer, graph, {
      name: String(this.#buildCount),
      step,
      heads: this.#details.heads ?? 1,
      loops: parameters()['selfLoops'] === true,
    });
    this.#show();
    if (this.#next !== null && this.#next < graph.nodes.length && this.#board.chosen !== this.#next)
      this.#board.choose(this.#next);
    this.#next = null;
    this.#form.show(formatInput(graph));
    this.#add.disabled = graph.nodes.length >= kMostNodes;
    const when = translate('Read after step {step}; renewed while it learns.', { step: formatCount(step) });
    this.#status.textContent = `${answerText(this.#picture, this.#map, answer.isolatedNodes)} ${when}`;
  }

  #show() {
    const picture = this.#picture;
    if (!picture) return;
    this.#board.show(picture, this.#map);
    this.#board.describe((node) => nodeText(picture, this.#map, node));
    this.#read();
    this.#table.write(() => graphTable(picture, this.#map));
  }

  /** Shows the chosen node. */
  #read() {
    const node = this.#board.chosen;
    const graph = this.#graph;
    const label = node === null ? undefined : graph?.nodes[node];
    this.#nodeControls.disabled = label === undefined;
    this.#label.textContent =
      node === null || label === undefined
        ? translate('No node is chosen')
        : translate('Node {n}: {label}', { n: node + 1, label: quoteToken(label) });
    if (label !== undefined) [this.#attribute.value = '', this.#value.value = ''] = label.split(' ');
    this.#chosen.textContent =
      node !== null && this.#picture && node < this.#picture.nodes
        ? nodeText(this.#picture, this.#map, node)
        : translate('Choose a node, by click or keys, to see whom it listens to. Drag nodes as you like.');
  }

  /** @type {View['update']} */
  update({ step }) {
    this.#inquiry.update(step, this.#request === null);
  }

  repaint() {
    this.#board.repaint();
  }

  summary() {
    return '';
  }

  dispose() {
    this.#inquiry.dispose();
    this.#board.dispose();
  }
}
