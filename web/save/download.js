/** Downloads of files. */
import { translate } from '../language/translate.js';

/**
 * A frame without an origin is sandboxed. It cannot find out whether the page lets it save files, not even after a download.
 * @returns {string} a hint for the reader in such a frame; '' elsewhere
 */
export const getDownloadHint = () =>
  self.origin === 'null' && parent !== self
    ? translate(
        'If no file was saved: the page around this frame forbids it, its sandbox lacks allow-downloads.',
      )
    : '';

let wasHintShown = false;

/**
 * Downloads a file.
 * @param {Blob} blob
 * @param {string} name
 * @param {(message: string) => void} notify
 */
export function download(blob, name, notify) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  const hint = getDownloadHint();
  if (hint && !wasHintShown) notify(hint);
  wasHintShown = true;
}
