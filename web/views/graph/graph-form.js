/**
 * A graph as text, to be read, changed and copied.
 * @module
 */

import { say } from '../../language/say.js';
import { h } from '../../parts/dom.js';

/** @param {(nodes: string, edges: string) => void} onRead */
export function createGraphForm(onRead) {
  const field = () => h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false' });
  const [nodes, edges] = [field(), field()];
  const form = h(
    'form',
    {
      class: 'panel-row',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        onRead(nodes.value, edges.value);
      },
    },
    h('label', {}, say('Nodes'), nodes),
    h('label', {}, say('Edges'), edges),
    h('button', { class: 'button', type: 'submit' }, say('Read it')),
  );
  return {
    element: h('details', { class: 'graph-written' }, h('summary', {}, say('Your graph as text')), form),
    /** Keeps what the reader is typing. @param {{ nodes: string, edges: string }} graph */
    show(graph) {
      if (form.matches(':focus-within')) return;
      nodes.value = graph.nodes;
      edges.value = graph.edges;
    },
  };
}
