/**
 * Keeps the fragment of the page's address up to date. Browsers allow so many changes in a while (WebKit 100 in 30 s) and
 * then throw or do nothing: what comes faster waits, and the last fragment is written in the end.
 * @module
 */

/** Changes that may come at once, and the time after which there may be one more: 95 in 30 s. */
const kAtOnce = 20;
const kEveryMs = 400;
/** After a refusal: others may have changed the address as often. */
const kRefusedMs = 10_000;

/** What is still to be written, and the address that it is to replace. @type {{ fragment: string, from: string } | null} */
let pending = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let spare = kAtOnce;
let counted = 0;

/** @param {string} fragment with `#` */
export function replaceFragment(fragment) {
  // A document without an address of its own, such as srcdoc, has none to be kept.
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
  // Whoever has gone elsewhere in the meantime stays there.
  if (pending?.from !== location.href) return;
  // Built from the page's own address: a <base> would lead elsewhere.
  const { href } = Object.assign(new URL(location.href), { hash: pending.fragment });
  spare--;
  try {
    history.replaceState(history.state, '', href);
  } catch {
    // Some browsers throw, others do nothing: what counts is whether it is there.
  }
  if (location.href === href) pending = null;
  else wait(kRefusedMs);
}
