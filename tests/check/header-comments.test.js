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

  /** @type {[string, string[]][]} */
  const faulty = [
    ['no formula', good.filter((line) => !line.startsWith('  e'))],
    ['a formula is broken', good.with(2, '  e = q ·')],
    ['in the middle', good.with(4, 'Prose. Look for: a line.')],
    ['no "Look for:"', good.slice(0, -1)],
    ['after the labels', [...good, 'More.']],
    ['not a complete sentence', good.with(0, 'Dot product')],
    ['120 characters', good.with(4, 'x'.repeat(118))],
    ['after "Paper:"', [...good.slice(0, 5), good[7], good[5], good[6]]],
  ];
  it.each(faulty)('finds the fault: %s', (fault, lines) => {
    expect(findHeaderFaults(good, requirements)).toEqual([]);
    expect(findHeaderFaults(lines, requirements).join()).toContain(fault);
  });
});
