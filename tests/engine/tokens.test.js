/** The tokenizer, through the public interface: sentences, pairs, and typed input. */
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { createTestScope, disposeAll, expectRejection } from './scopes.js';

afterEach(disposeAll);

/** @import { DataSummary } from '../../web/engine/shapes.js' */

const small = { batchSize: 4, embedding: 4, hidden: 4 };

/** The words of the source and the data summary of a run. @typedef {{ words: string[], data: DataSummary, scope: import('./scopes.js').Scope }} RunData */

/** Sentiment with each text repeated often enough for training. @param {string[]} texts @returns {Promise<RunData>} */
async function openSentences(...texts) {
  const lines = texts.flatMap((text) => Array.from({ length: 24 }, (_, i) => `${text} a${i % 2}\t${i % 2}`));
  return openRun({ experiment: 'sentiment', data: lines.join('\n'), parameters: { ...small } });
}

/** @param {string[]} texts @param {Record<string, string | boolean | number>} [parameters] @returns {Promise<RunData>} */
async function openPairs(texts, parameters = {}) {
  const lines = texts.flatMap((text) => Array.from({ length: 12 }, (_, i) => `${text} a${i}\tb${i}`));
  return openRun({
    experiment: 'translation',
    data: lines.join('\n'),
    parameters: { ...small, ...parameters },
  });
}

/** @param {import('./scopes.js').ScopeOptions} options @returns {Promise<RunData>} */
async function openRun(options) {
  const scope = await createTestScope(options);
  const { data, details } = scope.manifest;
  const { sourceWords, targetWords } = /** @type {import('../../web/engine/shapes.js').TokenDetails} */ (
    details
  );
  const words = (sourceWords ?? targetWords ?? []).filter((word) => !/^<.*>$|^a\d+$/.test(word));
  return { words: words.toSorted(), data: /** @type {DataSummary} */ (data), scope };
}

/** @param {DataSummary} data @returns {string[]} */
const getNotes = ({ report }) => report?.notes.map(({ reason }) => reason) ?? [];

test('sentences and pairs have the same words, also in typed input, and notes about changed ones', async () => {
  const text = 'वह करो। ネコです。 لا۔ cafe\u0301 x\u00ADy';
  for (const { words, scope, data } of [await openSentences(text), await openPairs([text])]) {
    expect(words).toEqual(['वह', 'करो', 'ネコです', 'لا', 'café', 'xy'].toSorted());
    const typed = { [data.aligned === undefined ? 'sentence' : 'source']: text };
    expect((await scope.predict(typed)).unknownWords).toEqual([]);
    expect(getNotes(data)).toEqual([
      'characters written in parts (e and ´), composed',
      'invisible characters such as soft hyphens, left out',
    ]);
  }
});

describe('aligned pairs', () => {
  /** @param {(i: number) => string} line */
  const openAligned = (line, parameters = {}) =>
    openRun({
      experiment: 'translation',
      data: Array.from({ length: 20 }, (_, i) => line(i)).join('\n'),
      parameters: { ...small, ...parameters },
    });

  test('are split as aligners do: only at spaces and tabs', async () => {
    const { scope, words, data } = await openAligned(
      (i) => `Il a${i} 10\u00A0% d'or\the has 10% gold\t0-0 1-1 2-2 3-3`,
    );
    expect(words).toEqual(['10\u00A0%', "d'or", 'il']);
    expect(getNotes(data)).toEqual([]);
    const { weights, shape, truth } = await scope.attention({ example: 0 });
    expect([weights.length, shape.at(-1)]).toEqual([25, 5]);
    // "gold" comes from "d'or".
    expect(Array.from(/** @type {Float32Array} */ (truth)).slice(15, 20)).toEqual([0, 0, 0, 1, 0]);
  });
});

test('a built-in task tokenizes typed input by the same rules, including elision', async () => {
  const scope = await createTestScope({
    experiment: 'translation',
    parameters: { ...small, task: 'french' },
  });
  const { attention, unknownWords } = await scope.predict({
    source: 'L’E\u0301COLE franc\u0327aise\u3000a e\u0301té\u00A0!',
  });
  expect(unknownWords).toEqual([]);
  expect(attention.columnLabels).toEqual(["l'", 'école', 'française', 'a', 'été', '<end>']);
});

test('own data is kept by reset and restore, and input without words is rejected', async () => {
  const { scope } = await openPairs(['Łódź Я']);
  await scope.train({ steps: 2 });
  const checkpoint = await scope.checkpoint();
  const trained = await scope.fingerprint();
  await scope.reset();
  await scope.restore(checkpoint);
  expect(await scope.fingerprint()).toBe(trained);
  expect((await expectRejection(scope.predict({ source: '… 👍' }))).code).toBe('BAD_INPUT');
});

test('the help and the guide name the Unicode version of the table', () => {
  const read = (/** @type {string} */ file) =>
    readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  const [, version] = /^(\d+\.\d+)\.\d+\0/.exec(read('wasm/text/unicode.bin')) ?? [];
  for (const file of ['web/element/own-data.js', 'web/embed/own-data.md'])
    expect(read(file)).toContain(`Unicode ${version}`);
});
