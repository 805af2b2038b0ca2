/**
 * `npm run check`: types, format and lint of both languages, then the house rules of tests/check.
 * `npm run format` (--fix) rewrites what a tool can put right by itself, the list of texts among it.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.js';
import { setup } from './setup.js';
import { capture, Failure, here, isMain, main, root, run, say } from './shell.js';

/** @param {string} name a program of the npm packages */
const npmProgram = (name) => join(root, 'node_modules/.bin', name);

/** Every C++ file under version control or about to be. */
async function cppFiles() {
  const list = await run(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.cpp', '*.hpp'],
    'git could not list the sources.',
  );
  return list.split('\n').filter(Boolean);
}

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {() => Promise<{ code: number, output: string }>} run
 */

/** The checks that need no build of C++. @type {readonly Check[]} */
export const checks = [
  { name: 'types (tsc)', run: () => capture(npmProgram('tsc'), ['-p', 'web']) },
  {
    name: 'JavaScript format and lint (biome)',
    run: () => capture(npmProgram('biome'), ['check', '.', '--error-on-warnings']),
  },
  {
    name: 'C++ format (clang-format)',
    run: async () => capture('clang-format', ['--dry-run', '-Werror', ...(await cppFiles())]),
  },
];

const tidyTree = 'build/tidy';

/** Whether clang-tidy has been through everything before: then it has only to look at what has changed since. */
export const tidied = () => existsSync(join(root, tidyTree, 'libattento.a'));

/** clang-tidy rides on a build with clang, so that Ninja knows which files have changed since the last time. @type {Check} */
export const tidy = { name: 'C++ lint (clang-tidy)', run: runTidy };

async function runTidy() {
  const configured = await capture('cmake', [
    '-B',
    tidyTree,
    '-G',
    'Ninja',
    '-DCMAKE_CXX_COMPILER=clang++',
    '-DCMAKE_BUILD_TYPE=Debug',
    '-DCMAKE_CXX_CLANG_TIDY=clang-tidy;--quiet;--warnings-as-errors=*',
  ]);
  if (configured.code !== 0) return configured;
  const { progress, threads } = here();
  return capture('ninja', ['-C', tidyTree, `-j${threads}`, '-k', '0', 'attento'], { onLine: progress });
}

/**
 * Runs static checks, prints what each failing one says.
 * @param {readonly Check[]} chosen
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runChecks(chosen) {
  let failed = 0;
  for (const check of chosen) {
    const { code, output } = await check.run();
    if (code !== 0) {
      failed++;
      here().write(output);
    }
    say(`${code === 0 ? 'passed' : 'FAILED'}: ${check.name}`);
  }
  return { passed: chosen.length - failed, failed };
}

if (isMain(import.meta.url)) {
  await main(async () => {
    if (process.argv.includes('--fix')) {
      await setup(['check']);
      // The texts for readers are known once something has been built.
      if (existsSync(join(root, 'web/generated'))) await (await import('./strings.js')).writeTexts();
      await run('clang-format', ['-i', ...(await cppFiles())], 'clang-format failed.');
      await run(npmProgram('biome'), ['check', '--write', '.'], 'Biome found what it cannot put right.', {
        quiet: false,
      });
      return;
    }
    await setup(['build', 'native', 'check']);
    await build();
    const { failed } = await runChecks([...checks, tidy]);
    say('House rules (tests/check)');
    await run(
      npmProgram('vitest'),
      ['run', '--config', 'tests/vitest.config.js', '--project', 'node', 'tests/check'],
      'A house rule is broken; the lines above say where.',
      { quiet: false },
    );
    if (failed > 0) throw new Failure(`${failed} checks failed; the lines above say why.`);
  });
}
