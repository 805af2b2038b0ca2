/** `npm run fuzz [-- seconds]`: fuzzes every file parser for this long (default 60 s), starting from tests/fuzz/seeds. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildSanitized } from './native.js';
import { installRequirements } from './setup.js';
import { captureOutput, getStepContext, printLine, root, runMain, UserError } from './shell.js';

/**
 * @param {number} seconds for each target
 * @returns {Promise<{ passed: number, failed: number }>} number of targets
 */
export async function fuzz(seconds) {
  await installRequirements(['fuzz']);
  const tree = await buildSanitized('clang++', 'fuzz_targets');
  const counts = { passed: 0, failed: 0 };
  for (const file of readdirSync(join(root, 'tests/fuzz')).filter((name) => name.endsWith('.cpp'))) {
    const name = basename(file, '.cpp');
    const corpus = join(root, tree, 'corpus', name);
    const seeds = join(root, 'tests/fuzz/seeds', name);
    mkdirSync(corpus, { recursive: true });
    printLine(`Fuzzing ${name} for ${seconds} s`);
    const { code, output } = await captureOutput(join(root, tree, name), [
      corpus,
      ...(existsSync(seeds) ? [seeds] : []),
      `-max_total_time=${seconds}`,
      `-artifact_prefix=${corpus}-`,
    ]);
    if (code === 0) counts.passed++;
    else {
      counts.failed++;
      getStepContext().write(output);
      printLine(`${name} crashed; the lines above name the file with the input`);
    }
  }
  return counts;
}

if (process.argv[1]?.endsWith('fuzz.js')) {
  await runMain(async () => {
    const seconds = Number(process.argv[2] ?? 60);
    if (!(seconds > 0))
      throw new UserError(`The time must be a positive number of seconds, not ${process.argv[2]}.`);
    const { passed, failed } = await fuzz(seconds);
    if (failed > 0) throw new UserError(`${failed} of ${passed + failed} fuzz targets crashed.`);
    printLine(`${passed} fuzz targets passed`);
  });
}
