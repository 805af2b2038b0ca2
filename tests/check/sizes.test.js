import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { root } from '../../.tools/shell.js';
import { chunkGroups } from '../../web/vite.config.js';
import { budgets, findExceededBudgets, findStaticClosure, measure } from './sizes.js';

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
  /** @type {string} */
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sizes-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** @param {Record<string, string>} files */
  const write = (files) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  };
  /** Incompressible text. @param {number} kilobytes */
  const createIncompressibleText = (kilobytes) => {
    let state = 1;
    let text = '';
    while (text.length < kilobytes * 2000) {
      state = (state * 48271) % 2147483647;
      text += state.toString(36);
    }
    return `/*${text}*/`;
  };

  it('follows static imports but not dynamic ones', () => {
    write({
      'attentoscope.js': 'import{a}from"./b.js";import"./c.js";export*from"./d.js";import("./lazy.js")',
      'b.js': 'import{x}from`./e.js`',
      'c.js': '',
      'd.js': '',
      'e.js': '',
      'lazy.js': '',
    });
    expect(findStaticClosure(folder, 'attentoscope.js').sort()).toEqual(
      ['attentoscope.js', 'b.js', 'c.js', 'd.js', 'e.js'].sort(),
    );
  });

  it('reports each exceeded limit', () => {
    write({
      'attentoscope.js': 'import"./b.js"',
      'b.js': createIncompressibleText(40),
      'core.wasm': createIncompressibleText(400),
      'core-Ab_1-x.js': '',
      'language-xx-1.js': createIncompressibleText(60),
      'attentoscope.html': createIncompressibleText(500),
    });
    expect(findExceededBudgets(measure(folder)).map((line) => line.split(':')[0])).toEqual(
      Object.keys(budgets),
    );
  });
});
