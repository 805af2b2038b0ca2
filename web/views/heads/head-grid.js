/**
 * All heads of all layers of a transformer as small maps while they learn, with a few numbers each. One is enlarged;
 * each can be switched off, to measure what it contributes.
 * @module
 */

import { translate } from '../../language/translate.js';
import { createChoices } from '../../parts/choices.js';
import { h } from '../../parts/dom.js';
import { createFilmHistory } from '../../parts/film-history.js';
import { hasKnownTruth } from '../../parts/known-truth.js';
import { createCustomLegend, createMark, createRamp } from '../../parts/legend.js';
import { throttle } from '../../parts/throttle.js';
import { createAlignmentPanel } from '../alignment/alignment-panel.js';
import { alignmentStyles } from '../alignment/alignment-styles.js';
import { summarizeAlignment, verdictText } from '../alignment/alignment-text.js';
import { createWatchedPair } from '../alignment/watched-pair.js';
import {
  createAlignment,
  createWindowLookup,
  extractHeadMap,
  formatPictureName,
  getPictureIndex,
  listKinds,
  locateHead,
} from './head-data.js';
import { headStyles } from './head-styles.js';
import { createHeadTiles, formatNumbers } from './head-tiles.js';

export const styles = alignmentStyles + headStyles;

/** @import { Frame, View, ViewOptions } from '../../engine/shapes.js' */
/** @import { HeadMap, TransformerDetails } from './head-data.js' */
/** All kinds of maps at one step. @typedef {{ step: number, of: Map<string, HeadMap> }} HeadMaps */

const kNumbersEveryMs = 400;
/** Kinds in which tokens look at tokens of the same text. */
const kSelfKinds = new Set(['encoder', 'decoder']);

/**
 * @param {ViewOptions} viewOptions
 * @returns {View}
 */
export function createView(viewOptions) {
  const options = { ...viewOptions, maps: listKinds(viewOptions) };
  /** The enlarged picture by kind of map; by default the best head. @type {Map<string, number>} */
  const chosen = new Map();
  let source = '';

  const pair = createPairChoice(options);
  const kinds = createKindChoice(options, choose);
  const all = createSwitchedHeads(options, {
    onOpen: (picture) => {
      chosen.set(kinds.kind(), picture);
      choose();
    },
    onMeasured: () => show(),
  });
  const large = createLargeHead(options.maps);
  const getLoss = (/** @type {HeadMaps} */ { of }) => [...of.values()][0]?.metrics['loss'] ?? Number.NaN;
  const reel = createFilmHistory({ onShow: () => void show(), getLoss });
  const legend = createCustomLegend(
    [createMark('truth'), translate('true place')],
    [translate('attention weight'), ...createRamp()],
    [createMark('masked'), translate('masked: cannot be seen')],
  );
  const element = h(
    'section',
    { class: 'bars align heads-view', 'aria-label': translate('Attention heads') },
    h('div', { class: 'align-head' }, kinds.element, pair.element, all.ablation),
    h('div', { class: 'heads-body' }, all.tiles, large.element),
    all.ablationStatus,
    legend,
    large.table,
  );

  function choose() {
    const head = show();
    options.events.onMap?.(kinds.kind(), head && head.head >= 0 ? head : undefined);
  }

  /** @returns {ReturnType<typeof locateHead> | undefined} which head is enlarged */
  function show() {
    const map = reel.getFrame()?.of.get(kinds.kind());
    if (!map) return undefined;
    const opened = chosen.get(map.name) ?? getPictureIndex(map, Math.max(0, map.best));
    legend.firstElementChild?.toggleAttribute('hidden', !map.truth || !hasKnownTruth(options.manifest));
    legend.lastElementChild?.toggleAttribute('hidden', !map.isCausal);
    all.show(map, opened);
    large.show(map, opened);
    return locateHead(map, opened);
  }

  return {
    element,
    readout: h('div', { class: 'reading' }, kinds.help, ...large.readout),
    film: reel.film,
    update(frame) {
      const picture = extractHeadMaps(frame, options);
      const [any] = picture.of.values();
      const tokens = `${any?.columnLabels.join(' ')} ${any?.rows}`;
      // Another pair starts a new film.
      if (tokens !== source) reel.clear();
      source = tokens;
      pair.show(Number(options.parameters()['probeExample'] ?? 0));
      reel.record(picture);
      all.update(frame.step);
      show();
    },
    repaint() {
      all.repaint();
      large.repaint();
    },
    summary: () => large.summary(all.text()),
    dispose() {
      all.dispose();
      large.dispose();
    },
  };
}

/**
 * Which kind of attention is shown, with its formula and help.
 * @param {ViewOptions} options
 * @param {() => void} onChoose
 */
function createKindChoice({ maps, initialMap, manifest }, onChoose) {
  let kind = initialMap ?? manifest.truthMap ?? '';
  if (!maps.some(({ name }) => name === kind)) kind = maps[0]?.name ?? '';
  const help = h('p', { class: 'bars-help' });
  function explain() {
    const map = maps.find(({ name }) => name === kind);
    help.replaceChildren(h('span', { class: 'bars-formula' }, map?.formula ?? ''), ' ', map?.help ?? '');
  }

  const choices = createChoices({
    label: translate('Kind of attention'),
    choices: maps.map(({ name: value, label }) => ({ value, label })),
    selected: kind,
    onChoose: (name) => {
      kind = name;
      explain();
      onChoose();
    },
  });
  explain();
  return { element: maps.length > 1 && choices, help, kind: () => kind };
}

/** All kinds of maps that a frame holds. @param {Frame} frame @param {ViewOptions} options @returns {HeadMaps} */
function extractHeadMaps(frame, { maps, manifest, parameters }) {
  const found = maps.flatMap((map) => extractHeadMap(frame, map, manifest, parameters()) ?? []);
  return { step: frame.step, of: new Map(found.map((one) => [one.name, one])) };
}

/** Which pair of sentences, or window of a text, is watched. @param {ViewOptions} options */
function createPairChoice({ manifest, change }) {
  const ofText = manifest.data?.unit && {
    name: translate('Held-out window'),
    trained: translate('Training window'),
    range: translate('Held-out window, 1 to {count}'),
    before: translate('Window before'),
    next: translate('Next window'),
  };
  return createWatchedPair(
    manifest.heldOut ?? 1,
    (example) => change('probeExample', example),
    ofText || undefined,
    manifest.data?.trainingExamples,
  );
}

/**
 * All heads of a kind, each with its switch, and their measurements.
 * @param {ViewOptions} options
 * @param {object} events
 * @param {(picture: number) => void} events.onOpen
 * @param {() => void} events.onMeasured
 */
function createSwitchedHeads(options, { onOpen, onMeasured }) {
  const { maps, parameters, manifest } = options;
  const { layers = 1, heads = 1 } = /** @type {TransformerDetails} */ (manifest.details);
  const perKind = layers * heads;
  /** The first head of the shown kind, among the heads of all kinds. */
  let first = 0;
  const tiles = createHeadTiles({
    onOpen,
    onSwitch: (index, on) => {
      const head = first + index;
      const rest = ablation.off().filter((one) => one !== head);
      ablation.choose(on ? rest : [...rest, head].sort((a, b) => a - b));
    },
  });
  const ablation = options.run.studies.ablation({
    of: options,
    count: maps.length * perKind,
    name: (index) => {
      const name = formatPictureName({ heads }, getPictureIndex({ heads }, index % perKind));
      return `${maps[Math.floor(index / perKind)]?.label} ${name}`;
    },
    off: () => /** @type {readonly number[]} */ (parameters()['disabledHeads'] ?? []),
    onMeasured,
  });
  return {
    tiles: tiles.element,
    ablation: ablation.element,
    ablationStatus: ablation.status,
    /** @param {HeadMap} map @param {number} opened picture */
    show(map, opened) {
      first = maps.findIndex(({ name }) => name === map.name) * perKind;
      /** Indices within the kind that is shown. @param {(index: number) => boolean} has */
      const selectIndices = (has) =>
        Array.from({ length: perKind }, (_, i) => i).filter((i) => has(first + i));
      const { carried } = ablation;
      const offHeads = ablation.off();
      tiles.show(map, {
        opened,
        off: new Set(selectIndices((index) => offHeads.includes(index))),
        kind: maps[first / perKind]?.label,
        contributions: new Map(
          selectIndices((index) => carried.has(index)).map((i) => [i, carried.get(first + i) ?? 0]),
        ),
      });
    },
    update: ablation.update,
    text: ablation.text,
    repaint: tiles.repaint,
    dispose() {
      ablation.dispose();
      tiles.dispose();
    },
  };
}

/** The head that is enlarged. @param {ViewOptions['maps']} maps of all kinds */
function createLargeHead(maps) {
  /** @type {HeadMap | null} */
  let current = null;
  let opened = 0;
  const verdict = h('p', { class: 'align-verdict' });
  const heading = h('h3', { class: 'head-opened' });
  const numbers = h('p', { class: 'head-numbers' });
  const panel = createAlignmentPanel({ label: translate('Attention of a head') });
  const write = throttle(() => {
    if (!current) return;
    verdict.textContent = verdictText(current.metrics, false);
    panel.write();
  }, kNumbersEveryMs);

  /** @param {HeadMap} map */
  const formatName = (map) =>
    `${maps.find(({ name }) => name === map.name)?.label} ${formatPictureName(map, opened)}`;

  return {
    element: h('div', { class: 'heads-large' }, heading, numbers, panel.grid),
    readout: [verdict, panel.readout],
    table: panel.table,
    /** @param {HeadMap} map @param {number} picture */
    show(map, picture) {
      current = map;
      opened = picture;
      const isBest = map.best >= 0 && opened === getPictureIndex(map, map.best) && map.layers * map.heads > 1;
      const name = formatName(map);
      if (heading.textContent !== name) heading.textContent = name;
      const lines = [
        ...formatNumbers(map, opened),
        ...(isBest ? [translate('best head: on average the most weight on the true places')] : []),
      ];
      numbers.replaceChildren(...lines.map((line) => h('span', {}, line)));
      panel.show({
        picture: createAlignment(map, opened),
        tokens: {
          rows: map.rowLabels,
          columns: map.columnLabels,
          names: kSelfKinds.has(map.name) ? [translate('token'), translate('looks at')] : undefined,
        },
        outputs: map.outputs,
        targets: map.targets,
        mapName: name,
        getWindow: createWindowLookup(map),
      });
      write.call();
    },
    /** @param {string} ablated text about the heads that are switched off */
    summary(ablated) {
      if (!current) return '';
      const summary = summarizeAlignment(createAlignment(current, opened), {
        rows: current.rowLabels,
        columns: current.columnLabels,
      });
      return `${formatName(current)}: ${summary} ${verdict.textContent} ${ablated}`.trim();
    },
    repaint: panel.repaint,
    dispose() {
      write.cancel();
      panel.dispose();
    },
  };
}
