/** The tokenizer, through the public interface: sentences, pairs, running text, and typed input. */
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

/** @param {string} text @param {'words' | 'characters'} tokens @returns {Promise<RunData>} */
async function openText(text, tokens) {
  const parameters = { tokens, context: 8, dModel: 16, heads: 1, batchSize: 2, minimumCount: 1 };
  return openRun({ experiment: 'language-model', data: `${text}\n`.repeat(60), parameters });
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

/** Case, texts, and their words. @type {[string, string[], string[]][]} */
const rows = [
  ['case beyond ASCII and Latin-1', ['Я иду', 'я иду', 'Łódź łódź Über über'], ['иду', 'über', 'łódź', 'я']],
  ['full case folding', ['Straße STRASSE ΣΊΣΥΦΟΣ σίσυφος İ ı'], ['i̇', 'strasse', 'ı', 'σίσυφοσ']],
  ['composed and decomposed', ['cafe\u0301 café \u1112\u1161\u11AB 한'], ['café', '한']],
  ['joiners', ['می\u200Cخواهم Schiff\u00ADfahrt schifffahrt'], ['schifffahrt', 'می\u200Cخواهم']],
  ['apostrophes and middle dots', ["sol·licitud d'or d’or it's itʼs"], ["d'or", "it's", 'sol·licitud']],
  [
    'punctuation of all scripts',
    ['वह करो। ネコです。 نعم؟ لا۔ هذا،'],
    ['لا', 'نعم', 'هذا', 'करो', 'वह', 'ネコです'],
  ],
  ['letters of all scripts', ['ＡＢＣ ｶﾀｶﾅ 𠮷 人々 ไทย ١٢'], ['١٢', 'ไทย', '人々', 'ａｂｃ', 'ｶﾀｶﾅ', '𠮷']],
  ['blanks', ['x\u3000y\u00A0z\u2028w\u200Bv'], ['v', 'w', 'x', 'y', 'z']],
  ['invisible characters', ['\uFEFFx\uFEFFy \u2060 \u200Ez\u200F'], ['xy', 'z']],
  ['emoji', ['👨‍👩‍👧 x ❤️ 🇩🇪'], ['x']],
];

describe('words', () => {
  test.each(rows)('%s: the same words in sentences and pairs', async (_, texts, words) => {
    for (const found of [await openSentences(...texts), await openPairs(texts)]) {
      expect(found.words).toEqual(words.toSorted());
      // Typed input is tokenized like training data.
      const typed = { [found.data.aligned === undefined ? 'sentence' : 'source']: texts.join(' ') };
      expect((await found.scope.predict(typed)).unknownWords).toEqual([]);
    }
  });

  test('capitals can be kept', async () => {
    expect((await openPairs(['Я я ﬁ'], { caseSensitive: true })).words).toEqual(['Я', 'я', 'ﬁ']);
    expect((await openPairs(['Я я ﬁ'])).words).toEqual(['fi', 'я']);
  });

  test('are noted where characters are composed or left out', async () => {
    const composed = 'characters written in parts (e and ´), composed';
    const invisible = 'invisible characters such as soft hyphens, left out';
    expect(getNotes((await openSentences('cafe\u0301 x\u00ADy')).data)).toEqual([composed, invisible]);
    expect(getNotes((await openPairs(['cafe\u0301 x\u00ADy'])).data)).toEqual([composed, invisible]);
    expect(getNotes((await openText('cafe\u0301 x\u00ADy', 'words')).data)).toEqual([composed, invisible]);
    expect(getNotes((await openPairs(['café'])).data)).toEqual([]);
  });
});

describe('a running text', () => {
  test('keeps the separators of words as tokens', async () => {
    const { words, scope } = await openText('It’s «Я». ネコ。\u3000Schiff\u00ADfahrt 👨‍👩‍👧!', 'words');
    const tokens = [
      'It’s',
      ' «',
      'Я',
      '»',
      '.',
      ' ネコ',
      '。',
      '\u3000',
      'Schifffahrt',
      ' 👨‍👩‍👧',
      '!',
      '\n',
    ];
    expect(words).toEqual(tokens.toSorted());
    expect(await scope.predict({ prompt: 'It’s «' })).toMatchObject({ promptLength: 2 });
  });

  test('has grapheme clusters as characters', async () => {
    const { words } = await openText('cafe\u0301👨‍👩‍👧🇩🇪1️⃣ｶﾞ\uFEFFनमस्ते', 'characters');
    expect(words).toEqual(['c', 'a', 'f', 'é', '👨‍👩‍👧', '🇩🇪', '1️⃣', 'ｶﾞ', 'न', 'म', 'स्ते', '\n'].toSorted());
  });
});

test('pairs of characters have grapheme clusters', async () => {
  const { words } = await openPairs(['e\u0301é👍🏽 \u00A0x'], { tokens: 'characters' });
  expect(words.filter((word) => !/^\d$/.test(word))).toEqual(['a', 'x', 'é', '␣', '👍🏽']);
});

test('any kind of space may surround a label', async () => {
  const lines = Array.from({ length: 24 }, (_, i) => `word${i % 3} \u00A0\t\u3000${i % 2}\u00A0\u200B\uFEFF`);
  const { data } = await openRun({ experiment: 'sentiment', data: lines.join('\n'), parameters: small });
  expect(data.report).toMatchObject({ accepted: 24, rejected: [] });
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

  test('are split at |||, even if there are tabs', async () => {
    const { scope, words } = await openAligned((i) => `le\tchat a${i} ||| the cat ||| 0-0 1-1`);
    expect(words).toEqual(['chat', 'le']);
    expect(scope.manifest.data?.aligned).toBe(20);
  });

  test('have notes about links that count from 1 and about possible links', async () => {
    const fromOne = 'links that seem to count from 1; they are read from 0, so subtract 1';
    expect(getNotes((await openAligned((i) => `a b c${i}\tx y z\t1-1 2-2 3-3`)).data)).toContain(fromOne);
    expect(getNotes((await openAligned((i) => `a b c${i}\tx y z\t0-0 1-1 2-2`)).data)).toEqual([]);
    expect(getNotes((await openAligned((i) => `a b c${i}\tx y z\t0-0 1p1 2-2-P`)).data)).toEqual([
      'possible links (1p2, 1?2, 1-2-P), ignored',
    ]);
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
  const trained = scope.fingerprint();
  await scope.reset();
  await scope.restore(checkpoint);
  expect(scope.fingerprint()).toBe(trained);
  expect((await expectRejection(scope.predict({ source: '… 👍' }))).code).toBe('BAD_INPUT');
});

test('the help and the guide name the Unicode version of the table', () => {
  const read = (/** @type {string} */ file) =>
    readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  const [, version] = /^(\d+\.\d+)\.\d+\0/.exec(read('wasm/text/unicode.bin')) ?? [];
  for (const file of ['web/element/own-data.js', 'web/embed/own-data.md'])
    expect(read(file)).toContain(`Unicode ${version}`);
});
