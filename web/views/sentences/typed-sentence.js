/** A sentence that the reader types. Both models predict it at once, and again while they learn. */

import { html } from 'lit';
import { translate, translateCount } from '../../language/translate.js';
import { cellGrid } from '../../parts/cell-grid.js';
import { disclosureTable, exactNumberTemplate } from '../../parts/disclosure-table.js';
import { formatCount, formatShare } from '../../parts/format.js';
import { formatStepStatus } from '../../parts/own-input-view.js';
import { createTypedSentenceData } from './sentence-data.js';
import { sentenceRowTemplate } from './sentence-line.js';
import { createSentenceRequest } from './sentence-request.js';

/** @import { ViewOptions } from '../../engine/view-types.js' */
/** @import { Cell } from '../../parts/cell-cursor.js' */
/** @import { ThrottledPart } from '../../parts/view.js' */
/** @import { createHeldSentence } from './held-sentence.js' */
/** @import { SentenceData } from './sentence-data.js' */

const kExample = 'the screen is great but the battery is not good';

/**
 * @param {object} options
 * @param {ViewOptions} options.of
 * @param {readonly string[]} options.names of the models
 * @param {() => void} options.draw called when there is another answer
 * @param {(cell: Cell | null) => void} options.onPoint
 * @param {ReturnType<typeof createHeldSentence>} options.held
 */
export function createTypedSentence({ of, names, draw, onPoint, held }) {
  let status = '';
  /** @type {SentenceData | null} */
  let sentence = null;
  /** @type {readonly string[]} */
  let unknown = [];
  const request = createSentenceRequest(of, {
    text: getExample(of),
    onAnswer(answer, step) {
      unknown = answer.unknownWords ?? [];
      const before = sentence?.words.join(' ');
      sentence = createTypedSentenceData(answer, names.length, of.columnLabels.length);
      // Weights that are held belong to the words of the sentence before.
      if (held.holding.isHeld(-1, {}) && sentence.words.join(' ') !== before) held.holding.releaseAll();
      status = describeStatus(unknown, answer.truncatedWords ?? 0, step);
      draw();
    },
    onError(message) {
      status = message;
      draw();
    },
  });
  const label = translate('Your own sentence');

  return {
    getSentence: () => sentence,
    /** @param {string} selected @param {ThrottledPart} throttled */
    template: (selected, throttled) => html`
      ${request.form}
      <section class="panel" data-figure="own" aria-label=${label} ?hidden=${status === ''}>
        <h2>${label}</h2>
        <div class="sentence-own">${
          sentence &&
          cellGrid({
            key: JSON.stringify([sentence.words, unknown]),
            label: translate('Your sentence, word by word'),
            content: sentenceRowTemplate(held.apply(sentence, -1), { names, selected, unknown }),
            onPoint,
            onHold: (_, column, gesture) => held.holding.hold(-1, column, gesture),
          })
        }</div>
        <p class="panel-status" role="status">${status}</p>
        <div ?hidden=${!sentence}>${throttled(() => disclosureTable(translate('Weights of your sentence as a table'), sentence && createTableText(sentence, names)))}</div>
      </section>
    `,
    update: request.update,
    dispose: request.dispose,
  };
}

/** An example sentence whose words the models know. @param {ViewOptions} options */
const getExample = ({ manifest }) =>
  manifest?.data?.source === 'own' ? (manifest.cellLabels?.[0] ?? []).join(' ') : kExample;

/** @param {SentenceData} sentence @param {readonly string[]} names of the models */
const createTableText =
  ({ words, padding, shares, verdicts }, names) =>
  () => ({
    caption: translate('weights of the words'),
    head: [translate('word'), ...names],
    rows: [
      ...[...words, ...(padding > 0 ? [translate('padding')] : [])].map((word, i) => [
        word,
        ...shares.map((of) => exactNumberTemplate(of[i] ?? Number.NaN, formatShare)),
      ]),
      [
        translate('P(positive)'),
        ...verdicts.slice(0, names.length).map((p) => exactNumberTemplate(p, formatShare)),
      ],
    ],
  });

/** @param {readonly string[]} unknown words @param {number} cut words at the end @param {number} step */
function describeStatus(unknown, cut, step) {
  const words = unknown.map((text) => translate('“{text}”', { text })).join(', ');
  return [
    unknown.length > 0 && translate('Never met in training: {words}.', { words }),
    cut > 0 &&
      translateCount(
        cut,
        { one: '{count} word at the end was cut off.', other: '{count} words at the end were cut off.' },
        { count: formatCount(cut) },
      ),
    formatStepStatus(step),
  ]
    .filter(Boolean)
    .join(' ');
}
