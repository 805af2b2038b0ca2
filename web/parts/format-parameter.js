/** Describes a setting in words. */

import { translate } from '../language/translate.js';
import { formatCount, formatSetting } from './format.js';

/** @import { Schema, Values } from '../engine/view-types.js' */

/**
 * @param {Schema['parameters'][number]} parameter
 * @param {Values} requested
 * @returns {string} the parameter and its value, as the settings show them
 */
export function formatParameter({ name, label = name, choices = [], default: usual = '' }, requested) {
  const value = requested[name] ?? usual;
  if (typeof value === 'boolean')
    return value ? translate('{label}: yes', { label }) : translate('{label}: no', { label });
  // A list is described by its length.
  const several = Array.isArray(value) && formatCount(value.length);
  const words = several || (typeof value === 'number' ? formatSetting(value) : String(value));
  return `${label}: ${choices.find((choice) => choice.value === value)?.label ?? words}`;
}
