/**
 * Tests the reader's own data: the text that says whether there are enough of them to generalize, and what can be compared with
 * a truth.
 */
import { describe, expect, it } from 'vitest';
import { classifyGeneralization, formatGeneralization } from '../../web/element/generalization.js';
import { fitSchemaToData } from '../../web/element/metrics.js';
import { experiments } from '../../web/index.js';
import { hasKnownTruth, isCorrect } from '../../web/parts/known-truth.js';

/** @import { DataSummary } from '../../web/engine/shapes.js' */

/** @param {Partial<DataSummary>} more @returns {DataSummary} */
const summary = (more) => ({
  source: 'own',
  train: 16,
  heldOut: 4,
  vocabulary: 50,
  unknownShare: 0,
  ...more,
});

describe('whether data are enough', () => {
  it.each(
    /** @type {[number, number, number, string][]} */ ([
      [0.5, 0, 0, 'learning'],
      [1, 0.1, 0, 'memorized'],
      [1, 0.6, 0, 'partial'],
      [1, 0.6, 0.5, 'memorized'],
      [0.95, 0.9, 0.5, 'general'],
    ]),
  )(
    'training accuracy %d, held-out accuracy %d, chance %d: %s',
    (trainingAccuracy, heldOutAccuracy, chance, outcome) => {
      expect(classifyGeneralization(trainingAccuracy, heldOutAccuracy, chance)).toBe(outcome);
    },
  );

  it('is told with the numbers', () => {
    const metrics = { trainingExactMatch: 1, exactMatch: 0 };
    expect(formatGeneralization(summary({}), { step: 600, loss: 0, metrics })).toBe(
      'It knows the pairs it has seen (100\u00a0% right) and not the new ones (0\u00a0%): 16 pairs are too few to generalize. Only 4 are for the test, so the second number is rough.',
    );
  });
});

describe('what can be judged', () => {
  it('excludes unknown words, and attention without a known truth', () => {
    expect([isCorrect('cat', 'cat'), isCorrect('cat', 'dog')]).toEqual([true, false]);
    expect(isCorrect('<unknown>', '<unknown>')).toBe(false);
    const [aligned, unaligned] = [3, 0].map((count) => ({ data: summary({ aligned: count }) }));
    expect([{}, aligned, unaligned].map(hasKnownTruth)).toEqual([true, true, false]);
  });

  it('own data have metrics of training examples and no targets', () => {
    const schema = /** @type {import('../../web/engine/schema.js').ExperimentSchema} */ (
      experiments().find(({ name }) => name === 'translation')
    );
    const names = (/** @type {DataSummary | undefined} */ data) =>
      fitSchemaToData(schema, data).metrics.map(({ name }) => name);
    expect(names(undefined)).not.toContain('trainingExactMatch');
    expect(names(undefined)).not.toContain('alignmentErrorRate');
    expect(names(summary({ aligned: 0 }))).toContain('trainingExactMatch');
    expect(names(summary({ aligned: 0 }))).not.toContain('alignmentErrorRate');
    expect(names(summary({ aligned: 2 }))).toContain('alignmentErrorRate');
    const hasTarget = (/** @type {DataSummary | undefined} */ data) =>
      fitSchemaToData(schema, data).metrics.some(({ target }) => target !== undefined);
    expect([summary({}), undefined].map(hasTarget)).toEqual([false, true]);
    expect(fitSchemaToData(schema, undefined)).toBe(fitSchemaToData(schema, undefined));
  });
});
