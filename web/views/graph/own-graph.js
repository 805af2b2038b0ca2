/**
 * A graph of the reader's own: the watched one, with nodes and edges changed, predicted at once and again while the network
 * learns.
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { buttonTemplate } from '../../parts/button.js';
import { choices } from '../../parts/choices.js';
import { disclosureTable } from '../../parts/disclosure-table.js';
import { createOwnInputView, formatStepStatus } from '../../parts/own-input-view.js';
import { alignmentStyles } from '../alignment/alignment-styles.js';
import { GraphEditor } from './graph-editor.js';
import { nodeFormTemplate } from './graph-form.js';
import { graphStyles } from './graph-styles.js';
import { graphLegend, headChoiceTemplate } from './graph-template.js';
import { createGraphTable, describeAnswer, describeNode } from './graph-text.js';

export const styles = alignmentStyles + graphStyles;

/** @import { View, ViewOptions } from '../../engine/view-types.js' */
/** @import { GraphData, GraphDetails } from './graph-data.js' */

/** @param {ViewOptions} options @returns {View} */
export function createView(options) {
  const details = /** @type {GraphDetails} */ (options.manifest.details);
  /** @type {GraphData | null} */
  let graph = null;
  /** Index of the shown map: 0 for the mean of the heads, then one per head. */
  let map = 0;
  const editor = new GraphEditor(options, { draw: () => view.draw(), send: () => view.send() });
  const { board, draft, form } = editor;
  const nodeActions = {
    onChange: editor.changeNode.bind(editor),
    onRemove: () => editor.remove(board.chosen),
  };

  /** @param {number} next */
  function chooseMap(next) {
    map = next;
    if (graph) board.show(graph, map);
    view.draw();
  }

  const view = createOwnInputView({
    predict: options.predict,
    attributes: {
      class: 'bars align panel graph graph-own',
      'data-figure': 'own',
      'aria-label': translate('Your own graph'),
    },
    getInput: () => draft.input,
    followsExample: () => draft.isWatched,
    onAnswer(answer) {
      graph = editor.show(answer, map);
    },
    onError: (error) => editor.reject(error),
    describe: ({ prediction, step }) => [
      graph && describeAnswer(graph, map, prediction.isolatedNodes),
      formatStepStatus(step),
    ],
    template: (_answer, status, throttled) => html`
      <h2>${translate('Your own graph')}</h2>
      <div class="panel-row">
        ${clickActionTemplate(editor)}
        ${buttonTemplate(translate('Add a node'), () => editor.addNode(), editor.isFull)}
        ${buttonTemplate(translate('The watched graph'), () => editor.replace())}
        ${headChoiceTemplate(details.heads ?? 1, map, chooseMap)}
      </div>
      ${board.template((node) => (graph ? describeNode(graph, map, node) : ''), throttled)}
      ${nodeFormTemplate(draft.shown, board.chosen, details, nodeActions)}
      <p class="panel-status" role="status">${editor.refusal}</p>
      <p class="panel-status" role="status">${status}</p>
      ${graphLegend()}
      <p class="panel-note">${translate('Click a node to change it; “?” asks it. Under “Edges”, click a node, then the one that it shall see or see no longer. Keys: arrows, Enter, Delete.')}</p>
      ${disclosureTable(translate('Your graph as a table'), createTable(graph, map))}
      ${form.element}
    `,
    readout: () => html`<div class="readout"><p>${describeChosen(graph, map, board.chosen)}</p></div>`,
  });
  view.send();
  return view;
}

/** @param {GraphEditor} editor */
function clickActionTemplate(editor) {
  const modes = { nodes: translate('Nodes'), edges: translate('Edges') };
  return choices(translate('What a click does'), modes, editor.editsEdges ? 'edges' : 'nodes', (value) => {
    editor.editsEdges = value === 'edges';
  });
}

/** @param {GraphData | null} graph @param {number} map */
const createTable = (graph, map) => graph && (() => createGraphTable(graph, map));

/** @param {GraphData | null} graph @param {number} map @param {number | null} node that is chosen */
const describeChosen = (graph, map, node) =>
  graph && node !== null && node < graph.nodes
    ? describeNode(graph, map, node)
    : translate('Choose a node, by click or keys, to see whom it listens to. Drag nodes as you like.');
