/** Colors and line width that painters read from the styles of the page. */

import { parseColor } from './palette.js';

/** @typedef {ReturnType<typeof readTheme>} Theme */

/** Reads the colors and the line width of the theme of `element`. @param {Element} element */
export function readTheme(element) {
  const style = getComputedStyle(element);
  /** @param {string} name @param {string} fallback */
  const read = (name, fallback) => style.getPropertyValue(`--attento-${name}`).trim() || fallback;
  const paper = read('paper', '#ffffff');
  /** @param {string} name @param {[string, string]} fallbacks @returns {import('./palette.js').Ramp} */
  const readRamp = (name, [middle, end]) =>
    [paper, read(`${name}-middle`, middle), read(`${name}-end`, end)].map(parseColor);
  return {
    ink: read('ink', '#1b1f27'),
    muted: read('muted', '#5a6170'),
    rule: read('rule', '#e2dfd7'),
    slot: read('slot', '#efece5'),
    accent: read('accent', '#1d4f91'),
    paper,
    ramp: readRamp('ramp', ['#1576d3', '#14248c']),
    divergingRamp: readRamp('diverging', ['#b55d05', '#5f2503']),
    line: Number(read('line', '2')),
    font: style.fontFamily || 'sans-serif',
  };
}
