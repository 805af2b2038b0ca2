/**
 * What pages with Trusted Types ask for: one policy, `attentoscope`, for the worker's address and for lit's templates.
 *
 * The build puts `ownPolicy()` in the place of lit's own `lit-html` (see vite.config.js): a page whose own lit has taken
 * that name could not load ours, nor could a page load its own lit after ours.
 * @module
 */

/** @typedef {{ createScriptURL: (url: string) => string, createHTML: (html: string, literal?: { raw?: readonly string[] }) => string }} Policy */
/** @typedef {{ createPolicy: (name: string, rules: Policy) => Policy }} TrustedTypes */

/** Addresses of blobs made here and not yet used; no others are accepted. @type {Set<string>} */
export const vouched = new Set();

/** @type {Policy | undefined} */
let policy;

/** @returns {Policy | undefined} undefined where there are no Trusted Types; throws where the page does not allow it */
export function ownPolicy() {
  const { trustedTypes } = /** @type {{ trustedTypes?: TrustedTypes }} */ (globalThis);
  policy ??= trustedTypes?.createPolicy('attentoscope', {
    // Lit gives the literal of one of our own files beside it (see vite.config.js); a text alone is refused.
    createHTML(html, literal) {
      if (literal?.raw && Object.isFrozen(literal.raw)) return html;
      throw new TypeError(html);
    },
    createScriptURL(url) {
      if (vouched.delete(url)) return url;
      throw new TypeError(url);
    },
  });
  return policy;
}
