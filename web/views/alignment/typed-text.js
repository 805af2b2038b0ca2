/**
 * A text of the reader's own, or the watched pair, which the model predicts now and again while it learns.
 * @module
 */

import { translate, translateCount } from '../../language/translate.js';
import { h } from '../../parts/dom.js';
import { formatCount, getErrorMessage, quoteToken } from '../../parts/format.js';
import { createPredictionRequest } from '../../parts/prediction-request.js';

/** @import { Prediction, Values, ViewOptions } from '../../engine/shapes.js' */

/**
 * @param {object} options
 * @param {Pick<ViewOptions, 'predict' | 'schema' | 'parameters' | 'columnLabels'>} options.of
 * @param {string} options.label of the text box
 * @param {string} options.action on the button
 * @param {(step: string) => string} options.formatStatus when and how the answer was found
 * @param {() => Values} [options.extraValues] further values of the request
 * @param {() => void} options.onTextChange another text is chosen
 * @param {(answer: Prediction, step: number) => void} options.onAnswer
 * @param {(error: unknown) => boolean} [options.onError] returns whether to ask again
 */
export function createTypedText({
  of: { predict, schema, parameters, columnLabels },
  label,
  action,
  formatStatus,
  extraValues = () => ({}),
  onTextChange,
  onAnswer,
  onError = () => false,
}) {
  /** What is read: a text, or null for the watched pair. @type {string | null} */
  let requestedText = null;

  const status = h('p', { class: 'panel-status', role: 'status' });
  const when = h('p', { class: 'panel-note' });
  const output = h('p', { class: 'decoder-output' });
  const maxLength = Number(schema.inputs.find(({ type }) => type === 'text')?.maximum ?? 400);
  const form = createTextForm({ label, action, most: maxLength, onChoose: choose });
  const inquiry = createPredictionRequest({
    predict,
    getInput: () => ({
      ...(requestedText === null
        ? { example: Number(parameters()['probeExample'] ?? 0) }
        : { source: requestedText }),
      ...extraValues(),
    }),
    onAnswer: showAnswer,
    onError: (error) => {
      const again = onError(error);
      if (!again) status.textContent = getErrorMessage(error);
      return again;
    },
  });

  /** @param {string | null} text */
  function choose(text) {
    requestedText = text;
    onTextChange();
    inquiry.sendInput();
  }

  /** @param {Prediction} answer @param {number} at */
  function showAnswer(answer, at) {
    const { text = '', targetText, correct } = answer;
    if (requestedText === null) form.fill(joinTokens(selectSource(answer.attention.columnLabels)));
    status.textContent = misreadingText(answer, columnLabels.length - 1);
    when.textContent = formatStatus(formatCount(at));
    output.replaceChildren(h('b', {}, text || translate('(nothing)')), verdictText(correct, targetText));
    onAnswer(answer, at);
  }

  return {
    elements: [form.element, status, when, output],
    predict: inquiry.sendInput,
    /** The model has been trained further. @param {number} at step */
    update: (at) => inquiry.update(at, requestedText === null),
    text: () => output.textContent ?? '',
    dispose: inquiry.dispose,
  };
}

/**
 * A text box for a text of the reader's own, and a button back to the watched pair.
 * @param {object} options
 * @param {string} options.label of the text box
 * @param {string} options.action on the button
 * @param {number} options.most characters
 * @param {(text: string | null) => void} options.onChoose null: the watched pair
 */
function createTextForm({ label, action, most, onChoose }) {
  /** What the text box was filled with. */
  let filledText = '';
  const input = h('input', {
    type: 'text',
    'aria-label': label,
    maxlength: most,
    autocomplete: 'off',
    spellcheck: 'false',
  });

  function reset() {
    input.value = filledText;
    onChoose(null);
  }

  const element = h(
    'form',
    {
      class: 'panel-row',
      onsubmit: (event) => {
        event.preventDefault();
        onChoose(input.value.trim() || null);
      },
    },
    input,
    h('button', { class: 'button', type: 'submit' }, action),
    h('button', { class: 'button', type: 'button', onclick: reset }, translate('The watched pair')),
  );
  return {
    element,
    /** Keeps what the reader is typing. @param {string} text */
    fill(text) {
      if (input.value === filledText) input.value = filledText = text;
    },
  };
}

/**
 * Reports what the model could not read as typed.
 * @param {Prediction} answer
 * @param {number} most tokens of a source
 * @returns {string}
 */
const misreadingText = ({ unknownWords = [], truncatedWords = 0 }, most) =>
  [
    unknownWords.length > 0 &&
      translate('Never met in training: {words}. All unknown words are read as one and the same.', {
        words: unknownWords.map(quoteToken).join(', '),
      }),
    truncatedWords > 0 &&
      translateCount(
        truncatedWords,
        {
          one: '{count} token at the end was cut off: no source in training is longer than {most}.',
          other: '{count} tokens at the end were cut off: no source in training is longer than {most}.',
        },
        { count: formatCount(truncatedWords), most },
      ),
  ]
    .filter(Boolean)
    .join(' ');

/** @param {boolean | undefined} right @param {string} [expectedText] undefined if it is unknown */
function verdictText(right, expectedText) {
  if (typeof expectedText !== 'string') return '';
  return right ? ' ✓' : ` ✗ ${translate('should be: {text}', { text: expectedText })}`;
}

/** @param {readonly string[]} labels of what is looked at @returns {readonly string[]} without the tokens that were written after it */
function selectSource(labels) {
  const start = labels.indexOf('<start>');
  return start < 0 ? labels : labels.slice(0, start + 1);
}

/**
 * @param {readonly string[]} tokens of a source, a mark last
 * @returns {string} the text that they were read from
 */
export function joinTokens(tokens) {
  const words = tokens.slice(0, -1);
  return words.every((word) => [...word].length === 1)
    ? words.join('').replaceAll('␣', ' ')
    : words.join(' ').replaceAll("' ", "'");
}
