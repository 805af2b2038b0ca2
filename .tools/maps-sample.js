/**
 * `npm run sample`: writes web/maps/sample.js, which the map viewer shows before a file is opened: the cross-attention and
 * encoder attention, at some steps, of a transformer with two layers of two heads that learns to reverse a sequence.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.js';
import { installRequirements } from './setup.js';
import { isMainModule, root, runMain } from './shell.js';

const kSteps = [0, 100, 200, 400, 600, 1000];

/** The sample as JSON, with weights as integers in hundredths. */
async function createSampleText() {
  const { createScope } = await import('../web/index.js');
  const scope = await createScope({
    experiment: 'self-attention',
    seed: 7,
    parameters: { minimumLength: 5, maximumLength: 6, layers: 2, heads: 2, steps: kSteps.at(-1) ?? 0 },
    worker: false,
  });
  /** @type {Record<string, Record<string, unknown>>} */
  const maps = {};
  for (const step of kSteps) {
    if (step > 0) await scope.train({ steps: step - scope.step });
    for (const map of ['cross', 'encoder']) {
      const found = await scope.attention({ map, example: 0 });
      const [layers, heads, rows, columns] = found.shape;
      const numbers = roundToHundredths(found.weights, columns);
      const truth = found.truth ? reshapeNested(Array.from(found.truth), [rows, columns]) : null;
      maps[map] ??= {
        rows: found.rowLabels,
        columns: found.columnLabels,
        ...(truth ? { truth } : {}),
        steps: kSteps,
        weights: [],
      };
      /** @type {unknown[]} */ (maps[map].weights).push(
        reshapeNested(numbers, [layers, heads, rows, columns]),
      );
    }
  }
  scope.dispose();
  return JSON.stringify({ title: 'A transformer learns to reverse a sequence', maps });
}

/**
 * Converts rows of weights to integers that add up to 100, by the largest-remainder method.
 * @param {Float32Array} weights
 * @param {number} columns
 */
function roundToHundredths(weights, columns) {
  const down = Array.from(weights, (weight) => Math.floor(100 * weight));
  for (let row = 0; row < weights.length; row += columns) {
    const places = Array.from({ length: columns }, (_, i) => row + i);
    const missing = 100 - places.reduce((sum, i) => sum + (down[i] ?? 0), 0);
    const computeRemainder = (/** @type {number} */ i) => 100 * (weights[i] ?? 0) - (down[i] ?? 0);
    places.sort((a, b) => computeRemainder(b) - computeRemainder(a));
    for (const i of places.slice(0, missing)) down[i] = (down[i] ?? 0) + 1;
  }
  return down;
}

/** @param {number[]} numbers @param {number[]} shape @returns {unknown} */
function reshapeNested(numbers, [size, ...rest]) {
  if (rest.length === 0) return numbers;
  const each = numbers.length / size;
  return Array.from({ length: size }, (_, i) => reshapeNested(numbers.slice(i * each, (i + 1) * each), rest));
}

/** @param {string} text */
const createModuleText = (text) => `/** Output of \`npm run sample\`; weights are in hundredths. */
const sampleText =
  '${text}';

/** @param {unknown} weights @returns {unknown} */
const divideByHundred = (weights) => (Array.isArray(weights) ? weights.map(divideByHundred) : Number(weights) / 100);

/** The sample file as JSON. */
export const sample = JSON.stringify(
  JSON.parse(sampleText, (key, value) => (key === 'weights' ? divideByHundred(value) : value)),
);
`;

/** Builds, trains and writes the sample. */
async function writeSample() {
  await installRequirements(['build']);
  await build();
  writeFileSync(join(root, 'web/maps/sample.js'), createModuleText(await createSampleText()));
}

if (isMainModule(import.meta.url)) await runMain(writeSample);
