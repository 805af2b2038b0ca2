/**
 * A graph of the reader's own: the watched one, with nodes and edges changed, predicted at once and again while the network
 * learns.
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { buttonTemplate } from '../../parts/button.js';
import { choices } from '../../parts/choices.js';
import { disclosureTable } from '../../parts/disclosure-table.js';
import { getErrorMessage, quoteToken } from '../../parts/format.js';
import { createLegendRamp, legendMarkTemplate, legendTemplate } from '../../parts/legend.js';
import { createOwnInputView, formatStepStatus } from '../../parts/own-input-view.js';
import { selectTemplate } from '../../parts/select.js';
import { getWatchedExample } from '../../parts/watched-example.js';
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
import { createGraphTable, describeAnswer, describeNode } from './graph-text.js';
import { headChoiceTemplate } from './head-choice.js';

export const styles = `${alignmentStyles}${graphStyles}
.graph-own .graph-plate { max-block-size: max(10em, 60cqb); }
.graph-own fieldset { margin: 0; padding: 0; border: 0; min-inline-size: 0; }
.graph-own label { display: inline-flex; align-items: center; gap: 0.5em; }
.graph-own input[type='text'] { flex: 1 1 16em; min-inline-size: 0; min-block-size: 2.5em; padding: 0 0.6em; box-sizing: border-box; }
.graph-text label { flex: 1 1 20em; }
.graph-text summary { cursor: pointer; min-block-size: 2.5em; align-content: center; color: var(--attento-muted); text-decoration: underline; }
`;

/** @import { OwnGraph, View, ViewOptions } from '../../engine/view-types.js' */
/** @import { Answer } from '../../parts/own-input-view.js' */
/** @import { GraphData, GraphDetails } from './graph-data.js' */

const kMaximumNodes = 64;

/** @param {ViewOptions} options @returns {View} */
export const createView = (options) => new OwnGraphEditor(options).view;

class OwnGraphEditor {
  #options;
  #details;
  /** The graph that is requested; null for the watched one, or for a text. @type {OwnGraph | null} */
  #own;
  /** A graph as text, whose places are not known yet. @type {Omit<OwnGraph, 'places'> | null} */
  #text = null;
  /** The graph on screen. @type {OwnGraph | null} */
  #graph = null;
  /** @type {GraphData | null} */
  #picture = null;
  /** Index of the shown map: 0 for the mean of the heads, then one per head. */
  #map = 0;
  /** Whether a click on a second node changes an edge. */
  #editsEdges = false;
  /** Name of the drawn graph: a number that increases when the diagram has to be rebuilt. */
  #buildCount = 0;
  /** Labels of the watched graph. */
  #watched = '';
  /** The node to choose when the next graph arrives. @type {number | null} */
  #next = null;
  /** Text that tells why a change was not made. */
  #refusal = '';
  #board = new GraphBoard({
    draw: () => this.view?.draw(),
    onPick: (node) => this.#toggleEdge(node),
    onPlace: (node, x, y) => this.#moveNode(node, x, y),
    onDelete: (node) => this.#remove(node),
  });
  #form = createGraphForm((nodes, edges) =>
    this.#setRequest(null, { text: { nodes: [nodes], edges: [edges] } }),
  );
  view;

  /** @param {ViewOptions} options */
  constructor(options) {
    this.#options = options;
    this.#details = /** @type {GraphDetails} */ (options.manifest.details);
    this.#own = options.memory?.ownInput?.graph ?? null;
    this.view = createOwnInputView({
      predict: options.predict,
      attributes: {
        class: 'bars align panel graph graph-own',
        'data-figure': 'own',
        'aria-label': translate('Your own graph'),
      },
      getInput: () => {
        const request = this.#own ?? this.#text;
        return request ? formatInput(request) : { example: getWatchedExample(options) };
      },
      followsExample: () => !this.#own && !this.#text,
      onAnswer: (answer) => this.#showAnswer(answer),
      onError: (error) => this.#showError(error),
      describe: ({ prediction, step }) => [
        this.#picture && describeAnswer(this.#picture, this.#map, prediction.isolatedNodes),
        formatStepStatus(step),
      ],
      template: (_answer, status, throttled) => this.#template(status, throttled),
      readout: () => html`<div class="readout"><p>${this.#describeChosen()}</p></div>`,
    });
    this.view.send();
  }

  /** @param {string} status @param {import('../../parts/view.js').ThrottledPart} throttled */
  #template(status, throttled) {
    const picture = this.#picture;
    const { heads = 1 } = this.#details;
    const modes = { nodes: translate('Nodes'), edges: translate('Edges') };
    const isFull = (this.#graph?.nodes.length ?? 0) >= kMaximumNodes;
    return html`
      <h2>${translate('Your own graph')}</h2>
      <div class="panel-row">
        ${choices(translate('What a click does'), modes, this.#editsEdges ? 'edges' : 'nodes', (value) => {
          this.#editsEdges = value === 'edges';
        })}
        ${buttonTemplate(translate('Add a node'), () => this.#addNode(), isFull)}
        ${buttonTemplate(translate('The watched graph'), () => this.#setRequest(null))}
        ${headChoiceTemplate(heads, this.#map, (map) => this.#chooseMap(map))}
      </div>
      ${this.#board.template((node) => (picture ? describeNode(picture, this.#map, node) : ''), throttled)} ${this.#nodeTemplate()}
      <p class="panel-status" role="status">${this.#refusal}</p>
      <p class="panel-status" role="status">${status}</p>
      ${legendTemplate([legendMarkTemplate('truth'), translate('edge that carries the answer')], [translate('attention weight'), ...createLegendRamp()])}
      <p class="panel-note">${translate('Click a node to change it; “?” asks it. Under “Edges”, click a node, then the one that it shall see or see no longer. Keys: arrows, Enter, Delete.')}</p>
      ${disclosureTable(translate('Your graph as a table'), picture && (() => createGraphTable(picture, this.#map)))}
      ${this.#form.element}
    `;
  }

  /** The controls of the chosen node. */
  #nodeTemplate() {
    const node = this.#board.chosen;
    const label = node === null ? undefined : this.#graph?.nodes[node];
    const { sourceWords = [], targetWords = [] } = this.#details;
    const [attribute = sourceWords[0], value = targetWords[0]] = label?.split(' ') ?? [];
    /** @param {readonly string[]} words @param {string | undefined} chosen @param {(word: string) => string} relabel */
    const choice = (words, chosen, relabel) =>
      selectTemplate({
        choices: words.map((word) => ({ value: word, label: word })),
        selected: chosen,
        onChoose: (word) => this.#changeNode((graph, of) => relabelNode(graph, of, relabel(word))),
      });
    return html`
      <fieldset class="panel-row" ?disabled=${label === undefined}>
        <b>${node === null || label === undefined ? translate('No node is chosen') : translate('Node {n}: {label}', { n: node + 1, label: quoteToken(label) })}</b>
        <label>${translate('Letter')}${choice(sourceWords, attribute, (word) => `${word} ${value}`)}</label>
        <label>${translate('Value')}${choice(targetWords, value, (word) => `${attribute} ${word}`)}</label>
        ${buttonTemplate(translate('Remove its edges'), () => this.#changeNode(removeEdges))}
        ${buttonTemplate(translate('Remove it'), () => this.#remove(this.#board.chosen))}
      </fieldset>
    `;
  }

  /** @param {OwnGraph | null} own @param {{ text?: Omit<OwnGraph, 'places'> | null, next?: number | null }} [options] `next`: node to choose then */
  #setRequest(own, { text = null, next = this.#board.chosen } = {}) {
    [this.#own, this.#text, this.#next] = [own, text, next];
    if (!own) ++this.#buildCount;
    this.#refuse('');
    this.view.send();
  }

  /** The graph that a change applies to; its prediction may be pending. */
  get #current() {
    return this.#own ?? this.#graph;
  }

  /** @param {(graph: OwnGraph, node: number) => OwnGraph} change applied to the chosen node */
  #changeNode(change) {
    const { chosen } = this.#board;
    if (this.#current && chosen !== null) this.#setRequest(change(this.#current, chosen));
  }

  /** @param {number} node @returns {boolean} whether the click was meant for an edge */
  #toggleEdge(node) {
    const { chosen } = this.#board;
    const graph = this.#current;
    if (!this.#editsEdges || !graph || chosen === null || chosen === node) return false;
    const next = toggleEdge(graph, chosen, node);
    if (next) this.#setRequest(next);
    else this.#refuse(translate('Neither of the two asks, so an edge between them would change no answer.'));
    return true;
  }

  #addNode() {
    const graph = this.#current;
    if (!graph || graph.nodes.length >= kMaximumNodes) return;
    ++this.#buildCount;
    const { sourceWords = [], targetWords = [] } = this.#details;
    this.#setRequest(addNode(graph, `${sourceWords[0]} ${targetWords[0]}`), { next: graph.nodes.length });
  }

  /** @param {number | null} node */
  #remove(node) {
    const graph = this.#current;
    if (!graph || node === null) return;
    if (graph.nodes.length === 1) {
      this.#refuse(translate('A graph needs a node.'));
      return;
    }
    ++this.#buildCount;
    this.#setRequest(removeNode(graph, node), { next: null });
  }

  /** A node was dragged, which changes no answer. @param {number} node @param {number} x @param {number} y */
  #moveNode(node, x, y) {
    const graph = this.#current;
    if (!graph) return;
    const isPending = !this.#own;
    [this.#own, this.#text] = [moveNode(graph, node, x, y), null];
    this.#remember(this.#own);
    // A pending answer would replace the moved graph, so a new request makes it stale.
    if (isPending) this.view.send();
  }

  /** @param {OwnGraph | null} graph */
  #remember(graph) {
    this.#graph = graph ?? this.#graph;
    const { memory } = this.#options;
    if (!memory) return;
    const { graph: _, ...others } = memory.ownInput ?? {};
    memory.ownInput = graph ? { ...others, graph } : others;
  }

  /** @param {unknown} error */
  #showError(error) {
    this.#refusal = getErrorMessage(error);
    // A text that cannot be read leaves the graph as it was.
    if (this.#text) [this.#own, this.#text] = [this.#graph, null];
  }

  /** @param {string} text */
  #refuse(text) {
    this.#refusal = text;
    this.view.draw();
  }

  /** @param {number} map */
  #chooseMap(map) {
    this.#map = map;
    if (this.#picture) this.#board.show(this.#picture, map);
    this.view.draw();
  }

  /** @param {Answer} answer */
  #showAnswer({ prediction, step }) {
    const graph = this.#own ?? readGraph(prediction);
    const labels = graph.nodes.join();
    if (this.#text) [this.#own, this.#text] = [graph, null];
    this.#graph = graph;
    this.#remember(this.#own);
    if (!this.#own && labels !== this.#watched) ++this.#buildCount;
    if (!this.#own) this.#watched = labels;
    this.#picture = createGraphData(prediction, graph, {
      name: String(this.#buildCount),
      step,
      heads: this.#details.heads ?? 1,
      loops: this.#options.parameters()['selfLoops'] === true,
    });
    this.#board.show(this.#picture, this.#map);
    if (this.#next !== null && this.#next < graph.nodes.length && this.#board.chosen !== this.#next)
      this.#board.choose(this.#next);
    this.#next = null;
    this.#form.show(formatInput(graph));
  }

  #describeChosen() {
    const node = this.#board.chosen;
    return node !== null && this.#picture && node < this.#picture.nodes
      ? describeNode(this.#picture, this.#map, node)
      : translate('Choose a node, by click or keys, to see whom it listens to. Drag nodes as you like.');
  }
}
