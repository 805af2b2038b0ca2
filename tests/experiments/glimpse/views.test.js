/** Tests the views of glimpses: scenes from frames, texts, drawing, and own pictures. */
import { describe, expect, test } from 'vitest';
import {
  computePixel,
  createGlimpseData,
  extractGlimpseData,
  findLikeliestGlyph,
  isOnGlyph,
} from '../../../web/views/images/glimpse-data.js';
import {
  describeGlimpse,
  describeVerdict,
  summarizeGlimpses,
} from '../../../web/views/images/glimpse-text.js';
import {
  editPlacedGlyph,
  formatPlacedGlyph,
  parsePlacedGlyph,
} from '../../../web/views/images/own-glimpses.js';

const sizes = { side: 24, glyphSide: 5, scales: 3, cells: 6, names: ['plus', 'cross'] };
const frame = /** @type {any} */ ({
  step: 10,
  loss: 1,
  metrics: { accuracy: 0.5, onTarget: 0.25 },
  tensors: {
    picture: new Float32Array(576),
    places: Float32Array.of(0, 0, 0.5, -0.5),
    patches: Float32Array.from({ length: 2 * 3 * 36 }, (_, i) => i),
    confidence: Float32Array.of(0.6, 0.4, 0.1, 0.9),
    glyph: Float32Array.of(1, 4, 16),
    sigma: Float32Array.of(0.25),
  },
});
const scene = /** @type {import('../../../web/views/images/glimpse-data.js').GlimpseData} */ (
  extractGlimpseData(frame)
);

/** Replaces narrow spaces by plain ones. @param {string} text */
const plain = (text) => text.replaceAll(/\s/g, ' ');

describe('a scene', () => {
  test('is read from a frame', () => {
    expect(scene.patches.map((all) => all[0])).toEqual([0, 108]);
    expect(computePixel(scene.places, 1, 24)).toEqual({ row: 6, column: 18 });
    expect([0, 1].map((t) => isOnGlyph(scene, t, sizes))).toEqual([false, true]);
    expect(findLikeliestGlyph(scene, 1, sizes).glyph).toBe(1);
    expect(extractGlimpseData({ ...frame, tensors: {} })).toBeNull();
  });

  test('is described glimpse by glimpse', () => {
    expect(plain(describeGlimpse(scene, 0, sizes))).toBe(
      'Glimpse 1 at row 12.0, column 12.0: beside the glyph. It would answer “plus” (60 %); right is “cross”.',
    );
    expect(plain(describeGlimpse(scene, 1, sizes))).toContain(
      'on the glyph. It would answer “cross” (90 %), and that is right.',
    );
    expect(summarizeGlimpses(scene, sizes)).toMatch(/^Glimpse 1 .* Glimpse 2 /);
    const nothing = { ...scene, glyph: -1 };
    expect(plain(describeGlimpse(nothing, 1, sizes))).toBe(
      'Glimpse 2 at row 6.0, column 18.0. It would answer “cross” (90 %).',
    );
  });

  test('of a prediction without a glyph has no glyph', () => {
    const numbers = { picture: [], places: [0, 0], patches: [1], confidence: [1, 0] };
    const answer = /** @type {any} */ ({ ...numbers, glyph: '' });
    expect(createGlimpseData(answer, 3, sizes.names).glyph).toBe(-1);
    const scene = createGlimpseData({ ...answer, glyph: 'cross 3 4' }, 3, sizes.names);
    expect(scene).toMatchObject({ glyph: 1, at: { row: 3, column: 4 } });
  });

  test('has a summary over all held-out pictures', () => {
    const metrics = { accuracy: 0.95, onTarget: 0.9, baselineAccuracy: 0.4 };
    expect(describeVerdict(metrics)).toMatch(/0\.900.*0\.950.*0\.400/);
    expect(describeVerdict({ accuracy: 0.3, onTarget: 0.05 })).toMatch('hardly more than by chance');
    expect(describeVerdict({ accuracy: 0.3, onTarget: 0.5 })).toMatch('so far');
    expect(describeVerdict({ loss: 1 })).toBe('');
  });
});

describe('one’s own picture', () => {
  const placed = { glyph: 'plus', at: { row: 0, column: 0 }, dots: [{ row: 9, column: 9 }] };

  test('is formatted as input, and parsed from a prediction', () => {
    const text = formatPlacedGlyph(placed);
    expect(text).toEqual({ glyph: 'plus 0 0', dots: '9 9' });
    expect(parsePlacedGlyph(text.glyph, text.dots)).toEqual(placed);
    expect(formatPlacedGlyph(parsePlacedGlyph('', '')).glyph).toBe('');
  });

  test('places a glyph centered on the pixel, inside the picture', () => {
    const edited = editPlacedGlyph(placed, 'cross', { row: 23, column: 10 }, false, sizes);
    expect(edited).toMatchObject({ glyph: 'cross', at: { row: 19, column: 8 } });
  });

  test('erases a dot, or the glyph under the pixel', () => {
    expect(editPlacedGlyph(placed, 'dot', { row: 4, column: 4 }, true, sizes).glyph).toBe('');
    expect(editPlacedGlyph(placed, 'dot', { row: 5, column: 4 }, true, sizes)).toEqual(placed);
  });
});
