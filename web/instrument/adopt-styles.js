/**
 * Adopts style sheets.
 * @param {DocumentOrShadowRoot} root
 * @param {readonly string[]} styles later ones override earlier ones
 * @param {AbortSignal} signal removes the style sheets when aborted
 */
export function adoptStyles(root, styles, signal) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles.join('\n'));
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  signal.addEventListener('abort', () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet);
  });
}
