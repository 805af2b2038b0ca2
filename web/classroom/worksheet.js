/**
 * A worksheet of a run, for paper: on the first page the task and an empty map to draw in, on the second one what the model
 * has learned. Black and white are enough: numbers stand in the cells, the truth is framed.
 * @module
 */
import { experiments } from '../index.js';
import { phrase, say } from '../language/say.js';
import { sayRow } from '../language/say-schema.js';
import { h } from '../parts/dom.js';
import { formatCount, formatNumber, formatShare } from '../parts/format.js';
import { writePicture } from '../plots/picture-paint.js';
import { qrPicture } from '../share/qr.js';
import { worksheetStyles } from './worksheet-styles.js';

/** @import { Scope } from '../engine/scope.js' */
/** @import { AttentionMap } from '../engine/shapes.js' */

/** A map with more columns than this stands upright on paper. */
const kWidest = 12;
/** Of a map with more rows and columns than this a part is printed. */
const kMost = 16;

const kQuestions = [
  phrase(
    'Before the run: put a cross, or a few with a number each, where you expect each row to look. Why there?',
  ),
  phrase('After the run: where does the model look elsewhere than you expected? What may be the reason?'),
  phrase('The loss says how well the answers are predicted. Does it also say whether the map is right?'),
];

/**
 * Takes the page over with a worksheet until it is closed.
 * @param {object} options
 * @param {Scope} options.scope
 * @param {string} options.link whole address of the run
 * @returns {Promise<void>} settled when it stands
 */
export async function openWorksheet({ scope, link }) {
  const { experiment: name, seed, parameters } = scope.configuration;
  const experiment = experiments().find((one) => one.name === name);
  if (!experiment) throw new Error(say('There is no experiment {name}.', { name }));
  const request = requestOf(scope);
  const { tensors, maps } = scope.manifest;
  const { axes } = tensors.find(({ name: tensor }) => tensor === maps[0]?.weights) ?? {};
  const whole = await scope.attention(request);
  const onPaper = axes?.[1] === 'pixel' ? pictureOnPaper : whole.picture ? regionsOnPaper : mapOnPaper;
  // Of several heads the one that the score of a drawing is compared with.
  const learned = whole.truth ? (await scope.score({ ...request, weights: whole.truth })).learned : whole;
  const part = onPaper === mapOnPaper ? partForPaper(whole, learned.weights) : null;
  const { map, weights, said } = part ?? { map: whole, weights: learned.weights, said: '' };
  const { loss, metrics } = await scope.evaluate();
  const changed = experiment.parameters.filter(
    ({ name: parameter, default: usual }) => String(parameters[parameter]) !== String(usual),
  );
  const evaluated = [
    [say('Loss'), formatNumber(loss), say('Mean over all of these examples.')],
    ...experiment.metrics.flatMap(({ name: metric, label, better, help }) => {
      const value = metrics[metric];
      if (metric === 'loss' || value === undefined || !Number.isFinite(value)) return [];
      return [[say(label), better === 'lower' ? formatNumber(value) : formatShare(value), say(help)]];
    }),
  ];
  const about = [
    say('seed {seed}', { seed }),
    ...changed.map(
      ({ name: parameter, label }) => `${say(label ?? parameter)}: ${String(parameters[parameter])}`,
    ),
  ].join(', ');
  const code = qrPicture(link, say('Link to this run as a QR code'));
  /** @param {string} address */
  const linked = (address) => h('p', { class: 'sheet-link' }, h('a', { href: address }, address));
  const sheet = h(
    'section',
    { class: 'worksheet', 'aria-label': say('Worksheet'), tabindex: -1 },
    h(
      'p',
      { class: 'sheet-bar' },
      h('button', { type: 'button', onclick: () => print() }, say('Print')),
      h('button', { type: 'button', onclick: () => close() }, say('Back')),
      h('span', {}, say('The first page is for the class, the second one has the answers.')),
    ),
    h(
      'article',
      { class: 'sheet-page' },
      h('header', {}, h('h1', {}, say(experiment.title)), h('p', {}, say('Name:')), h('p', {}, say('Date:'))),
      h('p', {}, say(experiment.summary)),
      h('h2', {}, say('The map that I expect')),
      said && h('p', {}, said),
      onPaper(map, null),
      h('h2', {}, say('Questions')),
      h('ol', {}, ...kQuestions.map((question) => h('li', {}, say(question)))),
      h(
        'footer',
        {},
        code,
        h('div', {}, h('p', {}, say('The same run for everybody: {about}.', { about })), linked(link)),
      ),
    ),
    h(
      'article',
      { class: 'sheet-page' },
      h('h1', {}, say('What the model has learned, after step {step}', { step: formatCount(scope.step) })),
      h('p', {}, `${say(experiment.title)}: ${about}. ${said} ${say('Framed is the truth.')}`),
      onPaper(map, weights),
      h('h2', {}, say('On examples that it has never seen')),
      h(
        'table',
        { class: 'sheet-numbers' },
        ...evaluated.map(([label, value, help]) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, label),
            h('td', {}, value),
            h('td', { class: 'sheet-help' }, help),
          ),
        ),
      ),
    ),
  );
  const styles = new CSSStyleSheet();
  styles.replaceSync(worksheetStyles);
  const before = document.activeElement;
  const life = new AbortController();

  function close() {
    life.abort();
    sheet.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== styles);
    if (before instanceof HTMLElement) before.focus();
  }

  document.adoptedStyleSheets = [...document.adoptedStyleSheets, styles];
  document.body.append(sheet);
  sheet.focus();
  window.addEventListener('keydown', (event) => event.key === 'Escape' && close(), { signal: life.signal });
  // Whoever goes elsewhere is no longer here.
  window.addEventListener('hashchange', close, { signal: life.signal });
}

/** The map that has a truth, of one example where its rows would be others. @param {Scope} scope */
function requestOf({ manifest, configuration }) {
  const { watched } = configuration.parameters;
  const example = manifest.cellLabels ? 0 : typeof watched === 'number' ? watched : undefined;
  const { truthMap } = /** @type {{ truthMap?: string }} */ (manifest);
  return { ...(truthMap && { map: truthMap }), ...(example === undefined ? {} : { example }) };
}

/**
 * Of a map that is too large for a page, the square on its diagonal that holds most of the truth; the first of equal ones.
 * @param {AttentionMap} map
 * @param {Float32Array} weights
 * @returns {{ map: AttentionMap, weights: Float32Array, said: string } | null} null if it has room
 */
export function partForPaper(map, weights) {
  const { rowLabels, columnLabels, truth } = map;
  const [rows, columns] = [rowLabels.length, columnLabels.length];
  if (rows <= kMost || columns <= kMost) return null;
  const starts = Array.from({ length: Math.min(rows, columns) - kMost + 1 }, (_, start) => start);
  /** @param {ArrayLike<number>} of @param {number} start */
  const square = (of, start) =>
    Float32Array.from({ length: kMost * kMost }, (_, i) => {
      const [row, column] = [Math.floor(i / kMost), i % kMost];
      return of[(start + row) * columns + start + column] ?? 0;
    });
  const shares = starts.map((start) => (truth ? square(truth, start).reduce((sum, one) => sum + one, 0) : 0));
  const start = shares.indexOf(Math.max(...shares));
  return {
    map: {
      ...map,
      shape: [kMost, kMost],
      rowLabels: rowLabels.slice(start, start + kMost),
      columnLabels: columnLabels.slice(start, start + kMost),
      ...(truth && { truth: square(truth, start) }),
    },
    weights: square(weights, start),
    said: say('Rows and columns {first} to {last}.', {
      first: formatCount(start + 1),
      last: formatCount(start + kMost),
    }),
  };
}

/**
 * @param {AttentionMap} map
 * @param {Float32Array | null} weights null leaves the cells empty
 */
function mapOnPaper({ rowLabels, columnLabels, truth }, weights) {
  /** @template {'td' | 'span'} Tag @param {Tag} tag @param {number} row @param {number} column */
  const cell = (tag, row, column) => {
    const at = row * columnLabels.length + column;
    const isTrue = weights !== null && (truth?.[at] ?? 0) > 0;
    const node = h(
      tag,
      { class: `sheet-cell${isTrue ? ' sheet-true' : ''}` },
      weights && formatShare(weights[at] ?? 0),
    );
    if (weights) node.style.setProperty('--share', String(weights[at]));
    return node;
  };
  const wide = columnLabels.length > kWidest;
  // One long row is a sentence, and stands like one.
  if (wide && rowLabels.length === 1) {
    const words = columnLabels.map((word, column) =>
      h('span', { class: 'sheet-word' }, h('span', {}, word), cell('span', 0, column)),
    );
    return h('p', { class: 'sheet-sentence' }, ...words);
  }
  const rows = rowLabels.map(sayRow);
  const [across, down] = wide ? [rows, columnLabels] : [columnLabels, rows];
  const shape = wide ? ` sheet-upright${across.length > kWidest ? ' sheet-square' : ''}` : '';
  return h(
    'table',
    { class: `sheet-map${shape}` },
    h('thead', {}, h('tr', {}, h('td'), ...across.map((label) => h('th', { scope: 'col' }, label)))),
    h(
      'tbody',
      {},
      ...down.map((label, line) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, label),
          ...across.map((_, place) => (wide ? cell('td', place, line) : cell('td', line, place))),
        ),
      ),
    ),
  );
}

/**
 * A map over the regions of a picture: the picture, and a grid of its regions for each word.
 * @param {AttentionMap} map
 * @param {Float32Array | null} weights null leaves the cells empty
 */
function regionsOnPaper({ picture = [], rowLabels, columnLabels, truth }, weights) {
  const pixels = Math.round(Math.sqrt(picture.length / 3));
  const canvas = h('canvas', { width: pixels, height: pixels });
  writePicture(canvas, picture, pixels);
  const regions = columnLabels.length;
  const side = Math.sqrt(regions);
  const grids = rowLabels.map((word, row) => {
    const cells = Array.from({ length: regions }, (_, region) => {
      const at = row * regions + region;
      const isTrue = weights !== null && (truth?.[at] ?? 0) > 0;
      const cell = h('td', { class: `sheet-pixel${isTrue ? ' sheet-true' : ''}` });
      cell.style.setProperty('--share', String(2 * (weights?.[at] ?? 0)));
      return cell;
    });
    const rows = Array.from({ length: side }, (_, line) =>
      h('tr', {}, ...cells.slice(line * side, (line + 1) * side)),
    );
    return h(
      'figure',
      {},
      h('figcaption', {}, sayRow(word)),
      h('table', { class: 'sheet-picture' }, h('tbody', {}, ...rows)),
    );
  });
  return h(
    'div',
    { class: 'sheet-regions' },
    h('figure', {}, h('figcaption', {}, say('Picture')), canvas),
    ...grids,
  );
}

/** Of a picture on paper, mm. */
const kPictureSide = 80;

/**
 * A map over the pixels of a picture: its ink, and on each pixel a frame as thick as all rows together look at it.
 * @param {AttentionMap} map
 * @param {Float32Array | null} weights null leaves the frames out
 */
function pictureOnPaper({ columnLabels, picture, truth }, weights) {
  const ink = picture ?? truth;
  const size = columnLabels.length;
  const side = Math.sqrt(size);
  const looks = new Array(size).fill(0);
  weights?.forEach((weight, i) => {
    looks[i % size] += weight;
  });
  const most = Math.max(...looks) || 1;
  const rows = Array.from({ length: side }, (_, row) => {
    const cells = Array.from({ length: side }, (_none, column) => {
      const at = row * side + column;
      const cell = h('td', { class: 'sheet-pixel' });
      cell.style.setProperty('--share', String(ink?.[at] ?? 0));
      cell.style.setProperty('--look', String(looks[at] / most));
      return cell;
    });
    return h('tr', {}, ...cells);
  });
  const table = h('table', { class: 'sheet-picture' }, h('tbody', {}, ...rows));
  table.style.setProperty('--pixel', `${kPictureSide / side}mm`);
  return table;
}
