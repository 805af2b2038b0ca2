/**
 * A lock, so that at most one instrument of a page trains at full speed: acquiring it pauses the previous holder.
 * @module
 */

/** @type {{ onLockLost: () => void } | null} */
let holder = null;

/** @param {{ onLockLost: () => void }} who */
export function acquireFullSpeedLock(who) {
  if (holder && holder !== who) holder.onLockLost();
  holder = who;
}

/** @param {{ onLockLost: () => void }} who */
export function releaseFullSpeedLock(who) {
  if (holder === who) holder = null;
}
