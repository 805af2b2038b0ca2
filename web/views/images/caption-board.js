/** A grid of places on which the reader puts shapes: by click, by touch, or with the arrow keys and Enter. */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { indexChoiceTemplate } from '../../parts/choices.js';
import { createDropListener } from '../../parts/file-choice.js';
import { paintCanvas } from '../../parts/paint-canvas.js';
import { squareCells } from '../../parts/square-cells.js';
import { outlineCells, paintPicture } from '../../plots/image-attention-paint.js';

/** The vocabulary of the pictures, as in the captions. */
const kColors = ['red', 'green', 'blue', 'yellow'];
const kShapes = ['square', 'circle', 'triangle', 'cross'];

/** Number of places along a side of the board. */
const kPlacesPerSide = 3;

/** Objects by their place, such as 'red square'. @typedef {ReadonlyMap<number, string>} PlacedShapes */

/** @param {PlacedShapes} placed @returns {string} as input of the model: 'red square 0, blue circle 5' */
export const formatPlacedShapes = (placed) =>
  [...placed].map(([place, what]) => `${what} ${place}`).join(', ');

/** @param {string} text in the format of `formatPlacedShapes()` @returns {PlacedShapes} */
export const parsePlacedShapes = (text) =>
  new Map(
    [...text.matchAll(/(\w+ \w+) (\d)/g)].map(
      ([, what = '', place]) => /** @type {const} */ ([Number(place), what]),
    ),
  );

/**
 * @param {object} options
 * @param {(placed: PlacedShapes) => void} options.onChange
 * @param {(file: Blob) => void} options.onFile an image file was dropped on the board
 * @param {() => void} options.draw
 */
export function createCaptionBoard({ onChange, onFile, draw }) {
  const brush = { color: 'red', shape: 'square' };
  const drop = createDropListener(onFile);
  /** The place that is pointed at, −1 for none. */
  let pointedPlace = -1;

  /** @param {string} label @param {'color' | 'shape'} part @param {readonly string[]} names */
  const choice = (label, part, names) =>
    indexChoiceTemplate(label, names, names.indexOf(brush[part]), (index) => {
      brush[part] = names[index] ?? '';
    });

  /** Puts the chosen shape on a place, or removes it if it is there. @param {PlacedShapes} before @param {number} place @param {string} key */
  function edit(before, place, key) {
    const what = `${brush.color} ${brush.shape}`;
    const placed = new Map(before);
    if (key === 'Backspace' || key === 'Delete' || placed.get(place) === what) placed.delete(place);
    else placed.set(place, what);
    onChange(placed);
  }

  /** @param {PlacedShapes} placed @param {ArrayLike<number> | undefined} picture of the shapes; undefined until the model has answered */
  return (placed, picture) => html`
    <div class="caption-palette" @dragover=${drop} @drop=${drop}>
      <div class="caption-row">${choice(translate('Color'), 'color', kColors)} ${choice(translate('Shape'), 'shape', kShapes)}</div>
      <div class="caption-scene caption-board" .style=${`--caption-cells: ${kPlacesPerSide}`}>
        <canvas aria-hidden="true" ${paintCanvas(({ context, width }) => paint(context, width, picture, pointedPlace))}></canvas>
        ${squareCells({
          side: kPlacesPerSide,
          label: translate('Places of the picture'),
          describe: (place) =>
            translate('place {row}, {column}: {what}', {
              row: Math.floor(place / kPlacesPerSide) + 1,
              column: (place % kPlacesPerSide) + 1,
              what: placed.get(place) ?? translate('empty'),
            }),
          onPoint(place) {
            pointedPlace = place;
            draw();
          },
          onPress: (place, key) => edit(placed, place, key),
        })}
      </div>
    </div>
  `;
}

/** @param {CanvasRenderingContext2D} context @param {number} size @param {ArrayLike<number> | undefined} picture @param {number} pointedPlace */
function paint(context, size, picture, pointedPlace) {
  const square = { x: 0, y: 0, size };
  if (picture) paintPicture(context, size, picture);
  context.globalAlpha = 0.35;
  for (let place = 0; place < kPlacesPerSide ** 2; ++place)
    outlineCells(context, square, (i) => i === place, kPlacesPerSide, 0.75);
  context.globalAlpha = 1;
  outlineCells(context, square, (i) => i === pointedPlace, kPlacesPerSide, 1.5, [4, 4]);
}
