/** Tests that links encode the calculator's state for every mechanism, and that any text is parsed without an error. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeConfiguration } from '../../../web/calculator/computation.js';
import { listLearnedSymbols } from '../../../web/calculator/descent.js';
import { getOriginSwitch, OriginSwitch } from '../../../web/calculator/origin-switch.js';
import { computeExtent, createPlane, placeLabels } from '../../../web/calculator/plane.js';
import { computeExtents, createConfiguration, listInputs, readState } from '../../../web/calculator/state.js';
import { formatShortGradient } from '../../../web/calculator/text.js';
import {
  copyOverlappingEntries,
  embeddingExample,
  lessons,
  workedExample,
} from '../../../web/calculator/worked-example.js';
import { attend, calculator, mechanisms, parseLink, writeLink } from '../../../web/index.js';
import { countElements } from '../../engine/mechanism-inputs.js';

/** @param {Record<string, import('../../../web/engine/schema.js').Value>} parameters */
const read = (parameters) => readState({ experiment: 'calculator', seed: 7, parameters }, mechanisms());

/** @param {import('../../../web/calculator/state.js').State} state */
const encodeAndDecode = (state) => {
  const { configuration, notices } = parseLink(writeLink(createConfiguration(state)));
  expect(notices).toEqual([]);
  return readState(configuration, mechanisms());
};

test.each(mechanisms().map((mechanism) => [mechanism.name, mechanism]))(
  'a link contains the state: %s',
  (name, mechanism) => {
    const { state } = read({ mechanism: name, features: 3, tokens: 'drei süße; Wörter' });
    /** @param {{ type: string, default?: unknown }} option */
    const choose = ({ type, default: usual }) =>
      type === 'boolean' ? true : type === 'text' ? String(usual) : 2;
    const options = Object.fromEntries(mechanism.options.map((option) => [option.name, choose(option)]));
    const edited = new Map(
      listInputs(state).map((input) => {
        const shape = computeExtents(state, input.shape);
        const size = countElements(shape);
        return [input.name, { shape, data: Array.from({ length: size }, (_, i) => (i % 3) - 1.25e-7 * i) }];
      }),
    );
    // The grid setting determines the size of some inputs.
    const { grid: _, ...others } = options;
    const own = { ...state, seed: 9, options: others, edited };
    const { state: again, notices } = encodeAndDecode(own);
    expect(notices).toEqual([]);
    expect(again).toEqual(own);
  },
);

test('one long vector leaves the scale of a plane to the others, and ends at the edge', () => {
  const vectors = [
    [1.5, 1],
    [-0.3, 1.7],
    [16, 11],
  ];
  const extent = computeExtent(vectors, [0.4, 1.6]);
  expect(extent).toBe(2);
  const { scale, isLong } = createPlane(extent);
  expect(vectors.map(isLong)).toEqual([false, false, true]);
  expect(scale([16, 11])).toEqual([100, -68.75]);
  expect(scale([1.5, 1])).toEqual([75, -50]);
  expect(computeExtent(vectors, [0, -12])).toBe(16);
});

test('labels of a plane lie inside of it and apart from each other, near their points', () => {
  const words = ['The', 'FBI', 'is', 'chasing', 'a', 'criminal'];
  const equal = words.map((text) => ({ text, point: [25, -25], radius: 5 }));
  const apart = words.map((text, i) => ({ text, point: [100 - 40 * i, i % 2 ? 100 : -100], radius: 5 }));
  for (const labels of [equal, apart]) {
    const placed = placeLabels(labels, [0, 0]);
    // On a phone the type has a size of 16.5.
    expect(placed.map(({ text }) => text)).toEqual(words);
    for (const [i, { x, y, half }] of placed.entries()) {
      expect(Math.abs(x) + half).toBeLessThanOrEqual(104);
      expect(Math.abs(y)).toBeLessThanOrEqual(104);
      for (const other of placed.slice(i + 1))
        expect(Math.abs(x - other.x) >= half + other.half || Math.abs(y - other.y) >= 16.5).toBe(true);
    }
  }
  // A label that has room is right above or below its point, farther from the middle.
  const labels = [
    { text: 'q', point: [40, -50], radius: 5 },
    { text: 'a', point: [-40, 50], radius: 5 },
  ];
  const [above, below] = placeLabels(labels, [0, 0]);
  expect(above).toMatchObject({ x: 40, y: -59 });
  expect(below).toMatchObject({ x: -40, y: 67 });
});

test('any text is parsed without an error, and ignored parts are reported', () => {
  const text = fc.oneof(
    fc.string(),
    fc.stringMatching(/^(query|key|scale|nope)\([-,.\d]{0,9}\)[-,.\de]{0,20}$/),
  );
  fc.assert(
    fc.property(text, text, text, text, (mechanism, tokens, options, numbers) => {
      const { state, notices } = read({ mechanism, tokens, options, numbers });
      expect(state.tokens.length).toBeGreaterThan(0);
      expect(state.tokens.length).toBeLessThanOrEqual(8);
      const taken = [...state.edited].flatMap(([, { data }]) => data);
      expect(taken.every(Number.isFinite)).toBe(true);
      if (numbers !== '' && mechanism === '' && state.edited.size === 0)
        expect(notices.length).toBeGreaterThan(0);
    }),
  );
  expect(read({ mechanism: 'nope' }).notices.join()).toMatch(/nope.*scaled-dot/);
  expect(read({ numbers: 'key(1,2,3)1,2' }).notices.join()).toMatch(/key.*shape 1,6,2/);
  expect(read({ options: 'heads(2)' }).notices.join()).toMatch(/heads.*scaled-dot/);
});

test('edited numbers keep their position when the sentence grows or shrinks', () => {
  const from = { shape: [1, 2, 2], data: [1, 2, 3, 4] };
  const larger = copyOverlappingEntries(from, { shape: [1, 3, 3], data: new Array(9).fill(0) });
  expect(larger.data).toEqual([1, 2, 0, 3, 4, 0, 0, 0, 0]);
  expect(copyOverlappingEntries(from, { shape: [1, 1, 1], data: [0] }).data).toEqual([1]);
  expect(copyOverlappingEntries(from, { shape: [4], data: [9, 9, 9, 9] }).data).toEqual([9, 9, 9, 9]);
});

describe('the lessons show what they claim', () => {
  /** @param {string} name */
  const computeWeights = async (name) => {
    const lesson = /** @type {import('../../../web/calculator/worked-example.js').Lesson} */ (
      lessons.find((one) => one.name === name)
    );
    const { state } = read({ mechanism: lesson.mechanism ?? '' });
    const inputs = listInputs(state).flatMap((input) => {
      const numbers = lesson.numbers?.[input.name] ?? workedExample.get(input.name);
      return numbers ? [[input.name, numbers]] : [];
    });
    const scores = { shape: [1, 6, 6], data: Array.from({ length: 36 }, (_, i) => i % 5) };
    const extraInputs = state.mechanism.name === 'local-m' ? { scores } : {};
    const all = { ...Object.fromEntries(inputs), ...extraInputs, ...lesson.options };
    const { weights } = await attend(state.mechanism.name, all);
    return Array.from({ length: 6 }, (_, t) => [...weights.data.slice(6 * t, 6 * t + 6)]);
  };
  const chasing = 3;

  test('the example finds the FBI and the criminal', async () => {
    const [example, pale] = [await computeWeights('example'), await computeWeights('width')];
    const order = example[chasing].map((weight, s) => [weight, s]).sort(([a], [b]) => b - a);
    expect(order.slice(0, 2).map(([, s]) => s)).toEqual([1, 5]);
    expect(Math.max(...pale[chasing])).toBeLessThan(Math.max(...example[chasing]));
  });
  test('a large key gets all weight', async () => {
    expect((await computeWeights('dominant'))[chasing][1]).toBeGreaterThan(0.99);
  });
  test('masked, future and out-of-window keys get exactly zero weight', async () => {
    for (const row of await computeWeights('mask')) expect(row.slice(4)).toEqual([0, 0]);
    for (const [t, row] of (await computeWeights('causal')).entries()) {
      expect(row.map((weight) => weight > 0)).toEqual(row.map((_, s) => s <= t));
    }
    for (const [t, row] of (await computeWeights('window')).entries()) {
      expect(row.map((weight) => weight > 0)).toEqual(row.map((_, s) => Math.abs(s - t) <= 1));
    }
  });
});

describe('arrows with an origin', () => {
  const { state: origin } = read({ mechanism: 'multi-head' });
  /** @param {Record<string, import('../../../web/calculator/worked-example.js').Numbers>} [edited] */
  const open = async (edited = {}) => {
    const state = { ...origin, edited: new Map(Object.entries(edited)) };
    const opened = await computeConfiguration(createConfiguration(state));
    const { projected } = opened;
    if (!projected) throw new Error('no arrows');
    return { ...opened, projected };
  };

  test('their vectors are embeddings times matrices, and have the attention of the head', async () => {
    const { projected, result } = await open();
    const x = embeddingExample.get('query')?.data ?? [];
    for (const name of ['query', 'key', 'value']) {
      const matrix = embeddingExample.get(`${name}Weight`)?.data ?? [];
      const products = projected.inputs.get(name)?.data ?? [];
      expect(products).toHaveLength(12);
      for (const [i, value] of products.entries()) {
        const [row, column] = [i - (i % 2), i % 2];
        const expected =
          Number(x[row]) * Number(matrix[column]) + Number(x[row + 1]) * Number(matrix[2 + column]);
        expect(value).toBeCloseTo(expected, 5);
      }
    }
    expect(projected.result.weights).toMatchObject({ data: result['weights']?.data });
    expect(projected.result['context']).toEqual(result['context']);
  });
  test('a number of the value matrix moves the context only, one of the query matrix the weights', async () => {
    /** @param {string} name */
    const change = (name) => {
      const { shape, data } = /** @type {{ shape: number[], data: number[] }} */ (embeddingExample.get(name));
      return open({ [name]: { shape, data: data.map((value, i) => (i === 0 ? value + 0.5 : value)) } });
    };
    const before = (await open()).projected.result;
    const { result: values } = (await change('valueWeight')).projected;
    expect(values['weights']).toEqual(before['weights']);
    expect(values['context']).not.toEqual(before['context']);
    expect((await change('queryWeight')).projected.result['weights']).not.toEqual(before['weights']);
  });
  test('are left out where the head does more than project', async () => {
    await expect(open({ keyBias: { shape: [1, 2], data: [1, 0] } })).rejects.toThrow('no arrows');
    const mixed = { shape: [2, 2], data: [0, 1, 1, 0] };
    await expect(open({ outputWeight: mixed })).rejects.toThrow('no arrows');
  });
  test('keep the numbers of both forms', () => {
    const { state } = read({ numbers: 'mask(1,6)1,1,1,1,1,0' });
    const originSwitch = new OriginSwitch();
    expect(originSwitch.toggle(origin)).toMatchObject({ mechanism: { name: 'scaled-dot' } });
    const opened = new OriginSwitch().toggle(state);
    expect(opened).toMatchObject({ mechanism: origin.mechanism, edited: new Map() });
    expect(originSwitch.toggle(state)).toEqual(origin);
    expect(originSwitch.toggle(origin)).toEqual(state);
  });
  test('keep the numbers of both forms where the page has set another configuration', () => {
    const { state } = read({ numbers: 'mask(1,6)1,1,1,1,1,0' });
    const { state: edited } = read({ mechanism: 'multi-head', numbers: 'queryWeight(2,2)1,2,3,4' });
    const originSwitch = getOriginSwitch(state);
    originSwitch.toggle(state);
    expect(originSwitch.readArrows(edited)).toEqual(createConfiguration(state));
    originSwitch.keep(edited);
    const { state: other } = read({ numbers: 'mask(1,6)0,1,1,1,1,1', options: 'causal(true)' });
    expect(getOriginSwitch(state).readArrows(other)).toEqual(createConfiguration(other));
    expect(getOriginSwitch(state).toggle(other)).toEqual({ ...edited, options: { causal: true } });
  });
});

test('derivatives in a narrow cell have two digits, and only zero is shown as 0', () => {
  const cases = /** @type {const} */ ([
    [0.144, '+0.14'],
    [-0.1, '−0.10'],
    [1.26, '+1.3'],
    [9.96, '+10'],
    [-144.4, '−144'],
    [0, '0'],
    [-0.00123, '−0.001'],
    [1.234e-5, '+1×10⁻⁵'],
    [-7.6e-4, '−8×10⁻⁴'],
    [1444, '+1,444'],
    [Number.NaN, 'NaN'],
  ]);
  for (const [value, text] of cases) expect(formatShortGradient(value)).toBe(text);
});

test('a parameter is labeled with its symbol in the formula', () => {
  /** @param {string} mechanism */
  const symbols = (mechanism) => listLearnedSymbols(read({ mechanism }).state);
  expect(symbols('additive')).toEqual(['W', 'U', 'v']);
  expect(symbols('concat')).toEqual(['W', 'v']);
  expect(symbols('multi-head')).toEqual(['W_q', 'W_k', 'W_v', 'W_o']);
  expect(symbols('own')).toEqual(['W', 'b']);
  expect(symbols('dot')).toEqual(['query', 'key']);
});

test('numbers of a link that the mechanism rejects are ignored and reported', async () => {
  const parameters = { numbers: 'mask(1,6)1,1,0.5,1,1,1value(1,6,2)'.concat(new Array(12).fill('2').join()) };
  const { state, notices } = await computeConfiguration({ experiment: 'calculator', seed: 7, parameters });
  expect([...state.edited.keys()]).toEqual(['value']);
  expect(notices).toHaveLength(1);
  expect(notices[0]).toMatch(/^Link: mask: 0\.5 is not accepted.*additive mask/);
});
