/** The guides for own data, scores and maps: their examples give the documented results. */
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { openMaps } from '../../web/index.js';
import { selectSeeds } from '../full-run.js';
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
  for (const seed of selectSeeds(7, 8, 9)) {
    const scope = await createTestScope({
      experiment: 'translation',
      seed,
      parameters: { tokens: 'characters', epochs: 80 },
      data,
    });
    await scope.train({ steps: 240 });
    const { metrics } = await scope.evaluate();
    expect(metrics['exactMatch'], `seed ${seed}`).toBeGreaterThan(0.5);
    if (seed !== 7) continue;
    /** @type {[string, string][]} */
    const cases = [
      ['bush', 'es'],
      ['tray', 'ys'],
      ['puppy', 'ies'],
    ];
    for (const [source, ending] of cases) {
      const { text } = await scope.predict({ source });
      expect(text?.endsWith(ending), `${source}: ${text}`).toBe(true);
    }
  }
}, 120_000);

/** Formula, exact match, alignment accuracy. */
const rows = [...guide.matchAll(/^\| `(.+?)`: .*\| (\d+ %) \| (\d+ %) \|$/gm)].map(([, ...cells]) => cells);

test('the table of scores has rows', () => expect(rows).toHaveLength(3));

test.each(selectSeeds(...rows))(
  'the score %s reaches the values of the table',
  async (formula = '', right, found) => {
    const scope = await createTestScope({
      experiment: 'translation',
      preset: 'custom-score',
      seed: 7,
      parameters: { formula: formula.replaceAll('\\|', '|') },
    });
    await scope.train({ steps: 600 });
    const { metrics } = await scope.evaluate();
    expect([percent(metrics, 'exactMatch'), percent(metrics, 'alignmentAccuracy')]).toEqual([right, found]);
  },
);

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
