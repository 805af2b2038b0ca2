/**
 * A picture that the reader makes of a glyph and dots, with the path of the network's glimpses. The path is computed again while
 * the network learns.
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { buttonTemplate } from '../../parts/button.js';
import { choices } from '../../parts/choices.js';
import { disclosureTable } from '../../parts/disclosure-table.js';
import { createOwnInputView, formatStepStatus } from '../../parts/own-input-view.js';
import { createGlimpseData, readSizes } from './glimpse-data.js';
import { createGlimpsePlayer } from './glimpse-player.js';
import { glimpseStyles } from './glimpse-styles.js';
import { createGlimpseTable, getGlyphName } from './glimpse-text.js';

export const styles = glimpseStyles;

/** @import { Prediction } from '../../engine/shapes.js' */
/** @import { View, ViewOptions } from '../../engine/view-types.js' */
/** @import { Cell } from '../../parts/cell-cursor.js' */

const kDot = 'dot';

/** The placed glyph and dots. @typedef {{ glyph: string, at: Cell, dots: readonly Cell[] }} PlacedGlyph */

/** @param {PlacedGlyph} placed @returns {{ glyph: string, dots: string }} as input of the network */
export function formatPlacedGlyph({ glyph, at, dots }) {
  return {
    glyph: glyph && `${glyph} ${at.row} ${at.column}`,
    dots: dots.map(({ row, column }) => `${row} ${column}`).join(', '),
  };
}

/** @param {string} glyph @param {string} dots as in a prediction @returns {PlacedGlyph} */
export function parsePlacedGlyph(glyph, dots) {
  const [name = '', row = 0, column = 0] = glyph.split(' ');
  const cells = [...dots.matchAll(/(\d+) (\d+)/g)].map(([, r, c]) => ({ row: Number(r), column: Number(c) }));
  return { glyph: name, at: { row: Number(row), column: Number(column) }, dots: cells };
}

/**
 * Puts the middle of a glyph, or a dot, on a pixel, or removes what is there.
 * @param {PlacedGlyph} placed
 * @param {string} what a glyph, or 'dot'
 * @param {Cell} cell
 * @param {boolean} erase
 * @param {{ side: number, glyphSide: number }} sizes
 * @returns {PlacedGlyph}
 */
export function editPlacedGlyph(placed, what, cell, erase, { side, glyphSide }) {
  const { row, column } = cell;
  const others = placed.dots.filter((dot) => dot.row !== row || dot.column !== column);
  const hasDot = others.length < placed.dots.length;
  if (erase) {
    /** @param {number} at @param {number} from */
    const within = (at, from) => at >= from && at < from + glyphSide;
    const onGlyph = !hasDot && within(row, placed.at.row) && within(column, placed.at.column);
    return { ...placed, dots: others, ...(onGlyph && { glyph: '' }) };
  }
  if (what === kDot) return { ...placed, dots: hasDot ? others : [...placed.dots, cell] };
  /** @param {number} at */
  const corner = (at) => Math.min(side - glyphSide, Math.max(0, at - Math.floor(glyphSide / 2)));
  return { ...placed, glyph: what, at: { row: corner(row), column: corner(column) } };
}

/** @param {ViewOptions} options @returns {View} */
export function createView(options) {
  const { manifest, parameters, predict, rowLabels } = options;
  const sizes = readSizes(manifest.details, parameters());
  let brush = sizes.names[0] ?? kDot;
  /** @type {PlacedGlyph} */
  let placed = parsePlacedGlyph('', '');
  /** Index of an example that is predicted until the reader has changed the picture; then 0. */
  let example = 1;
  /** Index of the example whose dots were copied last. */
  let dotsExample = 1;
  const glimpses = createGlimpsePlayer({
    sizes,
    count: rowLabels.length,
    draw: () => view.draw(),
    onEdit: (cell, isErased) => setPlaced(editPlacedGlyph(placed, brush, cell, isErased, sizes)),
  });

  /** @param {PlacedGlyph} next */
  function setPlaced(next) {
    placed = next;
    example = 0;
    view.send();
  }

  /** Replaces the dots by those of the next picture of the task. */
  async function scatterDots() {
    dotsExample = (dotsExample + 1) % (manifest.heldOut ?? 1);
    const { dots } = readFields(await predict({ example: dotsExample }));
    setPlaced({ ...placed, dots: parsePlacedGlyph('', dots).dots });
  }

  const glyphs = sizes.names.map((name, glyph) => [name, getGlyphName(sizes, glyph)]);
  const brushes = { ...Object.fromEntries(glyphs), [kDot]: translate('dot') };

  const view = createOwnInputView({
    predict,
    attributes: { class: 'bars glimpse-own', 'aria-label': translate('Your own picture') },
    getInput: () => (example > 0 ? { example } : formatPlacedGlyph(placed)),
    onAnswer({ prediction }) {
      const { glyph, dots } = readFields(prediction);
      placed = parsePlacedGlyph(glyph, dots);
    },
    describe: ({ step }) => describePlacedGlyph(placed, step, Number(parameters()['dots'])),
    template(answer, status, throttled) {
      const snapshot = answer && createGlimpseData(answer.prediction, answer.step, sizes.names);
      return html`
        <p class="panel-note">${translate('Choose a glyph or a dot, then click or tap a place for it. A dot that is already there is removed.')}</p>
        <div class="panel-row">
          ${choices(translate('What to put'), brushes, brush, (value) => {
            brush = value;
          })}
          ${buttonTemplate(translate('Strew dots'), () => view.attempt(scatterDots))}
          ${buttonTemplate(translate('No dots'), () => setPlaced({ ...placed, dots: [] }))}
          ${buttonTemplate(translate('No glyph'), () => setPlaced({ ...placed, glyph: '' }))}
        </div>
        ${glimpses.readout(snapshot)}
        <p class="panel-status" role="status">${status}</p>
        ${glimpses.template(snapshot, translate('Your picture. The arrow keys move, Enter puts what is chosen, Backspace takes it away.'))}
        ${throttled(() => disclosureTable(translate('Glimpses as a table'), snapshot && (() => createGlimpseTable(snapshot, sizes))))}
      `;
    },
    disposables: [glimpses.player],
  });
  view.send();
  return view;
}

/** The fields that this experiment adds to a prediction. @param {Prediction} prediction @returns {{ glyph: string, dots: string }} */
const readFields = (prediction) => /** @type {any} */ (prediction);

/** @param {PlacedGlyph} placed @param {number} step @param {number} maximum dots of a picture in training */
const describePlacedGlyph = ({ glyph, dots }, step, maximum) => [
  formatStepStatus(step),
  glyph === '' &&
    translate('A picture without a glyph never occurs in training: the network names one all the same.'),
  dots.length > maximum && translate('In training no picture has more than {most} dots.', { most: maximum }),
];
