/**
 * Finds the preset that equals given parameters or is nearest to them. This file has no imports, to keep posters small.
 */

/** @import { ExperimentOutline, ParameterSchema, Preset, Value } from '../engine/schema.js' */

/**
 * @param {ExperimentOutline} experiment
 * @param {Readonly<Record<string, Value>>} requested
 * @returns {Preset | undefined} the preset with exactly these parameters
 */
export function findPreset(experiment, requested) {
  const { preset, changed } = findNearestPreset(experiment, requested);
  return changed.length === 0 ? preset : undefined;
}

/**
 * @param {ExperimentOutline} experiment
 * @param {Readonly<Record<string, Value>>} requested
 * @returns {{ preset?: Preset, changed: ParameterSchema[] }} the preset with the fewest differing parameters, and those parameters
 */
export function findNearestPreset({ parameters, presets = [] }, requested) {
  const all = presets.map((preset) => ({
    preset,
    changed: parameters.filter(
      ({ name, default: usual }) =>
        String(requested[name] ?? usual) !== String(preset.parameters[name] ?? usual),
    ),
  }));
  return all.sort((a, b) => a.changed.length - b.changed.length)[0] ?? { changed: [...parameters] };
}
