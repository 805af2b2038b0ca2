/** Draws the box of an element as SVG: background, borders, outline. */

import { createColorAttributes, createTag, isTransparent } from './svg.js';

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

const kSides = /** @type {const} */ (['Top', 'Right', 'Bottom', 'Left']);

/**
 * @param {CSSStyleDeclaration} style
 * @param {Box} box before its rotation
 * @param {(content: string) => string} define adds a definition and returns its id
 * @returns {string} empty if nothing is visible
 */
export function drawBox(style, box, define) {
  const { x, y, width, height } = box;
  if (width <= 0 || height <= 0) return '';
  const radius = computeRadius(style, box);
  const marks = [];
  if (!isTransparent(style.backgroundColor))
    marks.push(
      createTag('rect', { ...box, rx: radius, ...createColorAttributes('fill', style.backgroundColor) }),
    );
  marks.push(...drawBackgroundLayers(style, box, radius, define));
  const borders = kSides.map((side) => ({
    side,
    width: Number.parseFloat(style[`border${side}Width`]),
    line: style[`border${side}Style`],
    color: style[`border${side}Color`],
  }));
  const visibleBorders = borders.filter(
    (one) => one.width > 0 && one.line !== 'none' && !isTransparent(one.color),
  );
  const [first] = visibleBorders;
  if (first && visibleBorders.length === 4 && visibleBorders.every((one) => one.color === first.color)) {
    marks.push(drawFrame(box, -first.width / 2, first, radius));
  } else {
    for (const { side, width: wide, color } of visibleBorders) {
      const across = side === 'Top' || side === 'Bottom';
      marks.push(
        createTag('rect', {
          x: side === 'Right' ? x + width - wide : x,
          y: side === 'Bottom' ? y + height - wide : y,
          width: across ? width : wide,
          height: across ? wide : height,
          ...createColorAttributes('fill', color),
        }),
      );
    }
  }
  const outline = Number.parseFloat(style.outlineWidth);
  if (style.outlineStyle !== 'none' && outline > 0) {
    const out = Number.parseFloat(style.outlineOffset) + outline / 2;
    marks.push(
      drawFrame(box, out, { width: outline, line: style.outlineStyle, color: style.outlineColor }, radius),
    );
  }
  return marks.join('');
}

/** @param {CSSStyleDeclaration} style @param {Box} box */
export function computeRadius(style, { width, height }) {
  const radius = style.borderTopLeftRadius;
  const size = Number.parseFloat(radius) * (radius.endsWith('%') ? Math.min(width, height) / 100 : 1);
  return Math.min(size, width / 2, height / 2);
}

/**
 * @param {Box} box
 * @param {number} out distance of the middle of the line outside the box
 * @param {{ width: number, line: string, color: string }} pen
 * @param {number} radius
 */
function drawFrame({ x, y, width, height }, out, pen, radius) {
  return createTag('rect', {
    x: x - out,
    y: y - out,
    width: Math.max(0, width + 2 * out),
    height: Math.max(0, height + 2 * out),
    rx: Math.max(0, radius + out),
    fill: 'none',
    ...createColorAttributes('stroke', pen.color),
    'stroke-width': pen.width,
    'stroke-dasharray': { dotted: `${pen.width} ${pen.width}`, dashed: '3 3' }[pen.line],
  });
}

/** @param {string} text @param {RegExp} mark @returns {string[]} the text split at marks that are not inside brackets */
function splitOutsideBrackets(text, mark) {
  const parts = [''];
  let depth = 0;
  for (const sign of text) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
    if (depth === 0 && mark.test(sign)) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

/** @param {string} length @param {number} whole */
function computeLength(length, whole) {
  return (Number.parseFloat(length) || 0) * (length.endsWith('%') ? whole / 100 : 1);
}

/**
 * Draws linear gradients along an axis; other images and stripes are filled with their first color.
 * @param {CSSStyleDeclaration} style
 * @param {Box} box
 * @param {number} radius
 * @param {(content: string) => string} define
 * @returns {string[]} the last layer first, since it is below the others
 */
function drawBackgroundLayers(style, box, radius, define) {
  if (style.backgroundImage === 'none') return [];
  const [sizes, places] = [
    splitOutsideBrackets(style.backgroundSize, /,/),
    splitOutsideBrackets(style.backgroundPosition, /,/),
  ];
  const layers = splitOutsideBrackets(style.backgroundImage, /,/).map((image, i) => {
    const [kind = '', inside = ''] = /^([\w-]+)\((.*)\)$/.exec(image)?.slice(1) ?? [];
    const parts = splitOutsideBrackets(inside, /,/);
    const direction = parts[0] && /^(to |[-\d.]+deg|from )/.test(parts[0]) ? parts.shift() : 'to bottom';
    const stops = parts.map((part) => {
      const [color = '', ...ends] = splitOutsideBrackets(part, /\s/);
      return { color, ends };
    });
    const [size = 'auto', place = '0% 0%'] = [sizes[i % sizes.length], places[i % places.length]];
    const [wide = 'auto', high = 'auto'] = size.split(' ');
    const width = wide === 'auto' ? box.width : computeLength(wide, box.width);
    const height = high === 'auto' ? box.height : computeLength(high, box.height);
    const [left = '0%', top = '0%'] = place.split(' ');
    const area = {
      x: box.x + computeLength(left, box.width - width),
      y: box.y + computeLength(top, box.height - height),
      width,
      height,
    };
    const plain = kind !== 'linear-gradient' || new Set(stops.map(({ color }) => color)).size === 1;
    const fill = plain
      ? createColorAttributes('fill', stops[0]?.color ?? 'none')
      : { fill: `url(#${define(createSvgGradient(direction ?? '', stops, area))})` };
    return createTag('rect', { ...area, rx: radius, ...fill });
  });
  return layers.reverse();
}

/**
 * @param {string} direction
 * @param {readonly { color: string, ends: readonly string[] }[]} stops
 * @param {Box} area
 */
function createSvgGradient(direction, stops, { width, height }) {
  const [across, back] = [/right|left|^90deg/.test(direction), /left|top|^0deg/.test(direction)];
  const along = across ? width : height;
  let last = 0;
  const marks = stops.map(({ color, ends: [end] }, i) => {
    const share = end === undefined ? i / Math.max(1, stops.length - 1) : computeLength(end, along) / along;
    last = Math.max(last, share);
    const { stop, ...opacity } = createColorAttributes('stop', color);
    return createTag('stop', { offset: String(Number(last.toFixed(4))), 'stop-color': stop, ...opacity });
  });
  const from = back ? '1' : '0';
  const to = back ? '0' : '1';
  return `<linearGradient id="%" x1="${across ? from : 0}" y1="${across ? 0 : from}" x2="${across ? to : 0}" y2="${across ? 0 : to}">${marks.join('')}</linearGradient>`;
}
