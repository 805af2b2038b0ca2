/** Lets the reader draw in a grid by mouse, touch or keyboard. */

/** Change of a cell: `more` adds one; `some` sets at least a little; a number sets this value. @typedef {'more' | 'some' | number} Change */

/** @type {ReadonlyMap<string, Change>} */
const kKeys = new Map(
  /** @type {[string, Change][]} */ ([
    ['Enter', 'more'],
    [' ', 'more'],
    ['Backspace', 0],
    ['Delete', 0],
    ...Array.from({ length: 10 }, (_, digit) => [String(digit), digit]),
  ]),
);

/** Largest mark of a cell; one more stroke empties it. */
const kLargestMark = 9;

/** @param {number} before @param {Change} change @returns {number} the new mark of a cell, 0 to kLargestMark */
export function changeMark(before, change) {
  if (change === 'more') return (before + 1) % (kLargestMark + 1);
  return change === 'some' ? Math.max(1, before) : change;
}

/**
 * @param {HTMLElement} element around the grid
 * @param {(row: number, column: number, change: Change) => void} onMark
 */
export function createDrawingInput(element, onMark) {
  const controller = new AbortController();
  const { signal } = controller;
  /** The last cell under the pointer. @type {Element | null} */
  let last = null;

  /** @param {unknown} target */
  const findCell = (target) =>
    target instanceof Element && element.contains(target) ? target.closest('[role=gridcell]') : null;

  /** @param {Element} cell @param {Change} change */
  function mark(cell, change) {
    const line = /** @type {Element} */ (cell.closest('[role=row]'));
    const row = [...element.querySelectorAll('[role=row]:has([role=gridcell])')].indexOf(line);
    onMark(row, [...line.querySelectorAll('[role=gridcell]')].indexOf(cell), change);
  }

  element.addEventListener(
    'pointerdown',
    (event) => {
      last = event.button === 0 ? findCell(event.target) : null;
      // A touch is captured by its first cell unless the capture is released.
      const target = /** @type {Element} */ (event.target);
      if (last && target.hasPointerCapture(event.pointerId)) target.releasePointerCapture(event.pointerId);
    },
    { signal },
  );
  element.addEventListener(
    'pointermove',
    (event) => {
      if (!last || event.buttons === 0) return;
      const root = /** @type {ShadowRoot | Document} */ (element.getRootNode());
      const cell = findCell(root.elementFromPoint(event.clientX, event.clientY));
      if (!cell || cell === last) return;
      mark(last, 'some');
      mark(cell, 'some');
      last = cell;
    },
    { signal },
  );
  for (const end of ['pointerup', 'pointercancel'])
    window.addEventListener(
      end,
      () => {
        last = null;
      },
      { signal },
    );
  element.addEventListener(
    'click',
    (event) => {
      const cell = findCell(event.target);
      if (cell) mark(cell, 'more');
    },
    { signal },
  );
  // Listens in the capture phase, to get keys before the grid cursor and the instrument's shortcuts.
  element.addEventListener(
    'keydown',
    (event) => {
      const cell = findCell(event.target);
      const change = kKeys.get(event.key);
      if (!cell || change === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      mark(cell, change);
      event.preventDefault();
      event.stopPropagation();
    },
    { signal, capture: true },
  );

  return { dispose: () => controller.abort() };
}
