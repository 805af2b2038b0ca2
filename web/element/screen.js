/**
 * The live instrument as one screen: transport above, the map with the inspector beside it, one bar below.
 * Its size is set from outside; longer content scrolls within its area.
 */
import { html } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { lockableTemplate } from '../instrument/part-access.js';
import { barTemplate, explorationPanelTemplate } from '../instrument/screen-frame.js';
import { zoomTemplate } from '../instrument/zoom.js';
import { getLanguage } from '../language/translate.js';
import { getModelNames } from '../parts/model-names.js';
import { saveMapPicture } from '../save/save-view.js';
import { shareTemplate } from '../share/share.js';
import { createExplorations } from './explorations.js';
import { metricsTemplate } from './metrics.js';
import { ownDataTemplate, presetsTemplate } from './presets.js';
import { speedTemplate, transportTemplate } from './transport.js';

/** @import { LiveInstrument } from './live.js' */

/** @param {LiveInstrument} live @param {import('../instrument/screen-frame.js').ScreenOptions} options */
export function screenTemplate(live, { controls, explore, foot, tab, ...options }) {
  const { display, host, liveRun, views } = live;
  const parts = controls === 'all' ? options.parts : [];
  const explorations = createExplorations(live);
  const open = explorations.find(({ name }) => name === explore);
  const hasInspector = parts.includes('inspector') && open?.place !== 'all';
  // A side panel replaces the inspector if it is shown, else the map.
  const sidePanel = open?.place === 'side' && hasInspector ? open : null;
  const mapPanel = sidePanel ? null : open;
  return html`
    <div class="screen" data-tab=${tab} ?data-aside=${sidePanel}>
      ${controls === 'none' ? null : transportTemplate(live)}
      ${views.lesson?.headTemplate(liveRun.scope.step > 0)}
      <div class="desk ${hasInspector ? '' : 'alone'}">
        <div class="main" part="map">${mapPanel ? explorationPanelTemplate(mapPanel, host) : (views.lesson?.panel ?? views.main?.element)}${zoomTemplate()}</div>
        ${
          hasInspector
            ? html`<div class="side" part="numbers">
                ${sidePanel ? explorationPanelTemplate(sidePanel, host) : inspectorTemplate(live, mapPanel ? mapPanel.readout : views.main?.readout)}
              </div>`
            : null
        }
      </div>
      ${barTemplate(parts, {
        ...{ explorations, explore, foot, host, tab },
        start: runPresetsTemplate(live),
        end: barEndTemplate(live),
      })}
      <p class="visually-hidden" role="status">${display.announcement}</p>
    </div>
  `;
}

/** @param {LiveInstrument} live @param {HTMLElement | undefined} readout */
function inspectorTemplate(
  { display: { stepMetrics }, liveRun: { experiment, scope }, partAccess, views },
  readout,
) {
  const {
    manifest,
    configuration: { parameters },
  } = scope;
  return html`
    ${readout} ${views.curve?.element}
    ${partAccess.isVisible('numbers') ? metricsTemplate({ experiment, stepMetrics, names: getModelNames(views.options), manifest, parameters }) : null}
  `;
}

/** @param {LiveInstrument} live */
function runPresetsTemplate({ liveRun: run, partAccess: { isVisible, isLocked }, views }) {
  const { experiment } = run;
  if (!experiment.presets?.length || !isVisible('presets')) return null;
  const locked = isLocked('presets') || isLocked('settings');
  const own = run.data.own && run.scope.manifest.data;
  const presets = () =>
    presetsTemplate({
      experiment,
      requested: run.requestedConfiguration.parameters,
      onPreset: ({ label, parameters }) => run.presets.apply(label, { ...parameters }),
      undo: run.presets.undo,
      locked,
      // Pictures of what presets learn would give away the answer of a lesson.
      pictures: !views.lesson,
    });
  const content = own
    ? ownDataTemplate({ summary: own, onBack: () => run.data.useTaskData() })
    : guard([run.requestedConfiguration, run.presets.undo, locked, getLanguage()], presets);
  return lockableTemplate('presets', locked, content);
}

/** The end of the bar: Share and, on narrow screens, the speed control. @param {LiveInstrument} live */
function barEndTemplate(live) {
  const { host, liveRun, partAccess, saving, views } = live;
  return html`
    ${partAccess.isVisible('speed') ? speedTemplate(live) : null}
    ${
      partAccess.isVisible('share')
        ? shareTemplate(host, {
            title: liveRun.experiment.title,
            getLink: () => live.link(),
            onPicture: (kind) => saveMapPicture(views.main, kind, saving).catch(host.reportError),
          })
        : null
    }
  `;
}
