import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../.tools/shell.js';

/** @param {string} file @returns {string[]} files of the project that it imports statically */
function listStaticImports(file) {
  const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const found = text.matchAll(/^(?:import|export)(?:[^;']*?from)?\s*'(\.[^']+)'/gm);
  return Array.from(found, ([, path = '']) => join(dirname(file), path));
}

test('no tool statically imports a generated file', () => {
  const tools = readdirSync(join(root, '.tools')).filter((name) => name.endsWith('.js'));
  const files = new Set(tools.map((name) => join(root, '.tools', name)));
  for (const file of files) if (existsSync(file)) for (const path of listStaticImports(file)) files.add(path);
  const generatedFiles = [...files].filter((file) => file.includes('/generated/'));
  expect(files.size).toBeGreaterThan(tools.length + 3);
  expect(generatedFiles).toEqual([]);
});
