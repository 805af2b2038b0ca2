/**
 * Writes web/maps/sample.js, the file that the viewer of maps shows before it is given one: a transformer with two layers of
 * two heads learns to reverse a sequence, and what its decoder and its encoder look at is taken at some steps.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createScope } from '../web/index.js';
import { isMain, main, root } from './shell.js';

const kSteps = [0, 100, 200, 400, 600, 1000];

export async function sampleText() {
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
      const numbers = Array.from(found.weights, (weight) => Number(weight.toFixed(4)));
      const truth = found.truth ? nested(Array.from(found.truth), [rows, columns]) : null;
      maps[map] ??= {
        rows: found.rowLabels,
        columns: found.columnLabels,
        ...(truth ? { truth } : {}),
        steps: kSteps,
        weights: [],
      };
      /** @type {unknown[]} */ (maps[map].weights).push(nested(numbers, [layers, heads, rows, columns]));
    }
  }
  scope.dispose();
  return JSON.stringify({ title: 'A transformer learns to reverse a sequence', maps });
}

/** @param {number[]} numbers @param {number[]} shape @returns {unknown} */
function nested(numbers, [size, ...rest]) {
  if (rest.length === 0) return numbers;
  const each = numbers.length / size;
  return Array.from({ length: size }, (_, i) => nested(numbers.slice(i * each, (i + 1) * each), rest));
}

/** Writes the sample. */
export async function writeSample() {
  const text = `/** What \`npm run sample\` has written. */\nexport const sample =\n  '${await sampleText()}';\n`;
  writeFileSync(join(root, 'web/maps/sample.js'), text);
}

if (isMain(import.meta.url)) await main(writeSample);
