/** Builds the native tests, and runs the cases of a GoogleTest program in as few processes as possible. */
import { dirname } from 'node:path';
import { captureOutput, getStepContext, printLine, runNinja, runOrFail, UserError } from './shell.js';

/** @import { Counts } from './parallel-steps.js' */

/**
 * Builds a target with sanitizers: its programs stop at the first memory error or undefined behavior.
 * @param {'clang++' | 'g++'} compiler
 * @param {'core_tests' | 'fuzz_targets'} target
 * @returns {Promise<string>} the build folder
 */
export async function buildSanitized(compiler, target) {
  const tree = `build/asan-${compiler}`;
  await runOrFail(
    'cmake',
    ['-B', tree, '-G', 'Ninja', `-DCMAKE_CXX_COMPILER=${compiler}`, '-DATTENTO_SANITIZE=ON'],
    'CMake could not configure the native build; the lines above say why.',
  );
  await runNinja(
    ['-C', tree, target],
    `The CMake target ${target} did not compile; the lines above say why.`,
  );
  return tree;
}

/** @param {string} list output of --gtest_list_tests: suites, and their cases indented */
function parseCaseNames(list) {
  let suite = '';
  /** @type {string[]} */
  const names = [];
  for (const line of list.split('\n').map((text) => text.replace(/\s*#.*/, ''))) {
    if (/^\S+\.$/.test(line)) suite = line;
    else if (/^ {2}\S/.test(line)) names.push(suite + line.trim());
  }
  return names;
}

/**
 * Runs many cases in one process. If it crashes, the running case has failed and a new process runs the remaining ones.
 * @param {string} program
 * @param {readonly string[]} cases
 * @param {() => void} onCase
 * @returns {Promise<Counts>}
 */
async function runCaseShard(program, cases, onCase) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  let remaining = [...cases];
  while (remaining.length > 0) {
    let at = '';
    const { code, output } = await captureOutput(program, [`--gtest_filter=${remaining.join(':')}`], {
      cwd: dirname(program), // compiler caches write paths relative to it
      onLine: (line) => {
        const [, what, name = ''] = /^\[ +(RUN|OK|FAILED|SKIPPED) +\] ([^\s,]+)/.exec(line) ?? [];
        if (what === 'RUN') at = name;
        else if (what && name === at) {
          counts[what === 'OK' ? 'passed' : what === 'SKIPPED' ? 'skipped' : 'failed']++;
          remaining = remaining.filter((one) => one !== name);
          at = '';
          onCase();
        }
      },
    });
    if (code !== 0) getStepContext().write(output);
    if (remaining.length === 0) {
      // All cases ended but the process failed, for example because of a leak.
      if (code !== 0 && counts.failed === 0) counts.failed++;
    } else {
      const crashedCase = at || remaining[0];
      printLine(`FAILED: ${crashedCase} ended the process with exit code ${code}`);
      counts.failed++;
      remaining = remaining.filter((one) => one !== crashedCase);
    }
  }
  return counts;
}

/**
 * @param {string} program
 * @param {boolean} proof whether to include the cases whose names begin with Full_
 * @returns {Promise<Required<Counts>>}
 */
export async function runCases(program, proof) {
  const { code, output } = await captureOutput(program, ['--gtest_list_tests']);
  const names = parseCaseNames(output).filter((name) => proof || !name.includes('.Full_'));
  if (code !== 0 || names.length === 0)
    throw new UserError(`${program} did not list its test cases:\n${output}`);
  const { progress, threads } = getStepContext();
  let done = 0;
  const onCase = () => progress(`[${++done}/${names.length}]`);
  const shares = Array.from({ length: threads }, (_, share) => names.filter((_, i) => i % threads === share));
  const counts = await Promise.all(shares.map((share) => runCaseShard(program, share, onCase)));
  /** @param {keyof Counts} name */
  const sum = (name) => counts.reduce((total, one) => total + (one[name] ?? 0), 0);
  return { passed: sum('passed'), failed: sum('failed'), retried: 0, skipped: sum('skipped') };
}
