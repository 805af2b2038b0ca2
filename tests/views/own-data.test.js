/** Own data: training on them, and the text that says whether they are enough to generalize. */
import { afterAll, describe, expect, it } from 'vitest';
import { classifyGeneralization, formatGeneralization } from '../../web/element/generalization.js';
import { fitSchemaToData } from '../../web/element/metrics.js';
import { createScope, experiments } from '../../web/index.js';
import { hasKnownTruth, isRight } from '../../web/parts/known-truth.js';
import { expectRejection } from '../engine/scopes.js';

/** @import { DataSummary } from '../../web/engine/shapes.js' */

/** Twenty pairs in another script, in which hardly any word occurs twice. */
const greek = `καλημέρα\tgood morning
καληνύχτα\tgood night
ευχαριστώ πολύ\tthank you very much
παρακαλώ\tplease
πού είναι το σπίτι\twhere is the house
πού είναι ο σταθμός\twhere is the station
πόσο κάνει αυτό\thow much is this
δεν καταλαβαίνω\tI do not understand
μιλάτε αγγλικά\tdo you speak English
με λένε Μαρία\tmy name is Maria
θέλω νερό\tI want water
θέλω καφέ\tI want coffee
το νερό είναι κρύο\tthe water is cold
ο καφές είναι ζεστός\tthe coffee is hot
η θάλασσα είναι μπλε\tthe sea is blue
το σπίτι είναι μεγάλο\tthe house is big
αγαπώ τη θάλασσα\tI love the sea
αγαπώ τον καφέ\tI love coffee
τι ώρα είναι\twhat time is it
αντίο φίλε μου\tgoodbye my friend
`;

/** @type {{ dispose: () => void }[]} */
const open = [];
afterAll(() => {
  for (const scope of open) scope.dispose();
});

/** @param {Partial<DataSummary>} more @returns {DataSummary} */
const summary = (more) => ({
  source: 'own',
  train: 16,
  heldOut: 4,
  vocabulary: 50,
  unknownShare: 0,
  ...more,
});

describe('twenty pairs', () => {
  it('are learned within the planned steps, and the watched example has only known words', async () => {
    const scope = await createScope({ experiment: 'translation', data: greek, worker: false });
    open.push(scope);
    const { plannedSteps, data, heldOut } = scope.manifest;
    expect(plannedSteps).toBeGreaterThanOrEqual(600);
    // No held-out pair has only known words.
    const watched = Number(scope.configuration.parameters['probeExample']);
    expect(watched).toBeGreaterThanOrEqual(Number(heldOut));
    expect(Number(data?.trainingExamples) + Number(heldOut)).toBeGreaterThan(watched);
    expect(scope.link()).toBe('v1;experiment=translation');
    await scope.train({ steps: plannedSteps });
    const { metrics } = await scope.evaluate();
    expect(metrics).toMatchObject({ trainingExactMatch: 1, exactMatch: 0 });
    expect(await scope.predict({ example: watched })).toMatchObject({ correct: true });
    expect(
      formatGeneralization(/** @type {DataSummary} */ (data), {
        step: scope.step,
        loss: 0,
        metrics,
      }),
    ).toBe(
      'It knows the pairs it has seen (100\u00a0% right) and not the new ones (0\u00a0%): 16 pairs are too few to generalize. Only 4 are held out, so the second number is rough.',
    );
  });

  it('are required: a text without pairs gives an error', async () => {
    const error = await expectRejection(
      createScope({ experiment: 'translation', data: 'hello\nworld', worker: false }),
    );
    expect(error).toMatchObject({
      code: 'BAD_FILE',
      parameter: 'data',
      message: 'No pairs found: line 1 has neither a tab nor |||. At least 10 are needed.',
    });
    expect(error.expected).toMatch(/^at least 10 lines/);
  });
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
});

describe('what can be judged', () => {
  it('excludes unknown words, and attention without a known truth', () => {
    expect([isRight('cat', 'cat'), isRight('cat', 'dog'), isRight('<unknown>', '<unknown>')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(
      [{}, { data: summary({ aligned: 3 }) }, { data: summary({ aligned: 0 }) }].map(hasKnownTruth),
    ).toEqual([true, true, false]);
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
    expect(fitSchemaToData(schema, summary({})).metrics.every(({ target }) => target === undefined)).toBe(
      true,
    );
    expect(fitSchemaToData(schema, undefined).metrics.some(({ target }) => target !== undefined)).toBe(true);
    expect(fitSchemaToData(schema, undefined)).toBe(fitSchemaToData(schema, undefined));
  });
});
