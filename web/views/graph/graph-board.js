/**
 * The node-link diagram: edges on a canvas, nodes as buttons over the canvas. A click or Enter chooses a node, the pointer
 * drags nodes, and arrow keys go to the next node in their direction.
 */

import { html, nothing } from 'lit';
import { translate } from '../../language/translate.js';
import { createAnimatedValues } from '../../parts/animated-values.js';
import { readHoldKey } from '../../parts/cell-cursor.js';
import { toElementPoint } from '../../parts/element-point.js';
import { formatFixed } from '../../parts/format.js';
import { paintCanvas } from '../../parts/paint-canvas.js';
import { findEdge, paintGraph } from '../../plots/graph-paint.js';
import { createDrag, findNearest, findNode } from './graph-places.js';

/** @import { PaintPart } from '../../parts/paint-canvas.js' */
/** @import { HoldGesture } from '../../parts/cell-cursor.js' */
/** @import { GraphData } from './graph-data.js' */

/** With this many nodes or more, nodes are drawn small. */
const kManyNodes = 24;
/** On a plot area narrower than this, in font sizes, numbers would overlap. */
const kNarrow = 36;
/** Margins of the nodes on the plot area, as in the styles. */
const kMargin = { x: 0.06, y: 0.12 };

/** @type {ReadonlyMap<string, readonly [number, number]>} */
const kArrows = new Map([
  ['ArrowLeft', [-1, 0]],
  ['ArrowRight', [1, 0]],
  ['ArrowUp', [0, -1]],
  ['ArrowDown', [0, 1]],
]);

/**
 * @typedef {object} BoardOptions
 * @property {() => void} draw draws the template again
 * @property {(node: number) => boolean} [onPick] a node is clicked, or Enter is pressed on it; returns whether it was handled
 * @property {(node: number, x: number, y: number) => void} [onPlace] a node was dragged, to a place from 0 to 1
 * @property {(from: number, to: number, gesture: HoldGesture) => void} [onHold] called when an edge is pressed, and on H, a
 *   digit or Escape at a neighbor of the chosen node
 * @property {(node: number) => void} [onDelete] Delete is pressed on a node
 */

export class GraphBoard {
  /** The node that is chosen. @type {number | null} */
  chosen = null;
  #options;
  /** The plot area, once a node has had the focus. @type {HTMLElement | null} */
  #plotArea = null;
  /** @type {GraphData | null} */
  #picture = null;
  #map = 0;
  /** Current positions of the nodes: x and y of each, from 0 to 1. */
  #places = new Float32Array(0);
  /** Key of the graph that is shown. */
  #key = '';
  /** The node that the Tab key reaches. */
  #tabStop = 0;
  #glide = createAnimatedValues(0);
  #drag = createDrag({
    margin: kMargin,
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

  /** @param {BoardOptions} options */
  constructor(options) {
    this.#options = options;
  }

  /**
   * Sets the graph that is drawn. In another graph no node is chosen.
   * @param {GraphData} next
   * @param {number} map index of the shown map
   */
  show(next, map) {
    this.#picture = next;
    this.#map = map;
    const { labels, places, nodes, maps } = next;
    const key = next.name ?? `${labels.join()};${places.join()}`;
    if (key === this.#key) return;
    this.#key = key;
    this.#places = places.slice();
    this.#glide = createAnimatedValues(nodes * nodes);
    this.#glide.jump(maps[map] ?? []);
    this.chosen = null;
    const focusedNode = this.#listButtons().findIndex((button) => button.matches(':focus'));
    this.#tabStop = Math.max(0, Math.min(focusedNode, nodes - 1));
    if (focusedNode >= nodes) queueMicrotask(() => this.#focus(this.#tabStop));
  }

  /**
   * @param {(node: number) => string} describe a node for screen readers
   * @param {import('../../parts/view.js').ThrottledPart} throttled
   * @param {boolean} [isHidden]
   */
  template(describe, throttled, isHidden = false) {
    const { start, move, cancel, click } = this.#drag;
    const picture = this.#picture;
    return html`
      <div class="graph-plate" role="group" aria-label=${translate('Graph')} ?hidden=${isHidden}
        .style=${`--graph-size: ${(picture?.nodes ?? 0) >= kManyNodes ? '2.1em' : '2.8em'}`}
        @keydown=${(/** @type {KeyboardEvent} */ event) => this.#handleKey(event)}
        @focusin=${(/** @type {FocusEvent} */ { currentTarget }) => {
          this.#plotArea = /** @type {HTMLElement} */ (currentTarget);
        }}
        @pointerdown=${start} @pointermove=${move} @pointercancel=${cancel}
        @click=${(/** @type {MouseEvent} */ event) => {
          if (findNode(event) < 0) this.#holdEdge(event);
          else click(event);
        }}>
        <canvas aria-hidden="true" ${paintCanvas((frame) => this.#paint(frame))}></canvas>
        ${picture?.labels.map((label, node) => this.#nodeTemplate(picture, label, node, throttled, describe))}
      </div>
    `;
  }

  /** @param {GraphData} picture @param {string} label @param {number} node @param {import('../../parts/view.js').ThrottledPart} throttled @param {(node: number) => string} describe */
  #nodeTemplate(picture, label, node, throttled, describe) {
    const { queryNodes, right: outcomes, answers, learnedAnswers = answers, heldNodes } = picture;
    const isQuery = queryNodes.includes(node);
    const right = isQuery ? outcomes[node] : null;
    const answer = isQuery ? `→ ${answers[node]}` : '';
    // The visible text comes first, so that voice control finds the node.
    const name = () => `${`${label} ${answer}`.trim()}: ${describe(node)}`;
    return html`
      <button type="button" class="graph-node" aria-pressed=${node === this.chosen} tabindex=${node === this.#tabStop ? 0 : -1}
        ?data-query=${isQuery} ?data-held=${heldNodes?.includes(node)} data-answer=${right === null ? nothing : right ? 'right' : 'wrong'} aria-label=${throttled(name)}
        .style=${`--x: ${this.#places[2 * node]}; --y: ${this.#places[2 * node + 1]}`}><span>${label}</span><span class=${`graph-answer${answers[node] === learnedAnswers[node] ? '' : ' align-changed'}`}>${answer}</span></button>
    `;
  }

  #listButtons() {
    return Array.from(this.#plotArea?.querySelectorAll('button') ?? []);
  }

  /** @param {number | null} node */
  choose(node) {
    this.chosen = node;
    this.#options.draw();
  }

  /** @type {PaintPart} */
  #paint({ context, width, height, time, canvas, theme }) {
    if (!this.#picture) return false;
    const moving = this.#glide.advance(this.#picture.maps[this.#map] ?? [], time);
    const radius = (canvas.parentElement?.querySelector('button')?.offsetHeight ?? 0) / 2;
    const computePosition = this.#createPositions(width, height);
    const size = 0.8 * Number.parseFloat(getComputedStyle(canvas).fontSize);
    /** @param {number} weight */
    const format = (weight) => formatFixed(weight, 2);
    const numbers = width < kNarrow * size ? null : { size, format };
    paintGraph(context, this.#edges(this.#picture), computePosition, radius, theme, numbers);
    return moving;
  }

  /** @param {number} width of the plot area @param {number} height */
  #createPositions =
    (width, height) =>
    /** @param {number} node */
    (node) => ({
      x: (kMargin.x + (1 - 2 * kMargin.x) * (this.#places[2 * node] ?? 0)) * width,
      y: (kMargin.y + (1 - 2 * kMargin.y) * (this.#places[2 * node + 1] ?? 0)) * height,
    });

  /** @param {MouseEvent} event on the plot area */
  #holdEdge(event) {
    const { onHold } = this.#options;
    if (!this.#picture || !onHold) return;
    const { queryNodes } = this.#picture;
    const plate = /** @type {HTMLElement} */ (event.currentTarget);
    const { x, y, width, height } = toElementPoint(plate, event);
    const radius = (plate.querySelector('button')?.offsetHeight ?? 0) / 2;
    const edges = this.#edges(this.#picture).filter(({ from }) => queryNodes.includes(from));
    const edge = findEdge(edges, this.#createPositions(width, height), radius, { x, y });
    if (edge) onHold(edge.from, edge.to, event.shiftKey ? 'spread' : 'all');
  }

  /** The edges of query nodes with their weights, and the other edges without weights. @param {GraphData} picture */
  #edges({ nodes, queryNodes, edges, truth, heldNodes }) {
    const chosen = this.chosen;
    const isQuery = Array.from({ length: nodes }, (_, node) => queryNodes.includes(node));
    return Array.from({ length: nodes * nodes }, (_, at) => ({
      at,
      from: Math.floor(at / nodes),
      to: at % nodes,
    }))
      .filter(
        ({ at, from, to }) =>
          edges[at] === 1 &&
          (isQuery[from] || (!isQuery[to] && (to > from || edges[to * nodes + from] !== 1))),
      )
      .map(({ at, from, to }) => ({
        from,
        to,
        weight: isQuery[from] ? (this.#glide.values[at] ?? 0) : 0,
        truth: truth[at] === 1,
        isHeld: heldNodes?.includes(from),
        both: from !== to && isQuery[to] === true && edges[to * nodes + from] === 1,
        faded: chosen !== null && from !== chosen && (isQuery[chosen] === true || to !== chosen),
      }));
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    const direction = kArrows.get(event.key);
    const node = findNode(event);
    if (node < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const isHeld = this.chosen !== null && this.#picture?.heldNodes?.includes(this.chosen);
    // Escape releases the weights of a held node; if none is held, no node remains chosen.
    const gesture = event.key === 'Escape' && !isHeld ? null : readHoldKey(event.key);
    if (direction) this.#focus(findNearest(this.#places, node, direction));
    else if (this.chosen !== null && gesture !== null && this.#options.onHold)
      this.#options.onHold(this.chosen, node, gesture);
    else if (event.key === 'Escape' && this.chosen !== null) this.choose(null);
    else if (event.key === 'Delete' && this.#options.onDelete) this.#options.onDelete(node);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} node */
  #focus(node) {
    this.#tabStop = node;
    this.#options.draw();
    this.#listButtons()[node]?.focus();
  }
}
