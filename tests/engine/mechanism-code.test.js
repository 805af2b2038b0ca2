/**
 * Tests that the Python code for readers prints the results of `attend`, for every mechanism and some settings, in both
 * libraries.
 */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { formatPython } from '../../web/calculator/code.js';
import { attend, mechanisms, readFormula } from '../../web/index.js';
import { createInputs } from './mechanism-inputs.js';

/** @import { MechanismSchema } from '../../web/engine/schema.js' */

/** @type {Record<string, Record<string, number | boolean | string>[]>} besides the defaults */
const settings = {
  'local-m': [{ window: 1 }],
  'local-p': [{ window: 1.5 }],
  'scaled-dot': [{ scale: 0.2 }, { causal: true }, { causal: true, align: 'end' }],
  'multi-head': [{ heads: 2 }, { heads: 4, causal: true, scale: 0.3 }, { causal: true, align: 'end' }],
  gat: [{ heads: 2 }],
  gatv2: [{ heads: 4 }],
  hard: [{ sample: true, seed: 5 }],
  'draw-read': [{ grid: 3 }, { grid: 1 }],
};

/** @type {{ mechanism: MechanismSchema, options: Record<string, number | boolean | string>, inputOptions: Parameters<typeof createInputs>[1] }[]} */
const cases = mechanisms().flatMap((mechanism) => {
  const warm = mechanism.options.some(({ name }) => name === 'temperature') ? [{ temperature: 0.7 }] : [];
  return [{}, ...warm, ...(settings[mechanism.name] ?? [])].flatMap((options, i) =>
    [true, false].map((optional) => ({
      mechanism,
      options,
      inputOptions: { optional, masked: i % 2 === 0 },
    })),
  );
});
for (const mechanism of mechanisms()) {
  const others = mechanism.inputs.find(({ name }) => name === 'mask')?.otherShapes ?? [];
  const causal = mechanism.options.some(({ name }) => name === 'causal') ? [{ causal: true }] : [];
  for (const options of [{}, ...causal])
    for (const [i] of others.entries())
      cases.push({ mechanism, options, inputOptions: { masked: true, maskShape: i + 1 } });
}

/** Formulas that together use every operation. */
const formulas = [
  'v · tanh(W q + U k)',
  'v · relu(W q − U k) / 3',
  '−|q − k|² / (2 + |b|)',
  '10 q · k / (|q| |k|) − |t − s|',
  '√(|q − k|² + 1) · exp(a (t − s) / S) / √d',
  'v · (q ⊙ W k) + 2.5',
  '−|t − s|',
  't s / S',
];
for (const formula of formulas) {
  const mechanism = await readFormula(formula);
  for (const maskShape of [0, 1, 2])
    cases.push({ mechanism, options: { formula }, inputOptions: { masked: true, maskShape } });
  cases.push({ mechanism, options: { formula, temperature: 2 }, inputOptions: { optional: false } });
}

/** Separates the outputs of programs in one interpreter, because starting it takes longer than running them all. */
const outputSeparator = '=== next ===';

test.each(/** @type {const} */ (['NumPy', 'PyTorch']))('%s', async (library) => {
  const computed = await Promise.all(
    cases.map(async ({ mechanism, options, inputOptions }) => {
      const inputs = createInputs(mechanism, inputOptions);
      const results = await attend(mechanism.name, { ...Object.fromEntries(inputs), ...options });
      return { results, code: formatPython(library, mechanism, inputs, options, results.choice) };
    }),
  );
  // Debian's own Python, which has Debian's PyTorch.
  const program = computed.map(
    ({ code }) => `exec(${JSON.stringify(code)}, {})\nprint(${JSON.stringify(outputSeparator)})`,
  );
  const printed = execFileSync('/usr/bin/python3', ['-'], { input: program.join('\n'), encoding: 'utf8' });
  const outputs = printed.split(`${outputSeparator}\n`).slice(0, -1);
  expect(outputs).toHaveLength(cases.length);
  for (const [i, text] of outputs.entries()) {
    const { mechanism, options } = cases[i];
    const label = `${library} ${mechanism.name} ${JSON.stringify(options)}`;
    const blocks = text.split(/^([a-zA-Z]+)$/m).slice(1);
    const names = blocks.filter((_, j) => j % 2 === 0);
    expect(names.sort(), label).toEqual(Object.keys(computed[i].results).sort());
    for (let j = 0; j < blocks.length; j += 2) {
      const numbers = (blocks[j + 1].match(/-?\d+\.?\d*(?:e[-+]?\d+)?/g) ?? []).map(Number);
      const expected = computed[i].results[blocks[j]].data;
      expect(numbers.length, `${label} ${blocks[j]}`).toBe(expected.length);
      const largest = Math.max(1, ...expected.map(Math.abs));
      for (const [k, value] of expected.entries()) {
        expect(Math.abs(numbers[k] - value), `${label} ${blocks[j]}[${k}]`).toBeLessThanOrEqual(
          1e-5 * largest,
        );
      }
    }
  }
});
