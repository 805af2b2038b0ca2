/** Style sheets take sizes of type from the custom properties that a host may set. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../.tools/shell.js';

/** Paper has sizes in points. */
const exceptions = /worksheet-styles/;

test('no style sheet has a size of type of its own', () => {
  const names = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' });
  const sheets = names.filter((name) => /\.(css|js)$/.test(name) && !exceptions.test(name));
  const faults = sheets.flatMap((name) => {
    const found = readFileSync(join(root, 'web', name), 'utf8').match(/font-size: [\d.]+r?em\b/g) ?? [];
    return found.map((declaration) => `${name}: ${declaration}`);
  });
  expect(sheets.length).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});
