/**
 * A graph as text, to be read, changed and copied.
 * @module
 */

import { translate } from '../../language/translate.js';
import { h } from '../../parts/dom.js';

/** @param {(nodes: string, edges: string) => void} onSubmit */
export function createGraphForm(onSubmit) {
  const field = () => h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false' });
  const [nodes, edges] = [field(), field()];
  const form = h(
    'form',
    {
      class: 'panel-row',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        onSubmit(nodes.value, edges.value);
      },
    },
    h('label', {}, translate('Nodes'), nodes),
    h('label', {}, translate('Edges'), edges),
    h('button', { class: 'button', type: 'submit' }, translate('Read it')),
  );
  return {
    element: h('details', { class: 'graph-text' }, h('summary', {}, translate('Your graph as text')), form),
    /** Keeps what the reader is typing. @param {{ nodes: string, edges: string }} graph */
    show(graph) {
      if (form.matches(':focus-within')) return;
      nodes.value = graph.nodes;
      edges.value = graph.edges;
    },
  };
}
