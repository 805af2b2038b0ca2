/**
 * The model of a run as a Python file: a source that rebuilds it in PyTorch, the run's configuration, and what it
 * answered to some examples, so that whoever runs the file sees that it is the very model.
 */

import { AttentoscopeError } from './errors.js';

/** @import { Prediction } from './shapes.js' */
/** @import { ExperimentSchema } from './schema.js' */
/** @import { Scope } from './scope.js' */

/** How many examples a file repeats. */
const kExamples = 4;
/** As many digits tell any two numbers of 32 bits apart. */
const kDigits = 9;

/**
 * A run that goes on in PyTorch: `python3 <python> <weights> <training>`, or the same under `torchrun`.
 *
 * @typedef {object} PythonTraining
 * @property {string} python the file of `pytorch()`, with a training loop
 * @property {Uint8Array<ArrayBuffer>} weights a safetensors file
 * @property {Uint8Array<ArrayBuffer>} training a safetensors file: batches, learning rates, and the optimizer's moments
 */

/**
 * @param {Scope} scope
 * @param {ExperimentSchema} experiment
 * @param {(steps: number) => Promise<Uint8Array<ArrayBuffer>>} trainingOf
 * @param {number} steps
 * @returns {Promise<PythonTraining>}
 * @throws {AttentoscopeError} BAD_STATE while running, and where the loss is more than errors that the file can compute;
 *   FETCH_FAILED if the sources could not be fetched
 */
export async function pythonTraining(scope, experiment, trainingOf, steps) {
  const { attention, teacherForcing = 1, doublyStochastic = 0 } = scope.configuration.parameters;
  if (attention === 'hard' || Number(teacherForcing) < 1 || Number(doublyStochastic) > 0) {
    throw new AttentoscopeError('BAD_STATE', {
      parameter: 'training',
      expected: 'a run with soft attention, teacher forcing 1, and no doubly stochastic attention',
      message:
        'PyTorch can go on where the loss is the error alone: with soft attention, teacher forcing 1, and no doubly stochastic attention.',
    });
  }
  const [python, weights, training] = await Promise.all([
    pythonFile(scope, experiment, 'training'),
    scope.saveWeights(),
    trainingOf(steps),
  ]);
  return { python, weights, training };
}

/**
 * @param {Scope} scope
 * @param {ExperimentSchema} experiment
 * @param {'alone' | 'training'} [ending] what the file does when it is run
 * @returns {Promise<string>}
 * @throws {AttentoscopeError} BAD_STATE while running; FETCH_FAILED if the sources could not be fetched
 */
export async function pythonFile(scope, experiment, ending = 'alone') {
  const { name } = experiment;
  // Rarely needed, so loaded when it is.
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
  // Asked in one go, so that nothing is trained in between.
  const predictions = await Promise.all(exampleNumbers(scope).map((example) => scope.predict({ example })));
  const file = `${name}-step-${scope.step}`;
  const data = {
    ...scope.configuration,
    step: scope.step,
    weightsFile: `${file}.safetensors`,
    trainingFile: ending === 'training' ? `${file}-training.safetensors` : undefined,
    ...sizesOf(scope),
    optimizer: scope.manifest.optimizer,
    examples: predictions.map((prediction) => exampleOf(scope, prediction)),
  };
  const training = `#   python3 ${file}.py ${data.weightsFile} ${data.trainingFile}
#   torchrun --nproc_per_node 2 ${file}.py ${data.weightsFile} ${data.trainingFile}
#
# trains on, from the page's last step with its very batches; the second in two processes that share each batch.
#`;
  const head = [
    '#!/usr/bin/env python3',
    `# ${experiment.title}: the model that Attentoscope trained for ${scope.step} steps, in PyTorch.`,
    '#',
    `#   python3 ${file}.py ${file}.safetensors`,
    '#',
    '# loads the weights, answers some examples as the page did, and prints how far apart the numbers are at most.',
    ...(ending === 'training' ? ['#', training] : []),
    `# To go on from here: model = load("${file}.safetensors"), which is an nn.Module like any other.`,
    '# optimizer(model) is Adam with the settings of the run.',
    '# MIT licence.',
  ].join('\n');
  // In a raw string JSON stays what it is: within it a quote is escaped, so that three never follow one another.
  const saved = `# The run: its settings, its words, and what the page made of some examples.\nRUN = json.loads(r"""${laidOut(data)}""")\n`;
  const model = torch[name] ?? '';
  // A part that several models share begins with the function that they call.
  const shared = Object.values(torch).filter((part) => {
    const [, called] = /^def (\w+\()/.exec(part) ?? [];
    return called && model.includes(called);
  });
  return [`${head}\n${model}`, saved, ...ownScore(scope), ...shared, torch.run, torch[ending]].join('\n\n');
}

/** @param {Scope} scope @returns {number[]} examples that are not trained on, where the experiment keeps some */
function exampleNumbers({ configuration, manifest }) {
  const { probeExample: watched } = configuration.parameters;
  const { train = 0, heldOut, data } = manifest;
  // Sentences and captions that are held out are counted for themselves, rows of numbers behind those that are trained on.
  const first = manifest.targetWords ? 0 : train;
  const count = heldOut ?? (data ? data.train + data.heldOut : kExamples);
  const numbers = Array.from({ length: Math.min(kExamples, count) }, (_, i) => first + i);
  const all = typeof watched === 'number' ? new Set([watched, ...numbers]) : numbers;
  return [...all].slice(0, kExamples);
}

/** @param {Scope} scope what the configuration leaves open */
function sizesOf({ manifest: { columnLabels, rowLabels, parameters, sourceWords, targetWords, ownScore } }) {
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
    ...(ownScore && { ownScore: { oneWidth: ownScore.oneWidth, letters: Object.fromEntries(letters) } }),
  };
}

/** @param {Scope} scope @returns {string[]} the function of a score by a formula, where there is one */
function ownScore({ configuration: { parameters }, manifest }) {
  if (!manifest.ownScore) return [];
  const lines = [
    `# The score ${parameters['formula']}.`,
    'def own_score(self, q, k, t, s, S, d):',
    `    return ${manifest.ownScore.code}\n`,
  ];
  return [lines.join('\n')];
}

/**
 * @param {Scope} scope
 * @param {Prediction} prediction
 */
function exampleOf({ manifest }, prediction) {
  const { attention, baselineAttention, candidates, baseline, steps, edges } = prediction;
  const weights = numbers([...attention.weights, ...(baselineAttention?.weights ?? [])]);
  const output = numbers([prediction.output, baseline ?? []].flat());
  const likely = candidates?.flat().map(({ probability }) => probability);
  const answered = { output, ...(likely && { probabilities: numbers(likely) }), weights };
  if (!manifest.sourceWords) {
    const row = manifest.rowLabels.indexOf(attention.rowLabels[0]);
    const values = numbers([...(steps.find(({ name }) => name === 'input')?.values ?? [])]);
    return { row, values, ...answered };
  }
  // A map of a decoder alone has its own words behind those of the source.
  const alone = attention.name === 'decoder';
  const source = attention.columnLabels.slice(0, alone ? -output.length : undefined);
  return { source, edges, ...answered };
}

/** @param {readonly number[]} values */
const numbers = (values) => values.map((value) => Number(value.toPrecision(kDigits)));

/**
 * JSON with each entry of the first two levels on a line of its own.
 *
 * @param {unknown} value
 * @param {number} [depth]
 * @returns {string}
 */
function laidOut(value, depth = 0) {
  const words = Array.isArray(value) && typeof value[0] !== 'object';
  if (depth > 1 || typeof value !== 'object' || value === null || words) return JSON.stringify(value);
  const indent = '  '.repeat(depth + 1);
  const entries = Array.isArray(value)
    ? value.map((item) => indent + laidOut(item, depth + 1))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${indent}${JSON.stringify(key)}: ${laidOut(item, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${entries.join(',\n')}\n${'  '.repeat(depth)}${close}`;
}
