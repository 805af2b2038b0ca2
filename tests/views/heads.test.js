/** Heads: extraction from a frame, texts and painting; and the computation path of a token with its formulas. */
import { describe, expect, test, vi } from 'vitest';
import { mapChoiceTemplate } from '../../web/parts/choices.js';
import { formatNumber } from '../../web/parts/format.js';
import { getHeadColor, paintArcs } from '../../web/plots/arc-paint.js';
import { summarizeAlignment } from '../../web/views/alignment/alignment-summary.js';
import { describeArcs, findOpeningToken } from '../../web/views/heads/arc-data.js';
import { createDisabledHeads } from '../../web/views/heads/disabled-heads.js';
import { createWindowLookup, extractHeadMap } from '../../web/views/heads/head-data.js';
import { createHeadHolding } from '../../web/views/heads/head-holding.js';
import { formatNumbers } from '../../web/views/heads/head-numbers.js';
import {
  countTilesPerRow,
  createAlignment,
  formatTileName,
  getTileIndex,
} from '../../web/views/heads/tile-data.js';
import { readTokenPath } from '../../web/views/path/path-data.js';
import { buildActivationFormula } from '../../web/views/path/path-formula.js';
import { computeTextArcs } from '../../web/views/writing/generated-text.js';
import { createNamedMap } from './named-map.js';
import { createRecordingContext } from './recorder.js';

/** @import { Term } from '../../web/parts/formula.js' */

const words = ['<pad>', '<start>', '<end>', 'x', 'y'];
const details = { layers: 1, heads: 2, sourceWords: words, targetWords: words };
const manifest = { truthMap: 'cross', details };
/** Two of three source tokens and two of three rows of the decoder are in use; 9 is padding. */
const frame = {
  step: 4,
  loss: 0.5,
  metrics: { meanAlignmentAccuracy: 0.5 },
  tensors: {
    cross: Float32Array.of(0.25, 0.75, 9, 1, 0, 9, 9, 9, 9, 0.75, 0.25, 9, 0.5, 0.5, 9, 9, 9, 9),
    'cross.scores': Float32Array.of(0, Math.log(3), 9, 1, 2, 9, 9, 9, 9, 0, 0, 9, 3, 3, 9, 9, 9, 9),
    'cross.truth': Float32Array.of(0, 1, 0, 0, 0, 0, 0, 0, 0),
    'cross.entropy': Float32Array.of(0.25, 0.5),
    'cross.distance': Float32Array.of(1, 2),
    'cross.alignment': Float32Array.of(1, 0.5),
    decoder: Float32Array.of(1, 0, 9, 0.5, 0.5, 9, 9, 9, 9, 1, 0, 9, 0.5, 0.5, 9, 9, 9, 9),
    lengths: Float32Array.of(2, 2),
    best: Float32Array.of(1),
    'encoder.tokens': Float32Array.of(3, 2, 0),
    'decoder.tokens': Float32Array.of(1, 4, 0),
    predicted: Float32Array.of(4, 2, 0),
  },
};

/** @param {string} name */
function readHeadMap(name) {
  const map = extractHeadMap(frame, createNamedMap(name), manifest, {});
  if (!map) throw new Error('no map');
  return map;
}

test('a row of all layers can be held where a layer has a single head', () => {
  const map = { ...readHeadMap('cross'), heads: 1, weights: Float32Array.of(0.25, 0.75, 1, 0) };
  const options = /** @type {any} */ ({
    manifest,
    parameters: () => ({}),
    events: {},
    predict: async () => ({}),
  });
  const { holding } = createHeadHolding(options, { getKind: () => 'cross', getOpened: () => 0 }, vi.fn());
  holding.present = /** @type {any} */ ({ byKind: new Map([['cross', map]]) });
  holding.hold(0, 1, 'spread', { map: 'cross' });
  expect(holding.rows[0]?.chosen).toEqual([0, 1]);
});

describe('the maps of heads', () => {
  test('are the frame without padding, with their labels', () => {
    const map = readHeadMap('cross');
    expect([map.rows, map.columns, map.best]).toEqual([2, 2, 1]);
    expect([...map.weights]).toEqual([0.25, 0.75, 1, 0, 0.75, 0.25, 0.5, 0.5]);
    expect([...(map.truth ?? [])]).toEqual([0, 1, 0, 0]);
    expect(map.columnLabels).toEqual(['x', '<end>']);
    expect(map.rowLabels).toEqual(['y', '<end>']); // the output of each row, not its input
    expect(map.outputs).toEqual(['y', '<end>']);
    expect(map.weights.buffer).not.toBe(frame.tensors.cross.buffer);
    expect(extractHeadMap({ ...frame, tensors: {} }, createNamedMap('cross'), manifest, {})).toBeNull();
    const own = readHeadMap('decoder');
    expect(own.rowLabels).toEqual(['<start>', 'y']);
    expect([own.truth, own.best, own.outputs]).toEqual([null, -1, []]);
  });

  test('of an encoder have predictions at the same positions', () => {
    const { tensors } = frame;
    const own = { encoder: tensors.cross, 'encoder.truth': tensors['cross.truth'] };
    const encoderFrame = { ...frame, tensors: { ...tensors, ...own, predicted: Float32Array.of(0, 2, 0) } };
    const encoderManifest = { details, truthMap: 'encoder' };
    const parameters = { causalEncoder: true };
    const map = extractHeadMap(encoderFrame, createNamedMap('encoder'), encoderManifest, parameters);
    expect(map?.isCausal).toBe(true);
    expect(map?.rowLabels).toEqual(['x', '<end>']);
    expect(map?.outputs).toEqual(['', '<end>']);
    expect(map?.targets).toEqual(['<end>', '<end>']); // the marked token of the first row is the end
  });

  test('have names, a mean for each layer, and empty cells above the diagonal of a decoder', () => {
    const map = readHeadMap('cross');
    expect(countTilesPerRow(map)).toBe(3);
    expect([0, 1].map((index) => getTileIndex({ heads: 2 }, index + 2))).toEqual([3, 4]);
    expect([0, 1, 2].map((index) => formatTileName(map, index))).toEqual(['L1·H1', 'L1·H2', 'L1·mean']);
    expect([...createAlignment(map, 1).weights]).toEqual([0.75, 0.25, 0.5, 0.5]);
    expect([...createAlignment(map, 2).weights]).toEqual([0.5, 0.5, 0.75, 0.25]);
    expect(createWindowLookup(map)(1)).toBeNull();
    const window = createWindowLookup(readHeadMap('decoder'))(1);
    expect(window).toMatchObject({ center: 0, halfWidth: 1, quiet: true });
  });

  test('are described in numbers and words', () => {
    const map = readHeadMap('cross');
    expect(formatNumbers(map, 0)).toEqual(['spread 25\u00a0%', 'distance 1.0', 'truth 100\u00a0%']);
    expect(formatNumbers(map, 2)).toEqual(['truth 50\u00a0%']);
    expect(formatNumbers(readHeadMap('decoder'), 2)).toEqual([]);
    const tokens = { rows: map.rowLabels, columns: map.columnLabels };
    expect(summarizeAlignment(createAlignment(map, 0), tokens)).toMatch(/^1 of 1 output tokens/);
    expect(summarizeAlignment(createAlignment(readHeadMap('decoder'), 0), tokens)).toMatch(/^“y” looks at/);
  });
});

describe('arcs', () => {
  test('are described by their largest weights, in both directions', () => {
    const map = readHeadMap('cross');
    expect(describeArcs(map, 0, { token: 0, isKey: false })).toEqual({
      heading: '“y” looks at',
      lines: ['H1: “<end>” 0.750, the truth; “x” 0.250', 'H2: “x” 0.750; “<end>” 0.250, the truth'],
    });
    expect(describeArcs(map, 0, { token: 1, isKey: true })).toEqual({
      heading: '“<end>” is looked at by',
      lines: ['H1: “y” 0.750, the truth', 'H2: “<end>” 0.500; “y” 0.250, the truth'],
    });
  });

  test('start with a token whose true position is known, otherwise with the last one', () => {
    const map = { ...readHeadMap('decoder'), rowLabels: ['a', 'b', 'a', 'b'], columns: 4 };
    const truth = Float32Array.of(0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0);
    expect(findOpeningToken({ ...map, truth })).toBe(2);
    expect(findOpeningToken({ ...map, truth: new Float32Array(16) })).toBe(3);
    expect(findOpeningToken({ ...map, truth: null })).toBe(3);
    expect(findOpeningToken({ ...map, truth: null, rowLabels: [] })).toBe(0);
  });

  test('show the weight by width and the head by color, the strongest last', () => {
    const { drawn, context } = createRecordingContext();
    const arc = { from: { x: 0, y: 50 }, to: { x: 90, y: 50 }, heads: 2 };
    const arcs = [
      { ...arc, weight: 0.9, head: 1 },
      { ...arc, weight: 0.1, head: 0 },
      { ...arc, weight: 0.001, head: 0 },
    ];
    paintArcs(context, arcs, 1);
    expect(drawn.map(({ style }) => style)).toEqual([getHeadColor(0), getHeadColor(1)]);
    for (const { box } of drawn) {
      const heights = box.filter((_, i) => i % 2 === 1);
      expect(Math.min(...heights)).toBeLessThan(50); // they rise
      expect(50 - 0.75 * (50 - Math.min(...heights))).toBeGreaterThan(0); // and stay on the canvas
    }
  });

  test('over a text of two lines stay in their line, below the words above', () => {
    // The tokens a b of the first line, and c d e of the second one; e was written after a look at b and c.
    const weights = new Float32Array(25);
    weights.set([0.4, 0.6], 16);
    const text = { tokens: ['a', 'b', 'c', 'd', 'e'], promptLength: 1, heads: 1, weights };
    const boxes = [10, 30, 10, 30, 50].map((x, i) =>
      i < 2 ? { x, y: 20, bottom: 45 } : { x, y: 80, bottom: 105 },
    );
    const arcs = computeTextArcs(text, 0, 4, boxes);
    expect(arcs.map(({ to }) => to)).toEqual([boxes[2]]);
    const { drawn, context } = createRecordingContext();
    paintArcs(context, arcs, 1);
    const heights = drawn.flatMap(({ box }) => box.filter((_, i) => i % 2 === 1));
    expect(80 - 0.75 * (80 - Math.min(...heights))).toBeGreaterThan(45);
  });
});

describe('the computation path of a token', () => {
  /** @param {string} name @param {readonly number[]} values @param {string} [formula] @param {number} [head] */
  const createLine = (name, values, formula = name, head = undefined) => ({
    name,
    formula,
    head,
    values: Float32Array.from(values),
  });
  /** @param {string} part @param {ReturnType<typeof createLine>[]} lines */
  const within = (part, ...lines) => lines.map((one) => ({ ...one, part }));
  const power = Math.exp(1);
  const steps = [
    ...within(
      'embedding',
      createLine('embedding', [1, 2]),
      createLine('position', [0.5, -1]),
      createLine('embedding and position', [1.5, 1]),
    ),
    ...within(
      'self',
      createLine('input', [1.5, 1]),
      createLine('norm', [1, -1], 'norm(x)'),
      createLine('query', [2, 3]),
      createLine('key', [1, 0]),
      createLine('keys', [1, 0, 4, 5]),
      createLine('values', [10, 20, 30, 40]),
      createLine('scores', [2, 8], 'e = q · k / √d', 0),
      createLine('mask', [1, 1], 'mask', 0),
      createLine('weights', [0.25, 0.75], 'weights', 0),
      createLine('weighted sum', [25], 'weighted sum', 0),
      createLine('scores', [0, 1], 'e = q · k / √d', 1),
      createLine('mask', [1, 1], 'mask', 1),
      createLine('weights', [1 / (1 + power), power / (1 + power)], 'weights', 1),
      createLine('weighted sum', [20 + (20 * power) / (1 + power)], 'weighted sum', 1),
      createLine('output', [0.25, 0.5]),
      createLine('residual', [1.75, 1.5], 'x + output'),
    ),
    ...within('feed-forward', createLine('input', [1.75, 1.5]), createLine('hidden', [0, 3])),
    ...within('answer', createLine('probabilities', [0.25, 0.75]), createLine('logits', [0, Math.log(3)])),
  ];
  const answer = /** @type {import('../../web/engine/shapes.js').Prediction} */ ({
    step: 0,
    output: [3],
    steps,
    attention: {
      name: 'cross',
      shape: [1, 2, 2, 2],
      weights: new Float32Array(8),
      scores: new Float32Array(8),
      rowLabels: ['y', '<end>'],
      columnLabels: ['x', '<end>'],
    },
  });
  const path = readTokenPath(answer, { kind: 'encoder-decoder', source: false, position: 0 });

  /** @param {readonly Term[]} terms @returns {string} */
  const joinTerms = (terms) =>
    terms
      .map((term) =>
        typeof term === 'object'
          ? `[${joinTerms(term.over)} / ${joinTerms(term.under)}]`
          : typeof term === 'number'
            ? formatNumber(term)
            : term,
      )
      .join(' ');
  /** @param {string} name @param {number} head @param {number} index */
  function formula(name, head, index) {
    const station = path.activations.find((one) => one.name === name);
    if (!station) throw new Error(`no ${name}`);
    return joinTerms(buildActivationFormula(path, station, head, index).flat());
  }

  test('is written with its numbers', () => {
    expect(formula('embedding and position', 0, 1)).toBe('embedding and position = 2.00 + (−1.00) = 1.00');
    expect(formula('residual', 0, 0)).toBe('x + output = 1.50 + 0.250 = 1.75');
    expect(formula('norm', 0, 0)).toBe('norm(x) = [1.50 − 1.25 / 0.250] · g + b = 1.00');
    expect(formula('scores', 0, 1)).toBe('e = q · k / √d = [( 2.00 ) ( 4.00 ) / √1] = [8.00 / √1] = 8.00');
    const sum = 'weighted sum = 25.0 = ( 0.250 ) ( 10.0 ) + ( 0.750 ) ( 30.0 )';
    expect(formula('weighted sum', 0, 0)).toBe(sum);
    expect(formula('weights', 1, 1)).toMatch(/exp \( 1\.00 − 1\.00 \) \/ 1\.37\] = 0\.731$/);
    expect(formula('probabilities', 0, 1)).toMatch(/exp \( l − m \).* = 0\.750$/);
    expect(formula('hidden', 0, 1)).toBe('hidden = 3.00');
  });
});

test('heads that a measurement switched off are on again when the views are replaced meanwhile', async () => {
  const change = vi.fn();
  const options = { formatHeadName: String, getDisabledHeads: () => [1], status: {}, getStep: () => 0 };
  const heads = createDisabledHeads(/** @type {any} */ ({ change }), /** @type {any} */ (options));
  await heads.withHeads(async () => heads.dispose());
  expect(change).toHaveBeenCalledExactlyOnceWith('disabledHeads', [1]);
});

test('the choice of a map keeps the order of the maps, even if their names are numbers', () => {
  const maps = ['10', '2'].map((name) => ({ name, label: `map ${name}` }));
  const choice = /** @type {any} */ (mapChoiceTemplate('Map', maps, '10', () => undefined));
  const [, buttons] = new choice._$litDirective$({}).render(...choice.values).values;
  const labels = buttons.map((/** @type {{ values: unknown[] }} */ { values: [, label] }) => label);
  expect(labels).toEqual(['map 10', 'map 2']);
});
