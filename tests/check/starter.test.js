/**
 * Checks that folders alone add an experiment: tests/starter is copied into a copy of the repository, where the tests of all
 * experiments must pass. Only the lists of texts and fingerprints change. Only in the full run, because it is a full build.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { captureOutput, root } from '../../.tools/shell.js';

const tree = mkdtempSync(join(tmpdir(), 'starter-'));
afterAll(() => rmSync(tree, { recursive: true }));

/**
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {boolean} [isFullRun] whether tagged tests run
 * @returns {Promise<string>} what it printed
 */
async function runInTree(command, parameters, isFullRun = false) {
  const env = { ATTENTO_PROOF: isFullRun ? '1' : '', COUNTS: '' };
  const { code, output } = await captureOutput(command, parameters, { cwd: tree, env });
  expect(code, output.slice(-4000)).toBe(0);
  return output;
}

/** @param {string} script @param {readonly string[]} parameters */
const node = (script, ...parameters) => runInTree(process.execPath, [script, ...parameters]);

describe('a new experiment folder', { tags: 'full' }, () => {
  it('is built and gets its poster and texts without edits to shared files', async () => {
    const listed = await captureOutput('git', ['ls-files', '-co', '--exclude-standard']);
    for (const file of listed.output.trim().split('\n')) cpSync(join(root, file), join(tree, file));
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
    await runInTree('git', ['init', '--quiet']);
    await runInTree('git', ['add', '.']);
    for (const room of ['wasm', 'web'])
      cpSync(join(tree, 'tests/starter', room), join(tree, room, 'experiments/starter'), { recursive: true });

    await node('.tools/posters.js', 'starter');
    await node('--input-type=module', '--eval', "await (await import('./.tools/texts.js')).writeTexts()");
    await node('.tools/build.js');
    const changed = await runInTree('git', ['ls-files', '-mo', '--exclude-standard', '-x', 'node_modules']);
    expect(changed.trimEnd().split('\n').sort()).toEqual([
      'tests/engine/poster-fingerprints.json',
      'wasm/experiments/starter/describe.cpp',
      'wasm/experiments/starter/task.hpp',
      'wasm/experiments/starter/trial.cpp',
      'wasm/experiments/starter/trial.hpp',
      'web/experiments/starter/chapter.js',
      'web/experiments/starter/model.py',
      'web/experiments/starter/poster.js',
      'web/languages/de.json',
    ]);
  });

  it.each(['node', 'browser'])('passes the tests of all experiments (%s)', async (project) => {
    const vitest = ['run', '--config', 'tests/vitest.config.js', '--project', project, '-t', 'starter'];
    const found = join(tree, 'build/found.json');
    const report = ['--reporter', 'json', '--outputFile', found];
    // In browsers only tagged tests visit every experiment.
    const isFullRun = project === 'browser';
    await runInTree(process.execPath, ['node_modules/vitest/vitest.mjs', ...vitest, ...report], isFullRun);
    expect(JSON.parse(readFileSync(found, 'utf8')).numPassedTests).toBeGreaterThan(isFullRun ? 0 : 5);
  });

  it('learns the attention that its task defines', async () => {
    const watched = `
      const { createScope } = await import('./web/index.js');
      const scope = await createScope({ experiment: 'starter', worker: false });
      const { metrics } = await scope.train({ steps: scope.manifest.plannedSteps });
      process.stdout.write(JSON.stringify(metrics));`;
    const output = await node('--input-type=module', '--eval', watched);
    expect(JSON.parse(output).massOnTruth).toBeGreaterThan(0.9);
  });
});
