/** Parts of the views of a graph: its nodes, its legend, and the control of the heads. */

import { html, nothing } from 'lit';
import { translate } from '../../language/translate.js';
import { indexChoiceTemplate } from '../../parts/choices.js';
import { createLegendRamp, legendMarkTemplate, legendTemplate } from '../../parts/legend.js';

/** @import { DrawnGraph } from './graph-canvas.js' */

/** The nodes as buttons. @param {DrawnGraph} graph @param {number} tabStop the node that the Tab key reaches @param {(node: number, name: string) => unknown} describe for screen readers; `name` is the visible text */
export const nodesTemplate = ({ graph, places, chosen }, tabStop, describe) =>
  graph.labels.map((label, node) => {
    const { queryNodes, right: outcomes, answers, learnedAnswers = answers, heldNodes } = graph;
    const isQuery = queryNodes.includes(node);
    const right = isQuery ? outcomes[node] : null;
    const answer = isQuery ? `→ ${answers[node]}` : '';
    // The visible text comes first, so that voice control finds the node.
    const name = describe(node, `${label} ${answer}`.trim());
    return html`
      <button type="button" class="graph-node" aria-pressed=${node === chosen} tabindex=${node === tabStop ? 0 : -1}
        ?data-query=${isQuery} ?data-held=${heldNodes?.includes(node)} data-answer=${right === null ? nothing : right ? 'right' : 'wrong'} aria-label=${name}
        .style=${`--x: ${places[2 * node]}; --y: ${places[2 * node + 1]}`}><span>${label}</span><span class=${`graph-answer${answers[node] === learnedAnswers[node] ? '' : ' align-changed'}`}>${answer}</span></button>
    `;
  });

export const graphLegend = () =>
  legendTemplate(
    [legendMarkTemplate('truth'), translate('edge that carries the answer')],
    [translate('attention weight'), ...createLegendRamp()],
  );

/**
 * The control that chooses which of several heads is shown; nothing if there is only one head.
 * @param {number} heads
 * @param {number} map that is shown: 0 for the mean, then head by head
 * @param {(map: number) => void} onChoose
 */
export const headChoiceTemplate = (heads, map, onChoose) =>
  indexChoiceTemplate(
    translate('Head'),
    heads > 1 ? [translate('mean'), ...Array.from({ length: heads }, (_, i) => String(i + 1))] : [],
    map,
    onChoose,
  );
