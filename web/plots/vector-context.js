/**
 * A replacement for a 2D context that writes SVG. It supports what the painters of the views use and throws at everything
 * else, so that nothing is omitted silently.
 */

import { createColorAttributes, createPixelPaths, createTag, escapeXml, formatRounded } from './svg.js';

/** Size of a text in its font; ascent and descent are relative to its baseline. @typedef {{ width: number, ascent: number, descent: number }} Measure */

/**
 * @param {(text: string, font: string, baseline: string) => Measure} measure
 * @returns {{ context: CanvasRenderingContext2D, marks: () => string }}
 */
export function createVectorContext(measure) {
  /** @type {string[]} */
  const marks = [];
  const path = createPath();
  /** @type {readonly number[]} */
  let dashes = [];

  const getFillAttributes = () => ({
    ...createColorAttributes('fill', context.fillStyle),
    ...getOpacityAttributes(),
  });
  const getStrokeAttributes = () => ({
    fill: 'none',
    ...createColorAttributes('stroke', context.strokeStyle),
    'stroke-width': context.lineWidth,
    'stroke-dasharray': dashes.map(formatRounded).join(' '),
    'stroke-linecap': context.lineCap !== 'butt' && context.lineCap,
    'stroke-linejoin': context.lineJoin !== 'miter' && context.lineJoin,
    ...getOpacityAttributes(),
  });
  const getOpacityAttributes = () => ({ opacity: context.globalAlpha < 1 && context.globalAlpha });
  /** @param {number} x @param {number} y @param {number} width @param {number} height @param {import('./svg.js').Attributes} ink */
  const drawRect = (x, y, width, height, ink) => {
    if (!isDrawable(x, y, width, height) || width === 0 || height === 0) return;
    const [left, top] = [Math.min(x, x + width), Math.min(y, y + height)];
    marks.push(
      createTag('rect', { x: left, y: top, width: Math.abs(width), height: Math.abs(height), ...ink }),
    );
  };

  const context = Object.seal({
    ...path.calls,
    fillStyle: '#000000',
    strokeStyle: '#000000',
    lineWidth: 1,
    lineCap: 'butt',
    lineJoin: 'miter',
    globalAlpha: 1,
    font: '10px sans-serif',
    textAlign: 'start',
    textBaseline: 'alphabetic',
    imageSmoothingEnabled: true,
    /** @param {number[]} lengths */
    setLineDash(lengths) {
      dashes = [...lengths];
    },
    /** @param {number} x @param {number} y @param {number} width @param {number} height */
    fillRect: (x, y, width, height) => drawRect(x, y, width, height, getFillAttributes()),
    /** @param {number} x @param {number} y @param {number} width @param {number} height */
    strokeRect: (x, y, width, height) => drawRect(x, y, width, height, getStrokeAttributes()),
    fill() {
      if (path.d()) marks.push(createTag('path', { d: path.d(), ...getFillAttributes() }));
    },
    stroke() {
      if (path.d()) marks.push(createTag('path', { d: path.d(), ...getStrokeAttributes() }));
    },
    /** @param {string} text */
    measureText: (text) => ({ width: measure(text, context.font, context.textBaseline).width }),
    /** @param {string} text @param {number} x @param {number} y @param {number} [maximum] width */
    fillText(text, x, y, maximum = Number.POSITIVE_INFINITY) {
      if (text.trim() === '' || !isDrawable(x, y)) return;
      marks.push(drawText(measure, context, { text, x, y, maximum }, getFillAttributes()));
    },
    /** @param {HTMLCanvasElement} image @param {number} x @param {number} y @param {number} width @param {number} height */
    drawImage: (image, x, y, width, height) => marks.push(createPixelPaths(image, x, y, width, height)),
  });
  return {
    context: /** @type {CanvasRenderingContext2D} */ (/** @type {unknown} */ (context)),
    marks: () => marks.join('\n'),
  };
}

/** Coordinates that are not finite are not drawn, as on a canvas. @param {readonly number[]} numbers */
function isDrawable(...numbers) {
  return numbers.every(Number.isFinite);
}

/** The path methods of a 2D context, and the `d` of the SVG path that they build. */
function createPath() {
  let d = '';
  /** @param {string} letter @param {readonly number[]} numbers */
  const add = (letter, ...numbers) => {
    if (isDrawable(...numbers)) d += `${letter}${numbers.map(formatRounded).join(' ')}`;
  };
  const calls = {
    beginPath() {
      d = '';
    },
    /** @param {number[]} at */
    moveTo: (...at) => add('M', ...at),
    /** @param {number[]} at */
    lineTo: (...at) => add(d ? 'L' : 'M', ...at),
    /** @param {number[]} by */
    bezierCurveTo: (...by) => add('C', ...by),
    closePath: () => add('Z'),
    /** Supports only whole circles. @param {number} x @param {number} y @param {number} radius @param {number} from @param {number} to */
    arc(x, y, radius, from, to) {
      if (from !== 0 || to < 2 * Math.PI) throw new Error('Only whole circles can be written as SVG.');
      add('M', x + radius, y);
      add('A', radius, radius, 0, 1, 1, x - radius, y);
      add('A', radius, radius, 0, 1, 1, x + radius, y);
      add('Z');
    },
    /** @param {number} x @param {number} y @param {number} width @param {number} height */
    rect(x, y, width, height) {
      add('M', x, y);
      add('h', width);
      add('v', height);
      add('h', -width);
      add('Z');
    },
    /** @param {number} x @param {number} y @param {number} width @param {number} height @param {number} radius */
    roundRect(x, y, width, height, radius) {
      const r = Math.max(0, Math.min(radius, width / 2, height / 2));
      add('M', x + r, y);
      add('h', width - 2 * r);
      add('a', r, r, 0, 0, 1, r, r);
      add('v', height - 2 * r);
      add('a', r, r, 0, 0, 1, -r, r);
      add('h', 2 * r - width);
      add('a', r, r, 0, 0, 1, -r, -r);
      add('v', 2 * r - height);
      add('a', r, r, 0, 0, 1, r, -r);
      add('Z');
    },
  };
  return { calls, d: () => d };
}

/**
 * @param {(text: string, font: string, baseline: string) => Measure} measure
 * @param {{ font: string, textBaseline: string, textAlign: string }} style
 * @param {{ text: string, x: number, y: number, maximum: number }} text, position and maximum width
 * @param {import('./svg.js').Attributes} ink
 */
function drawText(measure, { font, textBaseline, textAlign }, { text, x, y, maximum }, ink) {
  const { width, ascent } = measure(text, font, textBaseline);
  const [, size, family = ''] = /([\d.]+)px (.*)$/.exec(font) ?? [];
  const anchors = /** @type {Record<string, string>} */ ({ center: 'middle', right: 'end', end: 'end' });
  const lower = measure(text, font, 'alphabetic').ascent - ascent;
  return createTag(
    'text',
    {
      x,
      y: y + lower,
      'font-size': Number(size),
      'font-family': family,
      'text-anchor': anchors[textAlign],
      textLength: Math.min(width, maximum),
      lengthAdjust: 'spacingAndGlyphs',
      ...ink,
    },
    escapeXml(text),
  );
}

/** @returns {(text: string, font: string, baseline: string) => Measure} measures with the browser's fonts */
export function createMeasure() {
  const context = document.createElement('canvas').getContext('2d');
  return (text, font, baseline) => {
    if (!context) return { width: 0, ascent: 0, descent: 0 };
    context.font = font;
    context.textBaseline = /** @type {CanvasTextBaseline} */ (baseline);
    const {
      width,
      fontBoundingBoxAscent: ascent,
      fontBoundingBoxDescent: descent,
    } = context.measureText(text);
    return { width, ascent, descent };
  };
}
