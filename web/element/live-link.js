/**
 * The link to what a live instrument shows.
 * @module
 */
import { computePartAccess } from '../instrument/part-access.js';
import { writeLink } from '../outline.js';
import { elementSchemas, readElementFields } from './attributes.js';

/** @import { Value } from '../engine/schema.js' */

/**
 * @param {Element} element
 * @param {import('../instrument/part-access.js').PartAccess} arrangement
 * @param {import('./live-run.js').LiveRun} run
 * @param {string | undefined} mapName name of the map, if the reader chose one
 * @returns {string}
 */
export function writeLiveLink(
  element,
  arrangement,
  { experiment, linkData, speed, requestedConfiguration },
  mapName,
) {
  /** @type {Map<string, Value>} */
  const extras = new Map([...readElementFields(element), ...arrangement.extras]);
  // The mode projector implies the theme projector.
  if (extras.get('theme') === arrangement.mode) extras.delete('theme');
  if (mapName !== undefined && mapName !== experiment.maps[0]?.name) extras.set('shown', mapName);
  if (speed !== undefined) extras.set('speed', Number.isFinite(speed) ? String(speed) : 'full');
  if (linkData !== undefined) extras.set('data', linkData);
  return writeLink(requestedConfiguration, extras, elementSchemas);
}

/**
 * @param {import('./settings.js').Settings} settings
 * @param {import('../instrument/part-access.js').PartAccess} arrangement
 * @param {import('./live-run.js').LiveRun} run
 * @param {string | undefined} mapName name of the map, if the reader chose one
 * @returns {boolean} whether the instrument shows what the settings say
 */
export function showsSettings(settings, arrangement, run, mapName) {
  const { configuration, shown, speed, data } = settings;
  const { extras } = computePartAccess(settings, run.experiment);
  const write = (/** @type {unknown[]} */ ...state) => JSON.stringify(state);
  return (
    shown === mapName &&
    speed === run.speed &&
    write(...extras) === write(...arrangement.extras) &&
    write(configuration, data) === write(run.requestedConfiguration, run.linkData)
  );
}
