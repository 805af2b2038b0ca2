/** Headers of mechanisms, models and tasks begin with name, formula, symbols with shapes, paper and what to look for. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../.tools/shell.js';
import { findHeaderFaults, readHeaderComment } from './header-comments.js';

/** Returns what the first comment of a header must have. @param {string} path */
function getRequirements(path) {
  // These two are not mechanisms: the result type, and the table of scores.
  if (path.startsWith('wasm/attention/'))
    return /\/(attention|scores)\.hpp$/.test(path) ? {} : { labels: ['Paper', 'Look for'], formulas: true };
  if (path.startsWith('wasm/ops/')) return { formulas: true };
  // Tasks generate samples with a truth; these headers are helpers of tasks.
  if (path.startsWith('wasm/tasks/'))
    return /\/(letters|vocabulary|graph)\.hpp$/.test(path) ? {} : { labels: ['Look for'], formulas: true };
  return {};
}

const rooms = ['attention', 'ops', 'nn', 'tasks', 'models', 'calculator'];
const headers = rooms.flatMap((room) =>
  readdirSync(join(root, 'wasm', room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.hpp'))
    .map((name) => `wasm/${room}/${name}`),
);

describe('first comments of headers', () => {
  it.each(headers)('%s', (path) => {
    expect(
      findHeaderFaults(readHeaderComment(readFileSync(join(root, path), 'utf8')), getRequirements(path)),
    ).toEqual([]);
  });

  const good = [
    'Dot product.',
    '',
    '  e = q · k',
    '',
    'Prose.',
    'Paper: A 2015, "B",',
    '  equation 1.',
    'Look for: a line.',
  ];
  const requirements = { labels: ['Paper', 'Look for'], formulas: true };

  it('finds each fault, and none in a correct comment', () => {
    expect(findHeaderFaults(good, requirements)).toEqual([]);
    expect(
      findHeaderFaults(
        good.filter((line) => !line.startsWith('  e')),
        requirements,
      ),
    ).toContain('no formula');
    expect(findHeaderFaults(good.with(2, '  e = q ·'), requirements).join()).toMatch('a formula is broken');
    expect(findHeaderFaults(good.with(2, '  z ='), requirements).join()).toMatch('a formula is broken');
    expect(findHeaderFaults(good.with(4, 'Prose. Look for: a line.'), requirements).join()).toMatch(
      'in the middle',
    );
    expect(findHeaderFaults(good.slice(0, -1), requirements)).toContain('no "Look for:"');
    expect(findHeaderFaults([...good, 'More.'], requirements).join()).toMatch('after the labels');
    expect(findHeaderFaults(good.with(0, 'Dot product'), requirements).join()).toMatch(
      /not a complete sentence/,
    );
    expect(findHeaderFaults(good.with(4, 'x'.repeat(118)), requirements).join()).toMatch('120 characters');
    expect(findHeaderFaults([...good.slice(0, 5), good[7], good[5], good[6]], requirements).join()).toMatch(
      'after "Paper:"',
    );
  });
});
