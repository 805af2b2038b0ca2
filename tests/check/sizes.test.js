import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { chunkGroups } from '../../.tools/chunks.js';
import { root } from '../../.tools/shell.js';
import { budgets, findExceededBudgets, findStaticClosure, measure } from './sizes.js';
import { createTemporaryFolder } from './temporary-folder.js';

const dist = join(root, 'dist');

describe('the built site', () => {
  it('stays within its size limits', () => {
    const sizes = measure(dist);
    expect(findExceededBudgets(sizes)).toEqual([]);
    // A size of zero would be a measurement error.
    for (const size of Object.values(sizes)) expect(size).toBeGreaterThan(0.5);
    expect(sizes.module).toBeGreaterThan(20);
  });

  it('loads no module before activation', () => {
    const files = findStaticClosure(dist, 'attentoscope.js');
    expect(files.filter((name) => /^(core|worker|create-scope|server|runner|live)\b/.test(name))).toEqual([]);
  });
});

/** Built files with a static or dynamic import that matches. @param {RegExp} pattern */
const findImporters = (pattern) =>
  readdirSync(dist).filter(
    (name) => name.endsWith('.js') && pattern.test(readFileSync(join(dist, name), 'utf8')),
  );

test('only index.html loads the lab', () => {
  expect(findImporters(/["'`]\.\/lab-/)).toEqual([]);
});

test('no chunk imports the live part, which has another URL when its loading is retried', () => {
  expect(findImporters(/import\(["'`]\.\/live-/)).not.toEqual([]);
  expect(findImporters(/from ?["'`]\.\/live-/)).toEqual([]);
});

test('every name in the groups of chunks is part of the path of a module', () => {
  const files = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' });
  const paths = [...files, 'web', 'lit-html/async-directive.js', 'vite/preload-helper.js'];
  const names = chunkGroups.flatMap(({ test: { source } }) => source.match(/[\w-]{3,}/g) ?? []);
  expect(names.filter((name) => !paths.some((path) => path.includes(name)))).toEqual([]);
});

describe('the size check', () => {
  /** Incompressible text. @param {number} kilobytes */
  const createIncompressibleText = (kilobytes) => randomBytes(1000 * kilobytes).toString('base64');

  it('follows static imports but not dynamic ones', () => {
    const folder = createTemporaryFolder({
      'attentoscope.js': 'import{a}from"./b.js";import"./c.js";export*from"./d.js";import("./lazy.js")',
      'b.js': 'import{x}from`./e.js`',
      ...{ 'c.js': '', 'd.js': '', 'e.js': '', 'lazy.js': '' },
    });
    const names = ['attentoscope.js', 'b.js', 'c.js', 'd.js', 'e.js'];
    expect(findStaticClosure(folder, 'attentoscope.js').sort()).toEqual(names);
  });

  it('reports each exceeded limit', () => {
    const folder = createTemporaryFolder({
      'attentoscope.js': 'import"./b.js"',
      'b.js': createIncompressibleText(40),
      'core.wasm': createIncompressibleText(400),
      'core-Ab_1-x.js': '',
      'language-xx-1.js': createIncompressibleText(70),
      'attentoscope.html': createIncompressibleText(800),
    });
    expect(findExceededBudgets(measure(folder)).map((line) => line.split(':')[0])).toEqual(
      Object.keys(budgets),
    );
  });
});
