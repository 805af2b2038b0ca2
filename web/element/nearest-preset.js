/**
 * Which preset parameters are, or come nearest to. Posters ask it, too, so it needs nothing else.
 * @module
 */

/** @import { Outline, ParameterSchema, Preset, Value } from '../engine/schema.js' */

/**
 * @param {Outline} experiment
 * @param {Readonly<Record<string, Value>>} given
 * @returns {Preset | undefined} the preset that these parameters are
 */
export function presetOf(experiment, given) {
  const { preset, changed } = nearestPreset(experiment, given);
  return changed.length === 0 ? preset : undefined;
}

/**
 * @param {Outline} experiment
 * @param {Readonly<Record<string, Value>>} given
 * @returns {{ preset?: Preset, changed: ParameterSchema[] }} the preset with the fewest parameters of another value
 */
export function nearestPreset({ parameters, presets = [] }, given) {
  const all = presets.map((preset) => ({
    preset,
    changed: parameters.filter(
      ({ name, default: usual }) => String(given[name] ?? usual) !== String(preset.parameters[name] ?? usual),
    ),
  }));
  return all.sort((a, b) => a.changed.length - b.changed.length)[0] ?? { changed: [...parameters] };
}
