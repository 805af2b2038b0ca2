/**
 * Times the same training in PyTorch: by the files of `scope.pytorch({ training: true })`, and by peer_models.py, which is written
 * for speed. Node only.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { captureOutput, printLine, UserError } from '../../.tools/shell.js';
import { createScope } from '../../web/index.js';
import { python } from './engines/torch.js';
import { median } from './ratios.js';

const program = fileURLToPath(new URL('peer_training.py', import.meta.url));

/** Steps whose losses are compared, and the largest relative difference. */
const [kComparedSteps, kTolerance] = [5, 1e-4];

/**
 * Losses of a model, and of its baseline if it has one, in each of the first steps. Scopes report Σ 0.99^k loss[n − k] / Σ 0.99^k.
 * @param {import('../../web/index.js').Scope} scope
 * @returns {Promise<number[][]>}
 */
async function trainStepwise(scope) {
  const losses = [];
  let sums = [0, 0];
  for (let step = 1; step <= kComparedSteps; step++) {
    const { loss, metrics } = await scope.train({ steps: 1 });
    const means = [loss, metrics.baselineLoss].filter(Number.isFinite);
    const nextSums = means.map((mean) => (mean * (1 - 0.99 ** step)) / 0.01);
    losses.push(nextSums.map((sum, i) => sum - 0.99 * sums[i]));
    sums = nextSums;
  }
  return losses;
}

/**
 * The largest relative difference between losses of the same step and network; infinite if their counts differ.
 * @param {readonly (readonly number[])[]} ours
 * @param {readonly (readonly number[])[]} theirs perhaps of more steps
 */
export function compareLosses(ours, theirs) {
  const differences = ours.flatMap((losses, step) =>
    losses.length === theirs[step]?.length
      ? losses.map((loss, i) => Math.abs(theirs[step][i] / loss - 1))
      : Infinity,
  );
  return Math.max(...differences);
}

/**
 * Seconds per step, medians of some steps. `peer` is null if peer_models.py lacks the settings, or if its losses are not ours.
 * @param {import('../../web/engine/create-scope.js').ScopeOptions} options
 * @param {number} threads
 * @param {number} [steps]
 * @returns {Promise<{ peer: number | null, exported: number }>}
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
    const { exported, peer, losses } = JSON.parse(output.trimEnd().split('\n').at(-1) ?? '');
    if (!peer) return { peer: null, exported: median(exported) };
    const difference = compareLosses(await trainStepwise(scope), losses);
    if (difference <= kTolerance) return { peer: median(peer), exported: median(exported) };
    printLine(
      `${options.experiment}: no time, because the losses in PyTorch differ by ${difference.toPrecision(2)}`,
    );
    return { peer: null, exported: median(exported) };
  } finally {
    scope.dispose();
    rmSync(folder, { recursive: true });
  }
}
