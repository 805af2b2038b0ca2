/**
 * A button to choose a file, which may also be dropped on an element.
 * @module
 */

import { h } from './dom.js';

/**
 * @param {object} options
 * @param {string} options.label
 * @param {string} options.accept value of the input's attribute `accept`
 * @param {HTMLElement} options.over element on which a file may be dropped
 * @param {(file: Blob) => void} options.onFile
 */
export function createFileChoice({ label, accept, over, onFile }) {
  /** @param {FileList | null | undefined} files */
  const acceptFirst = (files) => {
    const [file] = files ?? [];
    if (file) onFile(file);
  };
  over.addEventListener('dragover', (event) => event.preventDefault());
  over.addEventListener('drop', (event) => {
    event.preventDefault();
    acceptFirst(event.dataTransfer?.files);
  });
  const input = h('input', { type: 'file', accept, class: 'visually-hidden' });
  input.addEventListener('change', () => {
    acceptFirst(input.files);
    // The same file may be chosen again.
    input.value = '';
  });
  return h('label', { class: 'button' }, label, input);
}
