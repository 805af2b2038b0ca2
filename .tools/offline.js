/** Completes the service worker of the built lab with the list of files to cache and their version. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync } from 'vite';
import { card } from './share-tags.js';
import { UserError } from './shell.js';

/**
 * All files that a page can load: the files that it names, the files that those name, and so on.
 * @param {string} folder
 * @param {string} page
 * @returns {string[]} names, sorted
 */
export function findLoadedFiles(folder, page) {
  const all = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  const found = new Set([page]);
  for (const name of found) {
    if (!/\.(html|js|css)$/.test(name)) continue;
    const text = readFileSync(join(folder, name), 'utf8');
    for (const { name: other } of all)
      if (['"', "'", '`', '/'].some((sign) => text.includes(sign + other))) found.add(other);
  }
  found.delete('offline.js');
  found.delete(card.file); // only crawlers load it
  // Only pages with the attribute `fast` load these, and the lab has none.
  for (const name of found) if (name.endsWith('-fast.wasm')) found.delete(name);
  return [...found].sort();
}

/**
 * @param {string} folder
 * @param {readonly string[]} names
 * @returns {string} a hash of the names and contents
 */
export function computeVersion(folder, names) {
  const hash = createHash('sha256');
  for (const name of names) {
    const content = readFileSync(join(folder, name));
    hash.update(`${name}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * @param {string} source of the service worker
 * @param {string} folder the built site; `offline.js` is written there
 */
export function writeOffline(source, folder) {
  const [version, names] = ["kVersion = 'none'", 'kFiles = []'];
  if (!source.includes(version) || !source.includes(names))
    throw new UserError(
      'web/lab/offline-worker.js must contain "kVersion = \'none\'" and "kFiles = []" for the build to replace.',
    );
  const files = findLoadedFiles(folder, 'index.html');
  const complete = source
    .replace(version, () => `kVersion = ${JSON.stringify(computeVersion(folder, files))}`)
    .replace(names, () => `kFiles = ${JSON.stringify(files)}`);
  writeFileSync(
    join(folder, 'offline.js'),
    minifySync('offline.js', complete, { mangle: { toplevel: true } }).code,
  );
}
