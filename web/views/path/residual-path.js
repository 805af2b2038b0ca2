/**
 * The path of one token through a layer, step by step, forwards and back, with its real numbers: query, attention
 * weights, weighted sum, and what is added to the residual stream.
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { choices, indexChoiceTemplate, layerChoiceTemplate } from '../../parts/choices.js';
import { disclosureTable, exactNumbersTemplate } from '../../parts/disclosure-table.js';
import { formatNumber } from '../../parts/format.js';
import { formatStepStatus } from '../../parts/own-input-view.js';
import { createTypedTextView } from '../alignment/typed-text.js';
import { readTokenPath } from './path-data.js';
import { pathStyles } from './path-styles.js';
import { detailTemplate, kParts, partsTemplate, tokensTemplate } from './path-template.js';

export const styles = pathStyles;

/** @import { View, ViewOptions } from '../../engine/view-types.js' */
/** @import { TransformerDetails } from '../heads/head-data.js' */
/** @import { Path, Activation } from './path-data.js' */

export class PathState {
  layer = 0;
  position = 0;
  head = 0;
  /** The number that was chosen; −1: the first one, or the largest for tokens and words. */
  index = -1;
  side = 'answer';
  /** The chosen activation, by name, so that it is kept for another token. */
  at = { part: 'embedding', name: 'embedding' };
  /** @type {Path | null} */
  path = null;
  #draw;

  /** @param {() => void} draw */
  constructor(draw) {
    this.#draw = draw;
  }

  /** @param {Path} path @returns {number} index of the activation */
  findIndex({ activations }) {
    const { part, name } = this.at;
    return Math.max(
      0,
      activations.findIndex((one) => one.part === part && one.name === name),
    );
  }

  /** @param {Activation} station */
  getValues({ values }) {
    return values[values.length > 1 ? this.head : 0] ?? new Float32Array(0);
  }

  /** @param {Activation} station @param {Float32Array} values */
  getCell({ kind }, values) {
    if (this.index >= 0) return Math.min(this.index, values.length - 1);
    return kind === 'vector' || kind === 'heads' ? 0 : values.indexOf(Math.max(...values));
  }

  /** @param {Activation | undefined} station */
  chooseActivation(station) {
    if (!station) return;
    this.at = { part: station.part, name: station.name };
    this.chooseNumber(-1);
  }

  /** @param {number} head */
  chooseHead(head) {
    this.head = head;
    this.#draw();
  }

  /** @param {number} index */
  chooseNumber(index) {
    this.index = index;
    this.#draw();
  }
}

/** @param {ViewOptions} options @returns {View} */
export function createView(options) {
  const details = /** @type {TransformerDetails} */ (options.manifest.details);
  const { layers = 1, heads = 1, targetWords = [] } = details;
  const kind = String(options.parameters()['kind']);
  const hasEncoder = kind === 'encoder-decoder';
  const state = new PathState(() => view.draw());
  if (hasEncoder) state.side = 'source';

  /** @param {Partial<PathState>} what */
  function updateState(what) {
    Object.assign(state, what);
    view.send();
  }

  const headNames = Array.from({ length: heads }, (_, i) => `H${i + 1}`);
  const headChoice = () =>
    indexChoiceTemplate(translate('Head of the path'), headNames, state.head, (head) =>
      state.chooseHead(head),
    );

  const view = createTypedTextView({
    of: options,
    attributes: { class: 'bars decoder path', 'aria-label': translate('The path of a token') },
    heading: translate('Type your own, and follow one token'),
    label: translate('Text to read'),
    action: translate('Read it'),
    formatStatus: formatStepStatus,
    extraValues: () => ({
      layer: state.layer,
      position: state.position,
      ...(hasEncoder && { side: state.side }),
    }),
    onTextChange: () => {
      state.position = 0;
    },
    onAnswer(answer) {
      const { side, position } = state;
      state.path = readTokenPath(answer, { kind, source: side === 'source', position });
    },
    // The new answer may be too short to have the chosen position.
    canRetry(error) {
      const isTooFar =
        state.position > 0 && /** @type {{ parameter?: string }} */ (error).parameter === 'position';
      if (isTooFar) state.position = 0;
      return isTooFar;
    },
    template() {
      const { path, position } = state;
      return html`
        <div class="panel-row">
          ${hasEncoder ? sideChoiceTemplate(state, updateState) : null} ${layerChoiceTemplate(translate('Layer of the path'), layers, state.layer, (layer) => updateState({ layer }))}
          ${tokensTemplate(path?.tokens ?? [], position, (next) => updateState({ position: next }))}
        </div>
        <div class="path-body" ?hidden=${!path}>
          <ol class="path-stations" aria-label=${translate('Steps of the path')}>${path && partsTemplate(state, path)}</ol>
          <div class="path-detail">
            ${path && detailTemplate(state, path, targetWords, headChoice)}
            ${disclosureTable(translate('All numbers of the path as a table'), path && (() => createTableText(path)))}
          </div>
        </div>
      `;
    },
  });
  return view;
}

/** @param {PathState} state @param {(what: Partial<PathState>) => void} updateState */
const sideChoiceTemplate = ({ side: selected }, updateState) =>
  choices(
    translate('Side'),
    { source: translate('Encoder'), answer: translate('Decoder') },
    selected,
    (side) => updateState({ side, position: 0 }),
  );

/** @param {Path} path */
function createTableText({ activations }) {
  return {
    head: ['', translate('numbers')],
    rows: activations.flatMap(({ name, part, values }) =>
      values.map((list, i) => [
        `${translate(kParts[part] ?? part)}: ${translate(name)}${values.length > 1 ? ` H${i + 1}` : ''}`,
        exactNumbersTemplate(list, formatNumber),
      ]),
    ),
  };
}
