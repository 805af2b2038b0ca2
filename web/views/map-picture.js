/**
 * A map as a picture to take along: laid out once, then written as SVG or painted on a canvas. Also as a table of numbers.
 * Always on white, so that it prints.
 * @module
 */

import { say } from '../language/say.js';
import { csvField } from './csv.js';
import { colourOf } from './palette.js';

/**
 * @typedef {object} SavedMap
 * @property {string} name
 * @property {readonly number[]} shape rows and columns, perhaps after layers and heads
 * @property {Float32Array} weights
 * @property {Float32Array} [scores]
 * @property {Float32Array} [truth]
 * @property {readonly string[]} rowLabels
 * @property {readonly string[]} columnLabels
 * @property {readonly (readonly string[])[]} [cellLabels] words of each row, where they differ
 */

/** @typedef {{ x: number, y: number, width: number, height: number, fill: string, stroke?: string }} Box */
/** @typedef {{ x: number, y: number, text: string, size: number, fill: string, anchor: 'start' | 'middle' | 'end', upright?: boolean }} Label */
/** @typedef {{ width: number, height: number, title: string, boxes: Box[], labels: Label[] }} Picture */

const kInk = '#1b1f27';
const kMuted = '#5b6270';
const kFont = 'system-ui, sans-serif';
const kSize = 13;
/** Width of a letter in sizes of the type, on average. */
const kLetter = 0.58;
const kCell = 34;
const kGap = 2;
const kMargin = 16;
const kWidest = 18;

/** @param {string} text */
const short = (text) => (text.length > kWidest ? `${text.slice(0, kWidest - 1)}…` : text);
/** @param {readonly string[]} texts @returns {number} room for the widest */
const room = (texts) => Math.max(0, ...texts.map((text) => short(text).length)) * kLetter * kSize;

/**
 * @param {SavedMap} map
 * @param {string} title
 * @returns {Picture}
 */
export function layOut(map, title) {
  const { shape, weights, truth, rowLabels, columnLabels, cellLabels } = map;
  const [rows = 0, columns = 0] = shape.slice(-2);
  const [layers = 1, heads = 1] = shape.slice(0, -2);
  const words = cellLabels?.flat() ?? [];
  const cell = Math.max(kCell, cellLabels ? room(words) + 6 : 0);
  const left = room(rowLabels) + 10;
  const upright = room(columnLabels) > cell - 4;
  const head =
    (layers * heads > 1 ? kSize + 8 : 0) + (cellLabels ? 0 : upright ? room(columnLabels) + 8 : kSize + 8);
  const panel = { width: left + columns * cell + 18, height: head + rows * kCell + 18 };
  const top = kMargin + 20 + 12;
  /** @type {Picture} */
  const picture = {
    width: Math.ceil(Math.max(2 * kMargin + heads * panel.width, title.length * 16 * kLetter + 2 * kMargin)),
    height: Math.ceil(top + layers * panel.height + 44),
    title,
    boxes: [],
    labels: [{ x: kMargin, y: kMargin + 14, text: title, size: 16, fill: kInk, anchor: 'start' }],
  };
  const { boxes, labels } = picture;
  for (let p = 0; p < layers * heads; p++) {
    const x0 = kMargin + (p % heads) * panel.width + left;
    const y0 = top + Math.floor(p / heads) * panel.height + head;
    if (layers * heads > 1) {
      const text = say('layer {layer}, head {head}', {
        layer: Math.floor(p / heads) + 1,
        head: (p % heads) + 1,
      });
      labels.push({ x: x0, y: y0 - head + kSize, text, size: kSize, fill: kInk, anchor: 'start' });
    }
    for (const [c, label] of cellLabels ? [] : columnLabels.entries()) {
      const x = x0 + (c + 0.5) * cell - 1;
      labels.push({
        x: upright ? x + 4 : x,
        y: y0 - 6,
        text: short(label),
        size: kSize,
        fill: kMuted,
        anchor: upright ? 'start' : 'middle',
        upright,
      });
    }
    for (let r = 0; r < rows; r++) {
      labels.push({
        x: x0 - 8,
        y: y0 + (r + 0.5) * kCell + 4,
        text: short(rowLabels[r] ?? ''),
        size: kSize,
        fill: kMuted,
        anchor: 'end',
      });
      for (let c = 0; c < columns; c++) {
        const i = (p * rows + r) * columns + c;
        const word = cellLabels?.[r]?.[c];
        if (cellLabels && word === undefined) continue;
        const weight = weights[i] ?? 0;
        const box = { x: x0 + c * cell, y: y0 + r * kCell, width: cell - kGap, height: kCell - kGap };
        boxes.push({ ...box, fill: colourOf(weight) });
        if ((truth?.[i] ?? 0) > 0)
          boxes.push({
            x: box.x + 1.5,
            y: box.y + 1.5,
            width: box.width - 3,
            height: box.height - 3,
            fill: 'none',
            stroke: weight > 0.5 ? kInk : '#ffffff',
          });
        if (word)
          labels.push({
            x: box.x + box.width / 2,
            y: box.y + kCell / 2 + 4,
            text: short(word),
            size: kSize,
            fill: weight > 0.5 ? kInk : '#ffffff',
            anchor: 'middle',
          });
      }
    }
  }
  legend(picture, top + layers * panel.height + 8, truth !== undefined);
  return picture;
}

/** @param {Picture} picture @param {number} y @param {boolean} outlined */
function legend({ boxes, labels }, y, outlined) {
  const steps = 32;
  const text = { y: y + 12, size: kSize, fill: kMuted, anchor: /** @type {const} */ ('start') };
  labels.push({ ...text, x: kMargin, text: say('weight {share}', { share: 0 }) });
  for (let i = 0; i < steps; i++)
    boxes.push({ x: kMargin + 66 + 3 * i, y, width: 3.4, height: 14, fill: colourOf(i / (steps - 1)) });
  labels.push({
    ...text,
    x: kMargin + 66 + 3 * steps + 8,
    text: outlined ? `1    ${say('outlined: the truth')}` : '1',
  });
}

/** @param {string} text @returns {string} safe in XML, as text and in quotes */
const escaped = (text) =>
  text
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '\ufffd')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
/** @param {number} value */
const short2 = (value) => String(Math.round(value * 100) / 100);

/** @param {Picture} picture @returns {string} a whole SVG file */
export function svgOf({ width, height, title, boxes, labels }) {
  const rects = boxes.map(({ x, y, width: w, height: h, fill, stroke }) => {
    const line = stroke ? ` stroke="${stroke}" stroke-width="2"` : '';
    return `<rect x="${short2(x)}" y="${short2(y)}" width="${short2(w)}" height="${short2(h)}" fill="${fill}"${line}/>`;
  });
  const texts = labels.map(({ x, y, text, size, fill, anchor, upright }) => {
    const turn = upright ? ` transform="rotate(-90 ${short2(x)} ${short2(y)})"` : '';
    return `<text x="${short2(x)}" y="${short2(y)}" font-size="${size}" fill="${fill}" text-anchor="${anchor}"${turn}>${escaped(text)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${kFont}" role="img">
<title>${escaped(title)}</title>
<rect width="100%" height="100%" fill="#ffffff"/>
${rects.join('\n')}
${texts.join('\n')}
</svg>
`;
}

/**
 * @param {Picture} picture
 * @param {HTMLCanvasElement} canvas takes the picture's size
 * @param {number} scale pixels for each unit
 */
export function paintPicture({ width, height, boxes, labels }, canvas, scale) {
  canvas.width = width * scale;
  canvas.height = height * scale;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(scale, scale);
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.lineWidth = 2;
  for (const { x, y, width: w, height: h, fill, stroke } of boxes) {
    context.fillStyle = fill;
    if (fill !== 'none') context.fillRect(x, y, w, h);
    context.strokeStyle = stroke ?? fill;
    if (stroke) context.strokeRect(x, y, w, h);
  }
  for (const { x, y, text, size, fill, anchor, upright } of labels) {
    context.save();
    context.translate(x, y);
    if (upright) context.rotate(-Math.PI / 2);
    context.font = `${size}px ${kFont}`;
    context.fillStyle = fill;
    context.textAlign = anchor === 'middle' ? 'center' : anchor;
    context.fillText(text, 0, 0);
    context.restore();
  }
}

/** @param {SavedMap} map @returns {string} one line for each cell, after RFC 4180 */
export function csvOf({ shape, weights, scores, truth, rowLabels, columnLabels, cellLabels }) {
  const [rows = 0, columns = 0] = shape.slice(-2);
  const [, heads = 1] = shape.slice(0, -2);
  const lines = [
    ['layer', 'head', 'row', 'column', 'rowLabel', 'columnLabel', 'weight', 'score', 'truth'].join(','),
  ];
  for (let i = 0; i < weights.length; i++) {
    const panel = Math.floor(i / (rows * columns));
    const [row, column] = [Math.floor(i / columns) % rows, i % columns];
    const words = [
      rowLabels[row] ?? '',
      cellLabels ? (cellLabels[row]?.[column] ?? '') : (columnLabels[column] ?? ''),
    ];
    const numbers = [weights, scores, truth].map((values) => values?.[i] ?? '');
    lines.push(
      [
        Math.floor(panel / heads) + 1,
        (panel % heads) + 1,
        row + 1,
        column + 1,
        ...words.map(csvField),
        ...numbers,
      ].join(','),
    );
  }
  return `${lines.join('\r\n')}\r\n`;
}
