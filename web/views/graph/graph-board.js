/**
 * The node-link diagram: edges on a canvas, nodes as buttons over it. A click or Enter chooses a node; the pointer drags one;
 * arrow keys go to the next node in their direction.
 * @module
 */

import { translate } from '../../language/translate.js';
import { h, setAttributes } from '../../parts/dom.js';
import { formatFixed } from '../../parts/format.js';
import { createStage, prefersReducedMotion } from '../../parts/stage.js';
import { createAnimatedValues } from '../../plots/animated-values.js';
import { paintGraph } from '../../plots/graph-paint.js';
import { readTheme } from '../../plots/theme.js';
import { findNearest, makeDraggable } from './graph-places.js';

/** @import { GraphData } from './graph-data.js' */

/** From this many nodes on, they are drawn small. */
const kMany = 24;
/** On a plate narrower than this, in font sizes, numbers would overlap. */
const kNarrow = 36;
/** Margins of the nodes on the plate, as in the styles. */
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
 * @property {() => void} onChoose another node, or none, is chosen
 * @property {(node: number) => boolean} [onPick] a node is clicked, or Enter is pressed on it; returns whether it was handled
 * @property {(node: number, x: number, y: number) => void} [onPlace] a node was dragged, to a place from 0 to 1
 * @property {(node: number) => void} [onDelete] Delete is pressed on a node
 */

export class GraphBoard {
  element;
  /** The node that is chosen. @type {number | null} */
  chosen = null;
  #options;
  #canvas = h('canvas', { 'aria-hidden': 'true' });
  /** @type {import('../../parts/stage.js').Stage} */
  #stage;
  /** @type {GraphData | null} */
  #picture = null;
  #map = 0;
  /** @type {HTMLElement[]} */
  #buttons = [];
  /** Current positions of the nodes: x and y of each, from 0 to 1. */
  #places = new Float32Array(0);
  /** Key of the graph that is built; another graph is rebuilt. */
  #builtKey = '';
  #glide = createAnimatedValues(0);
  #lastPaint = 0;

  /** @param {BoardOptions} options */
  constructor(options) {
    this.#options = options;
    this.element = h(
      'div',
      { class: 'graph-plate', role: 'group', 'aria-label': translate('Graph') },
      this.#canvas,
    );
    this.element.addEventListener('keydown', (event) => this.#handleKey(event));
    this.#stage = createStage(this.#canvas, (context, width, height, time) =>
      this.#paint(context, width, height, time),
    );
  }

  /** @param {GraphData} next @param {number} map which of its maps */
  show(next, map) {
    this.#picture = next;
    this.#map = map;
    const key = next.name ?? `${next.labels.join()};${next.places.join()}`;
    if (key !== this.#builtKey) this.#build(next);
    this.#builtKey = key;
    this.#buttons.forEach((button, node) => {
      const isQuery = next.queryNodes.includes(node);
      const right = next.right[node];
      setAttributes(button, {
        'data-query': isQuery,
        'data-answer': isQuery && right !== null && (right ? 'right' : 'wrong'),
      });
      const texts = [next.labels[node] ?? '', isQuery ? `→ ${next.answers[node]}` : ''];
      for (const [i, part] of Array.from(button.children).entries()) {
        if (part.textContent !== texts[i]) part.textContent = texts[i] ?? '';
      }
    });
    this.#stage.redraw();
  }

  /** @param {(node: number) => string} text */
  describe(text) {
    this.#buttons.forEach((button, node) => {
      // The visible text comes first, so that voice control finds the node.
      const visibleText = Array.from(button.children, ({ textContent }) => textContent)
        .join(' ')
        .trim();
      button.setAttribute('aria-label', `${visibleText}: ${text(node)}`);
    });
  }

  repaint() {
    this.#stage.redraw();
  }

  dispose() {
    this.#stage.dispose();
  }

  /** @param {number | null} node */
  choose(node) {
    this.chosen = node;
    this.#buttons.forEach((button, i) => {
      button.setAttribute('aria-pressed', String(i === node));
    });
    this.#stage.redraw();
    this.#options.onChoose();
  }

  /** @type {import('../../parts/stage.js').Paint} */
  #paint(context, width, height, time) {
    if (!this.#picture) return false;
    const elapsed = Math.min(50, time - this.#lastPaint);
    this.#lastPaint = time;
    const weights = this.#picture.maps[this.#map] ?? new Float32Array(0);
    const still = prefersReducedMotion();
    if (still) this.#glide.jump(weights);
    const moving = !still && this.#glide.advance(weights, elapsed);
    const radius = (this.#buttons[0]?.offsetHeight ?? 0) / 2;
    /** @param {number} node */
    const computePosition = (node) => ({
      x: (kMargin.x + (1 - 2 * kMargin.x) * (this.#places[2 * node] ?? 0)) * width,
      y: (kMargin.y + (1 - 2 * kMargin.y) * (this.#places[2 * node + 1] ?? 0)) * height,
    });
    const size = 0.8 * Number.parseFloat(getComputedStyle(this.#canvas).fontSize);
    /** @param {number} weight */
    const format = (weight) => formatFixed(weight, 2);
    const numbers = width < kNarrow * size ? null : { size, format };
    paintGraph(
      context,
      this.#edges(this.#picture),
      computePosition,
      radius,
      readTheme(this.#canvas),
      numbers,
    );
    return moving;
  }

  /** The edges of query nodes with their weights; other edges without. @param {GraphData} picture */
  #edges({ nodes, queryNodes, edges, truth }) {
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
      .map(({ at, from, to }) => {
        return {
          from,
          to,
          weight: isQuery[from] ? (this.#glide.values[at] ?? 0) : 0,
          truth: truth[at] === 1,
          both: from !== to && isQuery[to] === true && edges[to * nodes + from] === 1,
          faded: chosen !== null && from !== chosen && (isQuery[chosen] === true || to !== chosen),
        };
      });
  }

  /** @param {GraphData} picture */
  #build({ labels, nodes, places, maps }) {
    const focusedIndex = this.#buttons.findIndex((button) => button.matches(':focus'));
    this.#buttons = labels.map((_, node) =>
      h(
        'button',
        {
          type: 'button',
          class: 'graph-node',
          'aria-pressed': 'false',
          tabindex: node === 0 ? '0' : '-1',
        },
        h('span'),
        h('span', { class: 'graph-answer' }),
      ),
    );
    this.element.replaceChildren(this.#canvas, ...this.#buttons);
    this.element.style.setProperty('--graph-size', nodes >= kMany ? '2.1em' : '2.8em');
    this.#places = places.slice();
    this.#buttons.forEach((button, node) => {
      this.#place(node, places[2 * node] ?? 0, places[2 * node + 1] ?? 0);
      makeDraggable(button, {
        plate: this.element,
        margin: kMargin,
        onMove: (x, y) => {
          this.#place(node, x, y);
          this.#stage.redraw();
        },
        onPick: () => {
          if (!this.#options.onPick?.(node)) this.choose(this.chosen === node ? null : node);
        },
        onDrop: () =>
          this.#options.onPlace?.(node, this.#places[2 * node] ?? 0, this.#places[2 * node + 1] ?? 0),
      });
    });
    this.#glide = createAnimatedValues(nodes * nodes);
    this.#glide.jump(maps[this.#map] ?? []);
    this.choose(null);
    if (focusedIndex >= 0) this.#focus(Math.min(focusedIndex, nodes - 1));
  }

  /** @param {number} node @param {number} x @param {number} y */
  #place(node, x, y) {
    this.#places.set([x, y], 2 * node);
    this.#buttons[node]?.style.setProperty('--x', String(x));
    this.#buttons[node]?.style.setProperty('--y', String(y));
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    const direction = kArrows.get(event.key);
    const node = this.#buttons.indexOf(/** @type {HTMLElement} */ (event.target));
    if (node < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (direction) this.#focus(findNearest(this.#places, node, direction));
    else if (event.key === 'Escape' && this.chosen !== null) this.choose(null);
    else if (event.key === 'Delete' && this.#options.onDelete) this.#options.onDelete(node);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} node */
  #focus(node) {
    this.#buttons.forEach((button, i) => {
      button.setAttribute('tabindex', i === node ? '0' : '-1');
    });
    this.#buttons[node]?.focus();
  }
}
