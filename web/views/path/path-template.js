/**
 * The path of a token on the page: activations, the numbers of one of them, and the formula of one number.
 */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { translate } from '../../language/translate.js';
import { formatNumber, formatShare, showInvisibleCharacters } from '../../parts/format.js';
import { createWrappingFormula } from '../../parts/formula.js';
import { numberStripTemplate, shareBarTemplate } from '../../parts/number-strip.js';
import { stepperTemplate } from '../alignment/typed-text.js';
import { buildActivationFormula } from './path-formula.js';
import { kNotes, kParts } from './path-notes.js';

/** @import { Path, Activation } from './path-data.js' */
/** @import { PathChoice } from './residual-path.js' */

/** Shows another part of the path. @typedef {(change: Partial<PathChoice>) => void} Choose */

const kMaximumWords = 6;

/**
 * @param {readonly string[]} labels
 * @param {number} position that is chosen
 * @param {(position: number) => void} onChoose
 */
export const tokensTemplate = (labels, position, onChoose) => html`
  <div class="path-tokens" role="group" aria-label=${translate('Token')}>
    ${labels.map(
      (label, i) =>
        html`<button type="button" class="decoder-token" aria-pressed=${i === position} @click=${() => onChoose(i)}>${showInvisibleCharacters(label)}</button>`,
    )}
  </div>
`;

/** @param {PathChoice} choice @param {Path} path @returns {number} index of the chosen activation */
const findChosen = ({ at }, { activations }) =>
  Math.max(
    0,
    activations.findIndex(({ part, name }) => part === at.part && name === at.name),
  );

/** @param {Activation | undefined} activation @returns {Partial<PathChoice>} */
const selectActivation = (activation) => (activation ? { at: activation, index: -1 } : {});

/** Index of the chosen number of an activation. @param {PathChoice} choice @param {Activation} activation @param {Float32Array} values */
function findCell({ index }, { kind }, values) {
  if (index >= 0) return Math.min(index, values.length - 1);
  return kind === 'vector' || kind === 'heads' ? 0 : values.indexOf(Math.max(...values));
}

/** @param {PathChoice} choice @param {Path} path @param {{ targetWords: readonly string[], headChoice: () => unknown, choose: Choose }} options */
export function detailTemplate(choice, path, { targetWords, headChoice, choose }) {
  const { activations } = path;
  const order = findChosen(choice, path);
  const station = /** @type {Activation} */ (activations[order]);
  const values = station.values[station.values.length > 1 ? choice.head : 0] ?? new Float32Array(0);
  const cell = findCell(choice, station, values);
  const terms = buildActivationFormula(path, station, choice.head, cell).filter(({ length }) => length > 0);
  return html`
    ${stepperTemplate({
      index: order,
      count: activations.length,
      name: translate(station.name),
      onStep: (index) => choose(selectActivation(activations[index])),
    })}
    <p>${translate(kNotes[station.name] ?? '')}</p>
    ${station.values.length < 2 ? null : headChoice()}
    ${
      station.kind === 'vector'
        ? vectorTemplate(values, cell, choose)
        : rowsTemplate(station, values, cell, { label: getLabels(path, station, targetWords), choose })
    }
    <div class="readout" role="region" aria-label=${translate('Formula')} tabindex="0">
      <p class="readout-formula">${createWrappingFormula(terms)}</p>
    </div>
  `;
}

/** @param {PathChoice} choice @param {Path} path @param {Choose} choose */
export function partsTemplate(choice, path, choose) {
  const { activations } = path;
  const chosen = activations[findChosen(choice, path)];
  return [...new Set(activations.map(({ part }) => part))].map((part) => {
    const partActivations = activations.filter((one) => one.part === part);
    // The last activation of a part is its result.
    const result = part !== 'answer' && partActivations.at(-1)?.values[0];
    return html`
      <li class="path-part">
        <h3>${translate(kParts[part] ?? part)}</h3>
        <div class="path-chips">
          ${partActivations.map(
            (one) =>
              html`<button type="button" class="path-chip" aria-current=${one === chosen ? 'step' : nothing} @click=${() => choose(selectActivation(one))}>${translate(one.name)}</button>`,
          )}
        </div>
        ${result ? html`<div class="path-stream">${translate('result')}${numberStripTemplate(result)}</div>` : null}
      </li>
    `;
  });
}

/** @param {Float32Array} values @param {number} cell @param {Choose} choose */
function vectorTemplate(values, cell, choose) {
  const count = values.length;
  /** @param {InputEvent} event */
  const type = ({ target }) => {
    const { valueAsNumber } = /** @type {HTMLInputElement} */ (target);
    if (valueAsNumber >= 1) choose({ index: valueAsNumber - 1 });
  };
  return html`
    ${numberStripTemplate(values, (index) => index !== null && choose({ index }))}
    <label class="path-number">${translate('Number')}
      <input type="number" min="1" max=${count} aria-label=${translate('Which number')} .value=${live(String(cell + 1))} @input=${type} />
      <span>${translate('of {count}: {value}', { count, value: formatNumber(values[cell] ?? Number.NaN) })}</span>
    </label>
  `;
}

/** @param {Path} path @param {Activation} station @param {readonly string[]} targetWords @returns {(i: number) => string | undefined} */
function getLabels({ sourceTokens, tokens }, { kind, part }, targetWords) {
  if (kind === 'heads') return (i) => `H${i + 1}`;
  const labels = kind === 'words' ? targetWords : part === 'cross' ? sourceTokens : tokens;
  return (i) => labels[i];
}

/**
 * @param {Activation} station
 * @param {Float32Array} values
 * @param {number} cell
 * @param {{ label: (i: number) => string | undefined, choose: Choose }} options `label` of each number
 */
function rowsTemplate({ kind, name }, values, cell, { label, choose }) {
  const shares = name === 'weights' || name === 'probabilities';
  const hasBars = shares || name === 'mask';
  const order = Array.from(values, (_, i) => i);
  if (kind === 'words') order.sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0)).splice(kMaximumWords);
  return html`
    <div class="path-rows" ?data-plain=${!hasBars}>
      ${order.map((i) => {
        const value = values[i] ?? Number.NaN;
        return html`
          <button type="button" class="decoder-token" aria-pressed=${i === cell} @click=${() => choose({ index: i })}>${showInvisibleCharacters(label(i) ?? '')}</button>
          ${hasBars ? shareBarTemplate(value) : html`<span></span>`}
          <span class="decoder-number">${shares ? formatShare(value) : formatNumber(value)}</span>
        `;
      })}
    </div>
  `;
}
