/**
 * What to compute: the mechanism, lessons, the sentence, sizes and options; and the code to take away.
 * @module
 */

import { html } from 'lit';
import { live } from 'lit/directives/live.js';
import { phrase, say } from '../../language/say.js';
import { saySchema } from '../../language/say-schema.js';
import { fieldTemplate } from '../controls.js';
import { countsTokens, kUsual } from './state.js';
import { lessons } from './worked.js';

/** @typedef {import('../../engine/schema.js').MechanismSchema} MechanismSchema */
/** @typedef {import('../../engine/schema.js').Value} Value */
/** @typedef {import('./code.js').Library} Library */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./worked.js').Lesson} Lesson */

/**
 * @param {object} options
 * @param {State} options.state
 * @param {readonly MechanismSchema[]} options.mechanisms
 * @param {Lesson | undefined} options.lesson the one that is shown
 * @param {(name: string) => void} options.onMechanism
 * @param {(lesson: Lesson) => void} options.onLesson
 */
export function headTemplate({ state, mechanisms, lesson, onMechanism, onLesson }) {
  const { mechanism } = state;
  const groups = new Map(
    mechanisms.map(({ group }) => [group, mechanisms.filter((one) => one.group === group)]),
  );
  return html`
    <div class="calc-head">
      <label class="field-label" for="calc-mechanism">${say('Mechanism')}</label>
      <select id="calc-mechanism" class="primary"
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
      <p class="field-help">${mechanism.look} ${mechanism.paper && html`<cite>${mechanism.paper}.</cite>`}</p>
    </div>
    <div class="presets" role="group" aria-label=${say('Numbers that teach')}>
      ${lessons.map(
        (one) => html`
          <button class="button preset" type="button" aria-pressed=${one === lesson} @click=${() => onLesson(one)}>
            ${say(one.label)}
          </button>
        `,
      )}
      <p class="field-help">${lesson ? say(lesson.help) : say('Your own numbers; a button replaces all of them.')}</p>
    </div>
  `;
}

/**
 * @param {object} options
 * @param {State} options.state
 * @param {Readonly<Record<string, Value>>} options.options those that are set
 * @param {string} options.error
 * @param {(text: string) => void} options.onTokens
 * @param {(features: number) => void} options.onFeatures
 * @param {(name: string, value: Value) => void} options.onOption
 * @param {() => void} options.onReset
 * @param {() => void} options.onRandom
 * @param {(name: string) => void} options.onToggle an optional input
 */
export function settingsTemplate({
  state,
  options,
  error,
  onTokens,
  onFeatures,
  onOption,
  onReset,
  onRandom,
  onToggle,
}) {
  const { mechanism, tokens, features } = state;
  const speaks = mechanism.inputs.some(({ shape }) =>
    shape.split(' ').some((letter) => countsTokens(mechanism, letter)),
  );
  const optional = mechanism.inputs.filter((input) => input.optional && !kUsual.has(input.name));
  return html`
    <div class="calc-settings">
      ${
        speaks
          ? html`<div class="field calc-sentence">
        <label class="field-label" for="calc-tokens">${say('Sentence')}</label>
        <input id="calc-tokens" type="text" maxlength="160" autocomplete="off" spellcheck="false"
          aria-describedby="help-calc-tokens" .value=${live(tokens.join(' '))}
          @change=${(/** @type {Event} */ event) => onTokens(/** @type {HTMLInputElement} */ (event.target).value)} />
        <p class="field-help" id="help-calc-tokens">${say('Each word is a position; up to eight.')}</p>
      </div>`
          : null
      }
      ${fieldTemplate(saySchema(kFeatureSchema), features, {}, undefined, (_, value) => onFeatures(Number(value)))}
      ${mechanism.options.map((schema) =>
        fieldTemplate(
          { ...schema, restart: false },
          options[schema.name] ?? /** @type {Value} */ (schema.default),
          {},
          undefined,
          onOption,
        ),
      )}
    </div>
    ${error ? html`<p class="notice bad" role="alert">${error}</p>` : null}
    <div class="calc-buttons">
      <button class="button" type="button" @click=${onReset}>${say('Reset')}</button>
      <button class="button" type="button" @click=${onRandom}>${say('New numbers')}</button>
      ${optional.map(({ name }) => {
        const there = state.edited.has(name);
        return html`<button class="button" type="button" aria-pressed=${there} @click=${() => onToggle(name)}>
          ${there ? '−' : '+'} ${name}
        </button>`;
      })}
    </div>
  `;
}

/** How wide queries, keys, values and hidden layers are. */
export const kFeatureSchema = {
  name: 'features',
  label: phrase('Features'),
  type: /** @type {const} */ ('integer'),
  minimum: 1,
  maximum: 8,
  step: 1,
  restart: false,
  help: phrase('Numbers for each position.'),
};

/** @param {(library: Library) => string} codeOf */
export function codeTemplate(codeOf) {
  /** @param {Event} event @param {Library} library */
  const onClick = async (event, library) => {
    const box = /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (event.target).closest('.calc-code'));
    const area = /** @type {HTMLTextAreaElement} */ (box.querySelector('textarea'));
    const told = /** @type {HTMLElement} */ (box.querySelector('.share-told'));
    area.value = codeOf(library);
    const copied = await navigator.clipboard.writeText(area.value).then(
      () => true,
      () => false,
    );
    area.hidden = copied;
    told.textContent = copied
      ? say('Copied as {language}.', { language: library })
      : say('Copy it from here:');
    if (!copied) area.select();
  };
  return html`
    <div class="calc-code">
      ${
        /** @type {const} */ (['NumPy', 'PyTorch']).map(
          (library) =>
            html`<button class="button" type="button" @click=${(/** @type {Event} */ event) => onClick(event, library)}>${say('Copy as {language}', { language: library })}</button>`,
        )
      }
      <span class="share-told" role="status"></span>
      <textarea readonly hidden rows="12" aria-label=${say('Python code')}></textarea>
    </div>
  `;
}
