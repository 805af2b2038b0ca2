/** Times the same training in PyTorch with the files of `scope.pytorch({ training: true })`. Node only. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { captureOutput, UserError } from '../../.tools/shell.js';
import { createScope } from '../../web/index.js';
import { python } from './engines/torch.js';
import { median } from './ratios.js';

const program = fileURLToPath(new URL('peer_training.py', import.meta.url));

/**
 * Seconds per step, the median of some steps.
 * @param {import('../../web/engine/create-scope.js').ScopeOptions} options
 * @param {number} threads
 * @param {number} [steps]
 * @returns {Promise<number>}
 */
export async function measureTorchSeconds(options, threads, steps = 30) {
  const folder = mkdtempSync(join(tmpdir(), 'attentoscope-bench-'));
  const scope = await createScope({ ...options, worker: false });
  try {
    const { tensors } = await scope.batch(0);
    const shapes = Object.fromEntries(Object.entries(tensors).map(([name, { shape }]) => [name, shape]));
    const files = await scope.pytorch({ training: true, steps });
    const name = join(folder, 'run');
    writeFileSync(`${name}.py`, files.python);
    writeFileSync(`${name}.safetensors`, files.weights);
    writeFileSync(`${name}-training.safetensors`, files.training);
    const { code, output } = await captureOutput(
      python,
      [program, String(threads), name, JSON.stringify(shapes)],
      {
        env: { OMP_NUM_THREADS: String(threads), OPENBLAS_NUM_THREADS: String(threads) },
      },
    );
    if (code !== 0) throw new UserError(`PyTorch could not train ${options.experiment}:\n${output}`);
    return median(JSON.parse(output.trimEnd().split('\n').at(-1) ?? ''));
  } finally {
    scope.dispose();
    rmSync(folder, { recursive: true });
  }
}
