/**
 * The formula line by line, with the numbers of the chosen query. Consecutive lines over the same positions share one table, so
 * that a position can be followed from its score to its weight.
 */

import { html } from 'lit';
import { live } from 'lit/directives/live.js';
import { mathTemplate } from '../instrument/math.js';
import { translate } from '../language/translate.js';
import { barsTemplate } from './bars.js';
import { formatTensorEntry } from './inputs.js';
import { isTokenAxis } from './state.js';
import { cellTemplate, findLargestMagnitude, rowTemplate, tableTemplate } from './table.js';
import { formatLineValue, getAxisLabels, getLineTitle, hasLineTitle, sliceTensor } from './text.js';

/** @import { AttendExtendedResult as Attended } from '../engine/attend.js' */
/** @import { FormulaLine } from '../engine/schema.js' */
/** @import { Tensor } from '../engine/tensors.js' */
/** @import { TensorEntry, State } from './state.js' */
/** @import { TensorSlice } from './text.js' */

/**
 * @typedef {object} LinesOptions
 * @property {State} state
 * @property {Attended | null} result
 * @property {number} query
 * @property {number} head
 * @property {TensorEntry | null} place
 * @property {number | null} hoveredPosition position under the pointer
 * @property {(place: TensorEntry) => void} onPlace
 * @property {(query: number) => void} onQuery
 * @property {(head: number) => void} onHead
 * @property {(position: number | null) => void} onHover
 */

/** @typedef {{ line: FormulaLine, slice: TensorSlice, output: boolean }} FormulaRow */

/** A context with more features than this, such as a glimpse of DRAW, is shown without bars. */
const kMaximumBars = 8;

/** @param {LinesOptions} options */
export function linesTemplate(options) {
  const { state, result, query, head } = options;
  if (!result) return null;
  const all = state.mechanism.lines.flatMap((line) => {
    const tensor = result[line.name] ?? result.steps?.[line.name];
    const output = result[line.name] !== undefined;
    return tensor ? [{ line, slice: sliceTensor(line, tensor, query, head), output }] : [];
  });
  /** @type {FormulaRow[][]} */
  const blocks = [];
  for (const read of all) {
    const last = blocks[blocks.length - 1];
    if (last && belongsToBlock(last, read)) last.push(read);
    else blocks.push([read]);
  }
  const hasQueries = state.mechanism.lines.some(({ shape }) => shape.split(' ').includes('T'));
  const weights = result['weights'];
  const heads = weights?.shape.length === 4 ? (weights.shape[1] ?? 1) : 1;
  return html`
    <section class="calc-lines" aria-label=${translate('The formula, line by line')}>
      ${hasQueries ? choiceTemplate(translate('Query token'), state.tokens, query, options.onQuery) : null}
      ${heads > 1 ? choiceTemplate(translate('Head'), getAxisLabels(state, 'N', heads), head, options.onHead) : null}
      ${blocks.map((block) => (block[0]?.line.name === 'context' ? contextTemplate(block[0], options) : blockTemplate(block, options)))}
    </section>
  `;
}

/**
 * @param {FormulaRow[]} block
 * @param {FormulaRow} next
 * @returns {boolean} whether the numbers of `next` belong in the table of the block
 */
function belongsToBlock(block, next) {
  if (next.line.name === 'context' || block[0]?.line.name === 'context') return false;
  const vectorRow = block.find(({ slice }) => slice.letters.length === 1);
  if (next.slice.letters.length === 0) return vectorRow !== undefined;
  return next.slice.letters.length === 1 && vectorRow?.slice.letters[0] === next.slice.letters[0];
}

/**
 * @param {string} legend
 * @param {readonly string[]} labels
 * @param {number} chosen
 * @param {(index: number) => void} onChoose
 */
export function choiceTemplate(legend, labels, chosen, onChoose) {
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

/** @param {FormulaRow[]} block @param {LinesOptions} options */
function blockTemplate(block, options) {
  const [first] = block;
  if (!first) return null;
  const [letter = '', second] = first.slice.letters;
  if (second !== undefined) return matrixTemplate(first, options);
  const columns = Math.max(...block.map(({ slice }) => slice.rows[0]?.length ?? 0));
  const isPositionAxis = isTokenAxis(options.state.mechanism, letter);
  const rows = block.map(({ line, slice, output }) => {
    const row = slice.rows[0] ?? [];
    const isScalar = slice.letters.length === 0;
    const cells = row.map((value, column) =>
      cellTemplate(
        numberTemplate(line, output, value, slice.getIndex(0, column), options),
        value,
        findLargestMagnitude(row),
        {
          name: isScalar ? 'whole' : isPositionAxis && column === options.hoveredPosition ? 'hovered' : '',
          span: isScalar ? columns : undefined,
          onPoint: isPositionAxis && !isScalar ? () => options.onHover(column) : undefined,
        },
      ),
    );
    const head = html`<span class="calc-line">${titleTemplate(line)}</span>`;
    return rowTemplate(head, cells, line.name === 'weights' ? 'final' : '');
  });
  const heads = letter === '' ? [''] : getAxisLabels(options.state, letter, columns);
  return tableTemplate(getLineTitle(first.line.name), null, heads, rows, () => options.onHover(null));
}

/** @param {FormulaRow} read @param {LinesOptions} options */
function matrixTemplate({ line, slice, output }, options) {
  const [rowLetter = '', columnLetter = ''] = slice.letters;
  const largest = findLargestMagnitude(slice.rows.flat());
  const labels = getAxisLabels(options.state, rowLetter, slice.rows.length);
  const rows = slice.rows.map((row, i) =>
    rowTemplate(
      labels[i],
      row.map((value, column) =>
        cellTemplate(numberTemplate(line, output, value, slice.getIndex(i, column), options), value, largest),
      ),
    ),
  );
  const columns = getAxisLabels(options.state, columnLetter, slice.rows[0]?.length ?? 0);
  return tableTemplate(getLineTitle(line.name), titleTemplate(line), columns, rows);
}

/** @param {FormulaRow} read @param {LinesOptions} options */
function contextTemplate(read, options) {
  if (read.slice.letters.length > 1) return matrixTemplate(read, options);
  const { state, result, query, head } = options;
  if ((read.slice.rows[0]?.length ?? 0) > kMaximumBars) return blockTemplate([read], options);
  const shares = result?.steps?.['shares'];
  // In pooling there are no queries, and their axis has length 1.
  const shape = `B ${shares?.shape[1] === 1 ? 1 : 'T'} S M`;
  return html`
    ${blockTemplate([read], options)}
    ${barsTemplate({
      context: read.slice.rows[0] ?? [],
      parts: shares ? sliceTensor({ ...read.line, shape }, shares, query, head).rows : null,
      labels: state.tokens,
      hoveredPosition: options.hoveredPosition,
      onHover: options.onHover,
    })}
  `;
}

/**
 * A number; an output is a button that shows the derivatives of the number.
 * @param {FormulaLine} line
 * @param {boolean} output
 * @param {number} value
 * @param {number[]} at
 * @param {LinesOptions} options
 */
function numberTemplate({ name }, output, value, at, { state, place, onPlace }) {
  if (!output) return html`<span class="num">${formatLineValue(name, value)}</span>`;
  const chosen = place?.of === name && String(place.at) === String(at);
  return html`
    <button class="num" type="button" aria-pressed=${chosen}
      aria-label=${translate('{number}, derivatives of {place}', {
        number: formatLineValue(name, value),
        place: formatTensorEntry(state, { of: name, at }),
      })}
      @click=${() => onPlace({ of: name, at })}>${formatLineValue(name, value)}</button>
  `;
}

/** @param {FormulaLine} line */
function titleTemplate(line) {
  if (!hasLineTitle(line.name)) return html`<span class="calc-title">${mathTemplate(line.math)}</span>`;
  return html`<span class="calc-title">${getLineTitle(line.name)}</span> ${mathTemplate(line.math)}`;
}
