/**
 * Converts positions on the screen to an element's own CSS pixels: a page may scale or zoom its content, as slides do.
 */

/** @param {HTMLElement} element @returns {{ x: number, y: number }} the factors by which the page scales the element */
export function computeScale(element) {
  const { width, height } = element.getBoundingClientRect();
  return { x: width / element.offsetWidth || 1, y: height / element.offsetHeight || 1 };
}

/**
 * @param {HTMLElement} element
 * @param {{ clientX: number, clientY: number }} point in the window, such as a pointer event
 * @returns {{ x: number, y: number, width: number, height: number }} the point relative to the element's upper left corner, and its size
 */
export function toElementPoint(element, { clientX, clientY }) {
  const { left, top } = element.getBoundingClientRect();
  const scale = computeScale(element);
  const { offsetWidth: width, offsetHeight: height } = element;
  return { x: (clientX - left) / scale.x, y: (clientY - top) / scale.y, width, height };
}
