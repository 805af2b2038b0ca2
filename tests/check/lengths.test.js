import { describe, expect, it } from 'vitest';
import { root } from '../../.tools/shell.js';
import { readSources } from './dependencies.js';
import { findTooLong, limits } from './lengths.js';

/** @param {number} count */
const lines = (count) => '0;\n'.repeat(count);
/** @param {string} text */
const checkText = (text) => findTooLong({ path: 'web/a.js', text });

const sources = readSources(root, 'web').filter(
  ({ path }) => path.endsWith('.js') && !path.startsWith('web/generated'),
);

it('files and functions stay within the limits unless they say why', () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.flatMap(findTooLong)).toEqual([]);
});

describe('the length check', () => {
  it('finds a long file, a long class, a long function and a long closure', () => {
    expect(checkText(lines(limits.file + 1))).toHaveLength(1);
    expect(checkText(`class A {\n${'a;\n'.repeat(limits.class)}}\n`)).toHaveLength(1);
    expect(checkText(`function a() {\n${lines(limits.function)}}\n`)).toHaveLength(1);
    expect(checkText(`const a = () => {\nconst b = () => {\n${lines(limits.function)}};\n};\n`)).toHaveLength(
      2,
    );
  });

  it('accepts short ones, and long ones that say why', () => {
    expect(checkText(lines(limits.file))).toEqual([]);
    expect(checkText(`/**\n * Long because it is.\n */\n${lines(limits.file + 1)}`)).toEqual([]);
  });
});
