/** Temporary folders of files for tests. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** @typedef {Record<string, string | Uint8Array>} Files contents by name */

/** @param {string} folder @param {Files} files */
export function writeFiles(folder, files) {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
}

/** Returns a folder with these files that exists until the end of the test. @param {Files} files */
export function createTemporaryFolder(files) {
  const folder = mkdtempSync(join(tmpdir(), 'attentoscope-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFiles(folder, files);
  return folder;
}
