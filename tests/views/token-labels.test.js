/** Labels of tokens: they are visible and distinct, and do not change the direction of a sentence. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatTokenList, getLabels, isSpecial, parseTokens } from '../../web/maps/labels.js';
import { isolateDirection, quoteToken, showInvisibleCharacters } from '../../web/parts/format.js';

/** @param {readonly string[]} tokens @returns {string[]} labels in the viewer of maps */
const labels = (tokens) =>
  getLabels(/** @type {any} */ ({ rowTokens: tokens, columnTokens: tokens })).rows.map(
    showInvisibleCharacters,
  );

test.each([
  ['', '∅'],
  [' ', '␣'],
  [' the', '␣the'],
  ['a  b', 'a␣␣b'],
  ['.\n', '.↵'],
  ['\r\n', '␍↵'],
  ['\t', '⇥'],
  ['a\u00a0b', 'a⍽b'],
  ['\u200b', '⟨200B⟩'],
  ['\ufeffa', '⟨FEFF⟩a'],
  ['Schiff\u00adfahrt', 'Schiff⟨AD⟩fahrt'],
  ['\u0000\u007f\u0085', '␀␡⟨85⟩'],
  ['\u3000', '⟨3000⟩'],
  ['\u3164', '⟨3164⟩'],
  ['\ud83d', '⟨D83D⟩'],
  ['\ue000', '⟨E000⟩'],
  ['\u202eabc', '⟨202E⟩abc'],
  ['\u0301', '◌\u0301'],
  // Joiners that shape their neighbors.
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['a\u200cb', 'a⟨200C⟩b'],
  ['👨\u200d👩\u200d👧', '👨\u200d👩\u200d👧'],
  ['❤\ufe0f', '❤\ufe0f'],
])('%j is shown as %s', (token, label) => {
  expect(showInvisibleCharacters(token)).toBe(label);
  expect(showInvisibleCharacters(label)).toBe(label);
});

test('different tokens have different labels, also with marks and composed letters', () => {
  const tokens = [
    'the',
    ' the',
    '.',
    '.\n',
    '',
    '∅',
    ' ',
    '␣',
    '\u00a0',
    '\u200b',
    '⟨200B⟩',
    '↵',
    '\n',
    'é',
    'e\u0301',
  ];
  expect(new Set(labels(tokens).map((label) => label.normalize())).size).toBe(tokens.length);
  expect(labels(['e\u0301'])).toEqual(['e\u0301']);
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 4 }), { minLength: 2 }), (texts) => {
      const labelTexts = labels(texts);
      expect(new Set(labelTexts.map((label) => label.normalize())).size).toBe(texts.length);
      for (const label of labelTexts) expect(label.trim()).toBe(label);
    }),
  );
});

test('a right-to-left token is isolated in a sentence', () => {
  expect(isolateDirection('the')).toBe('the');
  expect(quoteToken('שלום')).toBe('“\u2068שלום\u2069”');
  expect(quoteToken('سلام')).toBe('“\u2068سلام\u2069”');
});

test('special tokens are recognized by their form', () => {
  expect(
    ['[CLS]', '[SEP]', '<s>', '</s>', '<bos>', '<|endoftext|>', '[MASK]', '<｜begin▁of▁sentence｜>'].filter(
      isSpecial,
    ),
  ).toHaveLength(8);
  expect(['<0x0A>', '<', '[1]', 'the', '<a b>', '[', ''].filter(isSpecial)).toEqual([]);
});

test('tokens to leave out round-trip through their text form', () => {
  expect(parseTokens(' [CLS]  [SEP] ')).toEqual(['[CLS]', '[SEP]']);
  expect(formatTokenList(['[CLS]', '[SEP]'])).toBe('[CLS] [SEP]');
  for (const tokens of [[], [' the', ''], ['["a"]'], ['a\nb'], ['<s>', '[SEP]']])
    expect(parseTokens(formatTokenList(tokens))).toEqual(tokens);
});
