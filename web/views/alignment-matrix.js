/**
 * The alignment of one sentence pair, filling in while it is learned: source across, output down, the true alignment as
 * outline. Beside it the numbers that tell a right map from a low loss, below it the film of the training.
 * @module
 */

import { say } from '../language/say.js';
import { createAlignmentPanel } from './alignment-panel.js';
import { alignmentOf, windowOf } from './alignment-picture.js';
import { alignmentStyles } from './alignment-styles.js';
import { quoted, summariseAlignment, verdictText } from './alignment-text.js';
import { h } from './dom.js';
import { createFilmStrip } from './film-strip.js';
import { formatCount, formatShare } from './format.js';
import { legendOf, mark, ramp } from './legend.js';
import { createNumberList } from './number-list.js';
import { throttle } from './throttle.js';
import { createWatchedPair } from './watched-pair.js';

export const styles = alignmentStyles;

/** @typedef {import('./view.js').ViewOptions} ViewOptions */
/** @typedef {import('./view.js').View} View */
/** @typedef {import('./alignment-picture.js').Alignment} Alignment */

/** A frame may come before the settings that it was made with are known. */
const kSettleMs = 150;

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  const { attentionOf, parameters, extra, metrics, change } = options;
  const map = /** @type {import('./view.js').AttentionMap} */ (options.maps[0]);
  const words = extra.targetWords ?? [];
  const blind = parameters()['score'] === 'none';
  /** The present. @type {Alignment | null} */
  let now = null;
  /** What is on screen. @type {Alignment | null} */
  let shown = null;
  /** Of the watched pair. @type {import('./alignment-text.js').Tokens | null} */
  let tokens = null;
  let watched = Number.NaN;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let late;
  let gone = false;

  const numbers = createNumberList(metrics);
  const verdict = h('p', { class: 'align-verdict' });
  const pair = createWatchedPair(extra.heldOut ?? 1, (wanted) => change('watched', wanted));
  const panel = createAlignmentPanel({ label: say('Alignment'), blind });
  const film = /** @type {ReturnType<typeof createFilmStrip<Alignment>>} */ (
    createFilmStrip({
      onShow: show,
      tell: ({ step, metrics: then }) =>
        say('step {step}, alignment {share}', {
          step: formatCount(step),
          share: formatShare(then['alignmentAccuracy'] ?? Number.NaN),
        }),
      lossOf: ({ metrics: then }) => then['loss'] ?? Number.NaN,
    })
  );
  const element = h(
    'section',
    { class: 'bars align', 'aria-label': say('Alignment') },
    h('div', { class: 'align-head' }, pair.element, verdict),
    panel.grid,
    legendOf(
      [mark('truth'), say('true alignment')],
      [say('learned weight'), ...ramp()],
      ...(windowOf(parameters(), Float32Array.of(0), 0) ? [[mark('window'), say('window around p')]] : []),
    ),
    film.element,
    numbers.element,
    panel.readout,
    panel.table,
  );
  const write = throttle(writeWords, 400);

  /** Which pair is watched, and what its tokens are. */
  async function settle() {
    const wanted = Number(parameters()['watched'] ?? 0);
    if (wanted === watched) return;
    watched = wanted;
    pair.show(wanted);
    tokens = null;
    film.clear();
    try {
      const { rowLabels, columnLabels } = await attentionOf({ example: wanted });
      if (gone || wanted !== watched) return;
      tokens = { rows: rowLabels, columns: columnLabels };
      if (now) take(now);
    } catch {
      // Nobody can be told better than by an empty map: the run has ended, or the next frame asks again.
      if (wanted === watched) watched = Number.NaN;
    }
  }

  /** @param {Alignment} picture of the present */
  function take(picture) {
    const fits = tokens && tokens.rows.length >= picture.rows && tokens.columns.length >= picture.columns;
    if (!tokens || !fits) return;
    film.take(picture);
    show();
  }

  function show() {
    const picture = film.wanted();
    if (!picture || !tokens) return;
    shown = picture;
    panel.show({
      picture,
      tokens: tokensOf(picture, tokens),
      said: picture.said ? Array.from(picture.said, (index) => words[index] ?? '') : [],
      windowOf: (row) => windowOf(parameters(), picture.position, row),
    });
    write.call();
  }

  function writeWords() {
    if (!shown) return;
    numbers.write(shown.metrics);
    const held = shown.weights.reduce((sum, weight) => sum + weight, 0) / shown.rows;
    verdict.textContent = verdictText(shown.metrics, blind, 1 - held);
    panel.write();
  }

  return {
    element,
    film: film.film,
    update(frame) {
      const picture = alignmentOf(frame, map);
      if (!picture) return;
      now = picture;
      take(picture);
      settle();
      clearTimeout(late);
      late = setTimeout(settle, kSettleMs);
    },
    repaint: panel.repaint,
    summary() {
      if (!shown || !tokens) return '';
      const told = summariseAlignment(shown, tokensOf(shown, tokens));
      return say('Alignment of {tokens}: {told} {verdict}', {
        tokens: tokens.columns.map(quoted).join(' '),
        told,
        verdict: verdict.textContent,
      }).trim();
    },
    dispose() {
      gone = true;
      clearTimeout(late);
      write.cancel();
      film.dispose();
      panel.dispose();
    },
  };
}

/** @param {Alignment} picture @param {import('./alignment-text.js').Tokens} tokens @returns {import('./alignment-text.js').Tokens} */
function tokensOf({ rows, columns }, tokens) {
  return { rows: tokens.rows.slice(0, rows), columns: tokens.columns.slice(0, columns) };
}
