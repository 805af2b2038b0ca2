/**
 * Moves the focus along when a reader opens or closes a panel with the keyboard.
 * @module
 */

/** @param {() => ShadowRoot} rootOf */
export function createFocusFollower(rootOf) {
  /** The exploration that was last open, and whether the focus was in it or on a button for explorations before the change. */
  let [open, follows] = ['', false];
  /** @param {string} selector */
  const focus = (selector) =>
    /** @type {HTMLElement | null} */ (rootOf().querySelector(selector))?.focus({ preventScroll: true });
  return {
    /** To be called before another exploration is rendered. @param {string} name '' for the map */
    before(name) {
      if (name !== open) follows = !!rootOf().activeElement?.closest('.exploration, [data-explore]');
    },
    /** To be called after it was rendered. @param {string} name */
    after(name) {
      if (follows) focus(name ? '.exploration' : `[data-explore="${open}"]`);
      open = name;
    },
  };
}
