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
import { kParts } from './path-notes.js';
import { pathStyles } from './path-styles.js';
import { detailTemplate, partsTemplate, tokensTemplate } from './path-template.js';

export const styles = pathStyles;

/** @import { View, ViewOptions } from '../../engine/view-types.js' */
/** @import { TransformerDetails } from '../heads/head-data.js' */
/** @import { Path } from './path-data.js' */

/**
 * What the reader has chosen.
 * @typedef {object} PathChoice
 * @property {number} layer
 * @property {number} position of the token
 * @property {number} head
 * @property {number} index of a number; −1: the first one, or the largest for tokens and words
 * @property {string} side
 * @property {{ part: string, name: string }} at the activation, by name, so that it is kept for another token
 */

/** @param {ViewOptions} options @returns {View} */
export function createView(options) {
  const details = /** @type {TransformerDetails} */ (options.manifest.details);
  const { layers = 1, heads = 1, targetWords = [] } = details;
  const kind = String(options.parameters()['kind']);
  const hasEncoder = kind === 'encoder-decoder';
  const side = hasEncoder ? 'source' : 'answer';
  const at = { part: 'embedding', name: 'embedding' };
  /** @type {PathChoice} */
  const choice = { layer: 0, position: 0, head: 0, index: -1, side, at };
  /** @type {Path | null} */
  let path = null;

  /** Shows another part of the path. @param {Partial<PathChoice>} change */
  function choose(change) {
    Object.assign(choice, change);
    view.draw();
  }

  /** Requests another path. @param {Partial<PathChoice>} change */
  function request(change) {
    Object.assign(choice, change);
    view.send();
  }

  const headNames = Array.from({ length: heads }, (_, i) => `H${i + 1}`);
  const headChoice = () =>
    indexChoiceTemplate(translate('Head of the path'), headNames, choice.head, (head) => choose({ head }));

  const view = createTypedTextView({
    of: options,
    attributes: { class: 'bars decoder path', 'aria-label': translate('The path of a token') },
    heading: translate('Type your own, and follow one token'),
    label: translate('Text to read'),
    action: translate('Read it'),
    formatStatus: formatStepStatus,
    extraValues: () => ({
      layer: choice.layer,
      position: choice.position,
      ...(hasEncoder && { side: choice.side }),
    }),
    onTextChange: () => {
      choice.position = 0;
    },
    onAnswer(answer) {
      const { position } = choice;
      path = readTokenPath(answer, { kind, source: choice.side === 'source', position });
    },
    // The new answer may be too short to have the chosen position.
    canRetry(error) {
      const isTooFar =
        choice.position > 0 && /** @type {{ parameter?: string }} */ (error).parameter === 'position';
      if (isTooFar) choice.position = 0;
      return isTooFar;
    },
    template() {
      return html`
        <div class="panel-row">
          ${hasEncoder ? sideChoiceTemplate(choice, request) : null} ${layerChoiceTemplate(translate('Layer of the path'), layers, choice.layer, (layer) => request({ layer }))}
          ${tokensTemplate(path?.tokens ?? [], choice.position, (position) => request({ position }))}
        </div>
        <div class="path-body" ?hidden=${!path}>
          <ol class="path-stations" aria-label=${translate('Steps of the path')}>${path && partsTemplate(choice, path, choose)}</ol>
          <div class="path-detail">
            ${path && detailTemplate(choice, path, { targetWords, headChoice, choose })}
            ${disclosureTable(translate('All numbers of the path as a table'), path && createTableText(path))}
          </div>
        </div>
      `;
    },
  });
  return view;
}

/** @param {PathChoice} choice @param {(change: Partial<PathChoice>) => void} request */
const sideChoiceTemplate = ({ side: selected }, request) =>
  choices(
    translate('Side'),
    { source: translate('Encoder'), answer: translate('Decoder') },
    selected,
    (side) => request({ side, position: 0 }),
  );

/** @param {Path} path */
const createTableText =
  ({ activations }) =>
  () => ({
    head: ['', translate('numbers')],
    rows: activations.flatMap(({ name, part, values }) =>
      values.map((list, i) => [
        `${translate(kParts[part] ?? part)}: ${translate(name)}${values.length > 1 ? ` H${i + 1}` : ''}`,
        exactNumbersTemplate(list, formatNumber),
      ]),
    ),
  });
