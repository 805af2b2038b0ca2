/**
 * The formula line by line, with the numbers of the chosen query. Consecutive lines over the same positions share one table, so
 * that a position can be followed from its score to its weight.
 * @module
 */

import { html } from 'lit';
import { live } from 'lit/directives/live.js';
import { mathTemplate } from '../element/math.js';
import { translate } from '../language/translate.js';
import { barsTemplate } from './bars.js';
import { placeText } from './inputs.js';
import { countsTokens } from './state.js';
import { cellTemplate, largestOf, rowTemplate, tableTemplate } from './table.js';
import { hasTitle, labelsOf, shownOf, titleOf, valueText } from './text.js';

/** @import { AttendExtendedResult as Attended } from '../engine/attend.js' */
/** @import { FormulaLine } from '../engine/schema.js' */
/** @import { Tensor } from '../engine/tensors.js' */
/** @import { Place } from './calculator.js' */
/** @import { State } from './state.js' */
/** @import { Shown } from './text.js' */

/**
 * @typedef {object} LinesOptions
 * @property {State} state
 * @property {Attended | null} result
 * @property {number} query
 * @property {number} head
 * @property {Place | null} place
 * @property {number | null} hot position under the pointer
 * @property {(place: Place) => void} onPlace
 * @property {(query: number) => void} onQuery
 * @property {(head: number) => void} onHead
 * @property {(position: number | null) => void} onHot
 */

/** @typedef {{ line: FormulaLine, shown: Shown, output: boolean }} Read */

/** A context with more features, as a glimpse of DRAW, has no bars. */
const kMostBars = 8;

/** @param {LinesOptions} options */
export function linesTemplate(options) {
  const { state, result, query, head } = options;
  if (!result) return null;
  const all = state.mechanism.lines.flatMap((line) => {
    const tensor = result[line.name] ?? result.steps?.[line.name];
    const output = result[line.name] !== undefined;
    return tensor ? [{ line, shown: shownOf(line, tensor, query, head), output }] : [];
  });
  /** @type {Read[][]} */
  const blocks = [];
  for (const read of all) {
    const last = blocks[blocks.length - 1];
    if (last && joins(last, read)) last.push(read);
    else blocks.push([read]);
  }
  const asks = state.mechanism.lines.some(({ shape }) => shape.split(' ').includes('T'));
  const weights = result['weights'];
  const heads = weights?.shape.length === 4 ? (weights.shape[1] ?? 1) : 1;
  return html`
    <section class="calc-lines" aria-label=${translate('The formula, line by line')}>
      ${asks ? choiceTemplate(translate('Query token'), state.tokens, query, options.onQuery) : null}
      ${heads > 1 ? choiceTemplate(translate('Head'), labelsOf(state, 'N', heads), head, options.onHead) : null}
      ${blocks.map((block) => (block[0]?.line.name === 'context' ? contextTemplate(block[0], options) : blockTemplate(block, options)))}
    </section>
  `;
}

/**
 * @param {Read[]} block
 * @param {Read} next
 * @returns {boolean} whether its numbers belong into the table of the block
 */
function joins(block, next) {
  if (next.line.name === 'context' || block[0]?.line.name === 'context') return false;
  const own = block.find(({ shown }) => shown.letters.length === 1);
  if (next.shown.letters.length === 0) return own !== undefined;
  return next.shown.letters.length === 1 && own?.shown.letters[0] === next.shown.letters[0];
}

/**
 * @param {string} legend
 * @param {readonly string[]} labels
 * @param {number} chosen
 * @param {(index: number) => void} onChoose
 */
function choiceTemplate(legend, labels, chosen, onChoose) {
  return html`
    <fieldset class="calc-queries">
      <legend>${legend}</legend>
      ${labels.map(
        (label, i) => html`
          <label class="bars-choice">
            <input type="radio" name=${legend} .checked=${live(i === chosen)} @change=${() => onChoose(i)} />
            <span>${label}</span>
          </label>
        `,
      )}
    </fieldset>
  `;
}

/** @param {Read[]} block @param {LinesOptions} options */
function blockTemplate(block, options) {
  const [first] = block;
  if (!first) return null;
  const [letter = '', second] = first.shown.letters;
  if (second !== undefined) return matrixTemplate(first, options);
  const columns = Math.max(...block.map(({ shown }) => shown.rows[0]?.length ?? 0));
  const positions = countsTokens(options.state.mechanism, letter);
  const rows = block.map(({ line, shown, output }) => {
    const row = shown.rows[0] ?? [];
    const whole = shown.letters.length === 0;
    const cells = row.map((value, column) =>
      cellTemplate(
        numberTemplate(line, output, value, shown.placeOf(0, column), options),
        value,
        largestOf(row),
        {
          name: whole ? 'whole' : positions && column === options.hot ? 'hot' : '',
          span: whole ? columns : undefined,
          onPoint: positions && !whole ? () => options.onHot(column) : undefined,
        },
      ),
    );
    const head = html`<span class="calc-line">${titleTemplate(line)}</span>`;
    return rowTemplate(head, cells, line.name === 'weights' ? 'final' : '');
  });
  const heads = letter === '' ? [''] : labelsOf(options.state, letter, columns);
  return tableTemplate(titleOf(first.line.name), null, heads, rows, () => options.onHot(null));
}

/** @param {Read} read @param {LinesOptions} options */
function matrixTemplate({ line, shown, output }, options) {
  const [rowLetter = '', columnLetter = ''] = shown.letters;
  const largest = largestOf(shown.rows.flat());
  const labels = labelsOf(options.state, rowLetter, shown.rows.length);
  const rows = shown.rows.map((row, i) =>
    rowTemplate(
      labels[i],
      row.map((value, column) =>
        cellTemplate(numberTemplate(line, output, value, shown.placeOf(i, column), options), value, largest),
      ),
    ),
  );
  const columns = labelsOf(options.state, columnLetter, shown.rows[0]?.length ?? 0);
  return tableTemplate(titleOf(line.name), titleTemplate(line), columns, rows);
}

/** @param {Read} read @param {LinesOptions} options */
function contextTemplate(read, options) {
  if (read.shown.letters.length > 1) return matrixTemplate(read, options);
  const { state, result, query, head } = options;
  if ((read.shown.rows[0]?.length ?? 0) > kMostBars) return blockTemplate([read], options);
  const shares = result?.steps?.['shares'];
  // Pooling has no query axis.
  const shape = `B ${shares?.shape[1] === 1 ? 1 : 'T'} S M`;
  return html`
    ${blockTemplate([read], options)}
    ${barsTemplate({
      context: read.shown.rows[0] ?? [],
      parts: shares ? shownOf({ ...read.line, shape }, shares, query, head).rows : null,
      labels: state.tokens,
      hot: options.hot,
      onHot: options.onHot,
    })}
  `;
}

/**
 * A number; for outputs a button that shows its derivatives.
 * @param {FormulaLine} line
 * @param {boolean} output
 * @param {number} value
 * @param {number[]} at
 * @param {LinesOptions} options
 */
function numberTemplate({ name }, output, value, at, { state, place, onPlace }) {
  if (!output) return html`<span class="num">${valueText(name, value)}</span>`;
  const chosen = place?.of === name && String(place.at) === String(at);
  return html`
    <button class="num" type="button" aria-pressed=${chosen}
      aria-label=${translate('{number}, derivatives of {place}', {
        number: valueText(name, value),
        place: placeText(state, { of: name, at }),
      })}
      @click=${() => onPlace({ of: name, at })}>${valueText(name, value)}</button>
  `;
}

/** @param {FormulaLine} line */
function titleTemplate(line) {
  if (!hasTitle(line.name)) return html`<span class="calc-title">${mathTemplate(line.math)}</span>`;
  return html`<span class="calc-title">${titleOf(line.name)}</span> ${mathTemplate(line.math)}`;
}
