/**
 * Reports changes of colors by forced colors (high contrast) and by printing, and prepares the layout for printing on white
 * paper.
 */
import { repaintAllCanvases } from '../parts/canvas-painter.js';

/** Width in CSS pixels that fits on a page in portrait format. */
const kPaperWidth = 680;
/** Canvas pixels per CSS pixel in print. */
const kPrintScale = 3;

/**
 * @param {ShadowRoot} root of the instrument
 * @param {AbortSignal} signal ends watching
 * @param {() => void} onChange
 */
export function watchColors(root, signal, onChange) {
  /** @param {Event} event */
  const onPrint = ({ type }) => {
    const on = type === 'beforeprint';
    layOutForPrint(root, on);
    onChange();
    repaintAllCanvases(on ? kPrintScale : devicePixelRatio);
  };
  matchMedia('(forced-colors: active)').addEventListener('change', onChange, { signal });
  addEventListener('beforeprint', onPrint, { signal });
  addEventListener('afterprint', onPrint, { signal });
}

/**
 * Sets or removes the layout for print: the map keeps its screen size and is scaled down as a whole, so that its proportions
 * stay; scrolling content gets its full height.
 * @param {ShadowRoot} root
 * @param {boolean} on
 */
function layOutForPrint({ host, firstElementChild: scope }, on) {
  const desk = scope?.querySelector('.desk');
  if (!(scope instanceof HTMLElement) || !desk) return;
  const hidden = [...desk.querySelectorAll('.exploration-body, .main > *, .side')].map(
    ({ scrollHeight, clientHeight }) => scrollHeight - clientHeight,
  );
  const height = desk.clientHeight + Math.max(0, ...hidden);
  const zoom = Math.min(1, kPaperWidth / scope.offsetWidth);
  scope.style.cssText = on
    ? `inline-size: ${scope.offsetWidth}px; zoom: ${zoom}; --print-height: ${height}px`
    : '';
  for (const name of ['data-paper', 'data-print']) host.toggleAttribute(name, on);
}
