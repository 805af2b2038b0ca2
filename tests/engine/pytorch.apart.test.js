/** Tests that the Python file of a run repeats the run's predictions in PyTorch, for every experiment and option. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { experiments } from '../../web/index.js';
import { kSteps, pythonCommand, pythonFolder, runAll, saveModel, smallReversal } from './python-files.js';
import { createTestScope, disposeAll, expectRejection } from './scopes.js';

/** @typedef {import('./python-files.js').Options} Options */
/** @typedef {import('./python-files.js').Saved} Saved */

afterEach(disposeAll);

/**
 * Expects that Python repeats the predictions of these models.
 *
 * @param {readonly NonNullable<Options>[]} modelOptions
 * @param {(first: Saved) => Saved[]} [spoil] changes the first model, so that its predictions must differ
 */
async function expectEqual(modelOptions, spoil = () => []) {
  const all = [];
  for (const options of modelOptions) all.push(await saveModel(options));
  const results = await runAll([...all, ...spoil(all[0])]);
  for (const [i, { label }] of all.entries()) {
    const { problem, printed } = results[i];
    expect(problem, label).toBeNull();
    expect(printed, label).toMatch(/largest difference of predictions \S+, of attention weights \S+\n$/);
    const outputs = [...printed.matchAll(/in (PyTorch|the browser) +(.*)/g)].map(([, , answer]) => answer);
    expect(outputs.length, label).toBeGreaterThan(1);
    // Words must be identical; numbers are compared in Python, because they may be rounded differently.
    const text = (/** @type {string} */ answer) => answer.replaceAll(/\d+\.\d+/g, '');
    for (let j = 0; j < outputs.length; j += 2) expect(text(outputs[j])).toBe(text(outputs[j + 1]));
  }
  for (const { problem } of results.slice(all.length)) {
    expect(problem).toMatch(new RegExp(`^These are not the weights of step ${kSteps},`));
  }
}

/** A model with other weights, and files with another map and another answer. @param {Saved} first @returns {Saved[]} */
function spoil(first) {
  const weights = first.weights.slice();
  new DataView(weights.buffer).setFloat32(weights.length - 4, 1.5, true);
  const otherMap = first.code.replace(/"weights":\[(-?[\d.e-]+)/, '"weights":[2');
  const otherAnswer = first.code.replace(/"output":\[(-?[\d.e-]+)/, '"output":[3');
  expect(new Set([first.code, otherMap, otherAnswer]).size).toBe(3);
  return [
    { ...first, weights },
    { ...first, code: otherMap },
    { ...first, code: otherAnswer },
  ];
}

test.each(experiments().map(({ name, presets = [] }) => ({ name, presets })))(
  '$name; other weights or predictions are detected',
  ({ name, presets }) => expectEqual([{ experiment: name, preset: presets[0]?.name }], spoil),
);

test('all other presets', { tags: 'full' }, async () => {
  for (const { name, presets = [] } of experiments())
    await expectEqual(presets.slice(1).map((preset) => ({ experiment: name, preset: preset.name })));
});

/**
 * Random combinations of options.
 * @template {Record<string, unknown>} T
 * @param {{ [K in keyof T]: readonly T[K][] }} choices
 * @param {(options: T) => boolean} [isPossible]
 * @returns {T[]}
 */
function sampleOptions(choices, isPossible = () => true) {
  const options = Object.entries(choices).map(([name, values]) => [name, fc.constantFrom(...values)]);
  return fc.sample(fc.record(Object.fromEntries(options)).filter(isPossible), { numRuns: 4, seed: 1 });
}
const either = [true, false];

/** @param {string} experiment @param {string} setting */
function getChoices(experiment, setting) {
  const { parameters = [] } = experiments().find(({ name }) => name === experiment) ?? {};
  return (parameters.find(({ name }) => name === setting)?.choices ?? []).map(({ value }) => value);
}

test('translation with random options', () =>
  expectEqual(
    sampleOptions({
      task: ['reversal', 'copy', 'number-words'],
      examples: [200],
      batchSize: [16],
      embedding: [4, 7],
      hidden: [8, 9],
      cell: ['rnn', 'gru', 'lstm'],
      bidirectional: either,
      score: getChoices('translation', 'score'),
      locality: getChoices('translation', 'locality'),
      window: [1, 1.5, 3],
      inputFeeding: either,
      dropout: [0, 0.2],
      fault: ['none', ...getChoices('translation', 'fault')],
      beam: [1, 2, 5],
      probeExample: [0, 3, 100],
    }).map((parameters) => ({ experiment: 'translation', parameters })),
  ));

test('translation with hard attention', () =>
  expectEqual(
    ['general', 'additive'].map((score, i) => ({
      experiment: 'translation',
      parameters: {
        ...smallReversal,
        attention: 'hard',
        samples: i ? 1 : 3,
        warmup: 10,
        score,
        inputFeeding: i > 0,
        cell: i ? 'lstm' : 'gru',
        beam: i ? 3 : 1,
      },
    })),
  ));

test('translation with own scores', () =>
  expectEqual(
    [
      'v · tanh(W q + U k + c) + S / 10',
      'sqrt(2 + exp(a t)) · relu(q · k) / (1 + |k|) − √2',
      'v · (q ⊙ k) − |2 − S| / 3',
      '(q W) · (k U) + (q · k)²',
    ].map((formula, i) => ({
      experiment: 'translation',
      parameters: {
        ...smallReversal,
        score: 'own',
        formula,
        inputFeeding: i > 1,
        fault: ['none', 'no-mask', 'none', 'no-source'][i],
        beam: i > 1 ? 3 : 1,
      },
    })),
  ));

test('self-attention with random options', () =>
  expectEqual(
    sampleOptions(
      {
        kind: ['encoder', 'decoder', 'encoder-decoder'],
        task: ['reversal', 'sorting', 'recall', 'distractors', 'number-words'],
        examples: [200],
        batchSize: [16],
        dModel: [16, 20],
        heads: [1, 2, 4],
        layers: [1, 2, 3],
        feedForward: [1, 3],
        positions: ['sinusoidal', 'learned', 'none'],
        causalEncoder: either,
        norm: ['before', 'after'],
        activation: ['relu', 'gelu'],
        scale: ['inverse-sqrt', 'inverse'],
        tiedEmbeddings: either,
        dropout: [0, 0.2],
        disabledHeads: [[], [0], [5]],
      },
      ({ kind, task, heads, layers, disabledHeads: [disabled = 0] }) =>
        (kind !== 'encoder' || !/distractors|words/.test(task)) && disabled < heads * layers,
    ).map((parameters) => ({ experiment: 'self-attention', parameters })),
  ));

test('the small models with other options, and own data', async () => {
  const lines = [
    'Nice “chair\\”, """nice""" indeed\t1',
    "It's broken: \\N{DASH}\t0",
    'très bon — не плохо\t1',
  ];
  const data = Array.from({ length: 30 }, (_, i) => lines[i % 3].replace('\t', ` w${i}\t`)).join('\n');
  const smallCaption = { examples: 200, features: 8, hidden: 8 };
  const poolings = getChoices('sentiment', 'pooling');
  await expectEqual([
    { experiment: 'context-lookup', parameters: { sequenceLength: 5, contexts: 3, map: [1, 2, 4] } },
    {
      experiment: 'feature-attention',
      parameters: {
        features: 8,
        informativeFeatures: [1, 5],
        selectedFeatureCount: 3,
        selectedFeatures: [0, 1, 5],
      },
    },
    { experiment: 'sentiment', data },
    ...poolings.map((pooling, i) => ({
      experiment: 'sentiment',
      parameters: {
        pooling,
        maskPadding: i % 2 === 0,
        baseline: ['none', ...poolings][i],
        cell: i % 2 ? 'rnn' : 'gru',
        sentences: 500,
        hidden: 7,
      },
    })),
    { experiment: 'caption', parameters: { ...smallCaption, attention: 'hard', initialState: 'zero' } },
    { experiment: 'caption', parameters: { ...smallCaption, attention: 'none', cell: 'lstm' } },
    { experiment: 'caption', parameters: { ...smallCaption, gate: true, cell: 'lstm', beam: 3 } },
    { experiment: 'draw', parameters: { readWindow: false, writeWindow: false, examples: 100, hidden: 16 } },
    ...['same', 'transformer'].map((baselineCell) => ({
      experiment: 'sentiment',
      parameters: { cell: 'lstmn', baselineCell, pooling: 'last', sentences: 500, maximumLength: 12 },
    })),
  ]);
});

/** Writes the files of a model. @param {Saved} saved @param {string} name @returns {[string, string]} their names */
function writeFiles({ code, weights }, name) {
  writeFileSync(join(pythonFolder, `${name}.py`), code);
  writeFileSync(join(pythonFolder, `${name}.safetensors`), weights);
  return [`${name}.py`, `${name}.safetensors`];
}

/** Runs a file as a reader does. @param {readonly string[]} files @param {NodeJS.ProcessEnv} [env] */
const runFile = (files, env = process.env) =>
  spawnSync(pythonCommand, files, { cwd: pythonFolder, encoding: 'utf8', env });

test('the file runs with the command in its first lines', async () => {
  const saved = await saveModel({ experiment: 'self-attention' });
  const [file, weightsFile] = writeFiles(saved, `self-attention-step-${kSteps}`);
  expect(saved.code).toMatch(new RegExp(`^# +python3 ${file} ${weightsFile}$`, 'm'));
  const right = runFile([file, weightsFile]);
  expect([right.status, right.stderr]).toEqual([0, '']);
  const without = runFile([file]);
  expect(without.status).toBe(1);
  expect(without.stderr).toContain(weightsFile);
});

test('the file runs where the output encoding lacks some characters', async () => {
  const files = writeFiles(await saveModel({ experiment: 'translation', preset: 'dates' }), 'dates');
  const run = runFile(files, { PATH: process.env.PATH, PYTHONIOENCODING: 'cp1252' });
  expect([run.status, run.stderr]).toEqual([0, '']);
  expect(run.stdout).toContain('\\u2423');
  expect(run.stdout).toMatch(/\nlargest difference of predictions/);
});

test('is rejected during a free run, because the weights would be of another step', async () => {
  const scope = await createTestScope();
  await scope.run({ speed: 1 });
  await expectRejection(scope.pytorch(), { code: 'BAD_STATE', recoverable: true });
  await scope.pause();
  expect(await scope.pytorch()).toContain('class ContextLookup(nn.Module)');
});
