/**
 * The picture on a poster: what the preset that stands here had learned when its plan was done. It says so, so that
 * nobody takes it for the state of a run.
 * @module
 */
import { html, svg } from 'lit';
import { outlines } from '../index.js';
import { say } from '../language/say.js';
import { sayRow } from '../language/say-schema.js';
import { formatCount } from '../views/format.js';
import { colourOf } from '../views/palette.js';
import { parameterOf } from './poster.js';
import { sharesOf } from './poster-code.js';
import { presetOf } from './presets.js';

/** @typedef {import('../engine/schema.js').Configuration} Configuration */
/** @typedef {Omit<import('./poster-code.js').Poster, 'step' | 'seed' | 'weights' | 'truth'> & { weights: Float32Array, truth: Float32Array }} DrawnMap */
/** @typedef {import('lit').TemplateResult} TemplateResult */

/** Said anew in every language. @typedef {{ drawing: () => TemplateResult, caption: () => string, curve: () => TemplateResult }} PosterPicture */

/** Bars and words are drawn on a sheet of this width. */
const kWide = 652;
const kTop = 30;
const kSlot = 76;
/** Left of the bars. */
const kMargin = 92;
const kGap = 5;
const kLine = 48;
const kCell = 34;
const kLabel = 21;
const kNowhere = -1;

/**
 * @param {Configuration} configuration
 * @returns {Promise<PosterPicture>}
 */
export async function posterPicture(configuration) {
  const { posters } = await import(`./posters/${configuration.experiment}.js`);
  /** @type {readonly import('./poster-code.js').Poster[]} */
  const [usual] = Object.values(posters);
  const outline = outlines().find(({ name }) => name === configuration.experiment);
  const preset = outline && presetOf(outline, configuration.parameters);
  const asItOpens = Object.keys(configuration.parameters).length === 0;
  /** @type {import('./poster-code.js').Poster | undefined} */
  const own = preset ? posters[preset.name] : asItOpens ? usual : undefined;
  const untrained = own ? null : untrainedMap(configuration);
  const shown = own ?? /** @type {import('./poster-code.js').Poster} */ (usual);
  const map = untrained ?? { ...shown, weights: sharesOf(shown.weights), truth: sharesOf(shown.truth) };
  const caption = () => {
    const values = { steps: formatCount(shown.step), seed: shown.seed };
    if (own)
      return say(
        'The picture shows what was learned after {steps} steps with seed {seed}, truth outlined.',
        values,
      );
    if (!untrained)
      return say(
        'These settings have no picture of their own; this one shows what the experiment as it opens had learned after {steps} steps with seed {seed}, truth outlined.',
        values,
      );
    return say(
      'Outlined is the truth. The bars are what has been learned: nothing so far, so every position has the same share.',
    );
  };
  return { caption, drawing: () => drawingOf(map, outline?.views[0], caption()), curve: curveTemplate };
}

/** The loss curve before its first point. */
function curveTemplate() {
  return html`
    <svg class="poster" viewBox="0 0 400 300" aria-hidden="true">
      <text x="0" y="20">${say('loss')}</text>
      ${[0, 1, 2, 3, 4, 5].map((line) => svg`<rect fill="var(--attento-rule)" x="0" y=${40 + 44 * line} width="400" height="1" />`)}
      <text x="0" y="282">${say('step {step}', { step: 0 })}</text>
    </svg>
  `;
}

/**
 * The truth as far as it is known without the core, under weights that are all alike.
 * @param {Configuration} configuration
 * @returns {DrawnMap | null} null where only the core knows the truth
 */
function untrainedMap(configuration) {
  const list = /** @type {readonly number[] | undefined} */ (parameterOf(configuration, 'map'));
  const rows = Number(parameterOf(configuration, 'contexts') ?? 0);
  const columns = Number(parameterOf(configuration, 'sequenceLength') ?? 0);
  if (!list || rows * columns === 0) return null;
  const truth = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const at = list[row] ?? kNowhere;
    if (at !== kNowhere) truth[row * columns + (at % columns)] = 1;
  }
  return {
    shape: [rows, columns],
    weights: new Float32Array(rows * columns).fill(1 / columns),
    truth,
    rowLabels: Array.from({ length: rows }, (_, row) => `context ${row}`),
    columnLabels: Array.from({ length: columns }, (_, column) => String(column)),
  };
}

/** How the maps of a view are drawn that has a form of its own. @type {Record<string, typeof cells>} */
const layouts = { 'context-bars': bars, 'feature-bars': bars, sentences: words };

/** @param {DrawnMap} map @param {string | undefined} view that shows it in a run @param {string} label */
function drawingOf(map, view = '', label = '') {
  const [width, height, content] = (layouts[view] ?? cells)(map);
  return html`
    <svg class="poster poster-map" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMinYMin" role="img" aria-label=${label}>
      ${content}
    </svg>
  `;
}

/**
 * The shares as bars in slots, as the views of these maps have them.
 * @param {DrawnMap} map
 * @returns {[number, number, unknown]}
 */
function bars({ shape: [rows = 0, columns = 0], weights, truth, rowLabels, columnLabels }) {
  const cell = (kWide - kMargin) / columns;
  const tall = rows === 1 ? 5 * kSlot : kSlot;
  const gap = Math.min(kGap, cell * 0.14);
  const every = Math.ceil((widthOf(columnLabels.at(-1) ?? '') + 2 * kGap) / cell);
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
      svg`<text x=${kMargin - 14} y=${kTop + (row + 0.5) * tall + 5} text-anchor="end">${sayRow(label)}</text>`,
  );
  const slots = Array.from(weights, (weight, i) => {
    const [slot, fill] = [box(i, 1), box(i, weight)];
    return svg`
      <rect class="slot" x=${slot.x} y=${slot.y} width=${slot.width} height=${slot.height} />
      <rect x=${fill.x} y=${fill.y} width=${fill.width} height=${fill.height} fill=${colourOf(weight)} />
      <rect class="edge" x=${fill.x} y=${fill.y - 1.5} width=${fill.width} height="1.5" opacity=${weight < 0.01 ? 0.3 : 1} />`;
  });
  const truths = Array.from(truth, (share, i) => (share > 0 ? outline(box(i, share)) : null));
  return [kWide + 2 * kGap, kTop + rows * tall + 2, [heads, sides, slots, truths]];
}

/**
 * Sentences as running text, the weight of each word as a bar below it.
 * @param {DrawnMap} map
 * @returns {[number, number, unknown]}
 */
function words({ shape: [, columns = 0], weights, truth, cellLabels = [] }) {
  /** @type {unknown[]} */
  const content = [];
  let [x, y] = [4, 4];
  for (const [row, sentence] of cellLabels.entries()) {
    for (const [column, word] of sentence.entries()) {
      const width = widthOf(word);
      if (x + width > kWide) [x, y] = [4, y + kLine];
      const weight = weights[row * columns + column] ?? 0;
      const cue = (truth[row * columns + column] ?? 0) > 0;
      content.push(svg`
        <text x=${x + width / 2} y=${y + 15} text-anchor="middle" class="word">${word}</text>
        <rect x=${x} y=${y + 20} width=${width} height=${(kLine - 28) * weight} fill=${colourOf(weight)} />
        <rect class="rule" x=${x} y=${y + 20} width=${width} height="1.5" />`);
      if (cue) content.push(outline({ x, y, width, height: 18 }));
      x += width + 9;
    }
    [x, y] = [4, y + kLine + 10];
  }
  return [kWide + 2, y, content];
}

/**
 * A matrix for each head, layers below one another.
 * @param {DrawnMap} map
 * @returns {[number, number, unknown]}
 */
function cells({ shape, weights, truth, rowLabels, columnLabels }) {
  const [rows = 0, columns = 0] = shape.slice(-2);
  const [layers = 1, heads = 1] = shape.slice(0, -2);
  /** @param {readonly string[]} labels */
  const room = (labels) => Math.max(...labels.map(widthOf)) + 4 * kGap;
  const upright = room(columnLabels) > kCell;
  const [left, top] = [room(rowLabels), (heads > 1 ? kLabel : 0) + (upright ? room(columnLabels) : kLabel)];
  const panel = { width: left + columns * kCell + 4 * kGap, height: top + rows * kCell + 4 * kGap };
  const panels = Array.from({ length: layers * heads }, (_, index) => {
    const [layer, head] = [Math.floor(index / heads), index % heads];
    const [x, y] = [head * panel.width + left, layer * panel.height + top];
    return [
      layers * heads > 1
        ? svg`<text x=${x} y=${y - top + 15}>${say('layer {layer}, head {head}', { layer: layer + 1, head: head + 1 })}</text>`
        : null,
      columnLabels.map((label, column) => {
        const [middle, foot] = [x + (column + 0.5) * kCell - 1, y - 7];
        return upright
          ? svg`<text transform="translate(${middle + 5} ${foot}) rotate(-90)">${label}</text>`
          : svg`<text x=${middle} y=${foot} text-anchor="middle">${label}</text>`;
      }),
      rowLabels.map(
        (label, row) =>
          svg`<text x=${x - 2 * kGap} y=${y + (row + 0.5) * kCell + 4} text-anchor="end">${sayRow(label)}</text>`,
      ),
      Array.from({ length: rows * columns }, (_, cell) => {
        const i = index * rows * columns + cell;
        const weight = weights[i] ?? 0;
        const corner = { x: x + (cell % columns) * kCell, y: y + Math.floor(cell / columns) * kCell };
        const size = kCell - 2;
        return svg`
          <rect x=${corner.x} y=${corner.y} width=${size} height=${size} fill=${colourOf(weight)} />
          ${
            (truth[cell] ?? 0) > 0
              ? svg`<rect x=${corner.x + 1.5} y=${corner.y + 1.5} width=${size - 3} height=${size - 3} fill="none"
                  stroke=${weight > 0.5 ? '#1b1f27' : '#ffffff'} stroke-width="2" />`
              : null
          }`;
      }),
    ];
  });
  // Few cells are not blown up to the whole sheet.
  return [Math.max(kWide / 2, heads * panel.width), Math.max(kWide / 3, layers * panel.height), panels];
}

/** @param {string} text @returns {number} roughly, in the type of the poster */
function widthOf(text) {
  return [...text].reduce(
    (sum, letter) => sum + (/[fijlt]/.test(letter) ? 5.5 : /[mw]/.test(letter) ? 14 : 9),
    0,
  );
}

/** @param {{ x: number, y: number, width: number, height: number }} box */
function outline({ x, y, width, height }) {
  return svg`<rect class="truth" x=${x - 2} y=${y - 2} width=${width + 4} height=${height + 4} rx="4" />`;
}
