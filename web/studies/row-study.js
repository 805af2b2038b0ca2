/**
 * A panel about one row of weights, or about all rows. The reader chooses example, map, head and row; the panel asks the core then
 * and during training, and ignores answers about a row that is no longer chosen.
 */

import { html } from 'lit';
import { translate } from '../language/translate.js';
import { translateRowLabel } from '../language/translate-schema.js';
import { mapChoiceTemplate } from '../parts/choices.js';
import { getErrorMessage } from '../parts/format.js';
import { createRequestStarter } from '../parts/latest-request.js';
import { selectTemplate } from '../parts/select.js';
import { throttle } from '../parts/throttle.js';
import { createTemplateView } from '../parts/view.js';
import { getWatchedExample } from '../parts/watched-example.js';

/** @import { AttentionMap, Value } from '../engine/shapes.js' */
/** @import { View, ViewOptions } from '../engine/view-types.js' */
/**
 * @template Answer
 * @typedef {object} RowStudy
 * @property {View & { draw: () => void }} view
 * @property {ReturnType<typeof createRowChoice>} choice
 * @property {Answer | null} answer
 * @property {string} [status] the error of the last request, if there was one
 * @property {() => boolean} isChosen tells whether the row is still chosen
 */

/**
 * Creates the panel; `template` shows the answer in it.
 * @template Answer
 * @param {ViewOptions} of the run
 * @param {object} options
 * @param {string} options.title
 * @param {string} options.className
 * @param {boolean} [options.hasRows] whether one row is chosen; else all rows
 * @param {number} options.refreshMs during training the request is repeated at this interval
 * @param {(map: AttentionMap, values: Float32Array, request: Record<string, Value>) => Answer | Promise<Answer>} options.ask returns what the panel shows about the chosen row with these `values`
 * @param {(study: RowStudy<Answer>) => void} options.onChoose called when another row is chosen
 * @param {() => void} [options.onFirstAnswer] called when an answer is shown for the first time
 * @param {(study: RowStudy<Answer>) => unknown} options.template what stands below the title
 * @param {() => string} [options.summary]
 */
export function createRowStudy(of, { title, className, hasRows, refreshMs, ask, template, ...options }) {
  const startChoice = createRequestStarter();
  let step = -1;

  async function show() {
    const { isChosen } = study;
    if (!view.element.isConnected) return;
    const isFirst = !study.answer;
    try {
      const map = await of.run.getAttention(choice.getMapRequest());
      if (!isChosen()) return;
      const answer = await ask(map, choice.listRows(map), choice.createRequest());
      if (isChosen()) Object.assign(study, { answer, status: '' });
    } catch (error) {
      if (isChosen()) Object.assign(study, { answer: null, status: getErrorMessage(error) });
    }
    view.draw();
    if (isFirst && study.answer) options.onFirstAnswer?.();
  }

  const refresh = throttle(show, refreshMs);
  const choice = createRowChoice({
    of,
    hasRows,
    onChoose() {
      step = -1;
      study.isChosen = startChoice();
      options.onChoose(study);
      view.draw();
      show();
    },
  });
  const study = /** @type {RowStudy<Answer>} */ ({ choice, answer: null, isChosen: startChoice() });
  const view = createTemplateView({
    attributes: { class: className, 'aria-label': title },
    wide: true,
    template: () => html`<h2>${title}</h2>${template(study)}`,
    summary: options.summary ?? (() => ''),
    update(frame) {
      choice.followWatched();
      if (frame.step === step && study.answer) return;
      step = frame.step;
      if (view.element.isConnected) refresh.call();
    },
    disposables: [{ dispose: startChoice }, { dispose: refresh.cancel }],
  });
  study.view = view;
  return study;
}

/**
 * The choice of one row of weights: the example, the map, the head if there are several, and the row.
 * @param {object} options
 * @param {Pick<ViewOptions, 'maps' | 'axes' | 'manifest' | 'parameters'>} options.of
 * @param {() => void} options.onChoose another row is chosen
 * @param {boolean} [options.hasRows] whether one row of one head is chosen; else all rows, of one head or of all
 */
function createRowChoice({ of, onChoose, hasRows = true }) {
  const { maps, axes, manifest } = of;
  /** Index of the first head that can be chosen; −1 stands for all heads together. */
  const first = hasRows ? 0 : -1;
  const state = {
    example: getWatchedExample(of),
    map: manifest.truthMap ?? maps[0]?.name ?? '',
    head: first,
    row: 0,
  };
  /** Whether the reader has chosen an example here. */
  let isChosen = false;
  /** Number of layers, and of heads in each layer; 0 for a map without heads. */
  let [layers, headCount] = [0, 0];
  /** Labels of the rows; empty where there is only one. @type {readonly string[]} */
  let rows = [];

  /** @param {Partial<typeof state>} change */
  function choose(change) {
    Object.assign(state, change, 'row' in change || 'head' in change ? {} : { row: 0 });
    onChoose();
  }

  /** @param {Event} event */
  function chooseExample({ target }) {
    const { value } = /** @type {HTMLInputElement} */ (target);
    isChosen = true;
    choose({ example: Math.max(1, Math.trunc(Number(value) || 1)) - 1 });
  }

  return {
    template: () => html`
      <div class="panel-row">
        <label class="explain-field">${translate('example')}
          <input type="number" min="1" max=${manifest.heldOut ?? 1000} .value=${String(state.example + 1)} @change=${chooseExample} />
        </label>
        ${headCount > 0 ? select(translate('head'), listHeads(layers, headCount, first), state.head - first, (index) => choose({ head: index + first })) : null}
        ${rows.length > 0 ? select(headCount > 0 ? translate('query') : axes[0], rows, state.row, (row) => choose({ row })) : null}
        ${mapChoiceTemplate(translate('Map'), maps, state.map, (map) => choose({ map }))}
      </div>
    `,
    /** @returns {string} label of the row, or of the example */
    getName: () => rows[state.row] ?? `${translate('example')} ${state.example + 1}`,
    /** The chosen example and map, as a request for the map. */
    getMapRequest: () => ({ example: state.example, map: state.map }),
    /** Returns the choice as a request for a test. */
    createRequest() {
      const { head, row, ...whose } = state;
      const one = headCount > 0 &&
        head >= 0 && { layer: Math.floor(head / headCount), head: head % headCount };
      return { ...whose, ...one, ...(rows.length > 0 && { row }) };
    },
    /** Follows the example that is watched in the map, until the reader has chosen one. */
    followWatched() {
      const example = getWatchedExample(of);
      if (!isChosen && example !== state.example) choose({ example });
    },
    /** Lists the rows and heads of a map. @param {AttentionMap} map @returns {Float32Array} the weights of the chosen row */
    listRows({ rowLabels, columnLabels, shape, weights }) {
      rows =
        hasRows && rowLabels.length > 1
          ? rowLabels.map((label, i) => `${i + 1}: ${translateRowLabel(label)}`)
          : [];
      // [layers, heads, rows, columns] where there are heads
      layers = shape.at(-4) ?? 0;
      headCount = layers ? (shape[1] ?? 0) : 0;
      const start = (state.head * rowLabels.length + state.row) * columnLabels.length;
      return weights.slice(start, start + columnLabels.length);
    },
  };
}

/** @param {string | undefined} label @param {readonly string[]} options @param {number} selected @param {(index: number) => void} onChoose */
const select = (label, options, selected, onChoose) => html`
  <label class="explain-field">${label}
    ${selectTemplate({
      choices: options.map((text) => ({ value: text, label: text })),
      selected: options[selected],
      onChoose: (_, index) => onChoose(index),
    })}
  </label>
`;

/** @param {number} layers @param {number} count of heads in each @param {number} first −1: all heads together */
const listHeads = (layers, count, first) =>
  Array.from({ length: layers * count - first }, (_, i) => {
    const head = i + first;
    if (head < 0) return translate('all heads');
    return translate('layer {layer}, head {head}', {
      layer: Math.floor(head / count) + 1,
      head: (head % count) + 1,
    });
  });
