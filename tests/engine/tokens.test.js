/** The tokenizer, through the public interface: sentences, pairs, and typed input. */
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { createTestScope, disposeAll } from './scopes.js';

afterEach(disposeAll);

const small = { batchSize: 4, embedding: 4, hidden: 4 };

/** A text repeated often enough for training, as sentences or as pairs. @type {Record<string, (text: string) => string[]>} */
const lines = {
  sentiment: (text) => Array.from({ length: 24 }, (_, i) => `${text} a${i % 2}\t${i % 2}`),
  translation: (text) => Array.from({ length: 12 }, (_, i) => `${text} a${i}\tb${i}`),
};

/** @param {string} experiment @param {string} text */
const open = (experiment, text) =>
  createTestScope({ experiment, data: lines[experiment]?.(text).join('\n'), parameters: small });

test('sentences and pairs have the same words, also in typed input, and notes about changed ones', async () => {
  const text = 'वह करो। ネコです。 لا۔ cafe\u0301 x\u00ADy';
  for (const [experiment, input] of [
    ['sentiment', 'sentence'],
    ['translation', 'source'],
  ]) {
    const scope = await open(experiment, text);
    const { data, details } = scope.manifest;
    const { sourceWords, targetWords } = /** @type {import('../../web/engine/shapes.js').TokenDetails} */ (
      details
    );
    const words = (sourceWords ?? targetWords ?? []).filter((word) => !/^<.*>$|^a\d+$/.test(word));
    expect(words.toSorted()).toEqual(['वह', 'करो', 'ネコです', 'لا', 'café', 'xy'].toSorted());
    expect((await scope.predict({ [input]: text })).unknownWords).toEqual([]);
    expect(data?.report?.notes.map(({ reason }) => reason)).toEqual([
      'characters written in parts (e and ´), composed',
      'invisible characters such as soft hyphens, left out',
    ]);
  }
});

test('the help and the guide name the Unicode version of the table', () => {
  const read = (/** @type {string} */ file) =>
    readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  const [, version] = /^(\d+\.\d+)\.\d+\0/.exec(read('wasm/text/unicode.bin')) ?? [];
  for (const file of ['web/element/own-data.js', 'web/embed/own-data.md'])
    expect(read(file)).toContain(`Unicode ${version}`);
});
