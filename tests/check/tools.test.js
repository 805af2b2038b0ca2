/** Checks that the commands of package.json start in a fresh clone, where no npm package is installed. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { replaceOne } from '../../.tools/replace-one.js';
import { root } from '../../.tools/shell.js';
import { embedAssets } from '../../.tools/single-file.js';

/**
 * Returns the static imports of a script, transitively, including the script.
 * @param {string} file
 * @param {Set<string>} found packages, and files below the repository
 */
function listStaticImports(file, found = new Set()) {
  found.add(relative(root, file));
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)\s+(?:[^;'"]*\sfrom\s+)?['"]([^'"]+)['"];/gm,
  )) {
    if (!name.startsWith('.')) found.add(name);
    else if (!found.has(relative(root, join(dirname(file), name))))
      listStaticImports(join(dirname(file), name), found);
  }
  return found;
}

test.each(['start', 'test', 'build', 'check', 'fuzz', 'golden', 'hosts'])(
  'npm run %s starts without npm packages',
  (name) => {
    const found = listStaticImports(join(root, `.tools/${name}.js`));
    expect(found.size).toBeGreaterThan(2);
    expect([...found].filter((one) => !/^(node:|[\w.]+\/)/.test(one))).toEqual([]);
  },
);

test('the check finds a package that reference.js needs (negative control)', () => {
  expect([...listStaticImports(join(root, '.tools/reference.js'))]).toContain('katex');
});

test('no tool statically imports a generated file', () => {
  const found = new Set();
  for (const name of readdirSync(join(root, '.tools')))
    if (name.endsWith('.js')) listStaticImports(join(root, '.tools', name), found);
  expect(found.size).toBeGreaterThan(30);
  expect([...found].filter((file) => file.includes('/generated/'))).toEqual([]);
});

test('which() does not find programs of npm packages', () => {
  const programs = join(root, 'node_modules/.bin');
  const script = `import('./.tools/shell.js').then(({ createEnvironment, findExecutable }) =>
    console.log(JSON.stringify([createEnvironment().PATH, findExecutable('wasm-opt'), findExecutable('node')])))`;
  const output = execFileSync(process.execPath, ['-e', script], {
    cwd: root,
    env: { PATH: [programs, dirname(process.execPath)].join(delimiter) },
    encoding: 'utf8',
  });
  expect(existsSync(join(programs, 'wasm-opt'))).toBe(true);
  const [path, optimizer, node] = JSON.parse(output);
  expect(path).toBe(dirname(process.execPath));
  expect(optimizer ?? '').not.toContain('node_modules');
  expect(node).toBe(join(dirname(process.execPath), 'node'));
});

test('embedAssets inlines the images of a style sheet', () => {
  const read = (/** @type {string} */ name) => Buffer.from(`<svg>${name}</svg>`);
  const data = (/** @type {string} */ name) => `data:image/svg+xml;base64,${read(name).toString('base64')}`;
  const sheet = `a{background:url(./a.svg) 0 0}b{mask:url("./b.svg")}c{fill:url(#c)}d{cursor:url(data:,)}`;
  expect(embedAssets(sheet, read)).toBe(
    `a{background:url(${data('a.svg')}) 0 0}b{mask:url(${data('b.svg')})}c{fill:url(#c)}d{cursor:url(data:,)}`,
  );
  expect(() => embedAssets('a{src:url(./x.font)}', read)).toThrow('x.font');
});

test('replaceOne fails unless there is exactly one match', () => {
  expect(replaceOne('abc', /b/g, 'x', 'file.js')).toBe('axc');
  for (const text of ['ac', 'abcb']) expect(() => replaceOne(text, /b/g, 'x', 'file.js')).toThrow('file.js');
});
