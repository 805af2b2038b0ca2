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
import { createPredictionRequest } from '../../parts/prediction-request.js';
import { createCustomLegend, createMark, createRamp } from '../../parts/legend.js';
import { alignmentStyles } from '../alignment/alignment-styles.js';
import { GraphBoard } from './graph-board.js';
import { graphOfAnswer, grown, inputOf, isolated, labelled, linked, moved, without } from './graph-edit.js';
import { createGraphForm } from './graph-form.js';
import { pictureOfAnswer } from './graph-picture.js';
import { graphStyles } from './graph-styles.js';
import { answerText, graphTable, nodeText } from './graph-text.js';
import { createHeadChoice } from './head-choice.js';

export const styles = `${alignmentStyles}${graphStyles}
.graph-own .graph-plate { max-block-size: 40svh; }
.graph-own fieldset { margin: 0; padding: 0; border: 0; min-inline-size: 0; }
.graph-own select { min-block-size: 2.5em; padding: 0 0.6em; border: 1px solid var(--attento-line-color); border-radius: 6px; background: var(--attento-paper); }
.graph-own label { display: inline-flex; align-items: center; gap: 0.5em; }
.graph-own input[type='text'] { flex: 1 1 16em; min-inline-size: 0; min-block-size: 2.5em; padding: 0 0.6em; box-sizing: border-box; }
.graph-written label { flex: 1 1 20em; }
.graph-written summary { cursor: pointer; min-block-size: 2.5em; align-content: center; color: var(--attento-muted); text-decoration: underline; }
`;

/** @import { OwnGraph, Prediction, View, ViewOptions } from '../../engine/shapes.js' */
/** @import { GraphPicture } from './graph-picture.js' */
/** The input: a graph, or the text of one whose places are not known yet. @typedef {OwnGraph | Omit<OwnGraph, 'places'>} Wanted */

/** Largest number of nodes. */
const kMost = 64;

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
  #of;
  /** The graph that is requested; null for the watched one. @type {Wanted | null} */
  #wanted;
  /** What is on screen. @type {OwnGraph | null} */
  #graph = null;
  /** @type {GraphPicture | null} */
  #picture = null;
  /** Index of the shown map: the mean of the heads, then head by head. */
  #map = 0;
  /** Whether a click on a second node changes an edge. */
  #links = false;
  /** Counts the graphs that are rebuilt. */
  #built = 0;
  /** Labels of the watched graph. */
  #watched = '';
  /** The node to choose when the next graph arrives. @type {number | null} */
  #next = null;
  #board = new GraphBoard({
    onChoose: () => this.#read(),
    onPick: (node) => this.#link(node),
    onPlace: (node, x, y) => this.#place(node, x, y),
    onDelete: (node) => this.#remove(node),
  });
  #told = h('p', { class: 'panel-status', role: 'status' });
  /** Why a change was not made. */
  #refused = h('p', { class: 'panel-status', role: 'status' });
  #chosen = h('p');
  #table = createDisclosureTable(translate('Your graph as a table'));
  #attribute;
  #value;
  #label;
  #ofChosen;
  #add;
  #form = createGraphForm((nodes, edges) => this.#want({ nodes: [nodes], edges: [edges] }));
  #inquiry = createPredictionRequest({
    ask: (values) => this.#of.predict(values),
    wanted: () => this.#input(),
    onAnswer: (answer, step) => this.#take(answer, step),
    onError: (error) => this.#refuse(error),
  });

  /** @param {ViewOptions} options */
  constructor(options) {
    const { extra, memory } = options;
    const { heads = 1 } = extra;
    this.#of = options;
    this.#wanted = memory?.ownInput?.graph ?? null;
    /** @param {string} text @param {() => void} act */
    const button = (text, act) => h('button', { type: 'button', class: 'button', onclick: act }, text);
    /** @param {readonly string[]} words */
    const choice = (words) =>
      h(
        'select',
        { onchange: () => this.#relabel() },
        ...words.map((word) => h('option', { value: word }, word)),
      );
    this.#attribute = choice(extra.sourceWords ?? []);
    this.#value = choice(extra.targetWords ?? []);
    this.#add = button(translate('Add a node'), () => this.#grow());
    this.#label = h('b');
    this.#ofChosen = h(
      'fieldset',
      { class: 'panel-row' },
      this.#label,
      h('label', {}, translate('Letter'), this.#attribute),
      h('label', {}, translate('Value'), this.#value),
      button(translate('Remove its edges'), () => this.#ofNode(isolated)),
      button(translate('Remove it'), () => this.#remove(this.#board.chosen)),
    );
    this.#ofChosen.disabled = true;
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
          shown: 'nodes',
          onChoose: (value) => {
            this.#links = value === 'edges';
          },
        }),
        this.#add,
        button(translate('The watched graph'), () => this.#want(null)),
        heads > 1 &&
          createHeadChoice(heads, (map) => {
            this.#map = map;
            this.#show();
          }),
      ),
      this.#board.element,
      this.#ofChosen,
      this.#refused,
      this.#told,
      createCustomLegend([createMark('truth'), translate('edge that carries the answer')], [translate('attention weight'), ...createRamp()]),
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
    this.#inquiry.ask();
  }

  /** @param {Wanted | null} wanted @param {number | null} [next] node to choose then */
  #want(wanted, next = this.#board.chosen) {
    this.#wanted = wanted;
    this.#next = next;
    this.#refused.textContent = '';
    if (wanted === null || !('places' in wanted)) ++this.#built;
    this.#inquiry.ask();
  }

  /** The graph that a change applies to; its prediction may be pending. @returns {OwnGraph | null} */
  get #current() {
    return this.#wanted && 'places' in this.#wanted ? this.#wanted : this.#graph;
  }

  /** @param {(graph: OwnGraph, node: number) => OwnGraph} change of the node that is chosen */
  #ofNode(change) {
    const { chosen } = this.#board;
    if (this.#current && chosen !== null) this.#want(change(this.#current, chosen));
  }

  #relabel() {
    const label = `${this.#attribute.value} ${this.#value.value}`;
    this.#ofNode((graph, node) => labelled(graph, node, label));
  }

  /** @param {number} node @returns {boolean} whether the click was meant for an edge */
  #link(node) {
    const { chosen } = this.#board;
    const graph = this.#current;
    if (!this.#links || !graph || chosen === null || chosen === node) return false;
    const next = linked(graph, chosen, node);
    if (next) this.#want(next);
    else
      this.#refused.textContent = translate(
        'Neither of the two asks, so an edge between them would change no answer.',
      );
    return true;
  }

  #grow() {
    const graph = this.#current;
    if (!graph || graph.nodes.length >= kMost) return;
    ++this.#built;
    const { sourceWords = [], targetWords = [] } = this.#of.extra;
    this.#want(grown(graph, `${sourceWords[0]} ${targetWords[0]}`), graph.nodes.length);
  }

  /** @param {number | null} node */
  #remove(node) {
    const graph = this.#current;
    if (!graph || node === null) return;
    if (graph.nodes.length === 1) {
      this.#refused.textContent = translate('A graph needs a node.');
      return;
    }
    ++this.#built;
    this.#want(without(graph, node), null);
  }

  /** A node was dragged, which changes no answer. @param {number} node @param {number} x @param {number} y */
  #place(node, x, y) {
    const graph = this.#current;
    if (!graph) return;
    const answered = this.#wanted && 'places' in this.#wanted;
    const next = moved(graph, node, x, y);
    this.#wanted = next;
    this.#keep(next);
    // A pending answer is about another graph.
    if (!answered) this.#inquiry.ask();
  }

  /** @param {OwnGraph | null} graph */
  #keep(graph) {
    this.#graph = graph ?? this.#graph;
    const { memory } = this.#of;
    if (!memory) return;
    const { graph: _, ...others } = memory.ownInput ?? {};
    memory.ownInput = graph ? { ...others, graph } : others;
  }

  #input() {
    if (this.#wanted) return inputOf({ places: [], ...this.#wanted });
    return { example: Number(this.#of.parameters()['probeExample'] ?? 0) };
  }

  /** @param {unknown} error */
  #refuse(error) {
    this.#refused.textContent = getErrorMessage(error);
    // A text that cannot be read leaves the graph as it was.
    if (this.#wanted && !('places' in this.#wanted)) this.#wanted = this.#graph;
  }

  /** @param {Prediction} answer @param {number} step */
  #take(answer, step) {
    const wanted = this.#wanted;
    const read = graphOfAnswer(answer);
    const graph = wanted && 'places' in wanted ? wanted : read;
    if (wanted) this.#wanted = graph;
    this.#graph = graph;
    this.#keep(wanted && graph);
    const { parameters, extra } = this.#of;
    if (!wanted && graph.nodes.join() !== this.#watched) ++this.#built;
    if (!wanted) this.#watched = graph.nodes.join();
    this.#picture = pictureOfAnswer(answer, graph, {
      name: String(this.#built),
      step,
      heads: extra.heads ?? 1,
      loops: parameters()['selfLoops'] === true,
    });
    this.#show();
    if (this.#next !== null && this.#next < graph.nodes.length && this.#board.chosen !== this.#next)
      this.#board.choose(this.#next);
    this.#next = null;
    this.#form.show(inputOf(graph));
    this.#add.disabled = graph.nodes.length >= kMost;
    const when = translate('Read after step {step}; renewed while it learns.', { step: formatCount(step) });
    this.#told.textContent = `${answerText(this.#picture, this.#map, answer.isolatedNodes)} ${when}`;
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
    this.#ofChosen.disabled = label === undefined;
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
    this.#inquiry.update(step, this.#wanted === null);
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
