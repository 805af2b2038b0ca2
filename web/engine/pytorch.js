/**
 * The model of a run as a Python file: its source in PyTorch, the run's configuration, and the predictions for some
 * examples, with which the file verifies that it computes the same model.
 */

import { AttentoscopeError } from './errors.js';

/** @import { Prediction, TokenDetails } from './shapes.js' */
/** @import { ExperimentSchema } from './schema.js' */
/** @import { Scope } from './scope.js' */
/**
 * @typedef {TokenDetails & { ownScore?: { code: string, requiresSameWidth: boolean } }} SavedDetails `ownScore`: a score by
 *   a formula as a PyTorch expression, and whether it requires query and key to have the same width
 */

/** Number of examples whose predictions a file repeats. */
const kExamples = 4;
/** Significant digits that distinguish any two 32-bit floats. */
const kDigits = 9;

/**
 * The files that continue a run in PyTorch: `python3 <python> <weights> <training>`, or the same under `torchrun`.
 *
 * @typedef {object} PythonTraining
 * @property {string} python the file of `pytorch()`, with a training loop
 * @property {Uint8Array<ArrayBuffer>} weights a safetensors file
 * @property {Uint8Array<ArrayBuffer>} training a safetensors file: batches, learning rates, and the optimizer's moments
 */

/**
 * @param {Scope} scope
 * @param {ExperimentSchema} experiment
 * @param {(steps: number) => Promise<Uint8Array<ArrayBuffer>>} getTraining
 * @param {number} steps
 * @returns {Promise<PythonTraining>}
 * @throws {AttentoscopeError} BAD_STATE during a free run, and where the loss has terms that the file cannot compute;
 *   FETCH_FAILED if the sources could not be fetched
 */
export async function createPythonTraining(scope, experiment, getTraining, steps) {
  const { attention, teacherForcing = 1, doublyStochastic = 0 } = scope.configuration.parameters;
  if (attention === 'hard' || Number(teacherForcing) < 1 || Number(doublyStochastic) > 0) {
    throw new AttentoscopeError('BAD_STATE', {
      parameter: 'training',
      expected: 'a run with soft attention, teacher forcing 1, and without doubly stochastic attention',
      message:
        'PyTorch can continue only a run whose loss is the prediction error: with soft attention, teacher forcing 1, and without doubly stochastic attention.',
    });
  }
  const [python, weights, training] = await Promise.all([
    createPythonFile(scope, experiment, 'training'),
    scope.saveWeights(),
    getTraining(steps),
  ]);
  return { python, weights, training };
}

/**
 * @param {Scope} scope
 * @param {ExperimentSchema} experiment
 * @param {'inference' | 'training'} [mode] whether the file can only predict, or also train
 * @returns {Promise<string>}
 * @throws {AttentoscopeError} BAD_STATE during a free run; FETCH_FAILED if the sources could not be fetched
 */
export async function createPythonFile(scope, experiment, mode = 'inference') {
  const { name } = experiment;
  // Loaded on demand, because it is rarely needed.
  const { torch } = await import('../generated/torch.js').catch((cause) => {
    throw new AttentoscopeError('FETCH_FAILED', {
      message: 'The Python sources could not be fetched.',
      cause,
    });
  });
  if (scope.running) {
    throw new AttentoscopeError('BAD_STATE', {
      parameter: 'pytorch',
      expected: 'a paused scope',
      message: 'The scope is running; call pause() before saving the model in PyTorch.',
    });
  }
  // All calls are made at once, so that no training step comes between them.
  const predictions = await Promise.all(chooseExamples(scope).map((example) => scope.predict({ example })));
  const file = `${name}-step-${scope.step}`;
  const data = {
    ...scope.configuration,
    step: scope.step,
    weightsFile: `${file}.safetensors`,
    trainingFile: mode === 'training' ? `${file}-training.safetensors` : undefined,
    ...collectSizes(scope),
    optimizer: scope.manifest.optimizer,
    examples: predictions.map((prediction) => createExample(scope, prediction)),
  };
  const training = `#   python3 ${file}.py ${data.weightsFile} ${data.trainingFile}
#   torchrun --nproc_per_node 2 ${file}.py ${data.weightsFile} ${data.trainingFile}
#
# continues training from the last step of the page with the same batches; the second command uses two processes.
#`;
  const header = [
    '#!/usr/bin/env python3',
    `# ${experiment.title}: the model that Attentoscope trained for ${scope.step} steps, in PyTorch.`,
    '#',
    `#   python3 ${file}.py ${file}.safetensors`,
    '#',
    '# loads the weights, repeats some predictions of the page, and prints the largest differences.',
    ...(mode === 'training' ? ['#', training] : []),
    `# To use the model: model = load("${file}.safetensors") returns an ordinary nn.Module.`,
    '# optimizer(model) is Adam with the settings of the run.',
    '# MIT license.',
  ].join('\n');
  // JSON is safe in a raw string: quotes in it are escaped, so three quotes never follow one another.
  const runData = `# The run: its settings, its vocabulary, and the page's predictions for some examples.\nRUN = json.loads(r"""${formatJson(data)}""")\n`;
  const model = torch[name] ?? '';
  // A shared file begins with the function that the models or other shared files call.
  /** @param {string} code */
  const findShared = (code) =>
    Object.values(torch).filter((part) => {
      const [, called] = /^def (\w+\()/.exec(part) ?? [];
      return called && code.includes(called);
    });
  const shared = findShared([model, ...findShared(model)].join('\n'));
  return [`${header}\n${model}`, runData, ...formatOwnScore(scope), ...shared, torch.run, torch[mode]].join(
    '\n\n',
  );
}

/** @param {Scope} scope @returns {number[]} numbers of held-out examples; empty if there are none */
function chooseExamples({ configuration, manifest }) {
  const { probeExample } = configuration.parameters;
  const { train = 0, heldOut, data, details } = manifest;
  // Held-out sentences and captions are numbered from 0; held-out rows of numbers follow the training examples.
  const first = 'targetWords' in details ? 0 : train;
  const count = heldOut ?? (data ? data.train + data.heldOut : kExamples);
  const numbers = Array.from({ length: Math.min(kExamples, count) }, (_, i) => first + i);
  const all = typeof probeExample === 'number' ? new Set([probeExample, ...numbers]) : numbers;
  return [...all].slice(0, kExamples);
}

/** @param {Scope} scope run whose model sizes and words the Python file needs beside the configuration */
function collectSizes({ manifest: { columnLabels, rowLabels, parameters, details } }) {
  const { sourceWords, targetWords, ownScore } = /** @type {SavedDetails} */ (details);
  const shapes = Object.fromEntries(parameters.map(({ name, shape }) => [name, shape]));
  if (!sourceWords) return { shapes, targetWords };
  const letters = Object.entries(shapes).flatMap(([name, shape]) => {
    const [, letter] = /^attention\.(\w)$/.exec(name) ?? [];
    return letter ? [[letter, shape]] : [];
  });
  return {
    longest: columnLabels.length,
    longestAnswer: rowLabels.length,
    sourceWords,
    targetWords,
    ...(ownScore && {
      ownScore: { requiresSameWidth: ownScore.requiresSameWidth, letters: Object.fromEntries(letters) },
    }),
  };
}

/** @param {Scope} scope @returns {string[]} the Python function of the reader's own score; empty if there is none */
function formatOwnScore({ configuration: { parameters }, manifest }) {
  const { ownScore } = /** @type {SavedDetails} */ (manifest.details);
  if (!ownScore) return [];
  const lines = [
    `# The score ${parameters['formula']}.`,
    'def own_score(self, q, k, t, s, S, d):',
    `    return ${ownScore.code}\n`,
  ];
  return [lines.join('\n')];
}

/**
 * @param {Scope} scope
 * @param {Prediction} prediction
 */
function createExample({ manifest }, prediction) {
  const { attention, baselineAttention, candidates, baseline, steps, edges } = prediction;
  const weights = roundNumbers([...attention.weights, ...(baselineAttention?.weights ?? [])]);
  const output = roundNumbers([prediction.output, baseline ?? []].flat());
  const candidateProbabilities = candidates?.flat().map(({ probability }) => probability);
  const results = {
    output,
    ...(candidateProbabilities && { probabilities: roundNumbers(candidateProbabilities) }),
    weights,
  };
  if (!('sourceWords' in manifest.details)) {
    const row = manifest.rowLabels.indexOf(attention.rowLabels[0]);
    const values = roundNumbers([...(steps.find(({ name }) => name === 'input')?.values ?? [])]);
    return { row, values, ...results };
  }
  // The columns of a decoder-only map are the words of the source followed by those of the output.
  const isDecoderOnly = attention.name === 'decoder';
  const source = attention.columnLabels.slice(0, isDecoderOnly ? -output.length : undefined);
  return { source, edges, ...results };
}

/** @param {readonly number[]} values */
const roundNumbers = (values) => values.map((value) => Number(value.toPrecision(kDigits)));

/**
 * Formats JSON with each entry of the first two levels on its own line.
 *
 * @param {unknown} value
 * @param {number} [depth]
 * @returns {string}
 */
function formatJson(value, depth = 0) {
  const isWordList = Array.isArray(value) && typeof value[0] !== 'object';
  if (depth > 1 || typeof value !== 'object' || value === null || isWordList) return JSON.stringify(value);
  const indent = '  '.repeat(depth + 1);
  const entries = Array.isArray(value)
    ? value.map((item) => indent + formatJson(item, depth + 1))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${indent}${JSON.stringify(key)}: ${formatJson(item, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${entries.join(',\n')}\n${'  '.repeat(depth)}${close}`;
}
