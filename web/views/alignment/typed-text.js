/**
 * A view of a text that the reader has typed, or of the watched pair. The model answers it at once, and again while it learns.
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { createOwnInputView } from '../../parts/own-input-view.js';
import { describeMisreading, formatSource } from './source-text.js';

/** @import { Prediction } from '../../engine/shapes.js' */
/** @import { Values, ViewOptions } from '../../engine/view-types.js' */

/**
 * @param {object} options
 * @param {Pick<ViewOptions, 'predict' | 'schema' | 'parameters' | 'columnLabels' | 'initialText' | 'events'>} options.of
 * @param {Readonly<Record<string, string>>} options.attributes
 * @param {string} options.heading
 * @param {string} options.label of the text box
 * @param {string} options.action on the button
 * @param {(step: number) => string} options.formatStatus when and how the answer was found
 * @param {() => Values} [options.extraValues] further values of the request
 * @param {() => void} options.onTextChange called when another text is chosen
 * @param {(answer: Prediction, step: number) => void} options.onAnswer
 * @param {(error: unknown) => boolean} [options.canRetry] whether to ask again after an error
 * @param {() => unknown} options.template of the answer
 * @param {Parameters<typeof createOwnInputView>[0]['disposables']} [options.disposables]
 */
export function createTypedTextView({ of, attributes, label, action, onTextChange, onAnswer, ...options }) {
  const { predict, schema, parameters, columnLabels, initialText = '', events } = of;
  /** The text that the model reads, or null for the watched pair. @type {string | null} */
  let requestedText = initialText || null;
  /** The text that was last written into the text box, before the reader edited it. */
  let filledText = initialText;
  let output = '';
  const maxLength = Number(schema.inputs.find(({ type }) => type === 'text')?.maximum ?? 400);
  const getBox = () => /** @type {HTMLInputElement} */ (view.element.querySelector('form input'));

  /** @param {string | null} text null: the watched pair */
  function choose(text) {
    requestedText = text;
    events.onText?.(text ?? '');
    onTextChange();
    view.send();
  }

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    choose(getBox().value.trim() || null);
  }

  /** Returns to the watched pair. */
  function reset() {
    getBox().value = filledText;
    choose(null);
  }

  const view = createOwnInputView({
    predict,
    attributes,
    getInput: () => ({
      ...(requestedText === null
        ? { example: Number(parameters()['probeExample'] ?? 0) }
        : { source: requestedText }),
      ...options.extraValues?.(),
    }),
    followsExample: () => requestedText === null,
    onAnswer({ prediction, step }) {
      // A text that the reader is typing is not overwritten.
      if (requestedText === null && getBox().value === filledText)
        filledText = formatSource(prediction.attention.columnLabels);
      output = `${prediction.text || translate('(nothing)')}${formatVerdict(prediction)}`;
      onAnswer(prediction, step);
    },
    describe: ({ prediction }) => describeMisreading(prediction, columnLabels.length - 1),
    onError(error) {
      const isRetried = options.canRetry?.(error) ?? false;
      if (isRetried) view.send();
      return !isRetried;
    },
    template: (answer, status) => html`
      <div class="panel">
        <h2>${options.heading}</h2>
        <form class="panel-row" @submit=${submit}>
          <input type="text" aria-label=${label} maxlength=${maxLength} autocomplete="off" spellcheck="false" .value=${filledText} />
          <button class="button" type="submit">${action}</button>
          <button class="button" type="button" @click=${reset}>${translate('The watched pair')}</button>
        </form>
        <p class="panel-status" role="status">${status}</p>
        <p class="panel-note">${answer && options.formatStatus(answer.step)}</p>
        <p class="decoder-output">${answer && html`<b>${answer.prediction.text || translate('(nothing)')}</b>${formatVerdict(answer.prediction)}`}</p>
        ${options.template()}
      </div>
    `,
    disposables: options.disposables,
  });
  return { ...view, getOutput: () => output };
}

/**
 * Buttons for the previous and the next step, with the number of the current step between them.
 * @param {{ index: number, count: number, name: string, onStep: (index: number) => void }} options
 */
export function stepperTemplate({ index, count, name, onStep }) {
  /** @param {number} next @param {string} text */
  const button = (next, text) =>
    html`<button class="button" type="button" ?disabled=${next < 0 || next >= count} @click=${() => onStep(next)}>${text}</button>`;
  return html`
    <div class="decoder-turn">
      ${button(index - 1, translate('‹ Back'))} ${button(index + 1, translate('Next ›'))}
      <strong>${translate('Step {step} of {count}: {name}', { step: index + 1, count, name })}</strong>
    </div>
  `;
}

/** @param {Prediction} answer @returns {string} empty if the right text is unknown */
function formatVerdict({ correct, targetText }) {
  if (typeof targetText !== 'string') return '';
  return correct ? ' ✓' : ` ✗ ${translate('should be: {text}', { text: targetText })}`;
}
