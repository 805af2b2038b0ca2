/** A button to choose a file, which may also be dropped on an element. */

import { html } from 'lit';

/**
 * @param {string} label
 * @param {string} accept value of the input's attribute `accept`
 * @param {(file: File) => void} onFile
 * @param {string} [className] of the button
 */
export const fileChoiceTemplate = (label, accept, onFile, className = 'button') => html`
  <label class=${className}>${label}<input type="file" class="visually-hidden" accept=${accept} @change=${(
    /** @type {Event} */ { target },
  ) => {
    const input = /** @type {HTMLInputElement} */ (target);
    takeFirst(input.files, onFile);
    // Otherwise choosing the same file again would not cause a `change` event.
    input.value = '';
  }} /></label>
`;

/** A listener for both `dragover` and `drop`, of an element on which a file may be dropped. @param {(file: File) => void} onFile */
export const createDropListener = (onFile) => (/** @type {DragEvent} */ event) => {
  event.preventDefault();
  if (event.type === 'drop') takeFirst(event.dataTransfer?.files, onFile);
};

/** @param {FileList | null | undefined} files @param {(file: File) => void} onFile */
function takeFirst(files, onFile) {
  const [file] = files ?? [];
  if (file) onFile(file);
}
