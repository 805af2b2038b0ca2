/**
 * Writes the link that reproduces what a live instrument shows, and tells whether it already runs with given settings.
 */
import { computePartAccess } from '../instrument/part-access.js';
import { writeLink } from '../outline.js';
import { elementSchemas, readElementFields } from './attributes.js';

/** @import { Value } from '../engine/schema.js' */
/** @import { LiveInstrument } from './live.js' */

/** @param {LiveInstrument} live @returns {string} */
export function writeLiveLink({ host, liveRun, partAccess, mapName, hold, text }) {
  const { experiment, data, speed, requestedConfiguration } = liveRun;
  /** @type {Map<string, Value>} */
  const extras = new Map([...readElementFields(host.element), ...partAccess.extras]);
  // The mode projector implies the theme projector.
  if (extras.get('theme') === partAccess.mode) extras.delete('theme');
  if (mapName !== undefined && mapName !== experiment.maps[0]?.name) extras.set('shown', mapName);
  if (hold) extras.set('hold', hold);
  if (text) extras.set('text', text);
  if (speed !== undefined) extras.set('speed', Number.isFinite(speed) ? String(speed) : 'full');
  if (data.linkField !== undefined) extras.set('data', data.linkField);
  return writeLink(requestedConfiguration, extras, elementSchemas);
}

/** @param {LiveInstrument} live @param {import('./settings.js').Settings} settings @returns {boolean} whether the present run has these settings */
export function runsSettings({ liveRun, partAccess }, settings) {
  const { configuration, speed, data } = settings;
  const { extras } = computePartAccess(settings, liveRun.experiment);
  const write = (/** @type {unknown[]} */ ...state) => JSON.stringify(state);
  return (
    speed === liveRun.speed &&
    write(...extras) === write(...partAccess.extras) &&
    write(configuration, data) === write(liveRun.requestedConfiguration, liveRun.data.linkField)
  );
}
