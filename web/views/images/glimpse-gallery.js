/**
 * Many pictures at once, each with its path of glimpses; and one picture of the last training step, with the paths of all its
 * samples.
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { formatFixed } from '../../parts/format.js';
import { glimpseCanvasTemplate } from './glimpse-canvas.js';
import { computePixel, findLikeliestGlyph, isOnGlyph, sliceRow } from './glimpse-data.js';
import { getGlyphName } from './glimpse-text.js';

/** @import { Frame } from '../../engine/view-types.js' */
/** @import { GlimpseData, Sizes } from './glimpse-data.js' */
/** @typedef {{ picture: unknown, caption: string, isHeld?: boolean, isChanged?: boolean }} Figure */

const kNone = new Float32Array();

/** @param {readonly number[]} places @param {number} side */
const computePath = (places, side) =>
  Array.from({ length: places.length / 2 }, (_, t) => computePixel(places, t, side));

/** Pictures in two rows where there is room. @param {readonly Figure[]} figures */
const figuresTemplate = (figures) => html`
  <div class="glimpse-many" .style=${`--glimpse-columns: ${Math.ceil(figures.length / 2)}`}>
    ${figures.map(({ picture, caption, isHeld, isChanged }) => html`<figure>${picture}<figcaption class=${isChanged ? 'align-changed' : ''} ?data-held=${isHeld}>${caption}</figcaption></figure>`)}
  </div>
`;

/** @param {Frame | null} frame @param {Sizes} sizes @param {number} count of glimpses @param {GlimpseData | null} watched picture with the held places */
export const galleryTemplate = (frame, sizes, count, watched) => html`
  <p class="panel-note">${translate('Test pictures, each with the path of its glimpses and the answer after the last one.')}</p>
  ${figuresTemplate(createHeldOutFigures(frame?.tensors ?? {}, sizes, count, watched))}
`;

/** @param {Frame['tensors']} tensors @param {Sizes} sizes @param {number} count @param {GlimpseData | null} watched @returns {Figure[]} */
function createHeldOutFigures(tensors, sizes, count, watched) {
  const { canvases = kNone, canvasGlyphs = kNone, canvasPlaces = kNone, canvasAnswers = kNone } = tensors;
  const { side, glyphSide, cells } = sizes;
  return Array.from(canvasAnswers, (learned, i) => {
    const changed = watched?.held && watched.example === i ? watched : null;
    const [glyph = -1, row = 0, column = 0] = sliceRow(canvasGlyphs, i, 3);
    const places = sliceRow(changed?.places ?? canvasPlaces, changed ? 0 : i, 2 * count);
    const answer = changed ? findLikeliestGlyph(changed, count - 1, sizes).glyph : learned;
    const at = { row, column };
    const mark = answer === glyph ? '✓' : '✗';
    const elsewhere = isOnGlyph({ places, glyph, at }, count - 1, sizes)
      ? ''
      : ` ${translate('(elsewhere)')}`;
    return {
      picture: glimpseCanvasTemplate(sliceRow(canvases, i, side * side), {
        path: computePath(places, side),
        truth: { ...at, size: glyphSide },
        held: changed?.held,
        frames: [cells],
      }),
      caption: `${getGlyphName(sizes, answer)} ${mark}${elsewhere}`,
      isHeld: changed !== null,
      isChanged: answer !== learned,
    };
  });
}

/** @param {Frame | null} frame @param {Sizes} sizes @param {number} count of glimpses */
export function samplesTemplate(frame, { side }, count) {
  const { looks = kNone, sigma, 'looks.picture': image } = frame?.tensors ?? {};
  const figures = Array.from({ length: image ? looks.length / (2 * count) : 0 }, (_, i) => ({
    picture: glimpseCanvasTemplate(image ?? null, { path: computePath(sliceRow(looks, i, 2 * count), side) }),
    caption: translate('sample {n}', { n: i + 1 }),
  }));
  const text = translate(
    'One picture of the last training step, looked at {count} times: chance scatters the places, σ is {sigma} of half the picture.',
    { count: figures.length, sigma: formatFixed(sigma?.[0] ?? 0, 2) },
  );
  return html`<p class="panel-note">${image ? text : null}</p>${figuresTemplate(figures)}`;
}
