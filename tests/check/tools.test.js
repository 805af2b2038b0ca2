/** The commands of package.json have to start in a fresh clone, where no package is installed yet. */
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../.tools/shell.js';

/**
 * What a script imports before its first line runs, itself and its own files included.
 * @param {string} file
 * @param {Set<string>} found packages, and files below the repository
 */
function staticImports(file, found = new Set()) {
  found.add(relative(root, file));
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)\s+(?:[^;'"]*\sfrom\s+)?['"]([^'"]+)['"];/gm,
  )) {
    if (!name.startsWith('.')) found.add(name);
    else if (!found.has(relative(root, join(dirname(file), name))))
      staticImports(join(dirname(file), name), found);
  }
  return found;
}

test.each(['start', 'test', 'build', 'check', 'fuzz', 'golden'])(
  'npm run %s needs no package to start',
  (name) => {
    const found = staticImports(join(root, `.tools/${name}.js`));
    expect(found.size).toBeGreaterThan(2);
    expect([...found].filter((one) => !/^(node:|[\w.]+\/)/.test(one))).toEqual([]);
  },
);

test('a negative control: the reference does need one', () => {
  expect([...staticImports(join(root, '.tools/reference.js'))]).toContain('katex');
});
