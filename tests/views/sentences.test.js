/** Sentences: texts about words, padding and verdicts. */
import { describe, expect, test } from 'vitest';
import { computeShares } from '../../web/views/sentences/sentence-data.js';
import {
  describeWord,
  formatLabel,
  formatMark,
  summarizeSentences,
} from '../../web/views/sentences/sentences-text.js';

const names = ['Attention', 'Last state'];
const sentence = {
  words: ['never', 'rude', 'soup'],
  padding: 2,
  label: 1,
  verdicts: [0.875, 0.25],
  shares: [
    [0.5, 0.25, 0.125, 0.125],
    [0, 0, 0, 1],
  ],
  cues: [true, true, false],
};

const weights = Float32Array.of(9, 9, 9, 0.5, 0.25, 0.125, 0.0625, 0.0625);

test('padding is summed up after the words', () => {
  expect(computeShares(weights, 3, 3, 5)).toEqual([0.5, 0.25, 0.125, 0.125]);
});

describe('words', () => {
  test('a verdict is right if its side is right, and unknown without a prediction', () => {
    expect([0.51, 0.5, 0.1].map(formatLabel)).toEqual(['positive', 'negative', 'negative']);
    expect(formatMark(0.9, 1)).toBe('✓ right');
    expect(formatMark(0.9, 0)).toBe('✗ wrong');
    expect(formatMark(Number.NaN, 1)).toBe('');
  });

  test('the summary counts verdicts and adds up weights', () => {
    const second = {
      ...sentence,
      label: 0,
      shares: [
        [0, 0, 1, 0],
        [0, 0, 0, 1],
      ],
    };
    expect(summarizeSentences([sentence, second], names)).toBe(
      'Attention judges 1 of 2 right. 38\u00a0% of its weight is on cue words, 6\u00a0% on padding. ' +
        'Last state judges 1 of 2 right. 0\u00a0% of its weight is on cue words, 100\u00a0% on padding.',
    );
  });

  test('the text of a word has both weights, that of padding its number of positions', () => {
    expect(describeWord(sentence, 1, names)).toEqual({
      what: '“rude”',
      cue: true,
      shares: 'Attention 0.250, Last state 0.000',
    });
    expect(describeWord(sentence, 3, names)).toEqual({
      what: '+ 2 padding',
      cue: false,
      shares: 'Attention 0.125, Last state 1.000',
    });
  });
});
