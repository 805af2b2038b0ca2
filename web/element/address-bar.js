/**
 * Keeps the fragment of the page's address up to date. Browsers limit the rate of changes (WebKit: 100 in 30 s) and throw
 * or ignore further ones. So changes are rate-limited; the last fragment is always written in the end.
 * @module
 */

/** Token bucket: changes that may come at once, and the time for one more: 95 in 30 s. */
const kAtOnce = 20;
const kEveryMs = 400;
/** Waiting time after a rejected change, since other scripts may have used up the browser's limit. */
const kRefusedMs = 10_000;

/** The fragment still to be written, and the address that it replaces. @type {{ fragment: string, from: string } | null} */
let pending = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let spare = kAtOnce;
let counted = 0;

/** @param {string} fragment with `#` */
export function replaceFragment(fragment) {
  // A document without its own address, such as srcdoc, has no fragment to update.
  if (!/^(http|file)/.test(location.protocol)) return;
  pending = { fragment, from: location.href };
  const now = performance.now();
  spare = Math.min(kAtOnce, spare + (now - counted) / kEveryMs);
  counted = now;
  if (timer) return;
  if (spare >= 1) write();
  else wait((1 - spare) * kEveryMs);
}

/** @param {number} ms */
function wait(ms) {
  timer = setTimeout(write, ms);
  addEventListener('pagehide', write);
}

function write() {
  clearTimeout(timer);
  timer = undefined;
  // Nothing is written if the page has navigated meanwhile.
  if (pending?.from !== location.href) return;
  // Built from the page's own address, since a relative one would be resolved against <base>.
  const { href } = Object.assign(new URL(location.href), { hash: pending.fragment });
  spare--;
  try {
    history.replaceState(history.state, '', href);
  } catch {
    // Some browsers throw, others ignore the call, so the result is checked below.
  }
  if (location.href === href) pending = null;
  else wait(kRefusedMs);
}
