/** The forms of a graph of the reader's own: the graph as text, which can be changed and copied, and one node. */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { buttonTemplate } from '../../parts/button.js';
import { toElement } from '../../parts/dom.js';
import { quoteToken } from '../../parts/format.js';
import { selectTemplate } from '../../parts/select.js';
import { relabelNode, removeEdges } from './graph-edit.js';

/** @import { OwnGraph } from '../../engine/view-types.js' */
/** @import { GraphDetails } from './graph-data.js' */

/** The form of the graph as text. @param {(nodes: string, edges: string) => void} onSubmit */
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

/**
 * The form of the chosen node.
 * @param {OwnGraph | null} graph
 * @param {number | null} node
 * @param {GraphDetails} details
 * @param {object} actions
 * @param {(change: (graph: OwnGraph, node: number) => OwnGraph) => void} actions.onChange
 * @param {() => void} actions.onRemove
 */
export function nodeFormTemplate(
  graph,
  node,
  { sourceWords = [], targetWords = [] },
  { onChange, onRemove },
) {
  const label = node === null ? undefined : graph?.nodes[node];
  const [attribute = sourceWords[0], value = targetWords[0]] = label?.split(' ') ?? [];
  /** @param {readonly string[]} words @param {string | undefined} chosen @param {(word: string) => string} relabel */
  const choice = (words, chosen, relabel) =>
    selectTemplate({
      choices: words.map((word) => ({ value: word, label: word })),
      selected: chosen,
      onChoose: (word) => onChange((before, index) => relabelNode(before, index, relabel(word))),
    });
  return html`
    <fieldset class="panel-row" ?disabled=${label === undefined}>
      <b>${node === null || label === undefined ? translate('No node is chosen') : translate('Node {n}: {label}', { n: node + 1, label: quoteToken(label) })}</b>
      <label>${translate('Letter')}${choice(sourceWords, attribute, (word) => `${word} ${value}`)}</label>
      <label>${translate('Value')}${choice(targetWords, value, (word) => `${attribute} ${word}`)}</label>
      ${buttonTemplate(translate('Remove its edges'), () => onChange(removeEdges))}
      ${buttonTemplate(translate('Remove it'), onRemove)}
    </fieldset>
  `;
}
