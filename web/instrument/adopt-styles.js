/**
 * Adopts style sheets.
 * @param {ShadowRoot} root
 * @param {readonly string[]} styles later ones override earlier ones
 * @returns {() => void} removes them
 */
export function adoptStyles(root, styles) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles.join('\n'));
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  return () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet);
  };
}
