/**
 * A lock, so that at most one instrument of a page trains at full speed: acquiring it pauses the previous holder.
 */

/** @type {{ pause: () => unknown } | null} */
let holder = null;

/** @param {{ pause: () => unknown }} who */
export function acquireFullSpeedLock(who) {
  if (holder && holder !== who) holder.pause();
  holder = who;
}

/** @param {{ pause: () => unknown }} who */
export function releaseFullSpeedLock(who) {
  if (holder === who) holder = null;
}
