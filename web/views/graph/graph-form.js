/** The form that shows a graph as text, which can be changed and copied. */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { toElement } from '../../parts/dom.js';

/** @param {(nodes: string, edges: string) => void} onSubmit */
export function createGraphForm(onSubmit) {
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    onSubmit(nodes.value, edges.value);
  };
  /** @param {string} label */
  const field = (label) =>
    html`<label>${label}<input type="text" autocomplete="off" spellcheck="false" /></label>`;
  const element = toElement(html`
    <details class="graph-text">
      <summary>${translate('Your graph as text')}</summary>
      <form class="panel-row" @submit=${submit}>
        ${field(translate('Nodes'))} ${field(translate('Edges'))}
        <button class="button" type="submit">${translate('Read it')}</button>
      </form>
    </details>
  `);
  const [nodes, edges] = /** @type {[HTMLInputElement, HTMLInputElement]} */ ([
    ...element.querySelectorAll('input'),
  ]);
  return {
    element,
    /** Shows a graph, unless the reader is typing. @param {{ nodes: string, edges: string }} graph */
    show(graph) {
      if (element.querySelector('form:focus-within')) return;
      nodes.value = graph.nodes;
      edges.value = graph.edges;
    },
  };
}
