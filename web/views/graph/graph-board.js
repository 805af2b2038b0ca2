/**
 * The node-link diagram: edges on a canvas, nodes as buttons over the canvas. A click or Enter chooses a node, the pointer
 * drags nodes, and arrow keys go to the next node in their direction.
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { createAnimatedValues } from '../../parts/animated-values.js';
import { readHoldKey } from '../../parts/cell-cursor.js';
import { paintCanvas } from '../../parts/paint-canvas.js';
import { locateEdge, paintEdges } from './graph-canvas.js';
import { createNodeDrag, findNode } from './graph-drag.js';
import { GraphFocus } from './graph-focus.js';
import { findNearest, kDirections } from './graph-places.js';
import { nodesTemplate } from './graph-template.js';

/** @import { PaintPart } from '../../parts/paint-canvas.js' */
/** @import { HoldGesture } from '../../parts/cell-cursor.js' */
/** @import { GraphData } from './graph-data.js' */

/** With this many nodes or more, nodes are drawn small. */
const kManyNodes = 24;

export class GraphBoard {
  /** The node that is chosen. @type {number | null} */
  chosen = null;
  #options;
  #focus;
  /** @type {GraphData | null} */
  #graph = null;
  #map = 0;
  /** Current positions of the nodes: x and y of each, from 0 to 1. */
  #places = new Float32Array(0);
  #glide = createAnimatedValues(0);
  #drag = createNodeDrag({
    onMove: (node, x, y) => {
      this.#places.set([x, y], 2 * node);
      this.#options.draw();
    },
    onPick: (node) => {
      if (!this.#options.onPick?.(node)) this.choose(this.chosen === node ? null : node);
    },
    onDrop: (node) =>
      this.#options.onPlace?.(node, this.#places[2 * node] ?? 0, this.#places[2 * node + 1] ?? 0),
  });

  /**
   * @param {object} options
   * @param {() => void} options.draw draws the template again
   * @param {(node: number) => boolean} [options.onPick] a node is clicked, or Enter is pressed on it; returns whether it was handled
   * @param {(node: number, x: number, y: number) => void} [options.onPlace] a node was dragged, to a place from 0 to 1
   * @param {(from: number, to: number, gesture: HoldGesture) => void} [options.onHold] called when an edge is pressed, and on H,
   *   a digit or Escape at a neighbor of the chosen node
   * @param {(node: number) => void} [options.onDelete] Delete is pressed on a node
   */
  constructor(options) {
    this.#options = options;
    this.#focus = new GraphFocus(options.draw);
  }

  /**
   * Sets the graph that is drawn. In another graph no node is chosen.
   * @param {GraphData} next
   * @param {number} map index of the shown map
   */
  show(next, map) {
    const isSame = next.name === this.#graph?.name;
    this.#graph = next;
    this.#map = map;
    if (isSame) return;
    const { places, nodes, maps } = next;
    this.#places = places.slice();
    this.#glide = createAnimatedValues(nodes * nodes);
    this.#glide.jump(maps[map] ?? []);
    this.chosen = null;
    this.#focus.adapt(nodes);
  }

  /**
   * @param {(node: number) => string} describe a node for screen readers
   * @param {import('../../parts/view.js').ThrottledPart} throttled
   * @param {boolean} [isHidden]
   */
  template(describe, throttled, isHidden = false) {
    const { start, move, cancel, click } = this.#drag;
    const drawn = this.#drawn;
    const describeNamed = (/** @type {number} */ node, /** @type {string} */ name) =>
      throttled(() => `${name}: ${describe(node)}`);
    return html`
      <div class="graph-plate" role="group" aria-label=${translate('Graph')} ?hidden=${isHidden}
        .style=${`--graph-size: ${(drawn?.graph.nodes ?? 0) >= kManyNodes ? '2.1em' : '2.8em'}`}
        @keydown=${(/** @type {KeyboardEvent} */ event) => this.#handleKey(event)}
        @focusin=${this.#focus.follow}
        @pointerdown=${start} @pointermove=${move} @pointercancel=${cancel}
        @click=${(/** @type {MouseEvent} */ event) => {
          if (findNode(event) < 0) this.#holdEdge(event);
          else click(event);
        }}>
        <canvas aria-hidden="true" ${paintCanvas(this.#paint)}></canvas>
        ${drawn && nodesTemplate(drawn, this.#focus.tabStop, describeNamed)}
      </div>
    `;
  }

  /** @param {number | null} node */
  choose(node) {
    this.chosen = node;
    this.#options.draw();
  }

  /** What is painted of the edges; null before the first graph. */
  get #drawn() {
    const [graph, places, chosen] = [this.#graph, this.#places, this.chosen];
    return graph && { graph, places, chosen, weights: this.#glide.values };
  }

  /** @type {PaintPart} */
  #paint = (frame) => {
    if (!this.#drawn) return false;
    const isMoving = this.#glide.advance(this.#drawn.graph.maps[this.#map] ?? [], frame.time);
    paintEdges(frame, this.#drawn);
    return isMoving;
  };

  /** @param {MouseEvent} event on the plot area */
  #holdEdge(event) {
    const { onHold } = this.#options;
    const edge = this.#drawn && onHold && locateEdge(event, this.#drawn);
    if (edge) onHold(edge.from, edge.to, event.shiftKey ? 'spread' : 'all');
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    const direction = kDirections.get(event.key);
    const node = findNode(event);
    if (node < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const isHeld = this.chosen !== null && this.#graph?.heldNodes?.includes(this.chosen);
    // Escape releases the weights of a held node; if none is held, no node remains chosen.
    const gesture = event.key === 'Escape' && !isHeld ? null : readHoldKey(event.key);
    if (direction) this.#focus.move(findNearest(this.#places, node, direction));
    else if (this.chosen !== null && gesture !== null && this.#options.onHold)
      this.#options.onHold(this.chosen, node, gesture);
    else if (event.key === 'Escape' && this.chosen !== null) this.choose(null);
    else if (event.key === 'Delete' && this.#options.onDelete) this.#options.onDelete(node);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
