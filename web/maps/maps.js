/**
 * The live viewer of attention maps from a file: the file, the shown place in it, and its views. Nothing is trained.
 */

import { createStarter } from '../instrument/host.js';
import { liveStyles } from '../instrument/live-styles.js';
import { removeRadioNames } from '../instrument/remove-radio-names.js';
import { screenStyles } from '../instrument/screen-styles.js';
import { StaticInstrument } from '../instrument/static-instrument.js';
import { translate } from '../language/translate.js';
import { isSameConfiguration, maps } from '../outline.js';
import { createRequestStarter } from '../parts/latest-request.js';
import { throttle } from '../parts/throttle.js';
import { createTimeline } from '../parts/timeline.js';
import { addSaveMenus, saveViewStyles } from '../save/save-view.js';
import { alignmentStyles } from '../views/alignment/alignment-styles.js';
import { comparisonStyles } from '../views/alignment/comparison-styles.js';
import { headStyles } from '../views/heads/head-styles.js';
import { styles as arcStyles, createView as createArcs } from '../views/heads/token-arcs.js';
import { createComparePanel } from './compare-panel.js';
import { clampStart, extractHeadWindow, getStep } from './head-maps.js';
import { formatTokenList, parseTokens } from './labels.js';
import { createFileMapView } from './map-view.js';
import { openAddress, openFile, openSample } from './open-maps.js';
import { createPatchPanel } from './patches.js';
import { mapsTemplate } from './screen.js';
import { mapsStyles } from './styles.js';

/** @import { Host } from '../instrument/host.js' */
/** @import { Configuration } from '../engine/schema.js' */
/** @import { OwnMap } from '../engine/own-maps.js' */
/** @import { OpenedMaps } from './open-maps.js' */
/** @import { MapLocation } from './head-maps.js' */
/** @typedef {{ name: string, label: string, element: HTMLElement, go: (place: MapLocation) => void, repaint: () => void, dispose: () => void }} Panel */

const kLinkEveryMs = 400;
/** A map from a file has no texts and no tensors of a run. */
const kNoTensors = { help: '', formula: '', weights: '', scores: '', truth: '' };

export class LiveMaps extends StaticInstrument {
  #host;
  /** @type {OpenedMaps} */
  #opened;
  /** @type {MapLocation} */
  #place;
  /** @type {ReturnType<typeof createFileMapView>} */
  #view;
  /** Panels that can replace the map. @type {Panel[]} */
  #panels = [];
  /** The timeline of the steps. @type {ReturnType<typeof createTimeline<{ step: number, index: number }>> | null} */
  #timeline = null;
  /** State that is kept when the views are replaced. @type {Parameters<typeof createComparePanel>[0]['memory']} */
  #memory = { pinned: null };
  /** Aborted when the views are replaced, to remove their menus for saving. */
  #abortController = new AbortController();
  #error = '';
  #isBusy = false;
  #startRequest = createRequestStarter();
  styles = [
    liveStyles,
    saveViewStyles,
    alignmentStyles,
    comparisonStyles,
    headStyles,
    arcStyles,
    screenStyles,
    mapsStyles,
  ];
  #linkThrottle = throttle(() => this.#host.reportChange(this.link()), kLinkEveryMs);

  /** @override */
  onExplore = () => this.#panels.find(({ name }) => name === this.#host.element.explore)?.go(this.#place);

  /**
   * Opens the viewer. If its file cannot be opened, the error is reported and the sample shown.
   * @param {Host} host
   * @param {{ configuration: Configuration }} settings
   * @returns {Promise<LiveMaps>}
   */
  static async open(host, { configuration }) {
    const src = String(configuration.parameters['src'] ?? '').trim();
    const ofPage = host.element.getAttribute('src')?.trim() === src;
    try {
      const opened = await (src ? openAddress(src, ofPage, host.signal) : openSample(host.signal));
      const live = new LiveMaps(host, opened, configuration);
      const without = parseTokens(String(configuration.parameters['without'] ?? ''));
      if (without.length > 0) await live.#leaveOut(without);
      return live;
    } catch (error) {
      if (src === '' || host.signal.aborted) throw error;
      host.reportError(error);
      host.notify(translate('The sample is shown. Not used: {from}.', { from: src }));
      return new LiveMaps(host, await openSample(host.signal), { ...configuration, parameters: {} });
    }
  }

  /** @param {Host} host @param {OpenedMaps} opened @param {Configuration} configuration @private */
  constructor(host, opened, configuration) {
    super();
    this.#host = host;
    this.#opened = opened;
    this.#place = readPlace(opened, configuration.parameters);
    this.#view = this.#createViews();
  }

  /** @returns {OwnMap} */
  get #map() {
    return /** @type {OwnMap} */ (this.#opened.file.maps[this.#place.map]);
  }

  #createViews() {
    const { file } = this.#opened;
    const [map, place] = [this.#map, this.#place];
    const view = createFileMapView({ file, place, onPlace: (next) => this.#showPlace(next) });
    this.#abortController = new AbortController();
    const saving = {
      configuration: () => this.#configuration(),
      title: () => file.title || map.name,
      step: () => (map.steps.length > 0 ? getStep(map, this.#place) : null),
      notify: (/** @type {string} */ text) => this.#host.notify(text),
      pause: this.run,
    };
    addSaveMenus(view, map.name, saving, this.#abortController.signal);
    const compare = createComparePanel({
      ...{ opened: this.#opened, map: view.element, memory: this.#memory },
      getPlace: () => this.#place,
      onPin: () => {
        this.#host.element.explore = compare.name;
      },
    });
    addSaveMenus(compare, `${map.name}-compare`, saving, this.#abortController.signal);
    const arcs = createArcs(
      {
        maps: [{ ...kNoTensors, name: map.name, label: map.name }],
        manifest: { truthMap: map.name, details: {} },
        parameters: () => ({}),
      },
      () => extractHeadWindow(this.#opened.file, this.#place),
    );
    addSaveMenus(arcs, `${map.name}-arcs`, saving, this.#abortController.signal);
    const draw = () => arcs.update({ step: 0, loss: Number.NaN, metrics: {}, tensors: {} });
    this.#panels = [
      { ...arcs, name: 'arcs', label: translate('arcs between tokens'), go: draw },
      compare,
      ...(map.picture
        ? [{ name: 'picture', label: translate('picture'), ...createPatchPanel(file, place) }]
        : []),
    ];
    draw();
    if (map.steps.length > 1) {
      const timeline = /** @type {ReturnType<typeof createTimeline<{ step: number, index: number }>>} */ (
        createTimeline({
          maximum: map.steps.length,
          onShow: () => {
            const { index = 0 } = timeline.getFrame() ?? {};
            if (this.#timeline) this.#showPlace({ ...this.#place, stepIndex: index });
          },
        })
      );
      for (const [index, step] of map.steps.entries()) timeline.record({ step, index }, step);
      timeline.choose(getStep(map, place));
      this.#timeline = timeline;
    }
    return view;
  }

  /** @param {MapLocation} place */
  #showPlace(place) {
    this.#place = place;
    this.#view.go(place);
    this.onExplore();
    this.#linkThrottle.call();
    this.#host.refresh();
  }

  #disposeViews() {
    this.#abortController.abort();
    this.#view.dispose();
    for (const panel of this.#panels) panel.dispose();
    this.#timeline?.stop();
    this.#timeline = null;
    removeRadioNames(this.#host.getRoot());
  }

  /** Replaces the views by those of another map. @param {MapLocation} place */
  #replace(place) {
    this.#disposeViews();
    this.#place = place;
    this.#view = this.#createViews();
    this.onExplore();
    this.#linkThrottle.call();
    this.#host.refresh();
  }

  /** @param {() => Promise<OpenedMaps>} open */
  async #openWith(open) {
    const isLatest = this.#startRequest();
    this.#isBusy = true;
    this.#error = '';
    this.#host.refresh();
    try {
      const opened = await open();
      if (!isLatest()) return;
      const place = this.#place;
      const isNew = opened !== this.#opened;
      this.#opened = opened;
      this.#replace(
        isNew ? readPlace(opened, { colorScale: place.coloring }) : clampWindow(this.#map, place),
      );
    } catch (error) {
      if (isLatest()) this.#error = error instanceof Error ? error.message : String(error);
    } finally {
      if (isLatest()) this.#isBusy = false;
      this.#host.refresh();
    }
  }

  /** Removes tokens from the maps; if this fails, the error is shown. @param {readonly string[]} tokens */
  #leaveOut(tokens) {
    const opened = this.#opened;
    return this.#openWith(async () => {
      await opened.file.leaveOut(tokens, { signal: this.#host.signal });
      return opened;
    });
  }

  repaint() {
    this.#view.repaint();
    for (const panel of this.#panels) panel.repaint();
  }

  /** Recreates the views in the current language. */
  relabel() {
    this.#replace(this.#place);
  }

  dispose() {
    this.#startRequest();
    this.#linkThrottle.cancel();
    this.#disposeViews();
  }

  /** @returns {Configuration} */
  #configuration() {
    const { map, layer, head, stepIndex, row, column, coloring } = this.#place;
    const { steps } = this.#map;
    return {
      experiment: maps.name,
      seed: 0,
      parameters: {
        src: this.#opened.src,
        map: map + 1,
        layer: layer + 1,
        head: head + 1,
        row: row + 1,
        column: column + 1,
        colorScale: coloring,
        without: formatTokenList(this.#opened.file.without),
        step: stepIndex === steps.length - 1 || steps.length === 0 ? -1 : (steps[stepIndex] ?? -1),
      },
    };
  }

  /** @returns {string} */
  link() {
    return this.#host.writeLink(this.#configuration());
  }

  /** @param {{ configuration: Configuration }} settings @returns {boolean} whether the settings are those that are already shown */
  applySettings({ configuration }) {
    return isSameConfiguration({ ...configuration, seed: 0 }, this.#configuration());
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.key === 'Escape') this.#host.element.explore = '';
  }

  /** @param {import('../instrument/screen-frame.js').ScreenOptions} options */
  template(options) {
    return mapsTemplate({
      ...options,
      host: this.#host,
      file: this.#opened.file,
      name: this.#opened.name,
      place: this.#place,
      timeline: this.#timeline?.template(),
      view: this.#view,
      panels: this.#panels,
      isBusy: this.#isBusy,
      error: this.#error,
      tokens: this.#opened.tokens[this.#place.map] ?? [],
      onLeaveOut: (tokens) => this.#leaveOut(tokens),
      getLink: () => this.link(),
      onPlace: (place) => (place.map === this.#place.map ? this.#showPlace(place) : this.#replace(place)),
      onFile: (file) => this.#openWith(() => openFile(file, this.#host.signal)),
      onSample: () => this.#openWith(() => openSample(this.#host.signal)),
    });
  }
}

export const start = createStarter(LiveMaps);

/**
 * Reads the place that a link names (map, layer, head, step and window), limited to what the file contains.
 * @param {OpenedMaps} opened
 * @param {Configuration['parameters']} parameters
 * @returns {MapLocation}
 */
function readPlace({ file }, parameters) {
  /** @param {string} name @param {number} from @param {number} count @param {number} minimum */
  const clampParameter = (name, from, count, minimum) =>
    Math.min(count - 1, Math.max(minimum, Number(parameters[name] ?? from) - 1));
  const map = clampParameter('map', 1, file.maps.length, 0);
  const selectedMap = /** @type {OwnMap} */ (file.maps[map]);
  const { layers, heads, steps } = selectedMap;
  const step = Number(parameters['step'] ?? -1);
  const stepIndex = steps.findLastIndex((one) => one <= step);
  return clampWindow(selectedMap, {
    map,
    layer: clampParameter('layer', 1, layers, 0),
    head: clampParameter('head', 1, heads, heads > 1 ? -1 : 0),
    stepIndex: stepIndex < 0 ? Math.max(0, step < 0 ? steps.length - 1 : 0) : stepIndex,
    row: Number(parameters['row'] ?? 1) - 1,
    column: Number(parameters['column'] ?? 1) - 1,
    coloring: /** @type {MapLocation['coloring']} */ (parameters['colorScale'] ?? 'fixed'),
  });
}

/** @param {OwnMap} map @param {MapLocation} place @returns {MapLocation} with a window inside the map */
function clampWindow({ rows, columns }, place) {
  return { ...place, row: clampStart(rows, place.row), column: clampStart(columns, place.column) };
}
