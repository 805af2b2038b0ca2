/** Tests that the examples in the guides for own data, scores and maps give the documented results. */
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { openMaps } from '../../web/index.js';
import { disposeAll, trainTestScope } from './scopes.js';

afterEach(disposeAll);

/** @param {string} name */
const read = (name) => readFileSync(new URL(`../../web/embed/${name}`, import.meta.url));
const guide = read('own-data.md').toString();

/** @param {Record<string, number | null>} metrics @param {string} name */
const percent = (metrics, name) => `${Math.round(100 * Number(metrics[name]))} %`;

test('the proverbs are accepted with their alignments', async () => {
  const [, proverbs = ''] = /```tsv\n([\s\S]*?)```/.exec(guide) ?? [];
  const parameters = { batchSize: 8, epochs: 200 };
  const scope = await trainTestScope('translation', parameters, 300, { data: proverbs });
  const { metrics } = await scope.evaluate();
  expect(metrics['loss']).not.toBeNull();
  expect(metrics['alignmentErrorRate']).not.toBeNull();
});

test('a model of the plurals predicts more than half of the held-out nouns', async () => {
  const data = new Uint8Array(read('examples/plurals.tsv'));
  expect(guide).toContain(`these ${new TextDecoder().decode(data).trim().split('\n').length} nouns`);
  const parameters = { tokens: 'characters', epochs: 80 };
  const scope = await trainTestScope('translation', parameters, 240, { data });
  expect((await scope.evaluate()).metrics['exactMatch']).toBeGreaterThan(0.5);
  for (const [source, ending] of Object.entries({ bush: 'es', tray: 'ys', puppy: 'ies' })) {
    const { text } = await scope.predict({ source });
    expect(text?.endsWith(ending), `${source}: ${text}`).toBe(true);
  }
}, 120_000);

/** Metrics of a translation with an own score. @param {string} formula */
async function trainScore(formula) {
  const scope = await trainTestScope('translation', { formula }, 600, { preset: 'custom-score' });
  return (await scope.evaluate()).metrics;
}

/** Formula, exact match, alignment accuracy. */
const rows = [...guide.matchAll(/^\| `(.+?)`: .*\| (\d+ %) \| (\d+ %) \|$/gm)].map(([, ...cells]) => cells);

test('the table of scores has rows', () => expect(rows).toHaveLength(3));

test('the scores reach the values of the table', { tags: 'full' }, async () => {
  for (const [formula = '', ...shares] of rows) {
    const metrics = await trainScore(formula.replaceAll('\\|', '|'));
    expect([percent(metrics, 'exactMatch'), percent(metrics, 'alignmentAccuracy')], formula).toEqual(shares);
  }
});

test('a formula of positions alone reverses digits, and the shortest file of maps opens', async () => {
  const metrics = await trainScore('−|t + s − S|');
  expect(metrics['alignmentAccuracy']).toBe(1);
  const [, shortest = ''] = /```json\n([\s\S]*?)```/.exec(guide) ?? [];
  await expect(openMaps(shortest)).resolves.toMatchObject({ maps: [{ rows: 2, columns: 2 }] });
});
