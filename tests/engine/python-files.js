/** Runs the Python files of small models, for tests that compare PyTorch with the core. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll } from 'vitest';
import { createTestScope } from './scopes.js';

/** @typedef {Parameters<typeof createTestScope>[0]} Options */
/** @typedef {{ label: string, code: string, weights: Uint8Array }} Saved */

/** Debian's own Python, which has Debian's PyTorch. */
export const pythonCommand = '/usr/bin/python3';
/** Folder in which the files of the models are written. */
export const pythonFolder = mkdtempSync(join(tmpdir(), 'pytorch-'));

/** Runs all files in one process, because starting PyTorch takes longer than running them. */
const driver = `
import contextlib, io, json, sys, traceback
for line in sys.stdin:
    name = line.strip()
    sys.argv, printed = [name + ".py", name + ".safetensors"], io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(open(sys.argv[0]).read(), sys.argv[0], "exec"), {"__name__": "__main__"})
        problem = None
    except SystemExit as end:
        problem = end.code
    except Exception:
        problem = traceback.format_exc()
    print(json.dumps([problem, printed.getvalue()]), flush=True)
`;
const running = spawn(pythonCommand, ['-c', driver], { stdio: ['pipe', 'pipe', 'inherit'] });
const answers = createInterface({ input: running.stdout })[Symbol.asyncIterator]();
afterAll(() => {
  running.stdin.end();
  rmSync(pythonFolder, { recursive: true });
});

/**
 * @param {readonly Saved[]} all
 * @returns {Promise<{ problem: string | null, printed: string }[]>} error and output of each
 */
export async function runAll(all) {
  const results = [];
  for (const { code, weights } of all) {
    const name = join(pythonFolder, 'model');
    writeFileSync(`${name}.py`, code);
    writeFileSync(`${name}.safetensors`, weights);
    running.stdin.write(`${name}\n`);
    const { value = '["Python has ended", ""]' } = await answers.next();
    const [problem, printed] = JSON.parse(value);
    results.push({ problem, printed });
  }
  return results;
}

/** Enough steps to change the predictions. */
export const kSteps = 8;

/** @param {NonNullable<Options>} options @returns {Promise<Saved>} a model after a few steps */
export async function saveModel(options) {
  const scope = await createTestScope({ seed: 7, ...options });
  await scope.train({ steps: kSteps });
  const result = {
    label: JSON.stringify(options),
    code: await scope.pytorch(),
    weights: await scope.saveWeights(),
  };
  scope.dispose();
  return result;
}

export const smallReversal = { task: 'reversal', examples: 200, batchSize: 16, embedding: 7, hidden: 8 };
