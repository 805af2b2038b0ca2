/**
 * @param {ShadowRoot} root
 * @param {readonly string[]} styles later ones overrule earlier ones
 * @returns {() => void} takes them away
 */
export function dress(root, styles) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles.join('\n'));
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  return () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet);
  };
}
