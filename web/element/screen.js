/**
 * The live instrument as one screen: transport above, the map with the inspector beside it, presets and explorations below.
 * Its size is set from outside; content that is longer scrolls inside its own area.
 * @module
 */
import { html } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { lockMarkTemplate } from '../instrument/part-access.js';
import {
  computeTabs,
  explorationsTemplate,
  panelTemplate,
  tabsTemplate,
} from '../instrument/screen-frame.js';
import { getLanguage } from '../language/translate.js';
import { shareTemplate } from '../share/share.js';
import { createExplorations } from './explorations.js';
import { metricsTemplate } from './metrics.js';
import { ownDataTemplate, presetsTemplate } from './presets.js';
import { speedTemplate, transportTemplate } from './transport.js';

/** @import { PartAccess } from '../instrument/part-access.js' */

/**
 * @typedef {object} ScreenParts
 * @property {import('./live-run.js').LiveRun} run
 * @property {import('./live-views.js').LiveViews} views
 * @property {PartAccess} arrangement
 * @property {{ on: boolean }} keys
 * @property {ReturnType<typeof import('./timeline.js').createTimeline>} timeline
 * @property {import('../engine/shapes.js').Frame | null} frame the present
 * @property {{ head: unknown, panel: unknown } | null} lesson `panel` replaces the map; null if there is no lesson
 * @property {import('../instrument/host.js').Host} host
 * @property {import('../save/save-view.js').SaveContext} saving
 * @property {() => string} getMapName name of the map that is shown
 * @property {() => string} getLink
 * @property {string} announcement text for screen readers
 */

/** @typedef {import('../instrument/screen-frame.js').ScreenOptions & ScreenParts} Options */

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

/** @param {Options} options @param {HTMLElement | undefined} readout @param {import('./timeline.js').Moment | null} moment */
function inspectorTemplate({ run, views, arrangement }, readout, moment) {
  return html`
    ${readout} ${views.curve?.element}
    ${arrangement.isVisible('numbers') ? metricsTemplate({ experiment: run.experiment, moment, names: views.names, manifest: run.scope.manifest, parameters: run.scope.configuration.parameters }) : null}
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
                  : guard(
                      [run.requestedConfiguration, run.presets.undo, arePresetsLocked, getLanguage()],
                      () =>
                        presetsTemplate({
                          experiment,
                          requested: run.requestedConfiguration.parameters,
                          onPreset: ({ label, parameters }) => run.presets.apply(label, { ...parameters }),
                          undo: run.presets.undo,
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
