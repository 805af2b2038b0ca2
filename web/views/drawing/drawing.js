/**
 * The map that a reader expects, drawn before the model has learned it; then beside the model's and the truth, with the
 * same score, by the same lines of the core.
 * @module
 */

import { phrase, say, sayCount } from '../../language/say.js';
import { sayRow } from '../../language/say-schema.js';
import { h } from '../../parts/dom.js';
import { formatCount, formatNumber, formatShare, messageOf, visible } from '../../parts/format.js';
import { legendOf, mark, ramp } from '../../parts/legend.js';
import { throttle } from '../../parts/throttle.js';
import { createStrokes } from '../../plots/strokes.js';
import { createAlignmentGrid } from '../alignment/alignment-grid.js';
import { createPictureGrid } from '../pictures/caption-drawing.js';
import { Guess } from '../pictures/draw-guess.js';
import { drawingStyles } from './drawing-styles.js';

export const styles = drawingStyles;

/** @import { Alignment } from '../../plots/alignment.js' */
/** @import { Drawn, MapScore } from '../../engine/shapes.js' */

const kRefreshMs = 300;
const kMost = 9;

/** What the score consists of. @type {readonly { label: string, of: (score: MapScore) => string }[]} */
const kScores = [
  {
    label: phrase('rows whose largest weight is at the truth'),
    of: ({ alignmentAccuracy }) => formatShare(alignmentAccuracy),
  },
  { label: phrase('weight on the truth'), of: ({ massOnTruth }) => formatShare(massOnTruth) },
  { label: phrase('divergence from the truth, in nats'), of: ({ divergence }) => formatNumber(divergence) },
];

/**
 * Of a map over the pixels of a picture, a drawing on the picture.
 * @param {ConstructorParameters<typeof Guess>[0] & Parameters<typeof createMapDrawing>[0]} options
 */
export function createDrawing(options) {
  return options.of.axes[1] === say('pixel') ? new Guess(options) : createMapDrawing(options);
}

/**
 * @param {object} options
 * @param {Pick<import('../../engine/shapes.js').ViewOptions, 'maps' | 'shownMap' | 'extra' | 'cellLabels' | 'axes' | 'parameters' |
 *   'attentionOf' | 'score' | 'memory'>} options.of
 * @param {boolean} options.final what is committed cannot be drawn anew
 * @param {(committed: boolean) => void} options.onCommit
 */
function createMapDrawing({ of, final, onCommit }) {
  const { maps, shownMap, extra, cellLabels, axes, parameters, attentionOf, score, memory = {} } = of;
  const watched = parameters()['watched'];
  /** One example where each row of the whole map is another. */
  const example = cellLabels ? 0 : typeof watched === 'number' ? watched : undefined;
  memory.drawing ??= {
    marks: new Float32Array(),
    committed: false,
    request: {
      map: extra.truthMap ?? shownMap ?? maps[0]?.name ?? '',
      ...(example === undefined ? {} : { example }),
    },
  };
  const own = memory.drawing;
  const { request } = own;
  let gone = false;
  let step = 0;
  /** Counts the scores that were asked for, so that a late one is dropped. */
  let turn = 0;
  /** @type {import('../alignment/alignment-text.js').Tokens} */
  let tokens = { rows: [], columns: [], names: axes };

  const ofPicture = extra.tensors.some(({ name }) => name === 'picture');
  /** Of a picture: its pixels, and the words whose true regions are known. */
  let drawn = { picture: new Float32Array(), words: /** @type {number[]} */ ([]) };
  const gridOf = (/** @type {string} */ label) =>
    ofPicture
      ? createPictureGrid({ label, of: () => drawn })
      : createAlignmentGrid({ label, aside: '', onPoint: () => undefined });
  const grids = {
    yours: gridOf(say('Your prediction')),
    model: gridOf(say('The model’s map')),
    truth: gridOf(say('The truth')),
  };
  const told = h('p', { class: 'panel-told', role: 'status' });
  const commit = h(
    'button',
    { type: 'button', class: 'button', onclick: () => seal(true) },
    say('That is my prediction'),
  );
  const clear = h('button', { type: 'button', class: 'button', onclick: () => empty() }, say('Clear'));
  const again = h(
    'button',
    { type: 'button', class: 'button', onclick: () => seal(false) },
    say('Draw anew'),
  );
  const hint = h(
    'p',
    { class: 'panel-note' },
    say(
      'Put weight where you expect the model to look: click or tap a cell for more of it, drag along a row, or walk with the arrow keys and press Enter or a digit. Backspace empties a cell. Each row is divided by its sum.',
    ),
  );
  const results = h('div', {
    class: 'table-scroll',
    tabindex: 0,
    role: 'region',
    'aria-label': say('Scores'),
  });
  const compared = [
    h('figure', { class: 'drawing-map' }, h('figcaption', {}, say('The model’s')), grids.model.element),
    h('figure', { class: 'drawing-map' }, h('figcaption', {}, say('The truth')), grids.truth.element),
  ];
  const element = h(
    'section',
    { class: 'panel drawing', 'aria-label': say('Your prediction') },
    hint,
    h(
      'div',
      { class: 'drawing-maps' },
      h('figure', { class: 'drawing-map' }, h('figcaption', {}, say('Yours')), grids.yours.element),
      ...compared,
    ),
    legendOf(ofPicture ? [mark('light'), say('bright: much weight')] : [say('weight'), ...ramp()], [
      mark('truth'),
      say('truth'),
    ]),
    results,
    h('div', { class: 'panel-row' }, commit, clear, again, told),
  );
  const strokes = createStrokes(grids.yours.element, (row, column, change) => {
    if (own.committed) return;
    const at = grids.yours.indexOf(row, column);
    const before = own.marks[at] ?? 0;
    own.marks[at] =
      change === 'more' ? (before + 1) % (kMost + 1) : change === 'some' ? Math.max(1, before) : change;
    weigh();
  });
  const refresh = throttle(weigh, kRefreshMs);

  /** @param {keyof typeof grids} which @param {Float32Array} weights @param {Float32Array} [truth] */
  function show(which, weights, truth = new Float32Array(weights.length)) {
    const [rows, columns] = [tokens.rows.length, tokens.columns.length];
    /** @type {Alignment} */
    const picture = {
      step,
      rows,
      columns,
      weights,
      truth,
      scores: weights,
      position: null,
      said: null,
      metrics: {},
    };
    grids[which].show(picture, tokens, () => null);
    const names = { yours: say('you'), model: say('the model'), truth: say('the truth') };
    grids[which].describe((row, column) => {
      const share = formatShare(weights[row * columns + column] ?? 0);
      return `${visible(tokens.rows[row] ?? '')}, ${visible(tokens.columns[column] ?? '')}: ${share}, ${names[which]}`;
    });
  }

  /** @returns {number} rows that have no weight yet */
  function bareRows() {
    const width = tokens.columns.length;
    return tokens.rows.filter(
      (_, row) =>
        (!ofPicture || drawn.words.includes(row)) &&
        !own.marks.subarray(row * width, (row + 1) * width).some((m) => m > 0),
    ).length;
  }

  /** Has the core divide each row by its sum, and once it is own.committed judge it. */
  async function weigh() {
    if (gone || tokens.rows.length === 0) return;
    const mine = ++turn;
    write();
    if (!own.marks.some((m) => m > 0)) return show('yours', new Float32Array(own.marks.length));
    try {
      const { attention, drawn, learned } = await score({ ...request, weights: own.marks });
      if (mine !== turn || gone) return;
      const truth = attention.truth ?? new Float32Array();
      show('yours', drawn.weights, own.committed ? truth : undefined);
      if (!own.committed) return;
      show('model', learned.weights, truth);
      show('truth', truth, truth);
      const heads = attention.shape.length > 2 ? (attention.shape[1] ?? 1) : 0;
      const which = { layer: Math.floor(learned.map / heads) + 1, head: (learned.map % heads) + 1 };
      results.replaceChildren(
        tableOf(
          drawn,
          learned,
          heads > 0 ? say('the model’s best head (layer {layer}, head {head})', which) : say('the model'),
        ),
      );
    } catch (error) {
      if (mine === turn) told.textContent = messageOf(error);
    }
  }

  /** @param {MapScore} drawn @param {MapScore} learned @param {string} name */
  function tableOf(drawn, learned, name) {
    return h(
      'table',
      { class: 'panel-table' },
      h('caption', {}, say('after step {step}', { step: formatCount(step) })),
      h(
        'thead',
        {},
        h('tr', {}, h('td'), h('th', { scope: 'col' }, say('you')), h('th', { scope: 'col' }, name)),
      ),
      h(
        'tbody',
        {},
        ...kScores.map(({ label, of: text }) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, say(label)),
            h('td', {}, text(drawn)),
            h('td', {}, text(learned)),
          ),
        ),
      ),
    );
  }

  function write() {
    const bare = bareRows();
    element.toggleAttribute('data-committed', own.committed);
    for (const node of [...compared, results]) node.hidden = !own.committed;
    hint.hidden = own.committed;
    commit.hidden = own.committed;
    clear.hidden = own.committed;
    again.hidden = !own.committed || final;
    commit.disabled = bare > 0;
    const left = sayCount(
      bare,
      { one: '{count} row has no weight yet.', other: '{count} rows have no weight yet.' },
      { count: formatCount(bare) },
    );
    told.textContent = own.committed || bare === 0 ? '' : left;
  }

  /** @param {boolean} closed */
  function seal(closed) {
    own.committed = closed;
    weigh();
    onCommit(closed);
  }

  function empty() {
    own.marks.fill(0);
    weigh();
  }

  /** Asks what there is to draw: a map of the same size, nothing in it. */
  async function open() {
    write();
    try {
      const map = await attentionOf(request);
      if (gone) return;
      tokens = { rows: map.rowLabels.map(sayRow), columns: map.columnLabels, names: axes };
      const size = map.rowLabels.length * map.columnLabels.length;
      if (own.marks.length !== size) own.marks = new Float32Array(size);
      if (ofPicture && map.truth) drawn = pictureOf(map, map.truth);
      if (!map.truth)
        throw new Error(say('The truth of this map is not known, so there is nothing to compare with.'));
      weigh();
    } catch (error) {
      told.textContent = messageOf(error);
    }
  }
  open();

  return {
    element,
    /** @param {number} now step of the run */
    update(now) {
      if (now === step) return;
      step = now;
      if (own.committed) refresh.call();
    },
    repaint() {
      for (const grid of Object.values(grids)) grid.repaint();
    },
    dispose() {
      gone = true;
      refresh.cancel();
      strokes.dispose();
      for (const grid of Object.values(grids)) grid.dispose();
    },
  };
}

/**
 * @param {import('../../engine/shapes.js').AttentionMap} map of a picture
 * @param {Float32Array} truth
 */
function pictureOf(map, truth) {
  const { picture } = /** @type {{ picture: ArrayLike<number> }} */ (/** @type {unknown} */ (map));
  const width = map.columnLabels.length;
  const words = map.rowLabels.map((_, row) => row);
  const known = words.filter((row) =>
    truth.subarray(row * width, (row + 1) * width).some((share) => share > 0),
  );
  return { picture: Float32Array.from(picture), words: known };
}
