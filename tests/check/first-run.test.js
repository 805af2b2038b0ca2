import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../.tools/shell.js';

/** @param {string} file @returns {string[]} of the project, that are loaded before the first line of the file runs */
function staticImports(file) {
  const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const found = text.matchAll(/^(?:import|export)(?:[^;']*?from)?\s*'(\.[^']+)'/gm);
  return Array.from(found, ([, path = '']) => join(dirname(file), path));
}

test('no tool needs a file that only the build writes', () => {
  const tools = readdirSync(join(root, '.tools')).filter((name) => name.endsWith('.js'));
  const files = new Set(tools.map((name) => join(root, '.tools', name)));
  for (const file of files) if (existsSync(file)) for (const path of staticImports(file)) files.add(path);
  const written = [...files].filter((file) => file.includes('/generated/'));
  expect(files.size).toBeGreaterThan(tools.length + 3);
  expect(written).toEqual([]);
});
