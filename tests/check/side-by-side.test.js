/** The phases of `npm test`: what runs beside what, whose output is whose, and that every case is counted. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runCases } from '../../.tools/native.js';
import { Failure, here, say } from '../../.tools/shell.js';
import { sideBySide } from '../../.tools/side-by-side.js';

/** Keeps what the terminal would show. */
function listen() {
  let shown = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    shown += text;
    return true;
  });
  return () => shown;
}
afterEach(() => vi.restoreAllMocks());

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('side by side', () => {
  it('runs two at a time, each after what it needs, and keeps together what each says', async () => {
    const shown = listen();
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
          say(`${name}${i}`);
          await turn();
        }
        running--;
        return { passed: 2, failed: 1, skipped: 1 };
      },
    });
    const total = await sideBySide([step('a'), step('b', ['a']), step('c'), step('d')]);
    expect(total).toEqual({ passed: 8, failed: 4, retried: 0, skipped: 4 });
    expect(most).toBe(2);
    expect(order.slice(0, 2)).toEqual(['a', 'c']);
    for (const name of 'abcd') expect(shown()).toMatch(new RegExp(`${name}0\\n.*${name}1\\n.*${name}2\\n`));
  });

  it('counts a step that throws as one failure, and leaves out what needs it', async () => {
    const shown = listen();
    const never = vi.fn();
    const total = await sideBySide([
      { name: 'broken', run: () => Promise.reject(new Failure('A sentence.')) },
      { name: 'next', after: ['broken'], run: never },
      { name: 'last', after: ['next'], run: never },
      { name: 'other', run: async () => ({ passed: 1, failed: 0 }) },
    ]);
    expect(total).toMatchObject({ passed: 1, failed: 1 });
    expect(never).not.toHaveBeenCalled();
    expect(shown()).toMatch(/A sentence\.[\s\S]*next: left out[\s\S]*last: left out/);
  });

  it('tells how far the running ones are', async () => {
    const shown = listen();
    const run = async () => {
      here().progress('[3/9] a file');
      await vi.waitFor(() => expect(shown()).toMatch(/long \[3\/9\] a file/), { timeout: 60_000 });
    };
    await sideBySide([{ name: 'long', run }], { everyMs: 1 });
  });
});

describe('native cases', () => {
  /** A program that behaves like GoogleTest's; `fate` says what becomes of each case. @param {Record<string, string>} fate */
  function program(fate) {
    const folder = mkdtempSync(join(tmpdir(), 'cases-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'core_tests');
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
    writeFileSync(path, code, { mode: 0o755 });
    return path;
  }

  it('are counted one by one, a dead one as failed, and those after it are run', async () => {
    listen();
    const fate = { one: 'OK', two: 'dies', three: 'OK', four: 'FAILED', five: 'dies', Proof_six: 'OK' };
    expect(await runCases(program(fate), false)).toMatchObject({ passed: 2, failed: 3 });
    expect(await runCases(program(fate), true)).toMatchObject({ passed: 3, failed: 3 });
  });

  it('are not all well if the program is not', async () => {
    listen();
    await expect(runCases(program({}), true)).rejects.toThrow(/does not list its cases/);
  });
});
