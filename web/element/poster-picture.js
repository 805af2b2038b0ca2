/**
 * The picture on a poster: the map that the preset had learned after its planned steps. The caption says so, so that nobody
 * mistakes the picture for the state of a run.
 */
import { html, svg } from 'lit';
import { outlines } from '../index.js';
import { translate } from '../language/translate.js';
import { translateRowLabel } from '../language/translate-schema.js';
import { formatCount } from '../parts/format.js';
import { drawPixels, drawRegionShades } from '../parts/picture-regions.js';
import { decodeShares } from '../parts/poster-code.js';
import { getFillStyle } from '../plots/palette.js';
import { findPreset } from './find-preset.js';

/** @import { Configuration } from '../engine/schema.js' */
/** @import { TemplateResult } from 'lit' */
/** @typedef {Omit<import('../engine/view-types.js').Poster, 'step' | 'seed' | 'weights' | 'truth' | 'picture'> & { weights: Float32Array, truth: Float32Array, picture?: Float32Array }} PosterMap */

/** Functions, since the texts depend on the current language. @typedef {{ drawing: () => TemplateResult, caption: () => string }} PosterPicture */

/** Width of the drawing, in SVG units. */
const kSheetWidth = 652;
const kTop = 30;
const kSlot = 76;
/** Width of the labels left of the bars. */
const kMargin = 92;
const kGap = 5;
const kLine = 48;
const kCell = 34;
const kLabel = 21;
/** Number of images side by side. */
const kImagesPerRow = 4;
const kNoPosition = -1;

/**
 * @param {Configuration} configuration
 * @returns {Promise<PosterPicture>}
 */
export async function createPosterPicture(configuration) {
  const { posters } = await import(`../experiments/${configuration.experiment}/poster.js`);
  /** @type {readonly import('../engine/view-types.js').Poster[]} */
  const [usual] = Object.values(posters);
  const outline = outlines().find(({ name }) => name === configuration.experiment);
  const preset = outline && findPreset(outline, configuration.parameters);
  const isDefault = Object.keys(configuration.parameters).length === 0;
  /** @type {import('../engine/view-types.js').Poster | undefined} */
  const own = preset ? posters[preset.name] : isDefault ? usual : undefined;
  const untrained = own ? null : createUntrainedMap(configuration);
  const poster = own ?? /** @type {import('../engine/view-types.js').Poster} */ (usual);
  const { picture, ...labels } = poster;
  const map = untrained ?? {
    ...labels,
    weights: decodeShares(poster.weights),
    truth: decodeShares(poster.truth),
    ...(picture && { picture: decodeShares(picture) }),
  };
  const caption = () => {
    const values = { steps: formatCount(poster.step), seed: poster.seed };
    if (own)
      return translate(
        'The picture shows what was learned after {steps} steps with seed {seed}, truth outlined.',
        values,
      );
    if (!untrained)
      return translate(
        'There is no picture of these settings; this one shows what the experiment with its default settings had learned after {steps} steps with seed {seed}, truth outlined.',
        values,
      );
    return translate(
      'The outlines show the truth. The bars show what has been learned: nothing so far, so every position has the same share.',
    );
  };
  return { caption, drawing: () => renderDrawing(map, outline?.views[0], caption()) };
}

/**
 * Creates the map of an untrained model: the truth, if it is known without the core, and uniform weights.
 * @param {Configuration} configuration
 * @returns {PosterMap | null} null if only the core knows the truth
 */
function createUntrainedMap(configuration) {
  const list = /** @type {readonly number[] | undefined} */ (findParameterValue(configuration, 'map'));
  const rows = Number(findParameterValue(configuration, 'contexts') ?? 0);
  const columns = Number(findParameterValue(configuration, 'sequenceLength') ?? 0);
  if (!list || rows * columns === 0) return null;
  const truth = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const at = list[row] ?? kNoPosition;
    if (at !== kNoPosition) truth[row * columns + (at % columns)] = 1;
  }
  return {
    shape: [rows, columns],
    weights: new Float32Array(rows * columns).fill(1 / columns),
    truth,
    rowLabels: Array.from({ length: rows }, (_, row) => `context ${row}`),
    columnLabels: Array.from({ length: columns }, (_, column) => String(column)),
  };
}

/** Drawing functions of the views whose maps are not drawn as cells. @type {Record<string, typeof drawCells>} */
const drawingFunctions = {
  'context-bars': drawBars,
  'feature-bars': drawBars,
  sentences: drawSentences,
  'caption-picture': drawRegions,
  'draw-steps': drawImages,
  'glimpse-path': drawImages,
};

/** @param {PosterMap} map @param {string | undefined} view that shows the map in a run @param {string} label */
function renderDrawing(map, view = '', label = '') {
  const [width, height, content] = (drawingFunctions[view] ?? drawCells)(map);
  return html`
    <svg class="poster poster-map" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid" fill="var(--attento-muted)" font-size="15" role="img" aria-label=${label}>
      ${content}
    </svg>
  `;
}

/**
 * Draws each weight as a bar whose height is the weight, as the views of these maps do.
 * @param {PosterMap} map
 * @returns {[number, number, unknown]}
 */
function drawBars({ shape: [rows = 0, columns = 0], weights, truth, rowLabels, columnLabels }) {
  const cell = (kSheetWidth - kMargin) / columns;
  const tall = rows === 1 ? 5 * kSlot : kSlot;
  const gap = Math.min(kGap, cell * 0.14);
  const every = Math.ceil((estimateTextWidth(columnLabels.at(-1) ?? '') + 2 * kGap) / cell);
  /** @param {number} i @param {number} share the height */
  const box = (i, share) => {
    const height = share * (tall - 2 * kGap);
    return {
      x: kMargin + (i % columns) * cell + gap,
      y: kTop + (Math.floor(i / columns) + 1) * tall - kGap - height,
      width: cell - 2 * gap,
      height,
    };
  };
  const heads = columnLabels.map((label, column) =>
    column % every === 0
      ? svg`<text x=${kMargin + (column + 0.5) * cell} y="18" text-anchor="middle">${label}</text>`
      : null,
  );
  const sides = rowLabels.map(
    (label, row) =>
      svg`<text x=${kMargin - 14} y=${kTop + (row + 0.5) * tall + 5} text-anchor="end">${translateRowLabel(label)}</text>`,
  );
  const slots = Array.from(weights, (weight, i) => {
    const [slot, fill] = [box(i, 1), box(i, weight)];
    return svg`
      <rect fill="var(--attento-slot)" x=${slot.x} y=${slot.y} width=${slot.width} height=${slot.height} />
      <rect x=${fill.x} y=${fill.y} width=${fill.width} height=${fill.height} .style=${getFillStyle(weight)} />
      <rect fill="var(--attento-ink)" x=${fill.x} y=${fill.y - 1.5} width=${fill.width} height="1.5" opacity=${weight < 0.01 ? 0.3 : 1} />`;
  });
  const truths = Array.from(truth, (share, i) => (share > 0 ? drawOutline(box(i, share)) : null));
  return [kSheetWidth + 2 * kGap, kTop + rows * tall + 2, [heads, sides, slots, truths]];
}

/**
 * Draws sentences as running text, the weight of each word as a bar below it.
 * @param {PosterMap} map
 * @returns {[number, number, unknown]}
 */
function drawSentences({ shape: [, columns = 0], weights, truth, cellLabels = [] }) {
  /** @type {unknown[]} */
  const content = [];
  let [x, y] = [4, 4];
  for (const [row, sentence] of cellLabels.entries()) {
    for (const [column, word] of sentence.entries()) {
      const width = estimateTextWidth(word);
      if (x + width > kSheetWidth) [x, y] = [4, y + kLine];
      const weight = weights[row * columns + column] ?? 0;
      const cue = (truth[row * columns + column] ?? 0) > 0;
      content.push(svg`
        <text x=${x + width / 2} y=${y + 15} text-anchor="middle" fill="var(--attento-ink)">${word}</text>
        <rect x=${x} y=${y + 20} width=${width} height=${(kLine - 28) * weight} .style=${getFillStyle(weight)} />
        <rect x=${x} y=${y + 20} width=${width} height="1.5" />`);
      if (cue) content.push(drawOutline({ x, y, width, height: 18 }));
      x += width + 9;
    }
    [x, y] = [4, y + kLine + 10];
  }
  return [kSheetWidth + 2, y, content];
}

/**
 * Draws the image once for each word, darker where the weight is small, with the object that the word names outlined.
 * @param {PosterMap} map
 * @returns {[number, number, unknown]}
 */
function drawRegions({
  shape: [rows = 0, columns = 0],
  weights,
  truth,
  rowLabels,
  picture = new Float32Array(0),
}) {
  const cells = Math.sqrt(columns);
  const step = kSheetWidth / kImagesPerRow;
  const size = step - 2 * kGap;
  const cell = size / cells;
  const words = rowLabels.map((word, row) => {
    const [x, y] = [
      kGap + (row % kImagesPerRow) * step,
      kGap + Math.floor(row / kImagesPerRow) * (step + kLabel),
    ];
    const [shares = weights, marks = truth] = [weights, truth].map((map) =>
      map.subarray(row * columns, (row + 1) * columns),
    );
    const object = [...marks].flatMap((share, i) => (share > 0 ? [i] : []));
    const [first = 0, last = 0] = [object[0], object.at(-1)];
    return svg`
      ${row === 0 ? svg`<g id="poster-pixels" transform="translate(${x} ${y})">${drawPixels(picture, size)}</g>` : svg`<use href="#poster-pixels" x=${x - kGap} y=${y - kGap} />`}
      <g transform="translate(${x} ${y})">
        ${drawRegionShades(shares, size)}
        ${object.length > 0 ? svg`<rect x=${(first % cells) * cell} y=${Math.floor(first / cells) * cell} width=${((last % cells) - (first % cells) + 1) * cell} height=${(Math.floor(last / cells) - Math.floor(first / cells) + 1) * cell} fill="none" stroke="#ffffff" stroke-width="2.5" />` : null}
      </g>
      <text class="word" x=${x} y=${y + size + 16}>${word}</text>`;
  });
  return [kSheetWidth, Math.ceil(rows / kImagesPerRow) * (step + kLabel), words];
}

/**
 * Draws a matrix for each head, layers below one another.
 * @param {PosterMap} map
 * @returns {[number, number, unknown]}
 */
function drawCells({ shape, weights, truth, rowLabels, columnLabels }) {
  const [rows = 0, columns = 0] = shape.slice(-2);
  const [layers = 1, heads = 1] = shape.slice(0, -2);
  /** @param {readonly string[]} labels */
  const room = (labels) => Math.max(...labels.map(estimateTextWidth)) + 4 * kGap;
  const upright = room(columnLabels) > kCell;
  const [left, top] = [room(rowLabels), (heads > 1 ? kLabel : 0) + (upright ? room(columnLabels) : kLabel)];
  const panel = { width: left + columns * kCell + 4 * kGap, height: top + rows * kCell + 4 * kGap };
  const panels = Array.from({ length: layers * heads }, (_, index) => {
    const [layer, head] = [Math.floor(index / heads), index % heads];
    const [x, y] = [head * panel.width + left, layer * panel.height + top];
    return [
      layers * heads > 1
        ? svg`<text x=${x} y=${y - top + 15}>${translate('layer {layer}, head {head}', { layer: layer + 1, head: head + 1 })}</text>`
        : null,
      columnLabels.map((label, column) => {
        const [middle, foot] = [x + (column + 0.5) * kCell - 1, y - 7];
        return upright
          ? svg`<text transform="translate(${middle + 5} ${foot}) rotate(-90)">${label}</text>`
          : svg`<text x=${middle} y=${foot} text-anchor="middle">${label}</text>`;
      }),
      rowLabels.map(
        (label, row) =>
          svg`<text x=${x - 2 * kGap} y=${y + (row + 0.5) * kCell + 4} text-anchor="end">${translateRowLabel(label)}</text>`,
      ),
      Array.from({ length: rows * columns }, (_, cell) => {
        const i = index * rows * columns + cell;
        const [left, top] = [x + (cell % columns) * kCell, y + Math.floor(cell / columns) * kCell];
        /** @param {number} inset @param {string} style */
        const square = (inset, style) =>
          svg`<rect x=${left + inset} y=${top + inset} width=${kCell - 2 - 2 * inset} height=${kCell - 2 - 2 * inset} .style=${style} />`;
        const isTrue = (truth[cell] ?? 0) > 0;
        const frame = isTrue
          ? [square(0, 'fill: var(--attento-ink)'), square(2, 'fill: var(--attento-paper)')]
          : square(0, 'fill: var(--attento-rule)');
        return [frame, square(isTrue ? 3 : 1, getFillStyle(weights[i] ?? 0))];
      }),
    ];
  });
  // A map with few cells is not enlarged to the whole width.
  return [
    Math.max(kSheetWidth / 2, heads * panel.width),
    Math.max(kSheetWidth / 3, layers * panel.height),
    panels,
  ];
}

/**
 * Draws each row of the map as an image: the true ink, and the weights over it.
 * @param {PosterMap} map
 * @returns {[number, number, unknown]}
 */
function drawImages({ shape: [rows = 0, columns = 0], weights, truth, rowLabels }) {
  const side = Math.sqrt(columns);
  const size = (kSheetWidth - (rows - 1) * 4 * kGap) / rows;
  const cell = size / side;
  const content = rowLabels.map((label, row) => {
    const left = row * (size + 4 * kGap);
    const marks = Array.from({ length: columns }, (_, i) => {
      const at = row * columns + i;
      const place = { x: left + (i % side) * cell, y: kTop + Math.floor(i / side) * cell };
      return [
        { opacity: truth[at] ?? 0, fill: 'var(--attento-ink)' },
        { opacity: 0.6 * (weights[at] ?? 0), fill: 'var(--attento-accent)' },
      ].map(({ opacity, fill }) =>
        opacity > 0.02
          ? svg`<rect x=${place.x} y=${place.y} width=${cell} height=${cell} fill=${fill} opacity=${opacity} />`
          : null,
      );
    });
    return [
      svg`<text x=${left + size / 2} y="18" text-anchor="middle">${translateRowLabel(label)}</text>`,
      marks,
      svg`<rect x=${left} y=${kTop} width=${size} height=${size} fill="none" stroke="var(--attento-line-color)" />`,
    ];
  });
  return [kSheetWidth, kTop + size + 2, content];
}

/** @param {string} text @returns {number} approximate width in SVG units */
function estimateTextWidth(text) {
  return [...text].reduce(
    (sum, letter) => sum + (/[fijlt]/.test(letter) ? 5.5 : /[mw]/.test(letter) ? 14 : 9),
    0,
  );
}

/** @param {{ x: number, y: number, width: number, height: number }} box */
function drawOutline({ x, y, width, height }) {
  return svg`<rect fill="none" stroke="var(--attento-ink)" stroke-width="2" x=${x - 2} y=${y - 2} width=${width + 4} height=${height + 4} rx="4" />`;
}

/**
 * @param {Configuration} configuration
 * @param {string} name of a parameter
 * @returns {import('../engine/schema.js').Value | undefined} the given value, else the default
 */
function findParameterValue({ experiment, parameters }, name) {
  const schemas = outlines().find((candidate) => candidate.name === experiment)?.parameters;
  return parameters[name] ?? schemas?.find((schema) => schema.name === name)?.default;
}
