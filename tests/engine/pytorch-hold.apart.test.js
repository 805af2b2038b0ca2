/**
 * Tests that the Python file of a run predicts the same as the core when weights or places are held, and when positions are
 * hidden.
 */
import { afterEach, expect, test } from 'vitest';
import { kSteps, runAll, saveModel, smallReversal } from './python-files.js';
import { createTestScope, disposeAll } from './scopes.js';

/** @typedef {import('./python-files.js').Options} Options */

afterEach(disposeAll);

/** Runs after the file of a model: the largest difference of predictions with held or hidden weights. */
const predictHeld = `
model, example = load(sys.argv[1]), RUN["examples"][0]
for held, without, expected in REQUESTS:
    held = {place if isinstance(place, int) else tuple(place): row for place, row in held}
    limits = {**example, "output": max(example["output"], expected["output"], key=len)}
    with torch.no_grad():
        actual = predict(model, limits, held, **{"without": without} if without else {})
    print("held", max(difference(actual[key], values) for key, values in expected.items()))
`;

/**
 * @typedef {object} HoldRequest
 * @property {object} request of predict()
 * @property {(readonly [number | readonly (string | number)[], readonly number[]])[]} held places and rows in Python
 */

/**
 * Expects that Python predicts the same as JavaScript when weights are held or hidden.
 *
 * @param {readonly NonNullable<Options>[]} modelOptions
 * @param {(map: import('../../web/engine/shapes.js').AttentionMap) => HoldRequest[]} createRequests for a learned map
 */
async function expectEqualHeldPredictions(modelOptions, createRequests) {
  const all = [];
  for (const options of modelOptions) {
    const scope = await createTestScope({ seed: 7, ...options });
    await scope.train({ steps: 10 * kSteps });
    const { configuration, manifest } = scope;
    // The first example of the file.
    const example = Number(configuration.parameters['probeExample'] ?? manifest.train ?? 0);
    const { attention, output, candidates } = await scope.predict({ example });
    const requests = [];
    for (const { request, held } of createRequests(attention)) {
      const prediction = await scope.predict({ example, ...request });
      expect([prediction.attention.weights, prediction.output, prediction.candidates]).not.toEqual([
        attention.weights,
        output,
        candidates,
      ]);
      const probabilities = prediction.candidates?.flat().map(({ probability }) => probability);
      const expected = {
        output: [prediction.output, prediction.baseline ?? []].flat(),
        weights: [...prediction.attention.weights, ...(prediction.baselineAttention?.weights ?? [])],
        ...(probabilities && { probabilities }),
      };
      requests.push([held, 'without' in request ? request.without : [], expected]);
    }
    const data = `REQUESTS = json.loads('${JSON.stringify(requests)}')`;
    const code = `${await scope.pytorch()}\n${data}\n${predictHeld}`;
    all.push({ label: JSON.stringify(options), code, weights: await scope.saveWeights(), requests });
    scope.dispose();
  }
  for (const [i, { problem, printed }] of (await runAll(all)).entries()) {
    expect(problem, all[i].label).toBeNull();
    const differences = [...printed.matchAll(/^held (.*)$/gm)].map(([, difference]) => Number(difference));
    expect(differences.length).toBe(all[i].requests.length);
    for (const difference of differences) expect(difference, all[i].label).toBeLessThan(1e-5);
  }
}

/**
 * Requests that hold rows, hide a position, and do both.
 *
 * @param {(shape: readonly number[]) => readonly number[][]} choosePlaces [row], or [layer, head, row], of a map of this shape
 * @returns {Parameters<typeof expectEqualHeldPredictions>[1]}
 */
const holdRows =
  (choosePlaces) =>
  ({ name, shape, weights }) => {
    const columns = shape.at(-1) ?? 0;
    const rows = choosePlaces(shape).map((place) => {
      const first = place.reduce((sum, index, axis) => sum * shape[axis] + index, 0) * columns;
      // Weights of the visible positions that differ from the learned ones.
      const row = [...weights.subarray(first, first + columns)].map((w, s) => (w > 0 ? (s + 1) / 16 : 0));
      return { place, row };
    });
    const attention = rows.map(({ place, row }) => ({
      ...(place.length > 1 && { layer: place[0], head: place[1] }),
      rows: { [place.at(-1) ?? 0]: row },
    }));
    // Python counts the layers of the decoder after those of the encoder, and cross-attention last.
    const firstLayer = name === 'cross' ? 2 * shape[0] : 0;
    const held = rows.map(
      ({ place: [first, ...rest], row }) =>
        /** @type {const} */ ([rest.length ? [first + firstLayer, ...rest] : first, row]),
    );
    const without = [1];
    return [
      { request: { attention }, held },
      { request: { without }, held: [] },
      { request: { attention, without }, held },
    ];
  };

/** Every second row of a map. */
const holdEvenRows = holdRows((shape) =>
  Array.from({ length: shape.at(-2) ?? 0 }, (_, row) => [row]).filter(([row]) => row % 2 === 0),
);

const smallReversalTransformer = { task: 'reversal', examples: 200, batchSize: 16, dModel: 16, heads: 2 };

test('translation with held weights', () => {
  /** @type {NonNullable<Options>['parameters'][]} */
  const models = [
    { score: 'dot', cell: 'rnn' },
    { score: 'general', locality: 'local-m', beam: 3 },
    { score: 'concat', inputFeeding: true, locality: 'local-p', cell: 'lstm' },
    { score: 'additive', fault: 'no-mask' },
    { score: 'additive', attention: 'hard', beam: 2 },
  ];
  const options = models.map((own) => ({
    experiment: 'translation',
    parameters: { ...smallReversal, ...own },
  }));
  return expectEqualHeldPredictions(options, holdEvenRows);
});

test('transformers with held weights', { tags: 'full' }, () =>
  expectEqualHeldPredictions(
    [
      ...['encoder', 'decoder', 'encoder-decoder'].map((kind) => ({
        experiment: 'self-attention',
        parameters: { ...smallReversalTransformer, kind, layers: 2 },
      })),
      { experiment: 'language-model' },
    ],
    holdRows(([layers, , rows]) => [
      [0, 1, rows - 2],
      [layers - 1, 0, rows - 1],
    ]),
  ),
);

test.each(['context-lookup', 'caption', 'graph-attention', 'sentiment', 'feature-attention'])(
  '%s with held weights',
  { tags: 'full' },
  (experiment) => expectEqualHeldPredictions([{ experiment }], holdEvenRows),
);

test('hidden words of a cell that looks back, and of its baseline', { tags: 'full' }, () =>
  expectEqualHeldPredictions(
    ['last', 'additive'].map((pooling) => ({
      experiment: 'sentiment',
      parameters: { cell: 'lstmn', pooling, baseline: 'additive', sentences: 500, maximumLength: 12 },
    })),
    () => [{ request: { without: [0, 2] }, held: [] }],
  ),
);

const place = [-0.4, 0.7];
const window = [7, 12, 3, 2.5, 1.5];

/** @type {[string, object, HoldRequest['held']][]} */
const heldPlaces = [
  ['glimpse', { rows: { 0: place, 2: place } }, [0, 2].map((row) => [row, place])],
  ['draw', { rows: { 0: window, 3: window } }, [0, 3].map((row) => [['read', row], window])],
  ['draw', { map: 'write', rows: { 1: window } }, [[['write', 1], window]]],
];

test.each(heldPlaces)('%s with held places', { tags: 'full' }, (experiment, attention, held) =>
  expectEqualHeldPredictions([{ experiment }], () => [{ request: { attention }, held }]),
);

/** Runs after the file of a model, and prints its error messages for weights that cannot be held. */
const refuse = `
model, example = load(sys.argv[1]), RUN["examples"][0]
for request in REQUESTS:
    try:
        predict(model, example, *request(example))
        print("accepted")
    except ValueError as error:
        print("refused", error)
`;

/** @type {Record<string, NonNullable<Options>['parameters']>} */
const refusingModels = {
  translation: { ...smallReversal, score: 'none' },
  'context-lookup': { sequenceLength: 3 },
  'self-attention': { ...smallReversalTransformer, kind: 'decoder' },
  'graph-attention': {},
  glimpse: {},
  draw: {},
};

/** Experiment, request in Python, and a part of its error message. @type {[string, string, RegExp][]} */
const refusals = [
  ['translation', '{0: [1]}', /no attention/],
  ['translation', 'None, [0]', /no attention/],
  ['context-lookup', '{1: [1, 0, 0]}', /no row 1/],
  ['context-lookup', '{0: [0, 0, 0]}', /some above 0/],
  ['context-lookup', '{0: [1, 0, float("nan")]}', /weights of at least 0/],
  ['context-lookup', 'None, [3]', /0 to 2/],
  ['context-lookup', 'None, [0, 1, 2]', /not all/],
  ['self-attention', '{(9, 0, 0): [1]}', /no such layer/],
  ['self-attention', '{(0, 9, 0): [1]}', /no row \(9, 0\)/],
  ['self-attention', '{(0, 0, 1): [1, 1, 1]}', /0 where it does not see/],
  ['self-attention', '{(0, 0, 1): [1]}', /must have \d+ weights/],
  ['self-attention', 'None, [20]', /without must have/],
  ['graph-attention', '{-1: [1]}', /no row -1 of a query/],
  ['graph-attention', '{0: [1] * len(example["source"])}', /0 where it does not see/],
  ['glimpse', '{99: [0, 0]}', /99 must be one of/],
  ['glimpse', '{0: [2, 0]}', /0 must be/],
  ['glimpse', '{0: [0]}', /0 must be/],
  ['draw', '{("read", 99): [7, 12, 3, 2.5, 1.5]}', /'read', 99\) must be one of/],
  ['draw', '{("write", 0): [7, 12, 0, 2.5, 1.5]}', /ranges/],
];

test('refuses what cannot be held', async () => {
  const all = [];
  for (const [experiment, parameters] of Object.entries(refusingModels)) {
    const saved = await saveModel({ experiment, parameters });
    const own = refusals.filter(([name]) => name === experiment);
    const tuples = own.map(([, request]) => `lambda example: (${request},)`).join(', ');
    all.push({ ...saved, code: `${saved.code}\nREQUESTS = [${tuples}]\n${refuse}` });
  }
  const results = await runAll(all);
  for (const [i, { problem }] of results.entries()) expect(problem, all[i].label).toBeNull();
  const sentences = results.flatMap(({ printed }) => printed.match(/^(accepted|refused) .*$/gm) ?? []);
  for (const [i, [experiment, request, sentence]] of refusals.entries())
    expect(sentences[i], `${experiment} ${request}`).toMatch(sentence);
});
