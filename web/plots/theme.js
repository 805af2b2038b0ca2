/** Values that painters take from the styles of the page. */

/** @typedef {ReturnType<typeof readTheme>} Theme */

/**
 * Reads the colors and the line width of the theme of `element`.
 * @param {Element} element
 * @returns {{ ink: string, muted: string, rule: string, slot: string, accent: string, paper: string, line: number, font: string }}
 */
export function readTheme(element) {
  const style = getComputedStyle(element);
  /** @param {string} name @param {string} fallback */
  const read = (name, fallback) => style.getPropertyValue(`--attento-${name}`).trim() || fallback;
  return {
    ink: read('ink', '#1b1f27'),
    muted: read('muted', '#5a6170'),
    rule: read('rule', '#e2dfd7'),
    slot: read('slot', '#efece5'),
    accent: read('accent', '#1d4f91'),
    paper: read('paper', '#ffffff'),
    line: Number(read('line', '2')),
    font: style.fontFamily || 'sans-serif',
  };
}
