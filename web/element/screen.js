/**
 * The live instrument as one screen: transport above, the map with the inspector beside it, presets and explorations below.
 * Its size is set from outside; content that is longer scrolls inside its own area.
 * @module
 */
import { html } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { getLanguage, translate } from '../language/translate.js';
import { capitalize } from '../parts/format.js';
import { shareTemplate } from '../share/share.js';
import { createExplorations } from './explorations.js';
import { metricsTemplate } from './metrics.js';
import { lockMarkTemplate } from './part-access.js';
import { ownDataTemplate, presetsTemplate } from './presets.js';
import { speedTemplate, transportTemplate } from './transport.js';

/** @import { Exploration } from './explorations.js' */
/** @import { PartAccess } from './part-access.js' */

/** The areas that a narrow screen shows below the map, one at a time. */
const kTabs = /** @type {const} */ (['side', 'try', 'explore']);

/**
 * @typedef {object} ScreenParts
 * @property {import('./live-run.js').LiveRun} run
 * @property {import('./live-views.js').LiveViews} views
 * @property {PartAccess} arrangement
 * @property {{ on: boolean }} keys
 * @property {ReturnType<typeof import('./timeline.js').createTimeline>} timeline
 * @property {import('../engine/shapes.js').Frame | null} frame the present
 * @property {{ head: unknown, panel: unknown } | null} lesson `panel` replaces the map; null if there is no lesson
 * @property {import('./live.js').Host} host
 * @property {import('../save/save-view.js').SaveContext} saving
 * @property {() => string} getMapName name of the map that is shown
 * @property {() => string} getLink
 * @property {string} announcement text for screen readers
 */

/** @typedef {import('./attento-scope.js').ScreenOptions & ScreenParts} Options */

/** @param {Options} options */
export function screenTemplate(options) {
  const { run, views, arrangement, controls, explore, tab, timeline, frame, lesson, foot, host } = options;
  const parts = controls === 'all' ? options.parts : [];
  const explorations = createExplorations(options);
  const open = explorations.find(({ name }) => name === explore);
  const moment = timeline.getFrame() ?? frame;
  const isFullSize = open?.place === 'all';
  const hasInspector = parts.includes('inspector') && !isFullSize;
  const { available, selected } = computeTabs(parts, tab, hasInspector);
  // Beside the map, if the inspector is there.
  const sidePanel = open?.place === 'side' && hasInspector ? open : null;
  const mapPanel = sidePanel ? null : open;
  const own = { host, explore };
  return html`
    <div class="screen" data-tab=${selected} ?data-open=${open} ?data-over=${mapPanel} ?data-aside=${sidePanel}>
      ${
        controls === 'none'
          ? null
          : transportTemplate({ run, arrangement, moment, timeline: timeline.element })
      }
      ${lesson?.head}
      <div class="desk ${hasInspector ? '' : 'alone'}">
        <div class="main" part="map">${mapPanel ? panelTemplate(mapPanel, host) : (lesson?.panel ?? views.main?.element)}</div>
        ${
          hasInspector
            ? html`<div class="side" part="numbers">
                ${sidePanel ? panelTemplate(sidePanel, host) : inspectorTemplate(options, mapPanel ? mapPanel.readout : views.main?.readout, moment)}
              </div>`
            : null
        }
      </div>
      ${available.length > 0 ? tabsTemplate(available, selected, own) : null}
      ${parts.includes('try') ? tryTemplate(options) : null}
      ${parts.includes('explore') ? explorationsTemplate(explorations, explore, host, shareButtonTemplate(options)) : null}
      ${foot}
      <p class="visually-hidden" role="status">${options.announcement}</p>
    </div>
  `;
}

/** @param {Pick<Exploration, 'name' | 'label' | 'content'>} exploration @param {import('./live.js').Host} host */
export function panelTemplate({ name, label, content }, { element }) {
  return html`
    <section class="exploration" tabindex="-1" data-name=${name} aria-label=${capitalize(label)}>
      <header class="exploration-head">
        <h2>${capitalize(label)}</h2>
        <button class="button" type="button" @click=${() => {
          element.explore = '';
        }}>
          <span aria-hidden="true">✕</span> ${translate('Close')} <kbd>${translate('Esc')}</kbd>
        </button>
      </header>
      <div class="exploration-body">${content()}</div>
    </section>
  `;
}

/** @param {Options} options @param {HTMLElement | undefined} readout @param {import('./timeline.js').Moment | null} moment */
function inspectorTemplate({ run, views, arrangement }, readout, moment) {
  return html`
    ${readout} ${views.curve?.element}
    ${arrangement.isVisible('numbers') ? metricsTemplate({ experiment: run.experiment, moment, names: views.names, manifest: run.scope.manifest, parameters: run.scope.configuration.parameters }) : null}
  `;
}

/**
 * The areas below the map of a narrow screen, and which of them is shown.
 * @param {readonly string[]} parts
 * @param {string} tab the chosen one
 * @param {boolean} side whether anything stands beside the map
 */
export function computeTabs(parts, tab, side) {
  const available = kTabs.filter((one) => (one === 'side' ? side : parts.includes(one)));
  return { available, selected: available.find((one) => one === tab) ?? '' };
}

/**
 * @param {readonly (typeof kTabs)[number][]} available
 * @param {string} selected
 * @param {Pick<Options, 'host' | 'explore'>} options
 */
export function tabsTemplate(available, selected, { host, explore }) {
  const labels = { side: translate('Numbers'), try: translate('Try'), explore: translate('Explore') };
  /** @param {string} tab */
  const choose = (tab) => {
    host.element.tab = tab;
    if (explore) host.element.explore = '';
  };
  return html`
    <div class="tabs" role="group" aria-label=${translate('Below the map')}>
      ${available.map(
        (
          tab,
        ) => html`<button class="tab" type="button" aria-pressed=${tab === selected} @click=${() => choose(tab === selected ? '' : tab)}>
          ${labels[tab]}
        </button>`,
      )}
    </div>
  `;
}

/** @param {Options} options */
function tryTemplate({ run, views, arrangement, lesson }) {
  const { isVisible, isLocked } = arrangement;
  const { experiment } = run;
  const arePresetsLocked = isLocked('presets') || isLocked('settings');
  const own = run.data.own && run.scope.manifest.data;
  return html`
    <div class="row try" part="try">
      ${
        experiment.presets?.length && isVisible('presets')
          ? html`<fieldset class="frame" data-name="presets" ?disabled=${arePresetsLocked}>
              ${arePresetsLocked ? lockMarkTemplate() : null}
              ${
                own
                  ? ownDataTemplate({
                      summary: own,
                      onBack: () => run.data.useTaskData(),
                    })
                  : guard([run.requestedConfiguration, run.undo, arePresetsLocked, getLanguage()], () =>
                      presetsTemplate({
                        experiment,
                        requested: run.requestedConfiguration.parameters,
                        onPreset: ({ label, parameters }) => run.applyPreset(label, { ...parameters }),
                        undo: run.undo,
                        locked: arePresetsLocked,
                        // Pictures of what presets learn would give away the answer of a lesson.
                        pictures: !lesson,
                      }),
                    )
              }
            </fieldset>`
          : null
      }
      ${views.main?.textInput} ${isVisible('speed') ? speedTemplate(run, arrangement) : null}
    </div>
  `;
}

/** @param {Options} options */
function shareButtonTemplate({ run, views, arrangement, host, getLink, saving }) {
  if (!arrangement.isVisible('share')) return null;
  return shareTemplate(host, {
    title: run.experiment.title,
    getLink,
    onPicture: (kind) => views.savePicture(kind, saving).catch(host.reportError),
  });
}

/**
 * @param {readonly Pick<Exploration, 'name' | 'label'>[]} explorations
 * @param {string} explore name of the open one
 * @param {import('./live.js').Host} host
 * @param {unknown} end of the row
 */
export function explorationsTemplate(explorations, explore, { element }, end) {
  return html`
    <div class="row explore" part="explore" role="group" aria-label=${translate('Explore')}>
      <span class="row-label" aria-hidden="true">${translate('Explore')} ▸</span>
      ${explorations.map(
        ({
          name,
          label,
        }) => html`<button class="choice" type="button" data-explore=${name} aria-pressed=${name === explore}
          @click=${() => {
            element.explore = name === explore ? '' : name;
          }}>${capitalize(label)}</button>`,
      )}
      ${end}
    </div>
  `;
}
