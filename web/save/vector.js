/**
 * Renders a view as SVG: its boxes, its texts and the drawings of its canvases. It reads the layout of the page, so the same
 * code works for every view, and text remains text.
 */

import { html } from 'lit';
import { paintOnContext } from '../parts/canvas-painter.js';
import { toElement } from '../parts/dom.js';
import { kPanelSelector } from '../parts/panel-styles.js';
import {
  createColorAttributes,
  createPixelPaths,
  createTag,
  escapeXml,
  formatRounded,
  isTransparent,
} from '../plots/svg.js';
import { computeRadius, drawBox } from '../plots/vector-box.js';
import { createMeasure, createVectorContext } from '../plots/vector-context.js';

/** @import { Box } from '../plots/vector-box.js' */
/** @typedef {ReturnType<typeof createSurface>} Surface */

/** Elements that are left out: controls, closed details, and read-outs without content. */
const kSkipped =
  '.view-foot, .button:not(li > .button), .film, progress, input[type="range"], details:not([open]), .readout:has(> .readout-hint), .readout-hint, li:has(> .explain-outcome:empty)';
/** Distance in pixels of the points by which the transform of a figure is measured. */
const kProbe = 1000;
const kMargin = 16;
const kHead = 34;

/**
 * @param {HTMLElement} figure
 * @param {string} title
 * @returns {{ svg: string, width: number, height: number }} independent of CSS transforms of the page
 */
export function renderSvg(figure, title) {
  const restore = undoTransforms(figure);
  try {
    return renderDrawing(figure, title);
  } finally {
    restore();
  }
}

/**
 * Undoes the transforms of a figure, so that client rectangles have the size and direction of its layout.
 * @param {HTMLElement} figure
 * @returns {() => void} restores the figure
 */
function undoTransforms(figure) {
  const place = measureTransform(figure);
  const { style } = figure;
  const before = style.cssText;
  const own = new DOMMatrix(getComputedStyle(figure).transform);
  // There is no inverse if the figure has no extent.
  if (place.isIdentity || !Number.isFinite(place.inverse().a)) return () => undefined;
  style.setProperty('transition', 'none', 'important');
  style.setProperty('transform', String(own.multiply(place.inverse())), 'important');
  return () => {
    style.cssText = before;
  };
}

/** @param {HTMLElement} figure @returns {DOMMatrix} transform from the layout of the figure to the window, without translation */
function measureTransform(figure) {
  const point = 'position: absolute; left: 0; top: 0;';
  const places = ['', `left: ${kProbe}px`, `top: ${kProbe}px`];
  const probe = toElement(html`
    <div .style=${`all: initial; ${point}`}>${places.map((place) => html`<div .style=${`${point} ${place}`}></div>`)}</div>
  `);
  figure.append(probe);
  const [origin, right, below] = Array.from(probe.children, (point) => point.getBoundingClientRect());
  probe.remove();
  const axes = [right, below].flatMap((end) =>
    /** @type {const} */ (['x', 'y']).map((key) => ((end?.[key] ?? 0) - (origin?.[key] ?? 0)) / kProbe),
  );
  const plain = [1, 0, 0, 1];
  // Rectangles are rounded a little if the page is scrolled far.
  const same = axes.every((value, i) => Math.abs(value - (plain[i] ?? 0)) < 0.1 / kProbe);
  return new DOMMatrix([...(same ? plain : axes), 0, 0]);
}

/** @param {HTMLElement} figure @param {string} title */
function renderDrawing(figure, title) {
  const sheet = createSurface(figure);
  const style = getComputedStyle(figure);
  const content = renderElement(sheet, figure);
  const { right, bottom } = sheet.getExtent();
  const heading = createTag(
    'text',
    {
      y: 14 - kHead,
      'font-size': 16,
      'font-weight': 650,
      'font-family': style.fontFamily,
      ...createColorAttributes('fill', style.color),
    },
    escapeXml(title),
  );
  const wide = sheet.measure(title, `650 16px ${style.fontFamily}`, 'alphabetic').width;
  // Undoing a transform leaves an error below a hundredth of a pixel.
  const [width, height] = [Math.max(right, wide), bottom + kHead].map((size) =>
    Math.ceil(size - 0.01 + 2 * kMargin),
  );
  const [x, y] = [-kMargin, -kMargin - kHead];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}" role="img">
<title>${escapeXml(title)}</title>
<defs>${sheet.definitions()}</defs>
${createTag('rect', { x, y, width, height, fill: '#ffffff' })}
${heading}
${content}
</svg>
`;
  return { svg, width, height };
}

/**
 * Creates the drawing surface of a figure: coordinates relative to its corner, SVG definitions, and the extent of the marks.
 * @param {HTMLElement} figure
 */
function createSurface(figure) {
  const measure = createMeasure();
  const origin = figure.getBoundingClientRect();
  /** @type {string[]} */
  const definitions = [];
  let [right, bottom] = [origin.width, 0];

  /** @param {string} content with % as a placeholder for the id */
  const addDefinition = (content) => {
    const name = `d${definitions.length}`;
    definitions.push(content.replace('%', name));
    return name;
  };
  /** @param {DOMRect} rect @returns {Box} relative to the corner of the figure */
  const computeBox = ({ left, top, width, height }) => ({
    x: left - origin.left,
    y: top - origin.top,
    width,
    height,
  });
  /** Extends the extent by the box of some marks. @param {string} marks @param {Box} box */
  const extend = (marks, { x, y, width, height }) => {
    if (marks) [right, bottom] = [Math.max(right, x + width), Math.max(bottom, y + height)];
    return marks;
  };

  return {
    figure,
    measure,
    define: addDefinition,
    computeBox,
    drawn: extend,
    definitions: () => definitions.join(''),
    getExtent: () => ({ right, bottom }),
  };
}

/** @param {Surface} sheet @param {Element} element @returns {string} */
function renderElement(sheet, element) {
  if (element.matches(kSkipped) || (element !== sheet.figure && element.matches(kPanelSelector))) return '';
  const style = getComputedStyle(element);
  if (style.display === 'none' || style.opacity === '0' || style.clipPath.startsWith('inset(50')) return '';
  const outer = sheet.computeBox(element.getBoundingClientRect());
  const isVisible = style.visibility === 'visible';
  const marks = [];
  if (isVisible) marks.push(renderBox(sheet, element, style, outer));
  if (element instanceof HTMLCanvasElement)
    marks.push(sheet.drawn(renderCanvas(sheet, element, outer), outer));
  else if (element.localName === 'mfrac') marks.push(renderFractionBar(sheet, element, style));
  for (const child of element.childNodes) {
    if (child instanceof Element) marks.push(renderElement(sheet, child));
    else if (child instanceof Text && isVisible) marks.push(...renderText(sheet, child, style));
  }
  if (isVisible) marks.push(renderFieldText(sheet, element, style, outer));
  const content = marks.join('');
  const cut = style.overflowX === 'hidden' && content && outer.width > 0;
  const clip =
    cut &&
    sheet.define(
      createTag('clipPath', { id: '%' }, createTag('rect', { ...outer, rx: computeRadius(style, outer) })),
    );
  const opacity = Number(style.opacity) < 1 && style.opacity;
  return clip || opacity
    ? createTag('g', { 'clip-path': clip && `url(#${clip})`, opacity }, content)
    : content;
}

/** @param {Surface} sheet @param {Element} element @param {CSSStyleDeclaration} style @param {Box} outer */
function renderBox(sheet, element, style, outer) {
  const angle = Number.parseFloat(style.rotate) || 0;
  if (angle % 90 === 0 || !(element instanceof HTMLElement))
    return sheet.drawn(drawBox(style, outer, sheet.define), outer);
  const { offsetWidth: width, offsetHeight: height } = element;
  const [x, y] = [outer.x + outer.width / 2, outer.y + outer.height / 2];
  const box = drawBox(style, { x: x - width / 2, y: y - height / 2, width, height }, sheet.define);
  return createTag(
    'g',
    { transform: `rotate(${formatRounded(angle)} ${formatRounded(x)} ${formatRounded(y)})` },
    sheet.drawn(box, outer),
  );
}

/** The line of a fraction. @param {Surface} sheet @param {Element} element @param {CSSStyleDeclaration} style */
function renderFractionBar(sheet, element, { color }) {
  const [over, under] = [...element.children].map((part) => sheet.computeBox(part.getBoundingClientRect()));
  if (!over || !under) return '';
  const { x, width } = sheet.computeBox(element.getBoundingClientRect());
  return createTag('rect', {
    x,
    width,
    y: (over.y + over.height + under.y) / 2 - 0.5,
    height: 1,
    ...createColorAttributes('fill', color),
  });
}

/** Renders the value of a form control, or the ::after content of an element. @param {Surface} sheet @param {Element} element @param {CSSStyleDeclaration} style @param {Box} outer */
function renderFieldText(sheet, element, style, outer) {
  if (element instanceof HTMLInputElement && element.type === 'checkbox')
    return renderCheckbox(element, style, outer);
  const fieldText =
    element instanceof HTMLInputElement
      ? element.type !== 'radio' && element.value
      : element instanceof HTMLSelectElement && element.selectedOptions[0]?.label;
  if (fieldText) {
    const x = outer.x + Number.parseFloat(style.paddingLeft) + 1;
    return renderTextAt(sheet, fieldText, style, { ...outer, x, width: 0 });
  }
  const after = getComputedStyle(element, '::after');
  const [, content] = /^"(.*)"$/.exec(after.content) ?? [];
  if (!content) return '';
  const width = sheet.measure(content, formatFont(after), 'alphabetic').width;
  const x = outer.x + outer.width - Number.parseFloat(style.paddingRight) - width;
  return renderTextAt(sheet, content, after, { ...outer, x, width });
}

/** @param {HTMLInputElement} input @param {CSSStyleDeclaration} style @param {Box} box */
function renderCheckbox({ checked }, { color }, { x, y, width, height }) {
  const ink = { fill: 'none', ...createColorAttributes('stroke', color), 'stroke-width': 1.5 };
  const frame = createTag('rect', {
    x: x + 1,
    y: y + 1,
    width: width - 2,
    height: height - 2,
    rx: 2,
    ...ink,
  });
  const points = [0.25, 0.5, 0.45, 0.7, 0.75, 0.3].map((share, i) =>
    formatRounded(i % 2 ? y + share * height : x + share * width),
  );
  return frame + (checked ? createTag('polyline', { points: points.join(' '), ...ink }) : '');
}

/** Renders the lines of a text as they are broken on the page. @param {Surface} sheet @param {Text} node @param {CSSStyleDeclaration} style */
function renderText(sheet, node, style) {
  const range = document.createRange();
  /** @type {{ text: string, box: Box }[]} */
  const lines = [];
  for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const rects = range.getClientRects();
    if (!rects[0]) continue;
    const box = sheet.computeBox(range.getBoundingClientRect());
    const last = lines.at(-1);
    if (last && Math.abs(last.box.y - box.y) < 2 && box.x >= last.box.x) {
      last.text += ` ${word}`;
      last.box.width = box.x + box.width - last.box.x;
    } else lines.push({ text: word, box });
  }
  // MathML shows a single letter in italics.
  const slanted = node.parentElement?.localName === 'mi' && node.data.trim().length === 1;
  return lines.map(({ text, box }) => renderTextAt(sheet, text, style, box, slanted));
}

/** @param {Surface} sheet @param {string} text @param {CSSStyleDeclaration} style @param {Box} box with width 0 where it is unknown */
function renderTextAt(sheet, text, style, box, italic = false) {
  const { x, y, width, height } = box;
  if (isTransparent(style.color) || height === 0) return '';
  const font = formatFont(style);
  const { ascent, descent } = sheet.measure(text, font, 'alphabetic');
  const whole = ascent + descent;
  const upright = style.writingMode.startsWith('vertical');
  const angle = upright ? 90 : Number.parseFloat(style.rotate) || 0;
  const [sine, cosine] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
  const across = upright ? width : angle ? whole : height;
  const baseline = (across - whole) / 2 + ascent;
  const at = [x + (across - baseline) * sine, y + baseline * cosine];
  return sheet.drawn(
    createTag(
      'text',
      {
        x: at[0],
        y: at[1],
        transform: angle && `rotate(${[angle, ...at].map(formatRounded).join(' ')})`,
        'font-size': Number.parseFloat(style.fontSize),
        'font-family': style.fontFamily,
        'font-weight': style.fontWeight !== '400' && style.fontWeight,
        'font-style': style.fontStyle !== 'normal' ? style.fontStyle : italic && 'italic',
        textLength: (upright ? height : !angle && width) || null,
        lengthAdjust: width ? 'spacingAndGlyphs' : null,
        ...createColorAttributes('fill', style.color),
      },
      escapeXml(text),
    ),
    box,
  );
}

/** @param {Surface} sheet @param {HTMLCanvasElement} canvas @param {Box} box */
function renderCanvas(sheet, canvas, { x, y, width, height }) {
  let last = createVectorContext(sheet.measure);
  const isPainted = paintOnContext(canvas, () => {
    last = createVectorContext(sheet.measure);
    return last.context;
  });
  if (!isPainted)
    return canvas.width * canvas.height > 0 ? createPixelPaths(canvas, x, y, width, height) : '';
  const clip = sheet.define(createTag('clipPath', { id: '%' }, createTag('rect', { width, height })));
  return createTag(
    'g',
    { transform: `translate(${formatRounded(x)} ${formatRounded(y)})`, 'clip-path': `url(#${clip})` },
    last.marks(),
  );
}

/** @param {CSSStyleDeclaration} style */
function formatFont({ fontStyle, fontWeight, fontSize, fontFamily }) {
  return `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
}
