/**
 * `npm test`: installs what is missing, builds, and runs the tests.
 * `npm run proof` (--proof) also runs the slow ones: every seed, fuzzing, long monkey tests, slow browser tests, and
 * clang-tidy over all files. The last line is always `N passed, N failed`, summed over all runners.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.js';
import { checks, hasTidyBuild, runChecks, tidy } from './check.js';
import { fuzz } from './fuzz.js';
import { buildSanitized, runCases } from './native.js';
import { runInParallel } from './parallel-steps.js';
import { installRequirements } from './setup.js';
import { captureOutput, getStepContext, printLine, root, runMain, UserError } from './shell.js';

/** @import { Counts } from './parallel-steps.js' */

const isFullRun = process.argv.includes('--proof');

/** Seconds per fuzz target in the full run; `npm run fuzz` takes longer. */
const fuzzSeconds = 20;

/** clang compiles with sanitizers in half the time of g++, so only the full run uses g++. */
const compiler = isFullRun ? 'g++' : 'clang++';

/** Shards of the JavaScript tests. The full run has more of them, so that both processors work until its end. */
const shares = Array.from({ length: isFullRun ? 8 : 2 }, (_, i) => `${i + 1}/${isFullRun ? 8 : 2}`);

/** The build folder of the native tests, set after they are built. */
let nativeTree = '';

/**
 * Runs Vitest.
 * @param {'node' | 'browser'} project prefix of project names in tests/vitest.config.js
 * @param {string} [share] shard of the test files: "1/2"
 * @returns {Promise<Counts>}
 */
async function runVitest(project, share = '1/1') {
  const report = join(root, `build/tests-${project}-${share.replace('/', '-of-')}.json`);
  mkdirSync(join(root, 'build'), { recursive: true });
  rmSync(report, { force: true });
  const { progress, threads, write } = getStepContext();
  const { code, output } = await captureOutput(
    join(root, 'node_modules/.bin/vitest'),
    [
      'run',
      '--config',
      'tests/vitest.config.js',
      '--project',
      `${project}*`,
      `--shard=${share}`,
      // Browser tests mostly wait, so two files at a time are fast enough.
      `--maxWorkers=${project === 'browser' ? 2 : threads}`,
    ],
    { env: { COUNTS: report }, onLine: (line) => line.startsWith('[') && progress(line) },
  );
  if (code !== 0) write(output);
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  /** @type {Required<Counts>} */
  const counts = JSON.parse(readFileSync(report, 'utf8'));
  // If Vitest fails without a failed test, that counts as one failure.
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

await runMain(async () => {
  if (isFullRun) process.env.ATTENTO_PROOF = '1';
  let total = { passed: 0, failed: 1, retried: 0, skipped: 0 };
  try {
    await installRequirements([
      'build',
      'native',
      'check',
      'browsers',
      'golden',
      ...(isFullRun ? /** @type {const} */ (['fuzz', 'proof']) : []),
    ]);
    // The steps on the longest dependency chain come first.
    total = await runInParallel([
      { name: 'build', run: build },
      {
        name: 'native build (sanitizers)',
        run: async () => {
          nativeTree = await buildSanitized(compiler, 'core_tests');
        },
      },
      { name: 'browser tests', after: ['build'], run: () => runVitest('browser') },
      {
        name: 'native tests',
        after: ['native build (sanitizers)'],
        run: () => runCases(join(root, nativeTree, 'core_tests'), isFullRun),
      },
      ...shares.map((share) => ({
        name: `JavaScript tests ${share}`,
        after: ['build'],
        run: () => runVitest('node', share),
      })),
      { name: 'checks', after: ['build'], run: () => runChecks(checks) },
      ...(isFullRun || hasTidyBuild() ? [{ name: 'clang-tidy', run: () => runChecks([tidy]) }] : []),
      ...(isFullRun ? [{ name: 'fuzzing', run: () => fuzz(fuzzSeconds) }] : []),
    ]);
  } catch (error) {
    console.error(error instanceof UserError ? error.message : error);
  }
  if (total.failed > 0) process.exitCode = 1;
  if (!isFullRun)
    printLine(
      'For all seeds, slow browser tests, fuzzing and clang-tidy over all files, run `npm run proof`',
    );
  console.log(`${total.retried} retried, ${total.skipped} skipped`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
});
