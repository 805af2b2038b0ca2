/**
 * What stands below the pictures: presets, settings, data, link, files, keys; each unless it is hidden.
 * @module
 */
import { html } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { language } from '../language/say.js';
import { lockMark } from './arrangement.js';
import { controlsTemplate } from './controls.js';
import { presetsTemplate } from './presets.js';
import { saveTemplate } from './save.js';
import { shareTemplate } from './share.js';
import { shortcutsTemplate } from './shortcuts.js';

/** @typedef {import('../engine/schema.js').Value} Value */

/**
 * @param {object} options
 * @param {import('./arrangement.js').Arrangement} options.arrangement
 * @param {import('../engine/schema.js').ExperimentSchema} options.experiment
 * @param {() => import('../engine/scope.js').Scope} options.scopeOf the run that is shown
 * @param {import('../engine/schema.js').Configuration} options.wanted
 * @param {ReadonlyMap<string, string>} options.errors
 * @param {import('./own-data.js').OwnDataPanel} options.data
 * @param {{ open: boolean, on: boolean }} options.keys
 * @param {import('./live.js').Host} options.host
 * @param {() => string} options.link
 * @param {() => string} options.mapOf name of the map that is shown
 * @param {(kind: 'svg' | 'png') => void} options.onPicture saves the map
 * @param {import('./save-view.js').Saving} options.saving
 * @param {(name: string, value: Value) => void} options.change
 * @param {(parameters: Record<string, Value>) => void} options.startOver
 */
export function moreTemplate(options) {
  const { arrangement, experiment, scopeOf, wanted, errors, data, keys, host } = options;
  const scope = scopeOf();
  const { shows, locks } = arrangement;
  const { seed, parameters } = scope.configuration;
  /** What is shown, and cannot be used where it is locked. @param {string} name @param {() => unknown} part */
  const framed = (name, part) =>
    shows(name)
      ? html`<fieldset class="frame" data-name=${name} ?disabled=${locks(name)}>
          ${locks(name) ? lockMark() : null}${part()}
        </fieldset>`
      : null;
  return html`
    <div class="more" part="settings">
      ${
        experiment.presets?.length
          ? framed('presets', () =>
              guard([wanted, language()], () =>
                presetsTemplate({
                  experiment,
                  given: wanted.parameters,
                  onPreset: ({ parameters: preset }) => options.startOver({ ...preset }),
                }),
              ),
            )
          : null
      }
      ${
        shows('settings')
          ? guard([scope.configuration, wanted, errors, language()], () =>
              controlsTemplate({
                schemas: experiment.parameters,
                values: parameters,
                given: wanted.parameters,
                seed,
                errors,
                arrangement,
                onChange: (name, value) => options.change(name, value),
                onSeed: (value) => options.change('seed', value),
                onDefaults: () => options.startOver({}),
              }),
            )
          : null
      }
      ${
        experiment.data
          ? framed('data', () =>
              guard([scope.manifest, data.own, data.state, language()], () =>
                data.template(experiment.data, scope.manifest.data),
              ),
            )
          : null
      }
      ${
        shows('share')
          ? shareTemplate(host, {
              title: experiment.title,
              linkOf: options.link,
              onPicture: options.onPicture,
            })
          : null
      }
      ${framed('save', () =>
        guard([experiment, language()], () =>
          saveTemplate({
            scopeOf,
            mapOf: options.mapOf,
            onPicture: options.onPicture,
            saving: options.saving,
          }),
        ),
      )}
      ${
        shows('keys')
          ? shortcutsTemplate({
              ...keys,
              onToggle: (open) => {
                keys.open = open;
              },
              onSwitch: (on) => {
                keys.on = on;
                host.refresh();
              },
            })
          : null
      }
    </div>
  `;
}
