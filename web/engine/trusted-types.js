/**
 * The policy for pages with Trusted Types: `attentoscope`, for the worker's address and for the templates of lit.
 *
 * The build replaces lit's own policy, `lit-html`, by `getTrustedPolicy()` (see .tools/adapted-lit.js). Otherwise a page with a copy of lit
 * would fail, because a policy name can be used only once.
 */

/** @typedef {{ createScriptURL: (url: string) => string, createHTML: (html: string, literal?: { raw?: readonly string[] }) => string }} Policy */
/** @typedef {{ createPolicy: (name: string, rules: Policy) => Policy }} TrustedTypes */

/** Blob addresses of our workers that are not used yet; the policy accepts no others. @type {Set<string>} */
export const unusedWorkerUrls = new Set();

/** @type {Policy | undefined} */
let policy;

/** @returns {Policy | undefined} undefined if the browser has no Trusted Types; throws if the page forbids the policy */
export function getTrustedPolicy() {
  const { trustedTypes } = /** @type {{ trustedTypes?: TrustedTypes }} */ (globalThis);
  policy ??= trustedTypes?.createPolicy('attentoscope', {
    // Lit also passes the template literal of our own source (see .tools/adapted-lit.js); HTML without one is rejected.
    createHTML(html, literal) {
      if (literal?.raw && Object.isFrozen(literal.raw)) return html;
      throw new TypeError(html);
    },
    createScriptURL(url) {
      if (unusedWorkerUrls.delete(url)) return url;
      throw new TypeError(url);
    },
  });
  return policy;
}
