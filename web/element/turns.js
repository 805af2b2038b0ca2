/**
 * At most one instrument of a page trains at full speed: who starts takes the turn, who had it pauses.
 * @module
 */

/** @type {{ yieldTurn: () => void } | null} */
let holder = null;

/** @param {{ yieldTurn: () => void }} who */
export function takeTurn(who) {
  if (holder && holder !== who) holder.yieldTurn();
  holder = who;
}

/** @param {{ yieldTurn: () => void }} who */
export function endTurn(who) {
  if (holder === who) holder = null;
}
