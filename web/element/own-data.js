/** The reader's own data: chosen, dropped or pasted, and a report of how the core read their lines. */

import { html } from 'lit';
import { translate, translateCount } from '../language/translate.js';
import { fileChoiceTemplate } from '../parts/file-choice.js';
import { formatCount, formatFixed } from '../parts/format.js';
import { kMaxLinkedDataBytes } from './features/own-data.js';
import { encodeContent, encodeDataField, removeProbeExample } from './page-data.js';

/** @import { DataSummary } from '../engine/shapes.js' */
/** @import { DataSchema } from '../engine/schema.js' */
/**
 * @typedef {object} OwnData
 * @property {string | Uint8Array} content
 * @property {string} name shown to the reader: the name or address of the file, or 'pasted text'
 * @property {boolean} [fetched] whether the page gave their address; such data are never put into a link
 * @property {boolean} [linked] whether they are part of the link
 */

/** The reader’s own data of one instrument. */
export class OwnDataController {
  #live;
  /** The data that the run learns from; null for the task's own. @type {OwnData | null} */
  own;
  /** Why the last data were rejected; '' if they were not. */
  error = '';
  isReading = false;

  /** @param {OwnData | null} own @param {import('./live.js').LiveInstrument} live */
  constructor(own, live) {
    this.own = own;
    this.#live = live;
  }

  /** The data as encoded in a link; undefined if the link does not contain them. */
  get linkField() {
    return this.own?.linked ? encodeDataField(encodeContent(this.own)) : undefined;
  }

  /** @param {boolean} linked whether the link contains the data */
  setLinked(linked) {
    if (this.own) this.own = { ...this.own, linked };
    this.#live.reportChange();
    this.#live.host.refresh();
  }

  useTaskData() {
    return this.load(null, 0);
  }

  /**
   * @param {File | string | null} source null to return to the task's own data
   * @param {number} maximumBytes
   */
  async load(source, maximumBytes) {
    if (this.isReading) return;
    const { host, liveRun, partAccess } = this.#live;
    this.isReading = true;
    this.error = '';
    host.refresh();
    try {
      const own = source === null ? null : await readOwnData(source, maximumBytes);
      if (partAccess.isLocked('data')) host.notify(translate('Own data are locked by this link.'));
      else await liveRun.replaceScope(removeProbeExample(liveRun.requestedConfiguration), own);
    } catch (error) {
      this.error = /** @type {Error} */ (error).message;
    }
    this.isReading = false;
    host.refresh();
  }
}

/**
 * @param {OwnDataController} controller
 * @param {DataSchema | undefined} schema undefined if the experiment takes no data; then nothing is shown
 * @param {DataSummary | undefined} summary of the run that is shown
 */
export function ownDataPanelTemplate(controller, schema, summary) {
  if (!schema) return null;
  const { own, error, isReading } = controller;
  /** @param {File | string | null} source null to return to the task's own data */
  const onData = (source) => controller.load(source, schema.maximumBytes);
  /** @param {DragEvent} event */
  const drop = (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData('text/plain');
    if (file) onData(file);
    else if (text) onData(text);
  };
  /** @param {Event} event */
  const paste = (event) => {
    const box = /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (event.target).closest('.own-data'));
    onData(/** @type {HTMLTextAreaElement} */ (box.querySelector('textarea')).value);
  };
  return html`
    <div class="own-data own-data-panel" @dragover=${allowDrop} @drop=${drop}>
        <p>${schema.label}: <span class="settings-note">${own ? own.name : translate('not in use')}</span></p>
        <p class="field-help" id="own-data-help">
          ${schema.help} ${translate(
            'At most {size}. What you give stays in this browser, unless you put it into the link.',
            { size: formatBytes(schema.maximumBytes) },
          )}
        </p>
        <details class="field-help">
          <summary>${translate('How text is read')}</summary>
          ${translate(
            'Text is read by the rules of Unicode 17.0 and composed (NFC). A word is a run of letters, marks and digits of any script, with apostrophes, middle dots and joiners inside. Blanks, punctuation and symbols separate words and are left out; capitals are folded (ß is ss) unless kept; a language model keeps all of these, because it writes them. Soft hyphens and other invisible characters are removed. A character is a grapheme cluster. Aligned pairs are split at spaces and tabs only, as aligners do.',
          )}
        </details>
        <p class="own-data-row">
          ${fileChoiceTemplate(translate('Choose a file'), '.txt,.tsv,.csv,text/*', onData)}
          <span class="settings-note">${translate('or drop one here, or paste text:')}</span>
        </p>
        <textarea rows="5" spellcheck="false" aria-label=${translate('Text to learn from')} aria-describedby="own-data-help"
          aria-invalid=${error !== ''}></textarea>
        <p class="own-data-row">
          <button class="button" type="button" @click=${paste}>${translate('Learn from this text')}</button>
          ${own ? html`<button class="button" type="button" @click=${() => onData(null)}>${translate('Back to the task’s own data')}</button>` : null}
          <span class="settings-note" role="status">${isReading ? translate('Reading') : ''}</span>
        </p>
        ${error ? html`<p class="field-error" role="alert">${error}</p>` : null}
        ${own && summary ? reportTemplate(summary) : null}
        ${own && summary ? linkTemplate(own, summary, (linked) => controller.setLinked(linked)) : null}
    </div>
  `;
}

/**
 * @param {OwnData} own
 * @param {DataSummary} summary
 * @param {(linked: boolean) => void} onLink
 */
function linkTemplate(own, { aligned, unit }, onLink) {
  if (own.fetched)
    return html`<p class="field-help">${translate('The page provides these data. A link to this run holds only its settings.')}</p>`;
  const bytes = encodeContent(own).length;
  const fits = bytes <= kMaxLinkedDataBytes;
  const places = { bytes: formatCount(bytes), most: formatBytes(kMaxLinkedDataBytes) };
  // Only running text has a unit, and only pairs have a number of aligned pairs.
  const label = unit
    ? translate('Put this text into the link ({bytes} bytes)', places)
    : aligned === undefined
      ? translate('Put these sentences into the link ({bytes} bytes)', places)
      : translate('Put these pairs into the link ({bytes} bytes)', places);
  const choose = (/** @type {Event} */ { target }) =>
    onLink(/** @type {HTMLInputElement} */ (target).checked);
  return html`
    <label class="own-data-link">
      <input type="checkbox" .checked=${own.linked ?? false} ?disabled=${!fits} @change=${choose} />${label}
    </label>
    <p class="field-help">${
      fits
        ? translate('Whoever has the link can then read them.')
        : translate(
            'A link holds at most {most}: give less, or let the page say where they are (data-src).',
            places,
          )
    }</p>
  `;
}

/** @param {DragEvent} event */
function allowDrop(event) {
  event.preventDefault();
}

/** @param {DataSummary} summary */
function reportTemplate(summary) {
  const { report, aligned, truncated = 0, context } = summary;
  const remarks = [
    ...(report?.rejected ?? []).map((remark) => ({ ...remark, refused: true })),
    ...(report?.notes ?? []).map((remark) => ({ ...remark, refused: false })),
  ];
  return html`
    <div class="own-data-report" role="status">
      <p>
        ${formatCounts(summary)}
        ${aligned === undefined ? '' : formatAligned(aligned)}
        ${truncated > 0 ? translateCount(truncated, { one: '{count} sentence is cut at the end.', other: '{count} sentences are cut at the end.' }, { count: formatCount(truncated) }) : ''}
        ${context ? translate('The model sees {context} tokens at once.', { context: formatCount(context) }) : ''}
      </p>
      ${
        remarks.length > 0
          ? html`<ul>${remarks.map((remark) => html`<li>${formatRemark(remark)}</li>`)}</ul>`
          : null
      }
    </div>
  `;
}

/** How many lines were read, and how they are used. @param {DataSummary} summary @returns {string} */
function formatCounts({ report, train, heldOut, vocabulary, unit }) {
  const taken = report?.accepted ?? train + heldOut;
  const counts = {
    taken: formatCount(taken),
    train: formatCount(train),
    heldOut: formatCount(heldOut),
    vocabulary: formatCount(vocabulary),
  };
  const lines = translateCount(taken, { one: '{taken} line taken', other: '{taken} lines taken' }, counts);
  if (!unit)
    return `${lines}: ${translate('{train} to learn from, {heldOut} for the test. {vocabulary} known words.', counts)}`;
  const ones = unit === 'words' ? translate('words and marks') : translate('characters');
  return `${lines}: ${translate('{train} {ones} to learn from, the last {heldOut} for the test. {vocabulary} different ones are known.', { ...counts, ones })}`;
}

/** @param {number} aligned pairs with an alignment @returns {string} */
function formatAligned(aligned) {
  if (aligned === 0)
    return translate(
      'No line has an alignment: the map has no outlines, and no number compares it with the truth.',
    );
  return translateCount(
    aligned,
    {
      one: 'The true alignment of {count} pair is given.',
      other: 'The true alignment of {count} pairs is given.',
    },
    { count: formatCount(aligned) },
  );
}

/** @param {{ refused: boolean, reason: string, count: number, firstLine: number }} remark @returns {string} */
function formatRemark({ refused, reason, count, firstLine }) {
  const places = { count: formatCount(count), reason: translate(reason), line: firstLine };
  const forms = refused
    ? {
        one: '{count} line refused: {reason} (line {line}).',
        other: '{count} lines refused: {reason} (first in line {line}).',
      }
    : {
        one: '{count} line: {reason} (line {line}).',
        other: '{count} lines: {reason} (first in line {line}).',
      };
  return translateCount(count, forms, places);
}

/**
 * Reads what the reader gave; a file that is too large is not read.
 * @param {File | string} source
 * @param {number} maximumBytes
 * @returns {Promise<OwnData>}
 * @throws {Error} with a message for the reader
 */
export async function readOwnData(source, maximumBytes) {
  if (typeof source === 'string') {
    if (source.trim() === '') throw new Error(translate('There is no text yet.'));
    return { content: source, name: translate('pasted text') };
  }
  const { name, size } = source;
  if (size > maximumBytes) {
    throw new Error(
      translate('{name} has {size}; at most {most} are read.', {
        name,
        size: formatBytes(size),
        most: formatBytes(maximumBytes),
      }),
    );
  }
  return { content: new Uint8Array(await source.arrayBuffer()), name };
}

/** @param {number} bytes @returns {string} '12 kB', '8.4 MB' */
function formatBytes(bytes) {
  return bytes < 1e6
    ? `${formatCount(Math.ceil(bytes / 1000))}\u00a0kB`
    : `${formatFixed(bytes / 1e6, 1)}\u00a0MB`;
}
