import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { computeVersion, findLoadedFiles, writeOffline } from '../../.tools/offline.js';
import { root } from '../../.tools/shell.js';
import { experiments } from '../../web/index.js';
import { createTemporaryFolder, writeFiles } from './temporary-folder.js';

describe('the file list of the service worker', () => {
  const createSite = () =>
    createTemporaryFolder({
      'index.html': '<script src="./lab-12345678.js"></script><a href="./other.html">',
      'lab-12345678.js':
        'import"./a.js";import(`./b.js`);new URL("c.wasm",import.meta.url);register("./offline.js")',
      ...{ 'other.html': '', 'a.js': '', 'b.js': '', 'c.wasm': '' },
      ...{ 'offline.js': '', 'needless.js': '', 'xa.js': '' },
    });

  const expectedFiles = ['a.js', 'b.js', 'c.wasm', 'index.html', 'lab-12345678.js', 'other.html'];

  it('contains all files that the page can load, but not the service worker', () => {
    expect(findLoadedFiles(createSite(), 'index.html')).toEqual(expectedFiles);
  });

  it('has a version that changes exactly when a content or a name changes', () => {
    const folder = createSite();
    const before = computeVersion(folder, expectedFiles);
    writeFiles(folder, { 'needless.js': 'x' });
    expect(computeVersion(folder, expectedFiles)).toBe(before);
    writeFiles(folder, { 'c.wasm': 'x' });
    const after = computeVersion(folder, expectedFiles);
    expect(after).not.toBe(before);
    writeFiles(folder, { 'c.wasm': '', 'b.js': 'x' });
    expect([before, after]).not.toContain(computeVersion(folder, expectedFiles));
  });

  it('is written into the worker; a worker without placeholders is rejected', () => {
    const worker = "const kVersion = 'none';\nconst kFiles = [];\nreport(kVersion, kFiles);\n";
    const folder = createSite();
    writeOffline(worker, folder);
    const script = readFileSync(join(folder, 'offline.js'), 'utf8');
    const report = vi.fn();
    new Function('report', script)(report);
    expect(report).toHaveBeenCalledExactlyOnceWith(computeVersion(folder, expectedFiles), expectedFiles);
    expect(() => writeOffline("const kVersion = 'none';\n", folder)).toThrow(/must contain/);
  });

  it('contains every module of the built lab', () => {
    const files = findLoadedFiles(join(root, 'dist'), 'index.html');
    const modules = experiments().map(({ module }) => `${module}.wasm`);
    for (const name of [...modules, 'attend.wasm', 'unicode.wasm', 'worker.js'])
      expect(files).toContain(name);
  });
});
