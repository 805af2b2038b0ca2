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
    isOther: (snapshot, before) => snapshot.labels.join() !== before.labels.join(),
    holding,
    applyHeld: held.apply,
    template(snapshot, throttled) {
      if (snapshot) {
        board.show(snapshot, map);
        panel.show(createPanelContent(snapshot, map));
      }
      return html`
        ${head()}
        ${board.template((node) => (snapshot ? describeNode(snapshot, map, node) : ''), throttled, form !== 'graph')}
        <div class="graph-matrix" ?hidden=${form !== 'matrix'}>${panel.grid}</div>
        ${graphLegend()}
        ${throttled(panel.tableTemplate)}
      `;
    },
    readout: (snapshot, throttled) => html`
      ${mapHelpTemplate(maps[0])}
      <p class="align-verdict">${throttled(() => snapshot && describeVerdict(snapshot.metrics))}</p>
      ${holdingTemplate(holding)}
      ${form === 'graph' ? html`<div class="readout">${chosenTemplate(snapshot, map, board.chosen)}</div>` : holding.isActive ? null : panel.readout}
    `,
    summary: (snapshot) => `${summarizeGraph(snapshot, map)} ${describeVerdict(snapshot.metrics)}`.trim(),
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

/** The description of the chosen node. @param {GraphData | null} snapshot @param {number} map @param {number | null} node */
const chosenTemplate = (snapshot, map, node) =>
  snapshot && node !== null
    ? html`<p>${describeNode(snapshot, map, node)}</p>`
    : html`<p class="readout-hint">${translate('Choose a node, by click or keys, to see whom it listens to. Drag nodes as you like.')} ${translate('Press an edge, or the key H on a neighbor of the chosen node: it must look there, and you see what it says then.')}</p>`;

/** The matrix of the weights, whose rows are the queries. @param {GraphData} snapshot @param {number} map */
function createPanelContent(snapshot, map) {
  const { alignment, columns } = createMatrix(snapshot, map);
  const { queryNodes, labels, right } = snapshot;
  const answers = queryNodes.map((node) => snapshot.answers[node] ?? '');
  return {
    picture: alignment,
    tokens: {
      rows: queryNodes.map((node) => labels[node] ?? ''),
      columns: columns.map((node) => labels[node] ?? ''),
      names: /** @type {const} */ ([translate('node'), translate('listens to')]),
    },
    outputs: answers,
    learnedOutputs:
      snapshot.learnedAnswers && queryNodes.map((node) => snapshot.learnedAnswers?.[node] ?? ''),
    mapName: map > 0 ? `${translate('Head')} ${map}` : '',
    targets: answers.map((value, row) => (right[queryNodes[row] ?? 0] ? value : '')),
    getWindow: () => null,
  };
}
