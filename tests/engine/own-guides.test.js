/** Tests that the examples in the guides for own data, scores and maps give the documented results. */
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { openMaps } from '../../web/index.js';
import { createTestScope, disposeAll } from './scopes.js';

afterEach(disposeAll);

/** @param {string} name */
const read = (name) => readFileSync(new URL(`../../web/embed/${name}`, import.meta.url));
const guide = read('own-data.md').toString();

/** @param {Record<string, number | null>} metrics @param {string} name */
const percent = (metrics, name) => `${Math.round(100 * Number(metrics[name]))} %`;

test('the proverbs are accepted with their alignments', async () => {
  const [, proverbs = ''] = /```tsv\n([\s\S]*?)```/.exec(guide) ?? [];
  const scope = await createTestScope({
    experiment: 'translation',
    parameters: { batchSize: 8, epochs: 200 },
    data: new TextEncoder().encode(proverbs),
  });
  await scope.train({ steps: 300 });
  const { metrics } = await scope.evaluate();
  expect(metrics['loss']).not.toBeNull();
  expect(metrics['alignmentErrorRate']).not.toBeNull();
});

test('a model of the plurals predicts more than half of the held-out nouns', async () => {
  const data = new Uint8Array(read('examples/plurals.tsv'));
  expect(guide).toContain(`these ${new TextDecoder().decode(data).trim().split('\n').length} nouns`);
  const parameters = { tokens: 'characters', epochs: 80 };
  const scope = await createTestScope({ experiment: 'translation', seed: 7, parameters, data });
  await scope.train({ steps: 240 });
  expect((await scope.evaluate()).metrics['exactMatch']).toBeGreaterThan(0.5);
  for (const [source, ending] of Object.entries({ bush: 'es', tray: 'ys', puppy: 'ies' })) {
    const { text } = await scope.predict({ source });
    expect(text?.endsWith(ending), `${source}: ${text}`).toBe(true);
  }
}, 120_000);

/** Formula, exact match, alignment accuracy. */
const rows = [...guide.matchAll(/^\| `(.+?)`: .*\| (\d+ %) \| (\d+ %) \|$/gm)].map(([, ...cells]) => cells);

test('the table of scores has rows', () => expect(rows).toHaveLength(3));

test('the scores reach the values of the table', { tags: 'full' }, async () => {
  for (const [formula = '', ...shares] of rows) {
    const parameters = { formula: formula.replaceAll('\\|', '|') };
    const scope = await createTestScope({
      experiment: 'translation',
      preset: 'custom-score',
      seed: 7,
      parameters,
    });
    await scope.train({ steps: 600 });
    const { metrics } = await scope.evaluate();
    expect([percent(metrics, 'exactMatch'), percent(metrics, 'alignmentAccuracy')], formula).toEqual(shares);
  }
});

test('a formula of positions alone reverses digits, and the shortest file of maps opens', async () => {
  const scope = await createTestScope({
    experiment: 'translation',
    preset: 'custom-score',
    seed: 7,
    parameters: { formula: '−|t + s − S|' },
  });
  await scope.train({ steps: 600 });
  const { metrics } = await scope.evaluate();
  expect(metrics['alignmentAccuracy']).toBe(1);
  const [, shortest = ''] = /```json\n([\s\S]*?)```/.exec(guide) ?? [];
  await expect(openMaps(shortest)).resolves.toMatchObject({ maps: [{ rows: 2, columns: 2 }] });
});
