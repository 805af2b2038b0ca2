/**
 * `npm run check`: types, format and lint of both languages, then the project rules in tests/check.
 * `npm run format` (--fix) rewrites what tools can fix automatically, and the list of texts.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.js';
import { installRequirements } from './setup.js';
import {
  captureOutput,
  getStepContext,
  isMainModule,
  printLine,
  root,
  runMain,
  runOrFail,
  UserError,
} from './shell.js';

/** @param {string} name of a program in node_modules/.bin */
const findNpmProgram = (name) => join(root, 'node_modules/.bin', name);

/** Every C++ file that git tracks or does not ignore. */
async function listCppFiles() {
  const list = await runOrFail(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.cpp', '*.hpp'],
    'git could not list the C++ files; the lines above say why.',
  );
  return list.split('\n').filter(Boolean);
}

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {() => Promise<{ code: number, output: string }>} run
 */

/** The checks that do not compile C++. @type {readonly Check[]} */
export const checks = [
  { name: 'types (tsc)', run: () => captureOutput(findNpmProgram('tsc'), ['-p', 'web']) },
  {
    name: 'JavaScript format and lint (biome)',
    run: () => captureOutput(findNpmProgram('biome'), ['check', '.', '--error-on-warnings']),
  },
  {
    name: 'C++ format (clang-format)',
    run: async () => captureOutput('clang-format', ['--dry-run', '-Werror', ...(await listCppFiles())]),
  },
];

const tidyTree = 'build/tidy';

/** Whether clang-tidy has checked everything before. Then it checks only what has changed since. */
export const hasTidyBuild = () => existsSync(join(root, tidyTree, 'libattento.a'));

/** clang-tidy runs as part of a clang build, because Ninja knows which files have changed. @type {Check} */
export const tidy = { name: 'C++ lint (clang-tidy)', run: runTidy };

async function runTidy() {
  const configured = await captureOutput('cmake', [
    '-B',
    tidyTree,
    '-G',
    'Ninja',
    '-DCMAKE_CXX_COMPILER=clang++',
    '-DCMAKE_BUILD_TYPE=Debug',
    '-DCMAKE_CXX_CLANG_TIDY=clang-tidy;--quiet;--warnings-as-errors=*',
  ]);
  if (configured.code !== 0) return configured;
  const { progress, threads } = getStepContext();
  return captureOutput('ninja', ['-C', tidyTree, `-j${threads}`, '-k', '0', 'attento'], { onLine: progress });
}

/** @param {string} title @returns {boolean} whether it is short and begins with a verb in the imperative */
export function isCommitTitle(title) {
  const [first = ''] = title.split(' ');
  const isOther = /^(A|An|The|Of|On|In|At|By|For|From|With|What|Who|Where|When|One|Two|Three|No)$/.test(
    first,
  );
  return (
    title.length <= 72 && /^[A-Z][a-z]+$/.test(first) && !isOther && !/([^s]s|[^e]ed|[^r]ing)$/.test(first)
  );
}

/** Only for `npm run check`: titles are corrected before they are published. @type {Check} */
const commitTitles = { name: 'titles of the last 20 commits', run: checkCommitTitles };

async function checkCommitTitles() {
  const { output } = await captureOutput('git', ['log', '--no-merges', '--max-count=20', '--format=%s']);
  const wrong = output.split('\n').filter((title) => title && !isCommitTitle(title));
  const faults = wrong.map((title) => `not an imperative of at most 72 characters: ${title}\n`);
  return { code: wrong.length, output: faults.join('') };
}

/**
 * Runs static checks and prints the output of those that fail.
 * @param {readonly Check[]} chosen
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runChecks(chosen) {
  let failed = 0;
  for (const check of chosen) {
    const { code, output } = await check.run();
    if (code !== 0) {
      failed++;
      getStepContext().write(output);
    }
    printLine(`${code === 0 ? 'passed' : 'FAILED'}: ${check.name}`);
  }
  return { passed: chosen.length - failed, failed };
}

if (isMainModule(import.meta.url)) {
  await runMain(async () => {
    if (process.argv.includes('--fix')) {
      await installRequirements(['check']);
      // The texts can only be collected after a build.
      if (existsSync(join(root, 'web/generated'))) await (await import('./texts.js')).writeTexts();
      await runOrFail(
        'clang-format',
        ['-i', ...(await listCppFiles())],
        'clang-format failed; the lines above say why.',
      );
      await runOrFail(
        findNpmProgram('biome'),
        ['check', '--write', '.'],
        'Biome found problems that it cannot fix; the lines above name them.',
        { quiet: false },
      );
      return;
    }
    await installRequirements(['build', 'native', 'check']);
    await build();
    const { failed } = await runChecks([...checks, commitTitles, tidy]);
    printLine('Checking the project rules (tests/check)');
    await runOrFail(
      findNpmProgram('vitest'),
      ['run', '--config', 'tests/vitest.config.js', '--project', 'node', 'tests/check'],
      'A project rule is violated; the lines above say where.',
      { quiet: false },
    );
    if (failed > 0) throw new UserError(`${failed} checks failed; the lines above say why.`);
  });
}
