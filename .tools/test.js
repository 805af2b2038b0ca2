/**
 * `npm test`: installs what is missing, builds, and runs every check and test there is.
 * Its last line is always `N passed, N failed`, summed over all runners.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.js';
import { runChecks } from './check.js';
import { fuzz } from './fuzz.js';
import { setup } from './setup.js';
import { capture, Failure, main, root, run, say } from './shell.js';

/** @typedef {{ passed: number, failed: number }} Counts */

/** For each reader of files; `npm run fuzz` takes longer. */
const fuzzSeconds = 15;

/** GoogleTest under AddressSanitizer and UndefinedBehaviorSanitizer. @returns {Promise<Counts>} */
async function nativeTests() {
  const tree = 'build/asan';
  say('Building the native tests with sanitizers');
  await run(
    'cmake',
    ['-B', tree, '-G', 'Ninja', '-DATTENTO_SANITIZE=ON'],
    'CMake could not configure the native tests.',
  );
  await run('ninja', ['-C', tree], 'The native tests could not be built.', {
    onLine: (line) => {
      if (line.startsWith('[') && !line.startsWith('[0/')) console.log(`  ${line}`);
    },
  });
  say('Running the native tests');
  const { code, output } = await capture('ctest', ['--test-dir', tree, '--output-on-failure', '-j', '2']);
  const summary = /(\d+) tests failed out of (\d+)/.exec(output);
  if (code !== 0 || !summary) process.stdout.write(output);
  if (!summary) return { passed: 0, failed: 1 };
  const failed = Number(summary[1]);
  return atLeastOneFailure(code, { passed: Number(summary[2]) - failed, failed });
}

/** Vitest: the real module in Node, the views, the checks, and real browsers. @returns {Promise<Counts>} */
async function javascriptTests() {
  say('Running the JavaScript and browser tests');
  const report = join(root, 'build/vitest.json');
  rmSync(report, { force: true });
  const { code } = await capture(
    join(root, 'node_modules/.bin/vitest'),
    [
      'run',
      '--config',
      'tests/vitest.config.js',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { quiet: false },
  );
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const result = JSON.parse(readFileSync(report, 'utf8'));
  /** @type {{ status: string, assertionResults: unknown[] }[]} */
  const files = result.testResults;
  const broken = files.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  return atLeastOneFailure(code, { passed: result.numPassedTests, failed: result.numFailedTests + broken });
}

/**
 * A runner that ends in failure without naming a failed test (a crash, an unhandled error) counts as one.
 * @param {number} code
 * @param {Counts} counts
 */
function atLeastOneFailure(code, { passed, failed }) {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

await main(async () => {
  /** @type {Counts} */
  const total = { passed: 0, failed: 0 };
  /**
   * Adds up a step; says whether it ran to its end.
   * @param {string} name
   * @param {() => Promise<Counts | void>} step
   */
  const take = async (name, step) => {
    try {
      const counts = await step();
      if (counts) {
        say(`${name}: ${counts.passed} passed, ${counts.failed} failed`);
        total.passed += counts.passed;
        total.failed += counts.failed;
      }
      return true;
    } catch (error) {
      console.error(error instanceof Failure ? error.message : error);
      say(`${name}: FAILED`);
      total.failed++;
      return false;
    }
  };
  if (await take('setup', () => setup(['build', 'native', 'check', 'browsers', 'golden']))) {
    await take('native tests', nativeTests);
    await take('fuzzing', () => fuzz(fuzzSeconds));
    const built = await take('build', build);
    await take('checks', runChecks);
    if (built) await take('JavaScript tests', javascriptTests);
  }
  if (total.failed > 0) process.exitCode = 1;
  console.log(`${total.passed} passed, ${total.failed} failed`);
});
