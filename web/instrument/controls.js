/** Controls generated from the schema of an experiment: one field per parameter. */

import { html, noChange } from 'lit';
import { live } from 'lit/directives/live.js';
import { translate } from '../language/translate.js';
import { seedSchema } from '../outline.js';
import { lockableTemplate } from './part-access.js';

/** @import { ParameterSchema, Value } from '../engine/schema.js' */
/** @typedef {(name: string, value: Value) => void} OnChange */

const kSliderStops = 200;
/** The choice that stands for the reader's own formula. */
export const kOwnFormula = 'own';

/**
 * @param {object} options
 * @param {readonly ParameterSchema[]} options.schemas
 * @param {Readonly<Record<string, Value>>} options.values effective values
 * @param {Readonly<Record<string, Value>>} options.requested requested parameters; defaults may be left out
 * @param {number} options.seed
 * @param {readonly string[]} options.main names of the settings that come first
 * @param {ReadonlyMap<string, string>} options.errors messages by parameter
 * @param {import('./part-access.js').PartAccess} options.partAccess
 * @param {OnChange} options.onChange
 * @param {(seed: number) => void} options.onSeed
 * @param {() => void} options.onDefaults
 * @param {(schema: ParameterSchema, value: Value) => unknown} options.renderBeside returns further content for a field
 */
export function controlsTemplate({
  schemas,
  values,
  requested,
  seed,
  main,
  errors,
  partAccess: { isVisible, isLocked },
  onChange,
  onSeed,
  onDefaults,
  renderBeside,
}) {
  const changed = schemas.filter(
    ({ name, default: usual }) => isVisible(name) && String(requested[name] ?? usual) !== String(usual),
  ).length;
  /** Wraps a field: hidden ones are omitted, locked ones disabled. @param {string} name @param {() => unknown} field */
  const wrapLockable = (name, field) =>
    isVisible(name) ? lockableTemplate(name, isLocked(name), field()) : null;
  /** @param {ParameterSchema} schema */
  const renderField = (schema) => {
    const { name } = schema;
    return wrapLockable(
      name,
      () =>
        html`${fieldTemplate(schema, /** @type {Value} */ (values[name]), values, errors.get(name), onChange)}
        ${errors.has(name) ? null : renderBeside(schema, /** @type {Value} */ (values[name]))}`,
    );
  };
  const own = Object.values(values).includes(kOwnFormula);
  /** All fields by name; a formula in use comes first, since a narrow screen shows little more than one field. */
  const fields = new Map([
    ['seed', wrapLockable('seed', () => seedTemplate(seed, errors.get('seed'), onSeed))],
    ...schemas.map((schema) => /** @type {const} */ ([schema.name, renderField(schema)])),
  ]);
  const first = [...schemas.flatMap(({ name, type }) => (own && type === 'text' ? name : [])), ...main];
  const rest = [...fields].filter(([name]) => !first.includes(name)).map(([, field]) => field);
  return html`
    <div class="settings" data-name="settings">
      <div class="fields">${first.map((name) => fields.get(name))}</div>
      <input class="settings-search" type="search" placeholder=${translate('Search all settings')} aria-label=${translate('Search all settings')} @input=${search} />
      <details class="settings-rest">
        <summary>${translate('All settings')}</summary>
        <div class="fields">${rest}</div>
      </details>
      <p class="settings-foot">
        <button class="button" type="button" ?disabled=${changed === 0 || isLocked('settings')} @click=${onDefaults}>${translate('Back to the defaults')}</button>
        <span class="settings-note">${translate('seed {seed}', { seed })}${changed ? translate(', {count} changed', { count: changed }) : ''}</span>
        <span>↻ ${translate('restarts the run; the others act at once.')}</span>
      </p>
    </div>
  `;
}

/** Opens the list of all settings and hides those that do not contain the typed text. @param {Event} event */
function search({ target }) {
  const input = /** @type {HTMLInputElement} */ (target);
  const text = input.value.trim().toLowerCase();
  /** @type {HTMLDetailsElement} */ (input.nextElementSibling).open = text !== '';
  for (const field of input.parentElement?.querySelectorAll('fieldset') ?? [])
    field.hidden = !field.textContent?.toLowerCase().includes(text);
}

/**
 * @param {number} seed
 * @param {string | undefined} error
 * @param {(seed: number) => void} onSeed
 */
function seedTemplate(seed, error, onSeed) {
  const { minimum, maximum } = seedSchema;
  const next = seed >= maximum ? minimum : seed + 1;
  return html`
    <div class="field">
      <label class="field-label" for="field-seed">${translate('Seed')} ${restartMark(true)}</label>
      <span class="field-row">
        <input id="field-seed" type="number" min=${minimum} max=${maximum} step="1" .value=${live(String(seed))}
          aria-describedby="help-seed" aria-invalid=${error !== undefined}
          @change=${(/** @type {Event} */ event) => onSeed(readNumber(event))} />
        <button class="button" type="button" @click=${() => onSeed(next)}>${translate('New seed')}</button>
      </span>
      <p class="field-help" id="help-seed">
        ${translate('The same seed gives the same data, the same start and the same numbers, in every browser.')}
        ${errorTemplate(error)}
      </p>
    </div>
  `;
}

/**
 * @param {ParameterSchema} schema
 * @param {Value} value
 * @param {Readonly<Record<string, Value>>} values
 * @param {string | undefined} error
 * @param {OnChange} onChange
 */
export function fieldTemplate(schema, value, values, error, onChange) {
  const { name, label = name, help, formula, unit, restart = true } = schema;
  const id = `field-${name}`;
  const list = schema.type === 'integers' || schema.type === 'reals';
  const title = html`${label}${unit ? html` <span class="field-unit">${unit}</span>` : null} ${restartMark(restart)}`;
  return html`
    <div class="field ${list || (schema.type === 'text' && schema.choices) ? 'wide' : ''}">
      ${
        list
          ? html`<span class="field-label" id="${id}-label">${title}</span>`
          : html`<label class="field-label" for=${id}>${title}</label>`
      }
      ${inputTemplate(schema, id, value, values, error !== undefined, onChange)}
      <p class="field-help" id="help-${name}" title=${help ?? ''}>
        ${help} ${formula ? html`<span class="formula">${formula}</span>` : null} ${errorTemplate(error)}
      </p>
    </div>
  `;
}

/**
 * @param {ParameterSchema} schema
 * @param {string} id
 * @param {Value} value
 * @param {Readonly<Record<string, Value>>} values
 * @param {boolean} invalid
 * @param {OnChange} onChange
 */
function inputTemplate(schema, id, value, values, invalid, onChange) {
  const { name, type } = schema;
  switch (type) {
    case 'boolean':
      return html`<input id=${id} type="checkbox" .checked=${live(value === true)} aria-describedby="help-${name}"
        @change=${(/** @type {Event} */ event) => onChange(name, getInput(event).checked)} />`;
    case 'choice':
      return html`<select id=${id} aria-describedby="help-${name}" title=${schema.choices?.find((choice) => choice.value === value)?.label ?? ''}
        @change=${(/** @type {Event} */ event) => onChange(name, getInput(event).value)}>
        ${schema.choices?.map(
          (choice) =>
            html`<option value=${choice.value} ?selected=${choice.value === value}>${choice.label}</option>`,
        )}
      </select>`;
    case 'integers':
    case 'reals':
      return listTemplate(schema, id, /** @type {readonly number[]} */ (value), values, invalid, onChange);
    case 'text':
      return textTemplate(schema, id, String(value), invalid, onChange);
    default:
      return numberTemplate(schema, id, Number(value), invalid, onChange);
  }
}

/** Whether the reader is in a field, where no late update may replace what is being typed. @param {string} id */
const isTyping = (id) => document.activeElement?.shadowRoot?.activeElement?.id === id;

/**
 * A text field, with a list of examples if there are any. A rejected text stays in the field, to be corrected.
 * @param {ParameterSchema} schema
 * @param {string} id
 * @param {string} value
 * @param {boolean} invalid
 * @param {OnChange} onChange
 */
function textTemplate({ name, label = name, choices = [] }, id, value, invalid, onChange) {
  /** @param {Event} event */
  const change = (event) => onChange(name, getInput(event).value);
  const input = html`<input id=${id} type="text" value=${value} .value=${invalid || isTyping(id) ? noChange : live(value)}
    autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="help-${name}" aria-invalid=${invalid}
    @change=${change} />`;
  if (choices.length === 0) return input;
  const isExample = !invalid && choices.some((choice) => choice.value === value);
  return html`
    <span class="field-row field-text">
      ${input}
      <select aria-label=${translate('{label}, examples', { label })} @change=${change}>
        <option value=${value} ?selected=${!isExample} hidden>${translate('Examples')}</option>
        ${choices.map(
          (choice) =>
            html`<option value=${choice.value} ?selected=${isExample && choice.value === value}>${choice.label}: ${choice.value}</option>`,
        )}
      </select>
    </span>
  `;
}

/**
 * A number field, with a slider if the range is small enough or logarithmic.
 * @param {ParameterSchema} schema
 * @param {string} id
 * @param {number} value
 * @param {boolean} invalid
 * @param {OnChange} onChange
 */
function numberTemplate(schema, id, value, invalid, onChange) {
  const { name, label = name, minimum = 0, step = 1, scale, type } = schema;
  const maximum = Number(schema.maximum);
  const isLogarithmic = scale === 'log' && minimum > 0;
  const hasSlider = isLogarithmic || (maximum - minimum) / step <= kSliderStops;
  const ratio = Math.log(maximum / minimum);
  /** @param {Event} event */
  const slide = (event) => {
    const place = Number(getInput(event).value);
    onChange(
      name,
      isLogarithmic ? roundToDigits(minimum * Math.exp((ratio * place) / kSliderStops), 2) : place,
    );
  };
  const slider = html`<input type="range" aria-label=${translate('{label}, slider', { label })} aria-valuetext=${String(value)}
    min=${isLogarithmic ? 0 : minimum} max=${isLogarithmic ? kSliderStops : maximum} step=${isLogarithmic ? 1 : step}
    .value=${live(formatInput(isLogarithmic ? Math.round((kSliderStops * Math.log(value / minimum)) / ratio) : value))}
    @change=${slide} />`;
  return html`
    <span class="field-row">
      <input id=${id} type="number" min=${minimum} max=${maximum} step=${type === 'integer' ? 1 : 'any'}
        .value=${live(formatInput(value))} aria-describedby="help-${name}" aria-invalid=${invalid}
        @change=${(/** @type {Event} */ event) => onChange(name, readNumber(event))} />
      ${hasSlider ? slider : null}
    </span>
  `;
}

/**
 * @param {ParameterSchema} schema
 * @param {string} id
 * @param {readonly number[]} list
 * @param {Readonly<Record<string, Value>>} values
 * @param {boolean} invalid
 * @param {OnChange} onChange
 */
function listTemplate(schema, id, list, values, invalid, onChange) {
  const limit = typeof schema.itemLimit === 'string' ? Number(values[schema.itemLimit]) : schema.itemLimit;
  /** @param {number} index @param {Event} event */
  const change = (index, event) =>
    onChange(
      schema.name,
      list.map((item, i) => (i === index ? readNumber(event) : item)),
    );
  return html`
    <span class="field-list" role="group" aria-labelledby="${id}-label" aria-describedby="help-${schema.name}">
      ${list.map(
        (item, i) => html`
          <label>
            <span>${i}</span>
            <input type="number" min=${schema.itemMinimum ?? schema.minimum ?? 0}
              max=${limit === undefined ? '' : limit - 1} step=${schema.type === 'integers' ? 1 : 'any'}
              .value=${live(formatInput(item))} aria-invalid=${invalid}
              @change=${(/** @type {Event} */ event) => change(i, event)} />
          </label>
        `,
      )}
    </span>
  `;
}

/** @param {boolean} restart */
function restartMark(restart) {
  return restart
    ? html`<span class="field-restart" title=${translate('restarts the run')} aria-label=${translate('restarts the run')} role="img">↻</span>`
    : null;
}

/** @param {string | undefined} error */
function errorTemplate(error) {
  return error === undefined ? null : html`<span class="field-error" role="alert">${error}</span>`;
}

/** @param {Event} event @returns {HTMLInputElement} */
function getInput(event) {
  return /** @type {HTMLInputElement} */ (event.target);
}

/** @param {Event} event @returns {number} NaN for an empty field, which the engine rejects with a message */
function readNumber(event) {
  const { value } = getInput(event);
  return value === '' ? Number.NaN : Number(value);
}

/** @param {number} value @returns {string} text for a number field; empty if the value is not finite */
function formatInput(value) {
  return Number.isFinite(value) ? String(value) : '';
}

/** @param {number} value @param {number} digits number of significant digits */
function roundToDigits(value, digits) {
  return Number(value.toPrecision(digits));
}
