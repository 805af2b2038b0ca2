/**
 * The panels that the reader can open. While a panel is open, it replaces the map or the numbers beside the map. Links hide
 * panels by their names.
 */
import { html } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { mainSettings } from '../generated/mainSettings.js';
import { writeLink } from '../index.js';
import { controlsTemplate, kOwnFormula } from '../instrument/controls.js';
import { formulaToolsTemplate, getFormulaResults, requestParsedMath } from '../instrument/formula-tools.js';
import { lockableTemplate } from '../instrument/part-access.js';
import { getLanguage, translate } from '../language/translate.js';
import { savePanelTemplate } from '../save/save.js';
import { ownDataPanelTemplate } from './own-data.js';
import { shortcutsTemplate } from './shortcuts.js';
import { formatRunWork } from './speed.js';

/** @import { Host } from '../instrument/host.js' */
/** @import { LiveInstrument } from './live.js' */

/**
 * @typedef {object} Exploration
 * @property {string} name
 * @property {string} label
 * @property {'map' | 'side' | 'all'} place what it replaces: the map, the numbers beside it, or both
 * @property {() => unknown} content
 * @property {HTMLElement} [readout] describes what is pointed at in the panel; shown beside it
 */

/** @param {LiveInstrument} live @returns {Exploration[]} */
export function createExplorations(live) {
  const { host, keys, liveRun, partAccess, saving, views } = live;
  const { experiment } = liveRun;
  const { isVisible, isLocked } = partAccess;
  const saveTemplate = () =>
    guard([experiment, getLanguage()], () =>
      savePanelTemplate({
        getScope: () => live.scope,
        getMapName: () => live.mapName ?? live.liveRun.experiment.maps[0]?.name ?? '',
        getMapView: () => live.views.main,
        saving,
      }),
    );
  /** @param {boolean} on */
  const switchKeys = (on) => {
    keys.on = on;
    host.refresh();
  };
  /** @type {[name: string, label: string, content: () => unknown][]} */
  const own = [
    ['settings', translate('Settings'), () => settingsTemplate(live)],
    ['data', translate('Own data'), () => lockableTemplate('data', isLocked('data'), dataTemplate(liveRun))],
    ['save', translate('Save'), () => lockableTemplate('save', isLocked('save'), saveTemplate())],
    ['keys', translate('Keys'), () => shortcutsTemplate({ on: keys.on, onSwitch: switchKeys })],
  ];
  return [
    ...views.explorations
      .filter(({ name }) => isVisible(name))
      .map(({ name, label, element, view }) => ({
        name,
        label,
        place:
          element === view.element && view.wide ? /** @type {const} */ ('all') : /** @type {const} */ ('map'),
        content: () => element,
        ...(element === view.element && view.readout ? { readout: view.readout } : {}),
      })),
    ...own
      .filter(([name]) => isVisible(name) && (name !== 'data' || experiment.data))
      .map(([name, label, content]) => ({ name, label, place: /** @type {const} */ ('side'), content })),
  ];
}

/** @param {LiveInstrument} live */
function settingsTemplate({ host, liveRun: run, partAccess }) {
  const { configuration, manifest } = run.scope;
  const formulaResults = getFormulaResults(configuration.parameters['formula']);
  const isUsed = Object.values(configuration.parameters).includes(kOwnFormula);
  const fields = guard(
    [configuration, run.requestedConfiguration, run.errors, partAccess, getLanguage(), formulaResults],
    () =>
      controlsTemplate({
        schemas: run.experiment.parameters,
        values: configuration.parameters,
        requested: run.requestedConfiguration.parameters,
        seed: configuration.seed,
        main: mainSettings.get(run.experiment.name) ?? [],
        errors: run.errors,
        partAccess,
        onChange: (name, value) => run.change(name, value),
        onSeed: (value) => run.change('seed', value),
        onDefaults: () => run.presets.restartWith({}),
        renderBeside: ({ name }, value) =>
          name === 'formula' ? formulaFieldTools(host, String(value), isUsed) : null,
      }),
  );
  // Not cached by guard(), unlike the fields, since the measured cost changes during training.
  return html`${fields}<p class="settings-note">${formatRunWork(run.experiment.name, manifest)}</p>`;
}

/** @param {Host} host @param {string} formula @param {boolean} isUsed whether the formula is in use; if not, no module is fetched to parse it */
const formulaFieldTools = ({ element, refresh }, formula, isUsed) =>
  formulaToolsTemplate({
    element,
    formula,
    math: isUsed ? requestParsedMath(formula, refresh) : undefined,
    refresh,
    label: translate('Compute it by hand'),
    getLink: () => writeLink({ experiment: 'calculator', parameters: { mechanism: 'own', formula } }),
  });

/** @param {LiveInstrument['liveRun']} run */
const dataTemplate = ({ data, scope: { manifest }, experiment }) =>
  guard([manifest, data.own, data.error, data.isReading, getLanguage()], () =>
    ownDataPanelTemplate(data, experiment.data, manifest.data),
  );
