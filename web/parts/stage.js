/**
 * A canvas that is always as sharp as the screen: it follows its size in device pixels, redraws at most once a
 * display frame, and redraws from data after the browser has dropped its pixels.
 * @module
 */
import { slice } from './slices.js';

/**
 * @typedef {object} Stage
 * @property {() => void} redraw asks for one painting at the next display frame
 * @property {() => void} dispose
 */

/**
 * @callback Paint
 * @param {CanvasRenderingContext2D} context scaled so that one unit is one CSS pixel, cleared
 * @param {number} width in CSS pixels
 * @param {number} height in CSS pixels
 * @param {number} time of the display frame, in ms
 * @returns {boolean | void} true asks for another painting at the next frame: something is still moving
 */

/** What paints a canvas, so that it can be painted elsewhere. @type {WeakMap<HTMLCanvasElement, Paint>} */
const paints = new WeakMap();
/** Paintings that wait for a display frame, in the order in which they were asked for. @type {Set<(time: number) => void>} */
const waiting = new Set();
/** What sizes and paints each canvas at once, with so many pixels for one of CSS. @type {Set<(scale: number) => void>} */
const stages = new Set();
let asked = false;
/** Pictures that are given to something that moves. */
const kMostPictures = 60;
const kPictureMs = 50;

/**
 * Paints what a canvas shows on another context, once nothing moves any more.
 * @param {HTMLCanvasElement} canvas
 * @param {() => CanvasRenderingContext2D} make
 * @returns {boolean} false for a canvas of which nobody knows how it is painted
 */
export function paintElsewhere(canvas, make) {
  const paint = paints.get(canvas);
  const { clientWidth: width, clientHeight: height } = canvas;
  if (!paint) return false;
  const now = performance.now();
  let pictures = 0;
  while (pictures < kMostPictures && paint(make(), width, height, now + kPictureMs * pictures)) pictures++;
  // The last one is painted at the present again: the clock of what moves must not run ahead of the display.
  if (pictures > 0) paint(make(), width, height, now);
  return true;
}

/**
 * Paints every canvas at the size that it has now, as no display frame comes before a page is printed.
 * @param {number} scale pixels of a canvas for one of CSS
 */
export function paintNow(scale) {
  for (const paint of stages) paint(scale);
}

/** @param {(time: number) => void} draw */
function atNextFrame(draw) {
  waiting.add(draw);
  if (!asked) requestAnimationFrame(paintWaiting);
  asked = true;
}

/** As many as a slice holds; the others at the frame after. @param {number} time */
function paintWaiting(time) {
  try {
    slice([...waiting], (draw) => {
      if (waiting.delete(draw)) draw(time);
    });
  } finally {
    asked = waiting.size > 0;
    if (asked) requestAnimationFrame(paintWaiting);
  }
}

/**
 * @param {HTMLCanvasElement} canvas sized by CSS
 * @param {Paint} paint
 * @returns {Stage}
 */
export function createStage(canvas, paint) {
  paints.set(canvas, paint);
  const redraw = () => atNextFrame(draw);
  let painted = false;

  /** @param {number} time */
  function draw(time) {
    waiting.delete(draw);
    const context = canvas.getContext('2d');
    const { clientWidth: width, clientHeight: height } = canvas;
    if (!context || width === 0 || height === 0) return;
    painted = true;
    context.setTransform(canvas.width / width, 0, 0, canvas.height / height, 0, 0);
    context.clearRect(0, 0, width, height);
    if (paint(context, width, height, time)) redraw();
  }

  /** @param {number} columns @param {number} rows in device pixels */
  function resizeTo(columns, rows) {
    if (columns !== canvas.width) canvas.width = columns;
    if (rows !== canvas.height) canvas.height = rows;
  }

  /** @param {number} scale */
  function paintAtOnce(scale) {
    if (!painted) return;
    resizeTo(Math.round(canvas.clientWidth * scale), Math.round(canvas.clientHeight * scale));
    // The first painting may turn labels, which moves what the second one paints.
    for (let i = 0; i < 2; i++) draw(performance.now());
  }

  const observer = new ResizeObserver((entries) => {
    const entry = entries[entries.length - 1];
    if (!entry) return;
    const [columns, rows] = devicePixels(entry);
    if (columns === canvas.width && rows === canvas.height) return;
    resizeTo(columns, rows);
    // A resized canvas is empty: paint before the browser shows it, not a frame later. A new one has nothing to lose.
    if (painted) draw(performance.now());
    else redraw();
  });
  try {
    observer.observe(canvas, { box: 'device-pixel-content-box' });
  } catch {
    observer.observe(canvas);
  }
  canvas.addEventListener('contextrestored', redraw);
  stages.add(paintAtOnce);

  return {
    redraw,
    dispose() {
      observer.disconnect();
      stages.delete(paintAtOnce);
      waiting.delete(draw);
      canvas.removeEventListener('contextrestored', redraw);
    },
  };
}

/**
 * @param {ResizeObserverEntry} entry
 * @returns {[number, number]} width and height in device pixels
 */
function devicePixels(entry) {
  const { width, height } = entry.contentRect;
  const rounded = /** @type {[number, number]} */ ([
    Math.round(width * devicePixelRatio),
    Math.round(height * devicePixelRatio),
  ]);
  const exact = entry.devicePixelContentBoxSize?.[0];
  // An emulated screen (developer tools, screenshots) reports the box of the real one.
  const agrees = exact && Math.abs(exact.inlineSize - rounded[0]) <= 2;
  return agrees ? [exact.inlineSize, exact.blockSize] : rounded;
}

/** @returns {boolean} whether the reader asked for less motion */
export function prefersStillness() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
