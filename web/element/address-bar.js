/**
 * Keeps the fragment of the page's address up to date. Browsers limit the rate of changes (WebKit: 100 in 30 s) and throw
 * or ignore further ones. So changes are rate-limited; the last fragment is always written in the end.
 */

import { translate } from '../language/translate.js';

/** Token bucket: at most kBurst changes at once, then one every kIntervalMs; at most 95 in 30 s. */
const kBurst = 20;
const kIntervalMs = 400;
/** Waiting time after a rejected change, since other scripts may have used up the browser's limit. */
const kRetryMs = 10_000;

/** The fragment still to be written, and the address that it replaces. @type {{ fragment: string, from: string } | null} */
let pending = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let tokens = kBurst;
let countTime = 0;

/** @param {string} fragment with `#` */
export function replaceFragment(fragment) {
  // A document without its own address, such as srcdoc, has no fragment to update.
  if (!/^(http|file)/.test(location.protocol)) return;
  pending = { fragment, from: location.href };
  const now = performance.now();
  tokens = Math.min(kBurst, tokens + (now - countTime) / kIntervalMs);
  countTime = now;
  if (timer) return;
  if (tokens >= 1) writePending();
  else schedule((1 - tokens) * kIntervalMs);
}

/** @param {number} ms */
function schedule(ms) {
  timer = setTimeout(writePending, ms);
  addEventListener('pagehide', writePending);
}

function writePending() {
  clearTimeout(timer);
  timer = undefined;
  // Nothing is written if the page has navigated meanwhile.
  if (pending?.from !== location.href) return;
  // The new URL is built from the page's address, since a relative URL would be resolved against <base>.
  const { href } = Object.assign(new URL(location.href), { hash: pending.fragment });
  tokens--;
  try {
    history.replaceState(history.state, '', href);
  } catch {
    // Above the rate limit some browsers throw and others do nothing, so the result is checked below.
  }
  if (location.href === href) pending = null;
  else schedule(kRetryMs);
}

/** @returns {string} why a link to another page does not open */
export const describeBlockedPopup = () =>
  translate('The page around this frame does not let it open other pages: its sandbox lacks allow-popups.');
