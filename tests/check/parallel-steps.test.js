/** Tests the steps of `npm test`: their order, their output, and that every case is counted. */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runCases } from '../../.tools/native.js';
import { runInParallel } from '../../.tools/parallel-steps.js';
import { printLine, UserError } from '../../.tools/shell.js';
import { createTemporaryFolder } from './temporary-folder.js';

/** Collects the output of the terminal. */
function captureTerminal() {
  let output = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output += text;
    return true;
  });
  return () => output;
}
afterEach(() => vi.restoreAllMocks());

const waitForTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('parallel steps', () => {
  it('run two at a time, after their dependencies, and print their output as a block', async () => {
    const readOutput = captureTerminal();
    let running = 0;
    let most = 0;
    /** @type {string[]} */
    const order = [];
    const step = (/** @type {string} */ name, /** @type {string[]} */ after = []) => ({
      name,
      after,
      run: async () => {
        order.push(name);
        most = Math.max(most, ++running);
        for (let i = 0; i < 3; i++) {
          printLine(`${name}${i}`);
          await waitForTurn();
        }
        running--;
        return { passed: 2, failed: 1, skipped: 1 };
      },
    });
    const total = await runInParallel([step('a'), step('b', ['a']), step('c'), step('d')]);
    expect(total).toEqual({ passed: 8, failed: 4, retried: 0, skipped: 4 });
    expect(most).toBe(2);
    expect(order.slice(0, 2)).toEqual(['a', 'c']);
    for (const name of 'abcd')
      expect(readOutput()).toMatch(new RegExp(`${name}0\\n.*${name}1\\n.*${name}2\\n`));
  });

  it('count one that throws as one failure, and skip those that depend on it', async () => {
    const readOutput = captureTerminal();
    const never = vi.fn();
    const total = await runInParallel([
      { name: 'broken', run: () => Promise.reject(new UserError('A sentence.')) },
      { name: 'next', after: ['broken'], run: never },
      { name: 'last', after: ['next'], run: never },
      { name: 'other', run: async () => ({ passed: 1, failed: 0 }) },
    ]);
    expect(total).toMatchObject({ passed: 1, failed: 1 });
    expect(never).not.toHaveBeenCalled();
    expect(readOutput()).toMatch(/A sentence\.[\s\S]*next: skipped[\s\S]*last: skipped/);
  });
});

describe('native cases', () => {
  /** Writes a program that behaves like a GoogleTest program; `fate` is the outcome of each case. @param {Record<string, string>} fate */
  function program(fate) {
    const code = `#!${process.execPath}
      const fate = ${JSON.stringify(fate)};
      const [argument] = process.argv.slice(2);
      if (argument === '--gtest_list_tests') console.log('Suite.\\n' + Object.keys(fate).map((name) => '  ' + name).join('\\n'));
      else for (const full of argument.replace('--gtest_filter=', '').split(':')) {
        const end = fate[full.replace('Suite.', '')];
        console.log('[ RUN      ] ' + full);
        if (end === 'dies') process.abort();
        console.log((end === 'OK' ? '[       OK ] ' : '[  FAILED  ] ') + full + ' (1 ms)');
        if (end === 'FAILED') process.exitCode = 1;
      }`;
    const path = join(createTemporaryFolder({ core_tests: code }), 'core_tests');
    chmodSync(path, 0o755);
    return path;
  }

  it('are counted one by one; a crash counts as failed, and the remaining cases run', async () => {
    captureTerminal();
    const outcomes = { one: 'OK', two: 'dies', three: 'OK', four: 'FAILED', five: 'dies', Full_six: 'OK' };
    expect(await runCases(program(outcomes), false)).toMatchObject({ passed: 2, failed: 3 });
    expect(await runCases(program(outcomes), true)).toMatchObject({ passed: 3, failed: 3 });
  });
});
