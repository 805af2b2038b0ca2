/** Tests the batches of training steps; and that PyTorch continues runs from batches, weights and optimizer state. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, expect, it } from 'vitest';
import { root } from '../../.tools/shell.js';
import { experiments } from '../../web/index.js';
import { findFreePort } from '../browser/host-site.js';
import { countElements } from './mechanism-inputs.js';
import { createTestScope, disposeAll, expectRejection } from './scopes.js';

/** @typedef {NonNullable<Parameters<typeof createTestScope>[0]>} Options */

const folder = mkdtempSync(join(tmpdir(), 'batch-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(disposeAll);

const names = experiments().map(({ name }) => name);

/** Number of random tensors in a step. DRAW: the noise of both networks, eight steps each; glimpse: three locations, and four
 * dropout masks of both networks. @type {Record<string, number>} */
const randomTensorCounts = { draw: 2 * 8, glimpse: 3 + 2 * 4 };

it.each(['self-attention', 'draw', 'glimpse'])(
  'the batch of a step of %s is the same before, after and during the run, and does not change the run',
  async (name) => {
    const [scope, other] = await Promise.all([1, 2].map(() => createTestScope({ experiment: name })));
    const steps = [0, 1, 5, scope.manifest.stepsPerEpoch - 1, scope.manifest.stepsPerEpoch, 123_456];
    const before = [];
    for (const step of steps) before.push(await scope.batch(step));
    expect(before.map(({ step }) => step)).toEqual(steps);
    expect(before[0]).not.toEqual({ ...before[1], step: 0 });
    for (let i = 0; i < 6; i++) {
      await scope.train({ steps: 2 });
      expect(await scope.batch(steps[i])).toEqual(before[i]);
    }
    await scope.run({ until: 40 });
    const batches = await Promise.all(steps.map((step) => scope.batch(step)));
    expect(batches).toEqual(before);
    await scope.pause();
    await scope.train({ steps: Math.max(1, 60 - scope.step) });
    await other.train({ steps: scope.step });
    expect(await scope.fingerprint()).toBe(await other.fingerprint());
    for (const { examples, tensors } of before) {
      const drawn = Object.keys(tensors).filter((key) => key.includes('/'));
      expect(drawn).toHaveLength(randomTensorCounts[name] ?? 0);
      expect(Object.keys(tensors)).toEqual(Object.keys(before[0].tensors));
      expect(examples).toBeInstanceOf(Int32Array);
      expect(tensors.truth.shape[0]).toBe(examples.length);
      for (const { shape, data, words } of Object.values(tensors)) {
        expect(data).toHaveLength(countElements(shape));
        if (words) expect(words.every((word) => typeof word === 'string')).toBe(true);
      }
    }
  },
);

// Translation sorts its batches by length.
it.each(['context-lookup', 'translation'])(
  'the batch of a step of %s has every example once in an epoch',
  async (name) => {
    const scope = await createTestScope({ experiment: name, parameters: { examples: 300 } });
    const { stepsPerEpoch, train = 300 } = scope.manifest;
    const received = [];
    for (let step = 0; step < stepsPerEpoch; step++) received.push(...(await scope.batch(step)).examples);
    expect(new Set(received).size).toBe(train);
    expect(received.length - train).toBeLessThan((await scope.batch(0)).examples.length);
  },
);

it('the batch of a step numbers examples like predict and attention', async () => {
  const scope = await createTestScope({ experiment: 'sentiment' });
  const { examples, tensors } = await scope.batch(3);
  const [example] = examples;
  const { target } = await scope.predict({ example });
  expect(tensors.target.data[0]).toBeCloseTo(Number(target), 5);
  const { truth } = await scope.attention({ example });
  expect([...tensors.truth.data.slice(0, truth?.length)]).toEqual([...(truth ?? [])]);
});

it('the batch of a step has words, and the truth of each pair', async () => {
  const scope = await createTestScope({ experiment: 'translation', parameters: { task: 'reversal' } });
  const { tensors, examples } = await scope.batch(7);
  const { source, before, target, truth } = tensors;
  const [B, T, S] = truth.shape;
  expect([B, T, S]).toEqual([examples.length, target.shape[0], source.shape[0]]);
  /** @param {import('../../web/engine/shapes.js').BatchTensor} tokens @param {number} at @param {number} row */
  const word = ({ words = [] }, at, row) => words[at * B + row];
  expect(word(before, 0, 0)).toBe('<start>');
  let marks = 0;
  for (let row = 0; row < B; row++) {
    for (let t = 0; t < T; t++) {
      for (let s = 0; s < S; s++) {
        if (!truth.data[(row * T + t) * S + s]) continue;
        marks += 1;
        expect(word(source, s, row)).toBe(word(target, t, row));
        expect(word(before, t + 1, row)).toBe(word(target, t, row));
      }
    }
  }
  expect(marks).toBeGreaterThan(4 * B);
});

it('the batch of a step follows live settings, and own data', async () => {
  const scope = await createTestScope({ experiment: 'self-attention' });
  const rates = async () => [(await scope.batch(0)).learningRate, (await scope.batch(999)).learningRate];
  const before = await rates();
  expect(before[0]).toBeCloseTo(0.005 / 200, 12);
  expect(before[1]).toBeCloseTo(0.005 / 20, 12);
  await scope.set('learningRate', 0.01);
  expect(await rates()).toEqual(before.map((rate) => 2 * rate));
  const lines = Array.from({ length: 40 }, (_, i) => `word${i} is ${i % 2 ? 'good' : 'bad'}\t${i % 2}`);
  const own = await createTestScope({ experiment: 'sentiment', data: lines.join('\n') });
  const { source } = (await own.batch(0)).tensors;
  expect(source.words).toContain('good');
});

it.each([-1, 1.5, '3'])('the batch of a step refuses %s as a step', async (step) => {
  const scope = await createTestScope();
  const batch = scope.batch(/** @type {number} */ (step));
  await expectRejection(batch, { code: 'BAD_INPUT', parameter: 'step' });
});

it.each(experiments())(
  'the optimizer of $name is described, and the same in the manifest',
  async ({ name, optimizer, parameters }) => {
    expect(optimizer).toMatchObject({ name: 'adam', beta1: 0.9, beta2: 0.999 });
    expect(optimizer?.epsilon).toBe(name === 'feature-attention' ? 1e-7 : 1e-8);
    expect(optimizer?.formula).toContain('η');
    const scope = await createTestScope({ experiment: name });
    const { formula, ...fixed } = /** @type {NonNullable<typeof optimizer>} */ (optimizer);
    const findDefault = (/** @type {string} */ parameterName) =>
      parameters.find((parameter) => parameter.name === parameterName)?.default ?? 0;
    expect(scope.manifest.optimizer).toEqual({
      ...fixed,
      learningRate: findDefault('learningRate'),
      clip: findDefault('clip'),
      l2: findDefault('l2'),
    });
    await scope.set('learningRate', 0.002);
    expect(scope.manifest.optimizer.learningRate).toBe(0.002);
  },
);

const [kBefore, kSteps] = [5, 8];

/**
 * @param {Options} options
 * @param {string} name of the files for PyTorch
 * @returns {Promise<number[][]>} the losses of each step, also of a baseline
 */
async function recordRun(options, name) {
  const scope = await createTestScope(options);
  const { loss, metrics } = await scope.train({ steps: kBefore });
  // The reported loss is Σ 0.99^k loss[n − k] / Σ 0.99^k.
  let weight = (1 - 0.99 ** kBefore) / 0.01;
  /** @param {import('../../web/engine/shapes.js').Snapshot} snapshot */
  const means = (snapshot) =>
    snapshot.metrics.baselineLoss >= 0 ? [snapshot.loss, snapshot.metrics.baselineLoss] : [snapshot.loss];
  let sums = means({ step: kBefore, loss, metrics }).map((mean) => mean * weight);
  const { python, weights, training } = await scope.pytorch({ training: true, steps: kSteps });
  writeFileSync(`${name}.py`, python);
  writeFileSync(`${name}.safetensors`, weights);
  writeFileSync(`${name}-training.safetensors`, training);
  const losses = [];
  for (let step = 0; step < kSteps; step++) {
    const currentMeans = means(await scope.train({ steps: 1 }));
    weight = 0.99 * weight + 1;
    losses.push(currentMeans.map((mean, i) => mean * weight - 0.99 * sums[i]));
    sums = currentMeans.map((mean) => mean * weight);
  }
  return losses;
}

/** The losses of all steps in the output of the files. @param {string} output */
const parseLosses = (output) =>
  [...output.matchAll(/^step \d+ {2}loss (.*)$/gm)].map(([, losses]) => losses.split(' ').map(Number));

/** @param {number[][]} ours @param {number[][]} theirs @param {string} label */
function expectSameLosses(ours, theirs, label) {
  expect(theirs).toHaveLength(kSteps);
  const apart = ours.flatMap((step, n) => step.map((loss, k) => Math.abs(loss - theirs[n][k]) / loss));
  expect(Math.max(...apart), label).toBeLessThan(1e-4);
  expect(ours[kSteps - 1][0], label).not.toBeCloseTo(ours[0][0], 3); // the loss has changed
}

/** Options of runs of all experiments, where the defaults would test less. @type {Record<string, Options>} */
const specialOptions = {
  sentiment: { parameters: { l2: 0.001 } },
  'context-lookup': { parameters: { batchSize: 8 } },
  'graph-attention': { preset: 'social', parameters: { learningRate: 0.001 } },
};
const dropout = { kind: 'decoder', layers: 2, dropout: 0.2, warmup: 10, batchSize: 16 };

/** @type {Options[]} */
const allRuns = [
  ...names.map((experiment) => ({ experiment, ...specialOptions[experiment] })),
  { experiment: 'self-attention', parameters: dropout },
  { experiment: 'translation', preset: 'reversal', parameters: { cell: 'lstm' } },
  { experiment: 'graph-attention', preset: 'gat-heads' },
  { experiment: 'sentiment', preset: 'machine-reader' },
];

/** @param {readonly Options[]} runs */
async function expectRepeated(runs) {
  const files = runs.map((_, i) => join(folder, String(i)));
  const ours = [];
  for (const [i, options] of runs.entries()) ours.push(await recordRun({ seed: 7, ...options }, files[i]));
  const program = join(root, 'tests/engine/continue_training.py');
  const output = execFileSync('/usr/bin/python3', [program, ...files], { encoding: 'utf8', cwd: folder });
  const theirs = parseLosses(output);
  expect(theirs).toHaveLength(runs.length * kSteps);
  for (const [i, options] of runs.entries())
    expectSameLosses(ours[i], theirs.slice(i * kSteps, (i + 1) * kSteps), JSON.stringify(options));
}

it('PyTorch continues a run from its weights, moments and batches', () =>
  expectRepeated([{ experiment: 'translation', preset: 'reversal' }]));

it('PyTorch continues runs of all experiments and models', { tags: 'full' }, () => expectRepeated(allRuns));

it('PyTorch continues in two processes that share each batch, as in one', { tags: 'full' }, async () => {
  const name = join(folder, 'shared');
  const ours = await recordRun({ experiment: 'translation' }, name);
  const files = [`${name}.py`, `${name}.safetensors`, `${name}-training.safetensors`];
  // Sets the variables of torchrun, which does not work with PyTorch 1.13 under Python 3.11.
  const port = await findFreePort();
  const outputs = await Promise.all(
    ['0', '1'].map(async (rank) => {
      const address = { MASTER_ADDR: '127.0.0.1', MASTER_PORT: port, GLOO_SOCKET_IFNAME: 'lo' };
      const env = { ...process.env, RANK: rank, WORLD_SIZE: '2', ...address };
      return (await promisify(execFile)('/usr/bin/python3', files, { cwd: folder, env })).stdout;
    }),
  );
  const output = outputs.join('');
  expectSameLosses(ours, parseLosses(output), 'two processes');
});

it('PyTorch rejects a run with hard attention, which it cannot repeat', async () => {
  const scope = await createTestScope({ experiment: 'translation', parameters: { attention: 'hard' } });
  await expectRejection(scope.pytorch({ training: true }), { code: 'BAD_STATE', parameter: 'training' });
});

it.each([{ training: true, steps: 1001 }, { more: 1 }])('PyTorch refuses %j', async (options) => {
  const scope = await createTestScope();
  await expectRejection(scope.pytorch(/** @type {any} */ (options)), { code: 'BAD_PARAMETER' });
});
