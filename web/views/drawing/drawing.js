/**
 * The map that a reader expects, drawn before the model has learned it; then beside the model's and the truth, with the
 * same score, by the same lines of the core.
 * @module
 */

import { phrase, say, sayCount } from '../../language/say.js';
import { h } from '../../parts/dom.js';
import { formatCount, formatNumber, formatShare, messageOf } from '../../parts/format.js';
import { throttle } from '../../parts/throttle.js';
import { Guess } from '../pictures/draw-guess.js';
import { createMaps } from './drawing-maps.js';
import { drawingStyles } from './drawing-styles.js';

export const styles = drawingStyles;

/** @import { Comparison, Drawn, MapScore, ViewOptions } from '../../engine/shapes.js' */

const kRefreshMs = 300;

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
 * @param {Pick<ViewOptions, 'maps' | 'shownMap' | 'extra' | 'cellLabels' | 'axes' | 'parameters' | 'attentionOf' | 'score' | 'memory'>} options.of
 * @param {boolean} options.final what is committed cannot be drawn anew
 * @param {(committed: boolean) => void} options.onCommit
 */
function createMapDrawing({ of, final, onCommit }) {
  const own = remembered(of);
  let gone = false;
  let step = 0;
  /** Counts the scores that were asked for, so that a late one is dropped. */
  let turn = 0;

  const maps = createMaps({ of, own, onDraw: weigh });
  const controls = createControls({ own, final, onChange: weigh, onCommit });
  const results = createResults();
  const element = h(
    'section',
    { class: 'panel drawing', 'aria-label': say('Your prediction') },
    controls.hint,
    maps.element,
    maps.legend,
    results,
    controls.element,
  );
  const refresh = throttle(weigh, kRefreshMs);

  /** Has the core divide each row by its sum, and once it is committed judge it. */
  async function weigh() {
    if (gone || !maps.ready()) return;
    const mine = ++turn;
    write();
    if (!own.marks.some((m) => m > 0)) return maps.empty(step);
    try {
      const compared = await of.score({ ...own.request, weights: own.marks });
      if (mine !== turn || gone) return;
      maps.show(compared, step);
      if (own.committed) results.replaceChildren(tableOf(compared, step));
    } catch (error) {
      if (mine === turn) controls.told.textContent = messageOf(error);
    }
  }

  function write() {
    element.toggleAttribute('data-committed', own.committed);
    maps.reveal();
    results.hidden = !own.committed;
    controls.write(maps.bareRows());
  }

  /** Asks what there is to draw: a map of the same size, nothing in it. */
  async function open() {
    write();
    try {
      const map = await of.attentionOf(own.request);
      if (gone) return;
      maps.take(map);
      if (!map.truth)
        throw new Error(say('The truth of this map is not known, so there is nothing to compare with.'));
      weigh();
    } catch (error) {
      controls.told.textContent = messageOf(error);
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
    repaint: maps.repaint,
    dispose() {
      gone = true;
      refresh.cancel();
      maps.dispose();
    },
  };
}

/**
 * What was drawn before, or nothing yet, and of which map.
 * @param {Pick<ViewOptions, 'maps' | 'shownMap' | 'extra' | 'cellLabels' | 'parameters' | 'memory'>} of
 * @returns {Drawn}
 */
function remembered({ maps, shownMap, extra, cellLabels, parameters, memory = {} }) {
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
  return memory.drawing;
}

/**
 * How to draw, and the buttons that end it or begin it again.
 * @param {object} options
 * @param {Drawn} options.own
 * @param {boolean} options.final what is committed cannot be drawn anew
 * @param {() => void} options.onChange
 * @param {(committed: boolean) => void} options.onCommit
 */
function createControls({ own, final, onChange, onCommit }) {
  /** @param {boolean} committed */
  const seal = (committed) => {
    own.committed = committed;
    onChange();
    onCommit(committed);
    // The button that had the focus is gone.
    (committed ? (again.hidden ? told : again) : commit).focus();
  };
  /** @param {string} text @param {() => void} onclick */
  const button = (text, onclick) => h('button', { type: 'button', class: 'button', onclick }, text);
  const commit = button(say('That is my prediction'), () => seal(true));
  const clear = button(say('Clear'), () => {
    own.marks.fill(0);
    onChange();
  });
  const again = button(say('Draw anew'), () => seal(false));
  const told = h('p', { class: 'panel-told', role: 'status', tabindex: -1 });
  const hint = h(
    'p',
    { class: 'panel-note' },
    say(
      'Put weight where you expect the model to look: click or tap a cell for more of it, drag along a row, or walk with the arrow keys and press Enter or a digit. Backspace empties a cell. Each row is divided by its sum.',
    ),
  );
  return {
    element: h('div', { class: 'panel-row' }, commit, clear, again, told),
    hint,
    told,
    /** @param {number} bare rows that have no weight yet */
    write(bare) {
      const { committed } = own;
      for (const node of [hint, commit, clear]) node.hidden = committed;
      again.hidden = !committed || final;
      commit.disabled = bare > 0;
      const left = sayCount(
        bare,
        { one: '{count} row has no weight yet.', other: '{count} rows have no weight yet.' },
        { count: formatCount(bare) },
      );
      told.textContent = committed || bare === 0 ? '' : left;
    },
  };
}

/** Where the scores of a committed prediction are listed. */
function createResults() {
  return h('div', { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': say('Scores') });
}

/** @param {Comparison} compared @param {number} step */
function tableOf({ attention, drawn, learned }, step) {
  const heads = attention.shape.length > 2 ? (attention.shape[1] ?? 1) : 0;
  const which = { layer: Math.floor(learned.map / heads) + 1, head: (learned.map % heads) + 1 };
  const name =
    heads > 0 ? say('the model’s best head (layer {layer}, head {head})', which) : say('the model');
  const rows = kScores.map(({ label, of }) =>
    h('tr', {}, h('th', { scope: 'row' }, say(label)), h('td', {}, of(drawn)), h('td', {}, of(learned))),
  );
  return h(
    'table',
    { class: 'panel-table' },
    h('caption', {}, say('after step {step}', { step: formatCount(step) })),
    h(
      'thead',
      {},
      h('tr', {}, h('td'), h('th', { scope: 'col' }, say('you')), h('th', { scope: 'col' }, name)),
    ),
    h('tbody', {}, ...rows),
  );
}
