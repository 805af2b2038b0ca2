/** Registers the service worker that keeps the page available offline. */

/** Address of the service worker, relative to the page. */
const kAddress = './offline.js';

/** @typedef {{ createScriptURL: (address: string) => string }} Policy */
/** @typedef {{ createPolicy: (name: string, rules: Policy) => Policy }} TrustedTypes */

/** Registers the service worker when the browser is idle; failures are ignored. */
export function registerServiceWorker() {
  if (!('serviceWorker' in navigator) || !/^https?:/.test(location.protocol)) return;
  const whenIdle =
    globalThis.requestIdleCallback ?? ((/** @type {() => void} */ act) => setTimeout(act, 3000));
  const register = () =>
    whenIdle(() => navigator.serviceWorker.register(createTrustedUrl(kAddress)).catch(() => null));
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}

/**
 * Wraps the address for pages that enforce Trusted Types; the policy allows only this address.
 * @param {string} address
 */
function createTrustedUrl(address) {
  const factory = /** @type {{ trustedTypes?: TrustedTypes }} */ (globalThis).trustedTypes;
  if (!factory) return address;
  const policy = factory.createPolicy('attentoscope-offline', { createScriptURL: () => kAddress });
  return policy.createScriptURL(address);
}
