/**
 * Does the map explain the answer? Four tests of one row of weights, computed by the core when asked for.
 * @module
 */

import { phrase, say } from '../language/say.js';
import { sayRow } from '../language/say-schema.js';
import { createChoices } from '../parts/choices.js';
import { h } from '../parts/dom.js';
import { formatCount, messageOf } from '../parts/format.js';
import { panelStyles } from '../parts/panel-styles.js';
import { throttle } from '../parts/throttle.js';
import { explanationStyles } from './explanation-styles.js';
import { cellTable, outcomeText } from './explanation-text.js';

export const styles = panelStyles + explanationStyles;

/** @import { View, ViewOptions } from '../engine/shapes.js' */

/** While it trains the weights shown are no older than this. */
const kRefreshMs = 300;

/** The tests in the order of the page; what each tells stands beside it until it has run. */
const kTests = [
  {
    test: 'permute',
    label: phrase('Shuffle the weights'),
    tells: phrase('The change of the answer in random order.'),
  },
  {
    test: 'uniform',
    label: phrase('Make them all alike'),
    tells: phrase('The answer with equal weights.'),
  },
  {
    test: 'leave-out',
    label: phrase('Leave each input out'),
    tells: phrase('The change without each input, beside its weight.'),
  },
  {
    test: 'search',
    label: phrase('Search for another map'),
    tells: phrase('The most different weights with the same answer.'),
  },
];

/**
 * Scrolls a table so far that its largest weight is seen.
 * @param {Element} scroll
 */
function reveal(scroll) {
  const cells = Array.from(
    scroll.querySelectorAll('tbody tr:last-child td'),
    (cell) => /** @type {HTMLElement} */ (cell),
  );
  const shares = cells.map((cell) => Number(cell.style.getPropertyValue('--share')));
  const largest = cells[shares.indexOf(Math.max(...shares))];
  if (largest) scroll.scrollLeft = largest.offsetLeft - scroll.clientWidth / 2;
}

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView({ explain, attentionOf, maps, axes, extra, parameters }) {
  const watched = () => Number(parameters()['watched'] ?? 0);
  const state = { example: watched(), map: extra.truthMap ?? maps[0]?.name ?? '', head: 0, row: 0 };
  /** Counts what was asked, so that a late answer to an old question is dropped. */
  let turn = 0;
  let step = 0;
  /** The reader has asked for an example here. */
  let asked = false;
  /** Of each layer; 0 where a map is one. */
  let headCount = 0;

  const rows = h('select', { onchange: () => choose({ row: rows.selectedIndex }) });
  const heads = h('select', { onchange: () => choose({ head: heads.selectedIndex }) });
  const headField = h('label', { class: 'explain-field', hidden: true }, say('head'), heads);
  const rowName = h('span');
  const rowField = h('label', { class: 'explain-field', hidden: true }, rowName, rows);
  const example = h('input', {
    type: 'number',
    min: 1,
    max: extra.heldOut ?? 1000,
    value: state.example + 1,
    onchange: () => {
      asked = true;
      choose({ example: Math.max(1, Math.trunc(Number(example.value) || 1)) - 1 });
    },
  });
  const shown = h('div', { class: 'explain-map' });
  const told = h('p', { class: 'panel-told', role: 'status' });
  const tests = kTests.map(({ test, label, tells }) => {
    const outcome = h('div', { class: 'explain-outcome', role: 'status' });
    const clear = () => outcome.replaceChildren(h('p', { class: 'explain-tells' }, say(tells)));
    clear();
    const button = h(
      'button',
      { type: 'button', class: 'button', onclick: () => run(test, outcome) },
      say(label),
    );
    return { test, outcome, clear, element: h('li', {}, button, outcome) };
  });
  const choices =
    maps.length > 1 &&
    createChoices({
      label: say('Map'),
      choices: maps.map(({ name, label }) => ({ value: name, label })),
      shown: state.map,
      onChoose: (map) => choose({ map }),
    });
  const body = h(
    'div',
    { class: 'explain-body' },
    h(
      'p',
      { class: 'panel-note' },
      say(
        'Jain and Wallace (2019) found that other weights often give the same answer, and that weights agree little with what happens when an input is left out. Wiegreffe and Pinter (2019) answered that weights which were never learned together with the rest prove little about those that were.',
      ),
    ),
    h(
      'div',
      { class: 'panel-row' },
      h('label', { class: 'explain-field' }, say('example'), example),
      headField,
      rowField,
      choices,
    ),
    shown,
    told,
    h(
      'button',
      { type: 'button', class: 'button primary explain-all', onclick: runAll },
      say('Run all tests'),
    ),
    h('ul', { class: 'explain-tests' }, ...tests.map((one) => one.element)),
  );
  const element = h(
    'section',
    { class: 'panel explain', 'aria-label': say('Does the map explain the answer?') },
    h('h2', {}, say('Does the map explain the answer?')),
    body,
  );
  const refresh = throttle(show, kRefreshMs);

  /** @param {Partial<typeof state>} change */
  function choose(change) {
    Object.assign(state, change, 'row' in change || 'head' in change ? {} : { row: 0 });
    // What was found belongs to another example.
    turn += 1;
    for (const { clear } of tests) clear();
    shown.replaceChildren();
    refresh.call();
  }

  /** Tests what is watched in the map. */
  function follow() {
    example.value = String(watched() + 1);
    choose({ example: watched() });
  }

  async function show() {
    const mine = turn;
    if (!element.isConnected) return;
    try {
      const map = await attentionOf({ example: state.example, map: state.map });
      if (mine !== turn) return;
      const labels = map.rowLabels;
      rowField.hidden = labels.length < 2;
      rows.replaceChildren(
        ...labels.map((label, i) => h('option', { selected: i === state.row }, `${i + 1}: ${sayRow(label)}`)),
      );
      // [layers, heads, rows, columns] where there are heads
      headCount = map.shape.at(-4) ? map.shape[1] : 0;
      headField.hidden = headCount === 0;
      rowName.textContent = headCount > 0 ? say('query') : axes[0];
      heads.replaceChildren(
        ...Array.from({ length: headCount * (map.shape.at(-4) ?? 0) }, (_, i) =>
          h(
            'option',
            { selected: i === state.head },
            say('layer {layer}, head {head}', {
              layer: Math.floor(i / headCount) + 1,
              head: (i % headCount) + 1,
            }),
          ),
        ),
      );
      const columns = map.columnLabels.length;
      const first = (state.head * labels.length + state.row) * columns;
      const weights = map.weights.slice(first, first + columns);
      const table = cellTable(map.columnLabels, [{ name: say('weight'), values: weights }]);
      const before = shown.firstElementChild?.scrollLeft;
      shown.replaceChildren(table);
      if (before === undefined) reveal(table);
      else table.scrollLeft = before;
      told.textContent = '';
    } catch (error) {
      if (mine !== turn) return;
      shown.replaceChildren();
      told.textContent = messageOf(error);
    }
  }

  async function runAll() {
    const mine = turn;
    for (const { test, outcome } of tests) if (mine === turn) await run(test, outcome);
  }

  /** @param {string} test @param {HTMLElement} outcome */
  async function run(test, outcome) {
    const [mine, asked] = [turn, step];
    outcome.replaceChildren(say('Computing …'));
    try {
      const { head, row, ...input } = state;
      const one = headCount > 0 && { layer: Math.floor(head / headCount), head: head % headCount };
      const found = await explain({ test, ...input, ...one, ...(rowField.hidden ? {} : { row }) });
      if (mine !== turn) return;
      const when = h('p', { class: 'explain-when' }, say('after step {step}', { step: formatCount(asked) }));
      outcome.replaceChildren(...outcomeText(found), when);
      for (const table of outcome.querySelectorAll('.explain-scroll')) reveal(table);
    } catch (error) {
      if (mine === turn) outcome.replaceChildren(h('p', {}, messageOf(error)));
    }
  }

  return {
    element,
    wide: true,
    update(frame) {
      if (!asked && watched() !== state.example) follow();
      if (frame.step === step && shown.firstChild) return;
      step = frame.step;
      if (element.isConnected) refresh.call();
    },
    repaint: () => undefined,
    summary: () => '',
    dispose() {
      turn += 1;
      refresh.cancel();
    },
  };
}
