/**
 * The alignment of one sentence pair, filling in while it is learned: source across, output down, the true alignment as
 * outline. Beside it the numbers that tell a right map from a low loss, below it the film of the training.
 * @module
 */

import { createAlignmentGrid } from './alignment-grid.js';
import { alignmentOf, windowOf } from './alignment-picture.js';
import { alignmentStyles } from './alignment-styles.js';
import {
  cellText,
  quoted,
  softmaxOf,
  summariseAlignment,
  verdictText,
  visible,
  weightFormula,
} from './alignment-text.js';
import { createDisclosureTable } from './disclosure-table.js';
import { h } from './dom.js';
import { createFilm } from './film.js';
import { createFilmBar } from './film-bar.js';
import { formatCount, formatNumber, formatShare } from './format.js';
import { chainOf } from './formula.js';
import { legendOf, mark, ramp } from './legend.js';
import { throttle } from './throttle.js';

export const styles = alignmentStyles;

/** @typedef {import('./view.js').ViewOptions} ViewOptions */
/** @typedef {import('./view.js').View} View */
/** @typedef {import('./alignment-picture.js').Alignment} Alignment */

const kHint =
  'Point at a cell, tap it or walk with the arrow keys to read its weight and where it comes from.';
const kNumbers = ['loss', 'exactMatch', 'alignmentAccuracy', 'alignmentNear', 'massOnTruth'];
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
  const film = /** @type {ReturnType<typeof createFilm<Alignment>>} */ (createFilm());

  const numbers = kNumbers.flatMap((name) => {
    const label = metrics.find((metric) => metric.name === name)?.label;
    return label ? [{ name, label, value: h('dd', {}, '–') }] : [];
  });
  const verdict = h('p', { class: 'align-verdict' });
  const pairs = extra.heldOut ?? 1;
  const pair = h('input', {
    type: 'number',
    min: 1,
    max: pairs,
    'aria-label': `Held-out pair, 1 to ${pairs}`,
    onchange: () => watch(pair.valueAsNumber - 1),
  });
  /** @param {string} text @param {string} label @param {number} by */
  const turn = (text, label, by) =>
    h(
      'button',
      { type: 'button', class: 'button', 'aria-label': label, onclick: () => watch(watched + by) },
      text,
    );
  const grid = createAlignmentGrid({ label: 'Alignment', onPoint: read });
  const hint = h('p', { class: 'readout-hint' }, kHint);
  const readout = h('div', { class: 'readout' }, hint);
  const bar = createFilmBar({
    onShow: show,
    tell: (index) => {
      const { step, metrics: then } = /** @type {Alignment} */ (film.pictures()[index]);
      return `step ${formatCount(step)}, alignment ${formatShare(then['alignmentAccuracy'] ?? Number.NaN)}`;
    },
  });
  const table = createDisclosureTable('Alignment as a table');
  const element = h(
    'section',
    { class: 'bars align', 'aria-label': 'Alignment' },
    h(
      'dl',
      { class: 'align-numbers' },
      ...numbers.map(({ label, value }) => h('div', {}, h('dt', {}, label), value)),
    ),
    h(
      'p',
      { class: 'align-pair' },
      'Held-out pair',
      pair,
      turn('‹', 'Pair before', -1),
      turn('›', 'Next pair', 1),
    ),
    verdict,
    grid.element,
    legendOf(
      [mark('truth'), 'true alignment'],
      ['learned weight', ...ramp()],
      ...(windowOf(parameters(), Float32Array.of(0), 0) ? [[mark('window'), 'window around p']] : []),
    ),
    bar.element,
    readout,
    table.element,
  );
  const write = throttle(writeWords, 400);

  /** @param {number} wanted pair; beyond either end it begins again at the other */
  function watch(wanted) {
    if (Number.isInteger(wanted)) change('watched', (wanted + pairs) % pairs);
  }

  /** Which pair is watched, and what its tokens are. */
  async function settle() {
    const wanted = Number(parameters()['watched'] ?? 0);
    if (wanted === watched) return;
    watched = wanted;
    pair.valueAsNumber = wanted + 1;
    tokens = null;
    film.clear();
    bar.grow(0, now?.step ?? 0, null);
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
    const kept = bar.shown() === null ? null : shown;
    film.record(picture);
    const index = kept ? film.pictures().findLastIndex(({ step }) => step <= kept.step) : null;
    bar.grow(film.pictures().length, picture.step, index);
    show();
  }

  function show() {
    const index = bar.shown();
    const picture = index === null ? now : (film.pictures()[index] ?? now);
    if (!picture || !tokens) return;
    shown = picture;
    grid.show(
      shown,
      { rows: tokens.rows.slice(0, shown.rows), columns: tokens.columns.slice(0, shown.columns) },
      (row) => windowOf(parameters(), picture.position, row),
    );
    grid.say(picture.said ? Array.from(picture.said, (index) => words[index] ?? '') : []);
    read();
    write.call();
  }

  function read() {
    const cell = grid.pointed();
    if (!cell || !shown || !tokens) return readout.replaceChildren(hint);
    const { where, isTrue, share } = cellText(shown, cell.row, cell.column, tokens);
    const window = windowOf(parameters(), shown.position, cell.row);
    const parts = softmaxOf(shown, cell.row, cell.column, window);
    const formula = weightFormula(parts, window);
    const says = words[shown.said?.[cell.row] ?? -1];
    readout.replaceChildren(
      h('p', { class: 'readout-where' }, where, isTrue && h('span', { class: 'readout-truth' }, 'the truth')),
      h(
        'p',
        {},
        [
          `weight ${share}`,
          !blind && `score e = ${formatNumber(parts.score)}`,
          window && `window centre p = ${formatNumber(window.centre)}`,
          says !== undefined && `model says ${quoted(says)}`,
        ]
          .filter(Boolean)
          .join(', '),
      ),
      h('p', { class: 'readout-formula' }, ...(formula.length > 0 ? chainOf(formula) : [])),
    );
  }

  function writeWords() {
    if (!shown || !tokens) return;
    const picture = shown;
    const { rows, columns } = grid.tokens();
    for (const { name, value } of numbers) {
      const measured = Number(picture.metrics[name] ?? Number.NaN);
      value.textContent = name === 'loss' ? formatNumber(measured) : formatShare(measured);
    }
    const held = picture.weights.reduce((sum, weight) => sum + weight, 0) / picture.rows;
    verdict.textContent = verdictText(picture.metrics, blind, 1 - held);
    grid.describe((row, column) => {
      const { where, isTrue, share } = cellText(picture, row, column, { rows, columns });
      return `${where}: ${share}${isTrue ? ', the truth' : ''}`;
    });
    table.write(() => ({
      caption: 'weights, the truth in bold',
      head: ['output', 'model says', ...columns.map(visible)],
      rows: rows.map((token, row) => [
        visible(token),
        visible(words[picture.said?.[row] ?? -1] ?? ''),
        ...columns.map((_, column) => {
          const { isTrue, share } = cellText(picture, row, column, { rows, columns });
          return isTrue ? h('strong', {}, share) : share;
        }),
      ]),
    }));
  }

  return {
    element,
    update(frame) {
      const picture = alignmentOf(frame, map);
      if (!picture) return;
      if (picture.step < (now?.step ?? 0)) {
        film.clear();
        bar.grow(0, picture.step, null);
      }
      now = picture;
      take(picture);
      settle();
      clearTimeout(late);
      late = setTimeout(settle, kSettleMs);
    },
    repaint: grid.repaint,
    summary() {
      if (!shown || !tokens) return '';
      const told = summariseAlignment(shown, grid.tokens());
      return `Alignment of ${tokens.columns.map(quoted).join(' ')}: ${told} ${verdict.textContent}`.trim();
    },
    dispose() {
      gone = true;
      clearTimeout(late);
      write.cancel();
      bar.dispose();
      grid.dispose();
    },
  };
}
