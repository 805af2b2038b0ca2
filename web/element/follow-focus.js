/** Moves the focus along when a reader opens or closes a panel with the keyboard. */

/** @param {() => ShadowRoot} getRoot */
export function createFocusFollower(getRoot) {
  /** The exploration that was last open, and whether the focus was in it or on a button for explorations before the change. */
  let [open, hadFocus] = ['', false];
  /** @param {string} selector */
  const focus = (selector) =>
    /** @type {HTMLElement | null} */ (getRoot().querySelector(selector))?.focus({ preventScroll: true });
  return {
    /** Remembers whether the focus is in the open exploration. @param {string} name of the next exploration; '' for the map */
    beforeRender(name) {
      if (name !== open) hadFocus = !!getRoot().activeElement?.closest('.exploration, [data-explore]');
    },
    /** To be called after the exploration was rendered. @param {string} name */
    afterRender(name) {
      if (hadFocus) focus(name ? '.exploration' : `[data-explore="${open}"]`);
      open = name;
    },
  };
}
