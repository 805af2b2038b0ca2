/**
 * Whatever changes the colours of the theme without changing the element or the color scheme around it.
 * @module
 */

const kQueries = ['(forced-colors: active)', 'print'];

/**
 * @param {() => void} onChange
 * @returns {() => void} ends it
 */
export function watchColours(onChange) {
  const media = kQueries.map((query) => matchMedia(query));
  for (const query of media) query.addEventListener('change', onChange);
  return () => {
    for (const query of media) query.removeEventListener('change', onChange);
  };
}
