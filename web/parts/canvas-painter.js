/**
 * Keeps a canvas as sharp as the screen: gives it one pixel per device pixel, repaints it at most once per display frame, and
 * repaints it after the browser has lost the canvas context.
 */
import { runSlice } from './slices.js';

/**
 * @typedef {object} CanvasPainter
 * @property {() => void} redraw requests one painting at the next display frame
 * @property {() => void} dispose
 */

/**
 * @callback Paint
 * @param {CanvasRenderingContext2D} context scaled so that one unit is one CSS pixel, cleared
 * @param {number} width in CSS pixels
 * @param {number} height in CSS pixels
 * @param {number} time of the display frame, in ms
 * @returns {boolean | void} true requests another painting at the next frame, for animations
 */

/** The paint function of each canvas, to paint it on another context. @type {WeakMap<HTMLCanvasElement, Paint>} */
const paintFunctions = new WeakMap();
/** Functions that redraw each canvas. @type {WeakMap<HTMLCanvasElement, () => void>} */
const redrawFunctions = new WeakMap();
/** Paintings that wait for a display frame, in the order of the requests. @type {Set<(time: number) => void>} */
const pendingPaintings = new Set();
/** Functions that resize and paint each canvas immediately; `scale` is canvas pixels per CSS pixel. @type {Set<(scale: number) => void>} */
const repaintFunctions = new Set();
let isFrameRequested = false;
/** Maximum number of frames, and simulated time between them, until an animation is taken as finished. */
const kMaximumFrames = 60;
const kFrameMs = 50;

/**
 * Paints what a canvas shows on another context, at the end of any animation.
 * @param {HTMLCanvasElement} canvas
 * @param {() => CanvasRenderingContext2D} createContext
 * @returns {boolean} false for a canvas without a known paint function
 */
export function paintOnContext(canvas, createContext) {
  const paint = paintFunctions.get(canvas);
  const { clientWidth: width, clientHeight: height } = canvas;
  if (!paint) return false;
  const now = performance.now();
  let frames = 0;
  while (frames < kMaximumFrames && paint(createContext(), width, height, now + kFrameMs * frames)) frames++;
  // The final frame is painted again at the real time, so that the animation's clock is not ahead of the display.
  if (frames > 0) paint(createContext(), width, height, now);
  return true;
}

/**
 * Paints every canvas immediately at its current size, since there is no display frame before a page is printed.
 * @param {number} scale canvas pixels per CSS pixel
 */
export function repaintAllCanvases(scale) {
  for (const paint of repaintFunctions) paint(scale);
}

/** Redraws all canvases within an element, for example with another theme. @param {ParentNode} root */
export function redrawCanvases(root) {
  for (const canvas of root.querySelectorAll('canvas')) redrawFunctions.get(canvas)?.();
}

/** @param {(time: number) => void} draw */
function requestPaint(draw) {
  pendingPaintings.add(draw);
  if (!isFrameRequested) requestAnimationFrame(paintWaiting);
  isFrameRequested = true;
}

/** Runs as many paintings as fit into a slice; the others wait for the next frame. @param {number} time */
function paintWaiting(time) {
  try {
    runSlice([...pendingPaintings], (draw) => {
      if (pendingPaintings.delete(draw)) draw(time);
    });
  } finally {
    isFrameRequested = pendingPaintings.size > 0;
    if (isFrameRequested) requestAnimationFrame(paintWaiting);
  }
}

/**
 * @param {HTMLCanvasElement} canvas sized by CSS
 * @param {Paint} paint
 * @returns {CanvasPainter}
 */
export function createCanvasPainter(canvas, paint) {
  paintFunctions.set(canvas, paint);
  const redraw = () => requestPaint(draw);
  let isPainted = false;

  /** @param {number} time */
  function draw(time) {
    pendingPaintings.delete(draw);
    const context = canvas.getContext('2d');
    const { clientWidth: width, clientHeight: height } = canvas;
    if (!context || width === 0 || height === 0) return;
    isPainted = true;
    context.setTransform(canvas.width / width, 0, 0, canvas.height / height, 0, 0);
    context.clearRect(0, 0, width, height);
    if (paint(context, width, height, time)) redraw();
  }

  /** @param {number} columns @param {number} rows in device pixels */
  function resizeCanvas(columns, rows) {
    if (columns !== canvas.width) canvas.width = columns;
    if (rows !== canvas.height) canvas.height = rows;
  }

  /** @param {number} scale */
  function repaintAtScale(scale) {
    if (!isPainted) return;
    resizeCanvas(Math.round(canvas.clientWidth * scale), Math.round(canvas.clientHeight * scale));
    // The first painting may rotate labels, which changes the layout of the second one.
    for (let i = 0; i < 2; i++) draw(performance.now());
  }

  const observer = new ResizeObserver((entries) => {
    const entry = entries[entries.length - 1];
    if (!entry) return;
    const [columns, rows] = measureDevicePixels(entry);
    if (columns === canvas.width && rows === canvas.height) return;
    resizeCanvas(columns, rows);
    // A resized canvas is empty, so it is painted before the browser shows it. A new canvas can wait for the next frame.
    if (isPainted) draw(performance.now());
    else redraw();
  });
  try {
    observer.observe(canvas, { box: 'device-pixel-content-box' });
  } catch {
    observer.observe(canvas);
  }
  canvas.addEventListener('contextrestored', redraw);
  repaintFunctions.add(repaintAtScale);
  redrawFunctions.set(canvas, redraw);

  return {
    redraw,
    dispose() {
      observer.disconnect();
      repaintFunctions.delete(repaintAtScale);
      pendingPaintings.delete(draw);
      canvas.removeEventListener('contextrestored', redraw);
    },
  };
}

/**
 * @param {ResizeObserverEntry} entry
 * @returns {[number, number]} width and height in device pixels
 */
function measureDevicePixels(entry) {
  const { width, height } = entry.contentRect;
  const rounded = /** @type {[number, number]} */ ([
    Math.round(width * devicePixelRatio),
    Math.round(height * devicePixelRatio),
  ]);
  const exact = entry.devicePixelContentBoxSize?.[0];
  // An emulated screen (developer tools, screenshots) reports the box of the real screen.
  const agrees = exact && Math.abs(exact.inlineSize - rounded[0]) <= 2;
  return agrees ? [exact.inlineSize, exact.blockSize] : rounded;
}

/** @returns {boolean} whether the reader prefers reduced motion */
export function prefersReducedMotion() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
