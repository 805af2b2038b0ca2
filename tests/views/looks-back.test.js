/** Attention to previous words: extraction from a frame or a prediction, and texts. */
import { describe, expect, it } from 'vitest';
import { getModelNames } from '../../web/parts/model-names.js';
import {
  countFound,
  extractSentence,
  findFirstSentenceWithTruth,
  findWordWithTruth,
  toSentenceAttention,
} from '../../web/views/sentences/sentence-attention-data.js';
import {
  describeAttention,
  describeVerdict,
  summarizeSentence,
} from '../../web/views/sentences/sentence-attention-text.js';
import { createNamedMap } from './named-map.js';

const map = createNamedMap('intra');

/** Two sentences of at most four words: “fine soup”, and “not bad soup”, whose second word attends to its first. */
function frame() {
  const none = new Array(16).fill(0);
  const first = [0, 0, 0, 0, 1, 0, 0, 0, ...new Array(8).fill(0)];
  const second = [0, 0, 0, 0, 1, 0, 0, 0, 0.25, 0.75, 0, 0, 0, 0, 0, 0];
  const truth = none.with(4, 1);
  return {
    step: 7,
    loss: 0.5,
    metrics: { massOnModifier: 1 },
    tensors: {
      intra: Float32Array.from([...first, ...second]),
      'intra.scores': Float32Array.from([...none, ...second]),
      'intra.truth': Float32Array.from([...none, ...truth]),
      lengths: Float32Array.of(2, 3),
      labels: Float32Array.of(1, 1),
      verdicts: Float32Array.of(0.9, 0.2, 0.75, 0.1),
    },
  };
}

const words = ['not', 'bad', 'soup', ''];
const second = () =>
  /** @type {import('../../web/views/sentences/sentence-attention-data.js').SentenceAttention} */ (
    extractSentence(frame(), map, 1, words)
  );

describe('looks back', () => {
  it('are copied from a frame, without padding', () => {
    const original = frame();
    const reads = extractSentence(original, map, 1, words);
    original.tensors.intra.fill(9);
    expect(reads?.words).toEqual(['not', 'bad', 'soup']);
    expect(reads?.alignment.rows).toBe(3);
    expect([...(reads?.alignment.weights ?? [])]).toEqual([0, 0, 0, 1, 0, 0, 0.25, 0.75, 0]);
    expect([...(reads?.alignment.truth ?? [])]).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 0]);
    expect([reads?.verdict, reads?.label]).toEqual([0.75, 1]);
  });

  it('are read from the prediction for a typed sentence, with its unknown words', () => {
    const attention = { name: 'model', shape: [1, 2], columnLabels: ['the', 'fbi'], rowLabels: ['sentence'] };
    const empty = new Float32Array(0);
    const steps = [{ name: 'intra', formula: '', values: Float32Array.of(0, 0, 1, 0) }];
    const answer = {
      step: 0,
      output: 0.4,
      unknownWords: ['fbi'],
      attention: { ...attention, weights: empty, scores: empty },
      steps,
    };
    const reads = toSentenceAttention(answer, map, 3);
    expect(describeAttention(reads, 1)).toBe('“fbi” looks back at “the” 1.000.');
    expect(findWordWithTruth(reads)).toBe(1);
    expect(countFound(reads)).toEqual({ found: 0, total: 0 });
    expect(describeVerdict(reads)).toBe(
      'It says negative: P(positive) = 0.400. Never met in training: “fbi”.',
    );
  });

  it('start with a sentence and a word whose truth is known', () => {
    expect(findFirstSentenceWithTruth(frame(), map)).toBe(1);
    const blind = frame();
    blind.tensors['intra.truth'].fill(0);
    expect(findFirstSentenceWithTruth(blind, map)).toBe(0);
    expect(findWordWithTruth(second())).toBe(1);
  });

  it('are described in words', () => {
    expect(describeAttention(second(), 0)).toBe('“not” is the first word: there is nothing to look back at.');
    expect(describeAttention(second(), 1)).toBe('“bad” looks back at “not” 1.000 (the truth).');
    expect(describeAttention(second(), 2)).toBe('“soup” looks back at “bad” 0.750, “not” 0.250.');
    expect(summarizeSentence(second())).toBe(
      'not bad soup. It says positive: P(positive) = 0.750, ✓ right. ' +
        'The word that decides looks mostly at its modifier. “bad” looks back at “not” 1.000 (the truth).',
    );
    const wrong = second();
    wrong.alignment.truth.set([0, 0, 0, 0, 0, 0, 1, 0, 0]);
    expect(summarizeSentence(wrong)).toContain('does not look mostly at its modifier');
  });
});

const maps = ['model', 'baseline', 'intra'].map((name) => ({
  ...map,
  name,
  label: name,
  truth: name === 'intra' ? 'intra.truth' : 'truth',
}));
/** @param {Record<string, string>} parameters */
const named = (parameters) =>
  getModelNames({
    maps,
    getChoice: (name) =>
      parameters[name] === undefined
        ? undefined
        : { value: parameters[name], label: `${parameters[name]}, so to say` },
  });

it('names of models are those of the poolings, or of the cells if the poolings are equal', () => {
  const pooling = { pooling: 'mean', baseline: 'mean' };
  const cells = { cell: 'lstm', baselineCell: 'same' };
  expect(named({ ...pooling, ...cells, baseline: 'last' })).toEqual(['mean', 'last']);
  expect(named({ ...pooling, cell: 'lstmn', baselineCell: 'lstm' })).toEqual(['lstmn', 'lstm']);
  expect(named({ ...pooling, ...cells })).toEqual(['mean', 'mean']);
  expect(named({})).toEqual(['model', 'baseline']);
});
