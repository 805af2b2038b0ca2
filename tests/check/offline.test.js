import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesOf, versionOf, writeOffline } from '../../.tools/offline.js';
import { root } from '../../.tools/shell.js';
import { experiments } from '../../web/index.js';

describe('what the service worker keeps', () => {
  /** @type {string} */
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'offline-'));
    write({
      'index.html': '<script src="./lab-12345678.js"></script><a href="./other.html">',
      'lab-12345678.js':
        'import"./a.js";import(`./b.js`);new URL("c.wasm",import.meta.url);register("./offline.js")',
      'other.html': '',
      'a.js': '',
      'b.js': '',
      'c.wasm': '',
      'offline.js': '',
      'needless.js': '',
      'xa.js': '',
    });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** @param {Record<string, string>} files */
  function write(files) {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  }

  const kept = ['a.js', 'b.js', 'c.wasm', 'index.html', 'lab-12345678.js', 'other.html'];

  it('is all that the page can come to load, and not itself', () => {
    expect(filesOf(folder, 'index.html')).toEqual(kept);
  });

  it('has another version as soon as a byte or a name of it is another, and no sooner', () => {
    const before = versionOf(folder, kept);
    write({ 'needless.js': 'x' });
    expect(versionOf(folder, kept)).toBe(before);
    write({ 'c.wasm': 'x' });
    const after = versionOf(folder, kept);
    expect(after).not.toBe(before);
    write({ 'c.wasm': '', 'b.js': 'x' });
    expect([before, after]).not.toContain(versionOf(folder, kept));
  });

  it('is written into the worker; a worker without a place for it is refused', () => {
    writeOffline("const kVersion = 'none';\nconst kFiles = [];\n", folder);
    const written = readFileSync(join(folder, 'offline.js'), 'utf8');
    const { version, files } = new Function(`${written}; return { version: kVersion, files: kFiles };`)();
    expect(version).toBe(versionOf(folder, kept));
    expect(files).toEqual(kept);
    expect(() => writeOffline("const kVersion = 'none';\n", folder)).toThrow(/must contain/);
  });

  it('of the built lab holds every module', () => {
    const files = filesOf(join(root, 'dist'), 'index.html');
    const modules = experiments().map(({ module }) => `${module}.wasm`);
    for (const name of [...modules, 'attend.wasm', 'unicode.wasm', 'worker.js'])
      expect(files).toContain(name);
  });
});
