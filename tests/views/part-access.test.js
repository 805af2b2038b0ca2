/** The names of `hide=` and `lock=`, and their effects. */
import { describe, expect, it } from 'vitest';
import { elementSchemas } from '../../web/element/attributes.js';
import { readSettings } from '../../web/element/settings.js';
import { experiments, parseLink, writeLink } from '../../web/index.js';
import {
  computePartAccess,
  elementParts,
  getViewPartName,
  listPartNames,
} from '../../web/instrument/part-access.js';
import { formatViewLabel } from '../../web/parts/format.js';

const [first] = experiments();

/** @param {string} link */
const readLinkSettings = (link) => readSettings({ attributes: new Map(), link: `v1;${link}` });

describe.each(experiments())('$name', (experiment) => {
  it('accepts each name, and a link keeps it', () => {
    for (const { name, fixed } of listPartNames(experiment)) {
      const link = `experiment=${experiment.name};hide=${name};lock=${fixed ? name : ''}`;
      const settings = readLinkSettings(link);
      const one = computePartAccess(settings, experiment);
      expect([...settings.notices, ...one.notices]).toEqual([]);
      expect([one.isVisible(name), one.isLocked(name), one.isAvailable(name)]).toEqual([false, fixed, false]);
      const newLink = writeLink(settings.configuration, one.extras, elementSchemas);
      expect(Object.fromEntries(parseLink(newLink, elementSchemas).extras)).toEqual({
        hide: name,
        ...(fixed && { lock: name }),
      });
    }
  });

  it('labels a view in the same way if a parameter has its name', () => {
    const { parameters, views } = experiment;
    const names = views.map((view) => getViewPartName(parameters, view));
    expect(names.map(formatViewLabel)).toEqual(views.map(formatViewLabel));
  });
});

it('reports an unknown name with the known ones, and ignores it', () => {
  const { notices, isVisible } = computePartAccess({ hide: 'save, nonsense,save', lock: 'numbers' }, first);
  expect(notices).toEqual([
    expect.stringMatching(/^hide: "nonsense" is not accepted; expected names out of: run, .*loss-curve/),
    expect.stringMatching(/^lock: "numbers" is not accepted; expected names out of: run, /),
  ]);
  expect([isVisible('save'), isVisible('share')]).toEqual([false, true]);
});

it('locks only parameters and the seed with `settings`', () => {
  const { isLocked } = computePartAccess({ lock: 'settings' }, first);
  expect(['seed', ...first.parameters.map(({ name }) => name)].filter((name) => !isLocked(name))).toEqual([]);
  expect(['run', 'presets', 'speed'].filter(isLocked)).toEqual([]);
});

it('shows only transport, presets and views on a projector, in its theme', () => {
  const settings = readLinkSettings('mode=projector');
  expect(settings.theme).toBe('projector');
  const { isVisible } = computePartAccess(settings, first);
  const left = listPartNames(first)
    .map(({ name }) => name)
    .filter(isVisible);
  const parts = left.filter((name) => elementParts.some((part) => part.name === name));
  expect(parts).toEqual(['run', 'step', 'reset', 'speed', 'numbers', 'presets']);
  expect(left).toEqual(expect.arrayContaining([...first.views]));
});
