/**
 * Paints images and the attention to them: pixels under a light whose brightness shows the weights, the weights as plain
 * cells, and outlines of true and of selected cells.
 */

import { getColor } from './palette.js';
import { paintPixels } from './pixels.js';

/** @typedef {{ x: number, y: number, size: number }} Square */
/** @typedef {{ x: number, y: number }} Place in cells, from the upper left corner */

/** Brightness of the image where the attention has no weight. */
const kUnlitBrightness = 0.5;
/** Share of white that is blended into the pixels with the largest weight, so that attention to a dark background is visible. */
const kWhiteBlend = 0.42;
/** Standard deviation of the Gaussian that blurs the weights, in cells. */
const kBellWidth = 0.6;
/** Outline colors on images, the same in every theme. */
const [kRim, kLine] = ['#14171c', '#ffffff'];

/**
 * Blurs the weights of cells by a Gaussian; the largest value is about the largest weight.
 * @param {ArrayLike<number>} weights [cells, cells]
 * @param {number} cells along a side
 * @param {number} size of the field, along a side
 * @param {Place} [shift] of the whole field
 * @returns {Float32Array} [size, size]
 */
export function blurWeights(weights, cells, size, shift = { x: 0, y: 0 }) {
  const [across, down] = [computeBellShares(cells, size, shift.x), computeBellShares(cells, size, shift.y)];
  const rows = new Float32Array(cells * size);
  for (let row = 0; row < cells; ++row)
    for (let x = 0; x < size; ++x)
      for (let column = 0; column < cells; ++column)
        rows[row * size + x] =
          (rows[row * size + x] ?? 0) +
          (weights[row * cells + column] ?? 0) * (across[column * size + x] ?? 0);
  const field = new Float32Array(size * size);
  for (let y = 0; y < size; ++y)
    for (let row = 0; row < cells; ++row) {
      const bell = down[row * size + y] ?? 0;
      for (let x = 0; x < size; ++x)
        field[y * size + x] = (field[y * size + x] ?? 0) + bell * (rows[row * size + x] ?? 0);
    }
  return field;
}

/**
 * The share of each cell's Gaussian at each position along one axis; without a shift, the shares at a position sum to 1.
 * @param {number} cells
 * @param {number} size
 * @param {number} shift
 * @returns {Float32Array} [cells, size]
 */
function computeBellShares(cells, size, shift) {
  const shares = new Float32Array(cells * size);
  /** @param {number} cell @param {number} i @param {number} by */
  const computeBell = (cell, i, by) =>
    Math.exp(-((((i + 0.5) * cells) / size - cell - 0.5 - by) ** 2) / (2 * kBellWidth ** 2));
  for (let i = 0; i < size; ++i) {
    let sum = 0;
    for (let cell = 0; cell < cells; ++cell) sum += computeBell(cell, i, 0);
    for (let cell = 0; cell < cells; ++cell) shares[cell * size + i] = computeBell(cell, i, shift) / sum;
  }
  return shares;
}

/**
 * Interpolates the light between the weights of two words: both move together while the first fades out and the second in.
 * @param {ArrayLike<number>} from [cells, cells]
 * @param {ArrayLike<number>} to
 * @param {number} part progress, 0 to 1
 * @param {number} cells
 * @param {number} size
 */
export function interpolateLight(from, to, part, cells, size) {
  if (part >= 1) return normalizeField(blurWeights(to, cells, size));
  const [start, end] = [computeCenter(from, cells), computeCenter(to, cells)];
  const way = { x: end.x - start.x, y: end.y - start.y };
  const going = normalizeField(blurWeights(from, cells, size, { x: part * way.x, y: part * way.y }));
  const coming = normalizeField(
    blurWeights(to, cells, size, { x: (part - 1) * way.x, y: (part - 1) * way.y }),
  );
  return going.map((light, i) => light + part * ((coming[i] ?? 0) - light));
}

/**
 * Cells with brightness proportional to their weight and sharp edges.
 * @param {ArrayLike<number>} weights [cells, cells]
 * @param {number} cells along a side
 * @param {number} size of the field, along a side
 */
export function computeCellLight(weights, cells, size) {
  const at = (/** @type {number} */ i) => Math.floor((i * cells) / size);
  return normalizeField(
    Float32Array.from(
      { length: size * size },
      (_, i) => weights[at(Math.floor(i / size)) * cells + at(i % size)] ?? 0,
    ),
  );
}

/** @param {Float32Array} field @returns {Float32Array} scaled so that the largest value is 1 */
function normalizeField(field) {
  const maximum = field.reduce((largest, light) => Math.max(largest, light), 0);
  return maximum > 0 ? field.map((light) => light / maximum) : field;
}

/** @param {ArrayLike<number>} weights @param {number} cells @returns {Place} center of mass */
function computeCenter(weights, cells) {
  let [x, y, sum] = [0, 0, 0];
  for (let i = 0; i < cells * cells; ++i) {
    const weight = weights[i] ?? 0;
    x += weight * (i % cells);
    y += weight * Math.floor(i / cells);
    sum += weight;
  }
  return sum > 0 ? { x: x / sum, y: y / sum } : { x: 0, y: 0 };
}

/**
 * Writes the pixels of an image, under a light if there is one.
 * @param {HTMLCanvasElement} canvas its size is an integer multiple of the image's
 * @param {ArrayLike<number>} picture [side, side, 3] from 0 to 1
 * @param {number} side
 * @param {Float32Array} [light] [size, size] from 0 to 1, in the size of the canvas
 */
export function writeImage(canvas, picture, side, light) {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return;
  const size = canvas.width;
  const image = context.createImageData(size, size);
  for (let i = 0; i < size * size; ++i) {
    const pixel =
      Math.floor((Math.floor(i / size) * side) / size) * side + Math.floor(((i % size) * side) / size);
    const bright = light?.[i] ?? 0;
    for (let channel = 0; channel < 3; ++channel) {
      const value = picture[3 * pixel + channel] ?? 0;
      const lit = value + kWhiteBlend * (1 - value);
      image.data[4 * i + channel] =
        255 * (light ? kUnlitBrightness * value + bright * (lit - kUnlitBrightness * value) : value);
    }
    image.data[4 * i + 3] = 255;
  }
  context.putImageData(image, 0, 0);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} size
 * @param {ArrayLike<number>} picture red, green and blue of each pixel
 * @param {number} [resolution]
 * @param {Float32Array} [light] of each pixel, `resolution` times as fine as the picture
 */
export function paintPicture(context, size, picture, resolution = 1, light) {
  const side = Math.round(Math.sqrt(picture.length / 3));
  paintPixels(context, size, size, (pixels) => {
    pixels.width = pixels.height = resolution * side;
    writeImage(pixels, picture, side, light);
  });
}

/**
 * Paints weights as cells without the image, on the fixed domain [0, 1].
 * @param {CanvasRenderingContext2D} context
 * @param {Square} square
 * @param {ArrayLike<number>} weights [cells, cells]
 * @param {number} cells
 * @param {import('./theme.js').Theme} theme
 */
export function paintCells(context, { x, y, size }, weights, cells, theme) {
  const cell = size / cells;
  const gap = Math.min(0.75, cell * 0.04);
  for (let i = 0; i < cells * cells; ++i) {
    context.fillStyle = getColor(weights[i] ?? 0, theme);
    context.fillRect(
      x + (i % cells) * cell + gap,
      y + Math.floor(i / cells) * cell + gap,
      cell - 2 * gap,
      cell - 2 * gap,
    );
  }
}

/**
 * Outlines a set of cells.
 * @param {CanvasRenderingContext2D} context
 * @param {Square} square
 * @param {(cell: number) => boolean} isIn
 * @param {number} cells
 * @param {number} line width
 * @param {number[]} [dashes]
 */
export function outlineCells(context, { x, y, size }, isIn, cells, line, dashes = []) {
  const cell = size / cells;
  /** @param {number} row @param {number} column */
  const has = (row, column) =>
    row >= 0 && column >= 0 && row < cells && column < cells && isIn(row * cells + column);
  context.beginPath();
  for (let row = 0; row < cells; ++row) {
    for (let column = 0; column < cells; ++column) {
      if (!has(row, column)) continue;
      const [left, top] = [x + column * cell, y + row * cell];
      /** @type {[boolean, number, number, number, number][]} */
      const edges = [
        [has(row - 1, column), left, top, left + cell, top],
        [has(row + 1, column), left, top + cell, left + cell, top + cell],
        [has(row, column - 1), left, top, left, top + cell],
        [has(row, column + 1), left + cell, top, left + cell, top + cell],
      ];
      for (const [inner, x1, y1, x2, y2] of edges) {
        if (inner) continue;
        context.moveTo(x1, y1);
        context.lineTo(x2, y2);
      }
    }
  }
  strokeTwice(context, line, dashes);
}

/**
 * Paints a dot for each selected cell; several in one cell are side by side.
 * @param {CanvasRenderingContext2D} context
 * @param {Square} square
 * @param {readonly number[]} selectedCells indices of cells, which may repeat; numbers outside the image are ignored
 * @param {number} cells
 */
export function paintSelectedCells(context, { x, y, size }, selectedCells, cells) {
  const cell = size / cells;
  const side = Math.ceil(Math.sqrt(selectedCells.length));
  selectedCells.forEach((at, i) => {
    if (!(at >= 0 && at < cells * cells)) return;
    const [column, row] = [(i % side) + 0.5, Math.floor(i / side) + 0.5];
    context.beginPath();
    context.arc(
      x + ((at % cells) + column / side) * cell,
      y + (Math.floor(at / cells) + row / side) * cell,
      (0.36 * cell) / side,
      0,
      2 * Math.PI,
    );
    context.fillStyle = kLine;
    context.fill();
    context.strokeStyle = kRim;
    context.lineWidth = 1;
    context.stroke();
  });
}

/**
 * Marks the selected cell with a ring.
 * @param {CanvasRenderingContext2D} context
 * @param {Square} square
 * @param {number} at
 * @param {number} cells
 * @param {number} line
 */
export function paintRing(context, { x, y, size }, at, cells, line) {
  const cell = size / cells;
  context.beginPath();
  const [centerX, centerY] = [x + ((at % cells) + 0.5) * cell, y + (Math.floor(at / cells) + 0.5) * cell];
  context.arc(centerX, centerY, 0.3 * cell, 0, 2 * Math.PI);
  strokeTwice(context, line);
}

/**
 * Strokes the path twice, in white on a dark rim, so that it is visible on every image.
 * @param {CanvasRenderingContext2D} context
 * @param {number} line
 * @param {number[]} [dashes]
 */
function strokeTwice(context, line, dashes = []) {
  context.lineCap = 'square';
  context.setLineDash(dashes);
  for (const [color, width] of /** @type {const} */ ([
    [kRim, 2.2 * line],
    [kLine, line],
  ])) {
    context.strokeStyle = color;
    context.lineWidth = width;
    context.stroke();
  }
  context.setLineDash([]);
}
