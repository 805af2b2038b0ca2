/** The focus on the nodes of a graph, which are buttons on a plot area. The Tab key reaches one of them. */

export class GraphFocus {
  /** The node that the Tab key reaches. */
  tabStop = 0;
  /** The plot area, once a node has had the focus. @type {HTMLElement | null} */
  #plotArea = null;
  #draw;

  /** @param {() => void} draw draws the nodes again */
  constructor(draw) {
    this.#draw = draw;
  }

  /** @param {FocusEvent} event on the plot area */
  follow = ({ currentTarget }) => {
    this.#plotArea = /** @type {HTMLElement} */ (currentTarget);
  };

  /** Another graph will be drawn; the focus stays on a node of it. @param {number} nodes */
  adapt(nodes) {
    const focusedNode = this.#listButtons().findIndex((button) => button.matches(':focus'));
    this.tabStop = Math.max(0, Math.min(focusedNode, nodes - 1));
    if (focusedNode >= nodes) queueMicrotask(() => this.move(this.tabStop));
  }

  /** @param {number} node */
  move(node) {
    this.tabStop = node;
    this.#draw();
    this.#listButtons()[node]?.focus();
  }

  #listButtons() {
    return Array.from(this.#plotArea?.querySelectorAll('button') ?? []);
  }
}
