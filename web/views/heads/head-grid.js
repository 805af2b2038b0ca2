/**
 * All heads of all layers of a transformer as small maps while they learn, with what each does in a few numbers. One is
 * enlarged; each may be switched off, to see what it carries.
 * @module
 */

import { say } from '../../language/say.js';
import { createChoices } from '../../parts/choices.js';
import { h } from '../../parts/dom.js';
import { legendOf, mark, ramp } from '../../parts/legend.js';
import { createReel } from '../../parts/reel.js';
import { throttle } from '../../parts/throttle.js';
import { createAlignmentPanel } from '../alignment/alignment-panel.js';
import { alignmentStyles } from '../alignment/alignment-styles.js';
import { summariseAlignment, verdictText } from '../alignment/alignment-text.js';
import { createWatchedPair } from '../alignment/watched-pair.js';
import { alignmentOfPicture, headMapOf, pictureName, pictureOf, windowOfHead } from './head-picture.js';
import { headStyles } from './head-styles.js';
import { createHeadTiles } from './head-tiles.js';

export const styles = alignmentStyles + headStyles;

/** @import { View, ViewOptions } from '../../engine/shapes.js' */
/** @import { HeadMap } from './head-picture.js' */
/** All kinds of maps at one step. @typedef {{ step: number, of: Map<string, HeadMap> }} Picture */

const kNumbersEveryMs = 400;
/** Kinds in which tokens look at tokens of the same text. */
const kOwn = new Set(['encoder', 'decoder']);

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  const { maps, parameters, extra, change } = options;
  const { layers = 1, heads = 1 } = extra;
  const perKind = layers * heads;
  let kind = options.shownMap ?? extra.truthMap ?? '';
  if (!maps.some(({ name }) => name === kind)) kind = maps[0]?.name ?? '';
  /** Picture that the reader enlarged, by kind of map; where none was chosen it is the best head. @type {Map<string, number>} */
  const chosen = new Map();
  /** What is enlarged. @type {HeadMap | null} */
  let shown = null;
  let opened = 0;
  let source = '';

  /** Of a head among those of all kinds. @param {number} index */
  const nameOf = (index) => {
    const map = maps[Math.floor(index / perKind)];
    const name = pictureName({ heads }, pictureOf({ heads }, index % perKind));
    return `${map?.label} ${name}`;
  };
  const before = () => maps.findIndex(({ name }) => name === kind) * perKind;
  const off = () => /** @type {readonly number[]} */ (parameters()['headsOff'] ?? []);

  const ofText = extra.data?.unit && {
    name: say('Held-out window'),
    range: say('Held-out window, 1 to {count}'),
    before: say('Window before'),
    next: say('Next window'),
  };
  const pair = createWatchedPair(
    extra.heldOut ?? 1,
    (wanted) => change('watched', wanted),
    ofText || undefined,
  );
  const verdict = h('p', { class: 'align-verdict' });
  const help = h('p', { class: 'bars-help' });
  const switches = createChoices({
    label: say('Kind of attention'),
    choices: maps.map(({ name: value, label }) => ({ value, label })),
    shown: kind,
    onChoose: (name) => {
      kind = name;
      options.onMap?.(name);
      explain();
      show();
    },
  });
  const tiles = createHeadTiles({
    onOpen: (picture) => {
      chosen.set(kind, picture);
      show();
    },
    onSwitch: (index, on) => {
      const head = before() + index;
      const rest = ablation.off().filter((one) => one !== head);
      ablation.choose(on ? rest : [...rest, head].sort((a, b) => a - b));
    },
  });
  const ablation = options.studies.ablation({
    of: options,
    count: maps.length * perKind,
    name: nameOf,
    off,
    onMeasured: () => show(),
  });
  const heading = h('h3', { class: 'head-opened' });
  const panel = createAlignmentPanel({ label: say('Attention of a head') });
  const reel = /** @type {ReturnType<typeof createReel<Picture>>} */ (
    createReel({ onShow: show, lossOf: ({ of }) => [...of.values()][0]?.metrics['loss'] ?? Number.NaN })
  );
  const element = h(
    'section',
    { class: 'bars align heads-view', 'aria-label': say('Attention heads') },
    h('div', { class: 'align-head' }, maps.length > 1 && switches, pair.element),
    h('div', { class: 'heads-body' }, tiles.element, h('div', { class: 'heads-large' }, heading, panel.grid)),
    ablation.element,
    legendOf([mark('truth'), say('true place')], [say('learned weight'), ...ramp()]),
    panel.table,
  );
  const write = throttle(writeWords, kNumbersEveryMs);
  explain();

  /** @param {HeadMap} map */
  function openedName(map) {
    return `${maps.find(({ name }) => name === map.name)?.label} ${pictureName(map, opened)}`;
  }

  function explain() {
    const map = maps.find(({ name }) => name === kind);
    help.replaceChildren(h('span', { class: 'bars-formula' }, map?.formula ?? ''), ' ', map?.help ?? '');
  }

  function show() {
    const map = reel.wanted()?.of.get(kind);
    if (!map) return;
    shown = map;
    const best = pictureOf(map, Math.max(0, map.best));
    opened = chosen.get(kind) ?? best;
    const first = before();
    /** Of the kind that is shown. @param {(index: number) => boolean} has */
    const own = (has) => Array.from({ length: perKind }, (_, i) => i).filter((i) => has(first + i));
    const { carried } = ablation;
    const away = ablation.off();
    tiles.show(map, {
      opened,
      off: new Set(own((index) => away.includes(index))),
      carried: new Map(own((index) => carried.has(index)).map((i) => [i, carried.get(first + i) ?? 0])),
    });
    const leads = map.best >= 0 && opened === best && perKind > 1;
    const plain = openedName(map);
    const name = leads ? say('{name}, most weight on the truth of all heads', { name: plain }) : plain;
    if (heading.textContent !== name) heading.textContent = name;
    panel.show({
      picture: alignmentOfPicture(map, opened),
      tokens: {
        rows: map.rowLabels,
        columns: map.columnLabels,
        names: kOwn.has(map.name) ? [say('token'), say('looks at')] : undefined,
      },
      said: map.said,
      wanted: map.wanted,
      named: plain,
      windowOf: windowOfHead(map),
    });
    write.call();
  }

  function writeWords() {
    if (!shown) return;
    verdict.textContent = verdictText(shown.metrics, false);
    panel.write();
  }

  return {
    element,
    readout: h('div', { class: 'reading' }, help, verdict, panel.readout),
    film: reel.film,
    update(frame) {
      /** @type {Picture} */
      const picture = { step: frame.step, of: new Map() };
      for (const map of maps) {
        const one = headMapOf(frame, map, extra, parameters());
        if (one) picture.of.set(map.name, one);
      }
      const [any] = picture.of.values();
      const tokens = `${any?.columnLabels.join(' ')} ${any?.rows}`;
      // Another pair is another film.
      if (tokens !== source) reel.clear();
      source = tokens;
      pair.show(Number(parameters()['watched'] ?? 0));
      reel.take(picture);
      ablation.update(frame.step);
      show();
    },
    repaint() {
      tiles.repaint();
      panel.repaint();
    },
    summary() {
      if (!shown) return '';
      const told = summariseAlignment(alignmentOfPicture(shown, opened), {
        rows: shown.rowLabels,
        columns: shown.columnLabels,
      });
      return `${openedName(shown)}: ${told} ${verdict.textContent} ${ablation.text()}`.trim();
    },
    dispose() {
      write.cancel();
      ablation.dispose();
      tiles.dispose();
      panel.dispose();
    },
  };
}
