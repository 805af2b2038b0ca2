/** A row of radio buttons that look like one segmented control. */

import { html, nothing } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { live } from 'lit/directives/live.js';
import { translate } from '../language/translate.js';

/** Labels by value, or by index. Only a map keeps the order of whole numbers. @typedef {Map<string, string> | Readonly<Record<string, string>> | readonly string[]} Labels */

let groups = 0;

/** @returns {string} a new name for a group of radio buttons */
export const createGroupName = () => `attento-choice-${++groups}`;

/**
 * A radio button.
 * @param {string} name of its group
 * @param {{ value: string | number, isChecked: boolean, label?: string, onChoose: () => void }} options `label`: accessible name
 */
export const radioTemplate = (name, { value, isChecked, label, onChoose }) =>
  html`<input type="radio" name=${name} value=${value} aria-label=${label ?? nothing} .checked=${live(isChecked)} @change=${onChoose} />`;

class Choices extends Directive {
  #name = createGroupName();

  /**
   * @override
   * @param {string} label accessible name of the group
   * @param {Labels} labels
   * @param {string} selected value
   * @param {(value: string) => void} onChoose
   */
  render(label, labels, selected, onChoose) {
    return html`<div class="bars-choices" role="radiogroup" aria-label=${label}>
      ${[...(labels instanceof Map ? labels : Object.entries(labels))].map(
        ([value, text]) => html`
          <label class="bars-choice">${radioTemplate(this.#name, { value, isChecked: value === selected, onChoose: () => onChoose(value) })}<span>${text}</span></label>
        `,
      )}
    </div>`;
  }
}

/** The directive that renders the group in a template. */
export const choices = directive(Choices);

/**
 * A group of radio buttons that chooses a name by its index; nothing if there is only one name.
 * @param {string} label
 * @param {readonly string[]} names
 * @param {number} selected
 * @param {(index: number) => void} onChoose
 */
export const indexChoiceTemplate = (label, names, selected, onChoose) =>
  names.length > 1 ? choices(label, names, String(selected), (index) => onChoose(Number(index))) : null;

/**
 * A group of radio buttons that chooses a map by its name; nothing if there is only one.
 * @param {string} label
 * @param {readonly { name: string, label: string }[]} maps
 * @param {string} selected name
 * @param {(name: string) => void} onChoose
 */
export const mapChoiceTemplate = (label, maps, selected, onChoose) =>
  maps.length > 1
    ? choices(label, new Map(maps.map((map) => [map.name, map.label])), selected, onChoose)
    : null;

/** @param {string} label @param {number} layers @param {number} selected @param {(layer: number) => void} onChoose */
export const layerChoiceTemplate = (label, layers, selected, onChoose) =>
  indexChoiceTemplate(
    label,
    Array.from({ length: layers }, (_, i) => translate('Layer {n}', { n: i + 1 })),
    selected,
    onChoose,
  );
