/**
 * The controls of the calculator: mechanism, lessons, sentence, sizes and options; and the Python code to copy.
 */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { outlines, writeLink } from '../index.js';
import { fieldTemplate } from '../instrument/controls.js';
import { findScoreMath, formulaToolsTemplate } from '../instrument/formula-tools.js';
import { markText, translate } from '../language/translate.js';
import { translateSchema } from '../language/translate-schema.js';
import { copyField } from '../parts/copy-field.js';
import { isTokenAxis, kInputsShownByDefault } from './state.js';
import { lessons } from './worked-example.js';

/** @import { MechanismSchema, Value } from '../engine/schema.js' */
/** @import { Library } from './code.js' */
/** @import { State } from './state.js' */
/** @import { Lesson } from './worked-example.js' */

/**
 * @param {object} options
 * @param {State} options.state
 * @param {readonly MechanismSchema[]} options.mechanisms
 * @param {(name: string) => void} options.onMechanism
 * @param {() => void} options.onReset
 * @param {() => void} options.onRandom
 */
export function headTemplate({ state, mechanisms, onMechanism, onReset, onRandom }) {
  const { mechanism } = state;
  const groups = new Map(
    mechanisms.map(({ group }) => [group, mechanisms.filter((one) => one.group === group)]),
  );
  return html`
    <div class="transport calc-head" part="controls">
      <label class="field-label" for="calc-mechanism">${translate('Mechanism')}</label>
      <select id="calc-mechanism" class="primary" aria-label=${translate('Mechanism')}
        @change=${(/** @type {Event} */ event) => onMechanism(/** @type {HTMLSelectElement} */ (event.target).value)}>
        ${[...groups].map(
          ([group, members]) => html`
            <optgroup label=${group}>
              ${members.map(
                ({ name, title }) =>
                  html`<option value=${name} .selected=${live(name === mechanism.name)}>${title}</option>`,
              )}
            </optgroup>
          `,
        )}
      </select>
      <p class="field-help" title=${mechanism.look ?? nothing}>${mechanism.look} ${mechanism.paper && html`<cite>${mechanism.paper}.</cite>`}</p>
      <button class="button" type="button" @click=${onReset}>${translate('Reset')}</button>
      <button class="button" type="button" @click=${onRandom}>${translate('New numbers')}</button>
    </div>
  `;
}

/**
 * The menu of lessons, and the field for the sentence.
 * @param {object} options
 * @param {State} options.state
 * @param {Lesson | undefined} options.lesson that is shown
 * @param {(lesson: Lesson) => void} options.onLesson
 * @param {(text: string) => void} options.onTokens
 */
export function lessonTemplate({ state: { mechanism, tokens }, lesson, onLesson, onTokens }) {
  const hasSentence = mechanism.inputs.some(({ shape }) =>
    shape.split(' ').some((letter) => isTokenAxis(mechanism, letter)),
  );
  const help = lesson
    ? translate(lesson.help)
    : translate('These numbers belong to no lesson; choosing a lesson replaces all of them.');
  /** @param {Event} event */
  const choose = (event) => {
    const { value } = /** @type {HTMLSelectElement} */ (event.target);
    const chosen = lessons.find(({ name }) => name === value);
    if (chosen) onLesson(chosen);
  };
  return html`
      <div class="presets">
        <select aria-label=${translate('Lessons')} title=${help} @change=${choose}>
          ${lesson ? null : html`<option selected value="">${translate('Other numbers')}</option>`}
          ${lessons.map((one) => html`<option value=${one.name} .selected=${live(one === lesson)}>${translate(one.label)}</option>`)}
        </select>
        <p class="field-help visually-hidden" role="status">${help}</p>
      </div>
      ${
        hasSentence
          ? html`<label class="calc-sentence"><span>${translate('Sentence')}</span>
              <input id="calc-tokens" type="text" maxlength="160" autocomplete="off" spellcheck="false"
                title=${translate('Each word is a position; up to eight.')} .value=${live(tokens.join(' '))}
                @change=${(/** @type {Event} */ event) => onTokens(/** @type {HTMLInputElement} */ (event.target).value)} /></label>`
          : null
      }
  `;
}

/**
 * The field for the reader's own formula, if the mechanism accepts one.
 * @param {object} options
 * @param {State} options.state
 * @param {string | undefined} options.formulaError error of the formula that was typed last
 * @param {import('../instrument/host.js').Host} options.host
 * @param {(formula: string) => void} options.onFormula
 */
export function formulaTemplate({ state: { mechanism, options }, formulaError, host, onFormula }) {
  const schema = mechanism.options.find(({ type }) => type === 'text');
  if (!schema) return null;
  const formula = String(options[schema.name] ?? schema.default);
  return html`
    <section class="calc-formula" aria-label=${translate('Your formula')}>
      ${fieldTemplate({ ...schema, help: '', restart: false }, formula, {}, formulaError, (_, value) => onFormula(String(value)))}
      ${
        formulaError === undefined
          ? formulaToolsTemplate({
              element: host.element,
              formula,
              math: findScoreMath(mechanism),
              refresh: host.refresh,
              label: translate('Train this score'),
              getLink: () =>
                writeLink({ experiment: 'translation', parameters: { ...findScoreParameters(), formula } }),
            })
          : null
      }
      <details class="field-help"><summary>${translate('Letters and signs')}</summary>${schema.help}</details>
    </section>
  `;
}

/** Settings with which the translation experiment trains the reader's own score. */
function findScoreParameters() {
  const { presets = [] } = outlines().find(({ name }) => name === 'translation') ?? {};
  return presets.find(({ name }) => name === 'custom-score')?.parameters;
}

/**
 * @param {object} options
 * @param {State} options.state
 * @param {Readonly<Record<string, Value>>} options.options that are set
 * @param {(features: number) => void} options.onFeatures
 * @param {(name: string, value: Value) => void} options.onOption
 * @param {(name: string) => void} options.onToggle adds or removes an optional input
 */
function settingsTemplate({ state, options, onFeatures, onOption, onToggle }) {
  const { mechanism, features } = state;
  const optional = mechanism.inputs.filter(
    (input) => input.optional && !kInputsShownByDefault.has(input.name),
  );
  return html`
    <div class="calc-settings">
      ${fieldTemplate(translateSchema(kFeatureSchema), features, {}, undefined, (_, value) => onFeatures(Number(value)))}
      ${mechanism.options
        .filter(({ name, type }) => type !== 'text' && name !== kAlignOption)
        .map((schema) =>
          fieldTemplate(
            { ...schema, restart: false },
            options[schema.name] ?? /** @type {Value} */ (schema.default),
            {},
            undefined,
            onOption,
          ),
        )}
    </div>
    <div class="calc-buttons">
      ${optional.map(({ name }) => {
        const isPresent = state.edited.has(name);
        return html`<button class="button" type="button" aria-pressed=${isPresent} @click=${() => onToggle(name)}>
          ${isPresent ? '−' : '+'} ${name}
        </button>`;
      })}
    </div>
  `;
}

/** Option for causal masks with unequal numbers of queries and keys; not shown, because each word is both query and key. */
const kAlignOption = 'align';

/** Schema of the width of queries, keys, values and hidden layers. */
const kFeatureSchema = {
  name: 'features',
  label: markText('Features'),
  type: /** @type {const} */ ('integer'),
  minimum: 1,
  maximum: 8,
  step: 1,
  restart: false,
  help: markText('Numbers for each position.'),
};

/** @param {(library: Library) => string} createCode */
function codeTemplate(createCode) {
  /** @param {Event} event @param {Library} library */
  const onClick = async (event, library) => {
    const box = /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (event.target).closest('.calc-code'));
    const area = /** @type {HTMLTextAreaElement} */ (box.querySelector('textarea'));
    const status = /** @type {HTMLElement} */ (box.querySelector('.share-status'));
    area.value = createCode(library);
    area.hidden = true;
    status.textContent = await copyField(area);
  };
  return html`
    <div class="calc-code">
      ${
        /** @type {const} */ (['NumPy', 'PyTorch']).map(
          (library) =>
            html`<button class="button" type="button" @click=${(/** @type {Event} */ event) => onClick(event, library)}>${translate('Copy as {language}', { language: library })}</button>`,
        )
      }
      <span class="share-status" role="status"></span>
      <textarea readonly hidden rows="12" aria-label=${translate('Python code')}></textarea>
    </div>
  `;
}

/** @param {number} features @returns {string} error message; '' for a valid number */
export function validateFeatures(features) {
  const { label, minimum, maximum } = kFeatureSchema;
  if (Number.isInteger(features) && features >= minimum && features <= maximum) return '';
  return translate('{label}: expected an integer from {minimum} to {maximum}', {
    label: translate(label),
    minimum,
    maximum,
  });
}

/**
 * Lists the panels that the reader can open in place of the inputs.
 * @param {Parameters<typeof settingsTemplate>[0] & { map: unknown, training: unknown, onCode: Parameters<typeof codeTemplate>[0] }} options
 *   `map` shows and `training` trains the weights; both are null for mechanisms without queries
 */
export const listExplorations = ({ map, training, onCode, ...options }) => [
  ...(map ? [{ name: 'map', label: translate('Attention map'), content: () => map }] : []),
  ...(training ? [{ name: 'train', label: translate('Train'), content: () => training }] : []),
  { name: 'settings', label: translate('Options'), content: () => settingsTemplate(options) },
  { name: 'code', label: translate('Python'), content: () => codeTemplate(onCode) },
];
