/** Connects the diagram, the draft and the text form of the reader's own graph. */

import { translate } from '../../language/translate.js';
import { getErrorMessage } from '../../parts/format.js';
import { GraphBoard } from './graph-board.js';
import { GraphDraft } from './graph-draft.js';
import { addNode, removeNode, toggleEdge } from './graph-edit.js';
import { createGraphForm } from './graph-form.js';
import { formatInput } from './graph-format.js';

/** @import { OwnGraph, ViewOptions } from '../../engine/view-types.js' */
/** @import { Answer } from '../../parts/own-input-view.js' */
/** @import { GraphDetails } from './graph-data.js' */
/** @import { GraphText } from './graph-draft.js' */

export class GraphEditor {
  draft;
  board;
  form;
  /** Whether a click on a second node changes an edge. */
  editsEdges = false;
  /** Text that tells why a change was not made. */
  refusal = '';
  #details;
  #view;
  /** The node to choose when the next graph arrives. @type {number | null} */
  #next = null;

  /** @param {ViewOptions} options @param {{ draw: () => void, send: () => void }} view `send` requests the graph of the draft */
  constructor(options, view) {
    this.#details = /** @type {GraphDetails} */ (options.manifest.details);
    this.#view = view;
    this.draft = new GraphDraft(options);
    this.board = new GraphBoard({
      draw: view.draw,
      onPick: (node) => this.#toggleEdge(node),
      onPlace: (node, x, y) => {
        // A pending answer would replace the moved graph, so a new request makes it stale.
        if (this.draft.move(node, x, y)) view.send();
      },
      onDelete: (node) => this.remove(node),
    });
    this.form = createGraphForm((nodes, edges) => this.replace({ nodes: [nodes], edges: [edges] }));
  }

  get isFull() {
    const { maximumNodes = 0 } = this.#details;
    return (this.draft.current?.nodes.length ?? 0) >= maximumNodes;
  }

  /** Requests a text, or else the watched graph. @param {GraphText} [text] */
  replace(text) {
    this.draft.replace(text);
    this.#send(this.board.chosen);
  }

  /** @param {(graph: OwnGraph, node: number) => OwnGraph} change applied to the chosen node */
  changeNode(change) {
    const { current } = this.draft;
    const { chosen } = this.board;
    if (current && chosen !== null) this.#change(change(current, chosen), chosen);
  }

  addNode() {
    const { current } = this.draft;
    const { sourceWords = [], targetWords = [] } = this.#details;
    if (current) this.#change(addNode(current, `${sourceWords[0]} ${targetWords[0]}`), current.nodes.length);
  }

  /** @param {number | null} node */
  remove(node) {
    const { current } = this.draft;
    if (!current || node === null) return;
    if (current.nodes.length > 1) this.#change(removeNode(current, node), null);
    else this.#refuse(translate('A graph needs a node.'));
  }

  /** The graph was not accepted. @param {unknown} error */
  reject(error) {
    this.refusal = getErrorMessage(error);
    this.draft.discardText();
  }

  /** Shows the graph of an answer. @param {Answer} answer @param {number} map index of the shown map */
  show(answer, map) {
    const graph = this.draft.readAnswer(answer);
    this.board.show(graph, map);
    if (this.#next !== null && this.#next < graph.nodes && this.board.chosen !== this.#next)
      this.board.choose(this.#next);
    this.#next = null;
    if (this.draft.shown) this.form.show(formatInput(this.draft.shown));
    return graph;
  }

  /** @param {number} node @returns {boolean} whether the click was meant for an edge */
  #toggleEdge(node) {
    const { current } = this.draft;
    const { chosen } = this.board;
    if (!this.editsEdges || !current || chosen === null || chosen === node) return false;
    const next = toggleEdge(current, chosen, node);
    if (next) this.#change(next, chosen);
    else this.#refuse(translate('Neither of the two asks, so an edge between them would change no answer.'));
    return true;
  }

  /** @param {OwnGraph} graph @param {number | null} next the node to choose then */
  #change(graph, next) {
    this.draft.change(graph);
    this.#send(next);
  }

  /** @param {number | null} next the node to choose when the answer arrives */
  #send(next) {
    this.#next = next;
    this.#refuse('');
    this.#view.send();
  }

  /** @param {string} text */
  #refuse(text) {
    this.refusal = text;
    this.#view.draw();
  }
}
