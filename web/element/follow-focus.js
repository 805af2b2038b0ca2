/**
 * Keeps the focus with a reader who opens or closes something with the keyboard.
 * @module
 */

/** @param {() => ShadowRoot} rootOf */
export function createFocusFollower(rootOf) {
  /** The exploration that was last open, and whether the focus was in it or on its button before it changed. */
  let [open, follows] = ['', false];
  /** @param {string} selector */
  const focus = (selector) =>
    /** @type {HTMLElement | null} */ (rootOf().querySelector(selector))?.focus({ preventScroll: true });
  return {
    /** Another exploration is about to be drawn. @param {string} name '' for the map */
    before(name) {
      if (name !== open) follows = !!rootOf().activeElement?.closest('.exploration, [data-explore]');
    },
    /** It has been drawn. @param {string} name */
    after(name) {
      if (follows) focus(name ? '.exploration' : `[data-explore="${open}"]`);
      open = name;
    },
  };
}
