/** Attention on a graph, as nodes and edges or as a matrix, while it is learned. */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { choices } from '../../parts/choices.js';
import { holdingTemplate } from '../../parts/holding-panel.js';
import { mapHelpTemplate } from '../../parts/map-switch.js';
import { createMapView } from '../../parts/map-view.js';
import { getWatchedExample, watchedExampleTemplate } from '../../parts/watched-example.js';
import { createAlignmentPanel } from '../alignment/alignment-panel.js';
import { alignmentStyles } from '../alignment/alignment-styles.js';
import { GraphBoard } from './graph-board.js';
import { extractGraph } from './graph-data.js';
import { createMatrix } from './graph-neighbors.js';
import { graphStyles } from './graph-styles.js';
import { graphLegend, headChoiceTemplate } from './graph-template.js';
import { describeNode, describeVerdict, summarizeGraph } from './graph-text.js';
import { createHeldGraph } from './held-graph.js';

export const styles = alignmentStyles + graphStyles;

/** @import { View, ViewOptions } from '../../engine/view-types.js' */
/** @import { GraphData, GraphDetails } from './graph-data.js' */

/** @param {ViewOptions} options @returns {View} */
export function createView(options) {
  const { manifest, maps, memory } = options;
  const { heads = 1 } = /** @type {GraphDetails} */ (manifest.details);
  /** Index of the shown map: 0 for the mean of the heads, then one per head. */
  let map = 0;
  let form = memory?.ownInput?.form ?? 'graph';
  const held = createHeldGraph(options, { getMap: () => map, draw: () => view.draw() });
  const { holding } = held;
  const board = new GraphBoard({
    draw: () => view.drawFrame(),
    onHold: (...edge) => held.hold(...edge),
  });
  const panel = createAlignmentPanel({ label: translate('Weights of the edges'), holding });

  /** @param {string} next */
  function showForm(next) {
    form = next;
    if (memory) memory.ownInput = { ...memory.ownInput, form };
    view.draw();
    view.repaint();
  }

  function head() {
    const forms = { graph: translate('Graph'), matrix: translate('Matrix') };
    return html`
      <div class="graph-head">
        ${watchedExampleTemplate(options, getWatchedExample(options), getGraphTexts())}
        ${choices(translate('Form'), forms, form, showForm)}
        ${headChoiceTemplate(heads, map, (next) => {
          map = next;
          view.draw();
        })}
      </div>
    `;
  }

  const view = createMapView({
    attributes: { class: 'bars align graph', 'aria-label': translate('Graph') },
    extract: (frame) => extractGraph(frame, manifest.details),
    isOther: (graph, before) => graph.labels.join() !== before.labels.join(),
    holding,
    applyHeld: held.apply,
    template(graph, throttled) {
      if (graph) {
        board.show(graph, map);
        panel.show(createPanelContent(graph, map));
      }
      return html`
        ${head()}
        ${board.template((node) => (graph ? describeNode(graph, map, node) : ''), throttled, form !== 'graph')}
        <div class="graph-matrix" ?hidden=${form !== 'matrix'}>${panel.grid}</div>
        ${graphLegend()}
        ${throttled(panel.tableTemplate)}
      `;
    },
    readout: (graph, throttled) => html`
      ${mapHelpTemplate(maps[0])}
      <p class="align-verdict">${throttled(() => graph && describeVerdict(graph.metrics))}</p>
      ${holdingTemplate(holding)}
      ${form === 'graph' ? html`<div class="readout">${chosenTemplate(graph, map, board.chosen)}</div>` : holding.isActive ? null : panel.readout}
    `,
    summary: (graph) => `${summarizeGraph(graph, map)} ${describeVerdict(graph.metrics)}`.trim(),
    disposables: [panel],
  });
  return { ...view, getShownMap: panel.getShownMap };
}

const getGraphTexts = () => ({
  name: translate('Test graph'),
  range: translate('Test graph, 1 to {count}'),
  before: translate('Graph before'),
  next: translate('Next graph'),
});

/** The description of the chosen node. @param {GraphData | null} graph @param {number} map @param {number | null} node */
const chosenTemplate = (graph, map, node) =>
  graph && node !== null
    ? html`<p>${describeNode(graph, map, node)}</p>`
    : html`<p class="readout-hint">${translate('Choose a node, by click or keys, to see whom it listens to. Drag nodes as you like.')} ${translate('Press an edge, or the key H on a neighbor of the chosen node: it must look there, and you see what it says then.')}</p>`;

/** The matrix of the weights, whose rows are the queries. @param {GraphData} graph @param {number} map */
function createPanelContent(graph, map) {
  const { alignment, columns } = createMatrix(graph, map);
  const { queryNodes, labels, right } = graph;
  const answers = queryNodes.map((node) => graph.answers[node] ?? '');
  return {
    picture: alignment,
    tokens: {
      rows: queryNodes.map((node) => labels[node] ?? ''),
      columns: columns.map((node) => labels[node] ?? ''),
      names: /** @type {const} */ ([translate('node'), translate('listens to')]),
    },
    outputs: answers,
    learnedOutputs: graph.learnedAnswers && queryNodes.map((node) => graph.learnedAnswers?.[node] ?? ''),
    mapName: map > 0 ? `${translate('Head')} ${map}` : '',
    targets: answers.map((value, row) => (right[queryNodes[row] ?? 0] ? value : '')),
    getWindow: () => null,
  };
}
