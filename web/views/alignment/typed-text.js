/**
 * A text of the reader's own, or the watched pair, given to the model as it is now and again while it learns.
 * @module
 */

import { say, sayCount } from '../../language/say.js';
import { h } from '../../parts/dom.js';
import { formatCount, messageOf, quoted } from '../../parts/format.js';
import { throttle } from '../../parts/throttle.js';

/** @import { Prediction } from '../../engine/shapes.js' */

const kAskEveryMs = 1000;

/**
 * @param {object} options
 * @param {Pick<import('../../engine/shapes.js').ViewOptions, 'ask' | 'inputs' | 'parameters' | 'columnLabels'>} options.of
 * @param {string} options.label of the text box
 * @param {string} options.action on the button
 * @param {(step: string) => string} options.tell when and how the answer was found
 * @param {() => import('../../engine/shapes.js').Values} [options.asking] what else is asked
 * @param {() => void} options.onOther another text is wanted
 * @param {(answer: Prediction, step: number) => void} options.onAnswer
 * @param {(error: unknown) => boolean} [options.onError] whether it should be asked again
 */
export function createTypedText({
  of: { ask, inputs, parameters, columnLabels },
  label,
  action,
  tell,
  asking = () => ({}),
  onOther,
  onAnswer,
  onError = () => false,
}) {
  /** What is read: a text, or null for the watched pair. @type {string | null} */
  let wanted = null;
  /** What the text box was filled with. */
  let filled = '';
  let [step, readAt] = [0, Number.NaN];
  let [busy, stale, gone] = [false, false, false];

  const input = h('input', {
    type: 'text',
    'aria-label': label,
    maxlength: Number(inputs.find(({ type }) => type === 'text')?.maximum ?? 400),
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const told = h('p', { class: 'panel-told', role: 'status' });
  const when = h('p', { class: 'panel-note' });
  const said = h('p', { class: 'decoder-said' });
  const form = h(
    'form',
    {
      class: 'panel-row',
      onsubmit: (event) => {
        event.preventDefault();
        choose(input.value.trim() || null);
      },
    },
    input,
    h('button', { class: 'button', type: 'submit' }, action),
    h('button', { class: 'button', type: 'button', onclick: () => back() }, say('The watched pair')),
  );
  const again = throttle(() => read(), kAskEveryMs);

  function back() {
    input.value = filled;
    choose(null);
  }

  /** @param {string | null} text */
  function choose(text) {
    wanted = text;
    onOther();
    read();
  }

  async function read() {
    if (gone) return;
    stale = busy;
    if (busy) return;
    busy = true;
    const asked = wanted;
    const at = step;
    try {
      /** @type {import('../../engine/shapes.js').Values} */
      const what = asked === null ? { example: Number(parameters()['watched'] ?? 0) } : { source: asked };
      const answer = await ask({ ...what, ...asking() });
      if (!gone && asked === wanted) take(answer, at);
    } catch (error) {
      if (onError(error)) stale = true;
      else told.textContent = messageOf(error);
    }
    busy = false;
    if (stale || asked !== wanted) read();
  }

  /** @param {Prediction} answer @param {number} at */
  function take(answer, at) {
    readAt = at;
    const { unknown = [], cut = 0, text = '', targetText, attention } = answer;
    // What the reader is typing stays.
    if (wanted === null && input.value === filled)
      input.value = filled = textOf(sourceOf(attention.columnLabels));
    told.textContent = [
      unknown.length > 0 &&
        say('Never met in training: {words}. All unknown words are read as one and the same.', {
          words: unknown.map(quoted).join(', '),
        }),
      cut > 0 &&
        sayCount(
          cut,
          {
            one: '{count} token at the end was cut off: no source in training is longer than {most}.',
            other: '{count} tokens at the end were cut off: no source in training is longer than {most}.',
          },
          { count: formatCount(cut), most: columnLabels.length - 1 },
        ),
    ]
      .filter(Boolean)
      .join(' ');
    when.textContent = tell(formatCount(at));
    const wrong = typeof targetText === 'string' && targetText !== text;
    said.replaceChildren(
      h('b', {}, text || say('(nothing)')),
      wrong
        ? ` ✗ ${say('should be: {text}', { text: targetText })}`
        : typeof targetText === 'string'
          ? ' ✓'
          : '',
    );
    onAnswer(answer, at);
  }

  return {
    elements: [form, told, when, said],
    read,
    /** The model has learned on. @param {number} at step */
    update(at) {
      step = at;
      if (step !== readAt || wanted === null) again.call();
    },
    text: () => said.textContent ?? '',
    dispose() {
      gone = true;
      again.cancel();
    },
  };
}

/** @param {readonly string[]} labels of what is looked at @returns {readonly string[]} without what was written behind it */
function sourceOf(labels) {
  const start = labels.indexOf('<start>');
  return start < 0 ? labels : labels.slice(0, start + 1);
}

/**
 * @param {readonly string[]} tokens of a source, a mark last
 * @returns {string} the text that they were read from
 */
export function textOf(tokens) {
  const words = tokens.slice(0, -1);
  return words.every((word) => [...word].length === 1)
    ? words.join('').replaceAll('␣', ' ')
    : words.join(' ').replaceAll("' ", "'");
}
