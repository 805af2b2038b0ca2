/** Words that this project does not use: in names, and at the beginning of commit titles. CONTRIBUTING.md says which it uses. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isCommitTitle } from '../../.tools/check.js';
import { captureOutput, root } from '../../.tools/shell.js';

/** Parts of identifiers. */
const kWords = new Set(
  'asked colour crew heard heart initialise laid looked normalised optimiser parted rival said told twin'.split(
    ' ',
  ),
);

/** Comments, strings and regular expressions, which may contain any word. */
const kProse =
  /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$|(?<=[(,=:[] ?|\n\s+)\/(?![*/])(?:[^/\\\n]|\\.)+\/[a-z]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/gm;

/** @param {string} source @returns {string[]} identifiers with an unwanted word, and functions without a verb */
function findUnwantedNames(source) {
  const code = source.replace(kProse, ' ');
  const names = new Set(code.match(/[A-Za-z_$][\w$]*/g) ?? []);
  const words = (/** @type {string} */ name) => name.split(/_|(?=[A-Z])/).map((word) => word.toLowerCase());
  const found = [...names].filter((name) => words(name).some((word) => kWords.has(word)));
  const functions = code.matchAll(/\b(?:function|const) (\w+Of)\b/g);
  return [...found, ...Array.from(functions, ([, name = '']) => name)];
}

describe('words', () => {
  test('no identifier has an unwanted word', async () => {
    const { output } = await captureOutput('git', ['ls-files', '*.js', '*.cpp', '*.hpp']);
    const files = output.split('\n').filter(Boolean);
    const faults = files.flatMap((file) =>
      findUnwantedNames(readFileSync(join(root, file), 'utf8')).map((name) => `${file}: ${name}`),
    );
    expect(files.length).toBeGreaterThan(500);
    expect(faults).toEqual([]);
    const unwanted = findUnwantedNames('let rivalLoss; // told\nconst textOf = "said";');
    expect(unwanted).toEqual(['rivalLoss', 'textOf']);
  });

  test('commit titles are short and imperative', () => {
    const long = `Fix ${'x'.repeat(70)}`;
    const titles = ['Fix two tests', 'The list grows', 'Renamed a file', 'two fixes', long];
    expect(titles.filter(isCommitTitle)).toEqual(['Fix two tests']);
  });
});
