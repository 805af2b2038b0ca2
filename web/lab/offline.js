/**
 * Keeps the page for the time without a network, once the browser has nothing better to do.
 * @module
 */

/** The service worker, beside this page. */
const kAddress = './offline.js';

/** @typedef {{ createScriptURL: (address: string) => string }} Policy */
/** @typedef {{ createPolicy: (name: string, rules: Policy) => Policy }} TrustedTypes */

/** Registers it where it can be had; the page works as well without. */
export function keepOffline() {
  if (!('serviceWorker' in navigator) || !/^https?:/.test(location.protocol)) return;
  const whenIdle =
    globalThis.requestIdleCallback ?? ((/** @type {() => void} */ act) => setTimeout(act, 3000));
  const register = () =>
    whenIdle(() => navigator.serviceWorker.register(trusted(kAddress)).catch(() => null));
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}

/**
 * In the form that pages with Trusted Types ask for; the policy vouches for this one address.
 * @param {string} address
 */
function trusted(address) {
  const factory = /** @type {{ trustedTypes?: TrustedTypes }} */ (globalThis).trustedTypes;
  if (!factory) return address;
  const policy = factory.createPolicy('attentoscope-offline', { createScriptURL: () => kAddress });
  return policy.createScriptURL(address);
}
