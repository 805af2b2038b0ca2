/**
 * Tests held attention weights in experiments whose answers are not only sequences of tokens; the others are tested in
 * engine/hold.test.js.
 */
import { afterEach, expect, it } from 'vitest';
import {
  createTestScope,
  disposeAll,
  expectRejection,
  oneHot,
  readLearnedRows,
  trainTestScope,
} from '../engine/scopes.js';

/** @typedef {Record<string, string | number | boolean>} Parameters */

afterEach(disposeAll);

const caption = { examples: 256, batchSize: 16, hidden: 16, features: 16, beam: 1 };
const graph = { kinds: 5, examples: 256, batchSize: 16, width: 16 };
const glimpse = { examples: 256, batchSize: 16, hidden: 16, features: 16 };
const draw = { examples: 256, batchSize: 16, hidden: 16, glimpses: 3 };

/** Experiment, parameters, and the word that an answer has in a row. @type {[string, Parameters, (answer: any, row: number) => string][]} */
const models = [
  ['caption', caption, ({ candidates }, row) => candidates[row][0].token],
  ['caption', { ...caption, gate: true }, ({ candidates }, row) => candidates[row][0].token],
  ['caption', { ...caption, attention: 'hard' }, ({ candidates }, row) => candidates[row][0].token],
  ['graph-attention', graph, ({ text }, row) => text[row]],
  ['graph-attention', { ...graph, heads: 4 }, ({ text }, row) => text[row]],
  ['sentiment', { sentences: 500, cell: 'lstmn' }, ({ output }) => (output > 0.5 ? 'good' : 'bad')],
  ['feature-attention', { examples: 2000 }, ({ output }) => (output > 0.5 ? 'yes' : 'no')],
];

it.each(models)(
  '%s %j is unchanged by its own rows, and answers as counterfactual() says',
  async (experiment, parameters, readWord) => {
    const scope = await trainTestScope(experiment, parameters, 60);
    const input = { example: 3, ...(experiment === 'caption' && { prefix: 'true' }) };
    const learned = await scope.predict(input);
    if (parameters['heads'] === undefined) {
      const same = await scope.predict({ ...input, attention: readLearnedRows(learned.attention) });
      expect({ ...same.attention, held: undefined }).toEqual({ ...learned.attention, held: undefined });
      expect([same.output, same.candidates]).toEqual([learned.output, learned.candidates]);
    }
    const { labels, expected } = await scope.counterfactual({ example: 3 });
    const row = labels.length - 1;
    const seen = (labels[row] ?? []).flatMap((label, column) => (label === null ? [] : [column]));
    for (const column of seen.slice(0, 4)) {
      const rows = { [row]: oneHot(labels[row]?.length ?? 0, column) };
      const held = await scope.predict({ ...input, attention: { rows } });
      expect(readWord(held, row)).toBe(labels[row]?.[column]);
      expect(held.attention.held).toEqual([row]);
    }
    if (experiment !== 'feature-attention') expect(expected.flat().some(Boolean)).toBe(true);
    expect(await scope.predict({ ...input, without: seen.slice(0, 2) })).not.toEqual(learned);
  },
);

it('an edge that does not exist is refused, also in a typed graph', async () => {
  const scope = await trainTestScope('graph-attention', graph, 1);
  const typed = { nodes: 'a ?, a 3, b 1', edges: '1-2, 1-3' };
  const rows = { 0: [0, 0, 1] };
  expect(await scope.predict({ ...typed, attention: { rows } })).not.toEqual(await scope.predict(typed));
  const hidden = scope.predict({ example: 0, attention: { rows: { 2: oneHot(10, 1) } } });
  await expectRejection(hidden, { parameter: 'attention.rows.2.1' });
});

it('the weights of a machine reader are held, at places that it has read', async () => {
  const scope = await trainTestScope('sentiment', { sentences: 500, cell: 'lstmn' }, 60);
  const learned = await scope.predict({ example: 450 });
  const columns = learned.attention.columnLabels.length;
  const hold = (/** @type {number} */ column) =>
    scope.predict({ example: 450, attention: { map: 'intra', rows: { 3: oneHot(columns, column) } } });
  expect((await hold(0)).output).not.toBe(learned.output);
  await expectRejection(hold(3), { parameter: 'attention.rows.3.3' });
});

it('the weights of context lookup are held, and its numbers have no counterfactual', async () => {
  const scope = await trainTestScope('context-lookup', { examples: 512, batchSize: 32 }, 50);
  const { attention, output } = await scope.predict({ example: 5 });
  const same = await scope.predict({ example: 5, attention: readLearnedRows(attention) });
  expect(same.output).toBe(output);
  const held = await scope.predict({ example: 5, attention: { rows: { 0: oneHot(8, 0) } } });
  expect([...held.attention.weights]).toEqual(oneHot(8, 0));
  expect(held.output).not.toBe(output);
  await expectRejection(scope.counterfactual({ example: 5 }));
});

it('a glimpse is taken elsewhere, and the places after it are chosen anew', async () => {
  const scope = await trainTestScope('glimpse', glimpse, 20);
  /** @param {object} [more] @returns {Promise<any>} */
  const look = (more) => scope.predict({ example: 5, ...more });
  const { places, output } = await look();
  const same = await look({ attention: { rows: { 1: places.slice(2, 4) } } });
  expect([same.places, same.output]).toEqual([places, output]);
  for (const glimpse of [0, 2]) {
    const held = await look({ attention: { rows: { [glimpse]: [0.5, -0.25] } } });
    expect(held.places.slice(2 * glimpse, 2 * glimpse + 2)).toEqual([0.5, -0.25]);
    expect(held.places[7]).not.toBe(places[7]);
  }
  for (const [parameter, wrong] of /** @type {const} */ ([
    ['attention.rows.1.1', { attention: { rows: { 1: [0, 2] } } }],
    ['attention.rows.1', { attention: { rows: { 1: [0] } } }],
    ['without', { without: [0] }],
  ]))
    await expectRejection(look(wrong), { code: 'BAD_INPUT', parameter });
});

it.each([
  ['read', 'readWindows'],
  ['write', 'writeWindows'],
])('the %s windows of DRAW are held', async (map, name) => {
  const scope = await trainTestScope('draw', draw, 10);
  /** @param {object} [more] @returns {Promise<any>} */
  const look = (more) => scope.predict({ example: 5, ...more });
  const learned = await look();
  const window = learned[name].slice(5, 10);
  expect((await look({ attention: { map, rows: { 1: window } } })).canvases).toEqual(learned.canvases);
  const held = await look({ attention: { map, rows: { 1: [3, ...window.slice(1)] } } });
  expect(held[name][5]).toBe(3);
  expect(held.canvases).not.toEqual(learned.canvases);
  const wrong = look({ attention: { map, rows: { 1: [1, 1, 0, 1, 1] } } });
  await expectRejection(wrong, { parameter: 'attention.rows.1.2' });
});

it.each([
  ['caption', { features: 8, attention: 'none' }, 36],
  ['sentiment', { sentences: 500, pooling: 'mean' }, 1],
  ['draw', { readWindow: false, writeWindow: false }, 5],
])('%s %j has no weights to hold', async (experiment, parameters, columns) => {
  const scope = await createTestScope({ experiment, parameters });
  const held = scope.predict({ example: 0, attention: { rows: { 0: oneHot(columns, 0) } } });
  await expectRejection(held, { code: 'BAD_INPUT', parameter: 'attention' });
});
