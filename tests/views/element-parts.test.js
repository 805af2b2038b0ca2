/** Presets, own data and paired metrics of the element. */
import { describe, expect, test, vi } from 'vitest';
import { findNearestPreset, findPreset } from '../../web/element/find-preset.js';
import { hasReachedTarget, pairMetrics } from '../../web/element/metrics.js';
import { OwnDataController, ownDataPanelTemplate, readOwnData } from '../../web/element/own-data.js';
import { readSettings } from '../../web/element/settings.js';
import { experiments } from '../../web/index.js';

/** @type {import('../../web/engine/schema.js').Preset[]} */
const presets = [
  { name: 'usual', label: 'Usual', help: 'All at their defaults.', parameters: {} },
  { name: 'moved', label: 'Moved', help: 'Another map.', parameters: { map: [0, 1, 2, 3, 4], epochs: 2 } },
];
const experiment = { ...experiments()[0], presets };

/** @param {Record<string, string>} attributes */
const readTestSettings = (attributes) =>
  readSettings({
    attributes: new Map(Object.entries({ experiment: 'feature-attention', ...attributes })),
    link: null,
  });

describe('presets', () => {
  test('the attribute sets parameters, and other attributes take precedence over it', () => {
    const attributes = { preset: 'small-data', epochs: '9', 'learning-rate': '0.01' };
    const { configuration, notices } = readTestSettings(attributes);
    expect(notices).toEqual([]);
    expect(configuration.parameters).toEqual({ examples: 500, epochs: 9, learningRate: 0.01 });
  });

  test('an unknown preset is reported with the known ones', () => {
    const { configuration, notices } = readTestSettings({ preset: 'gone', epochs: '3' });
    expect(configuration.parameters).toEqual({ epochs: 3 });
    expect(notices.join()).toMatch(/preset: "gone".*article, hundred-features/);
  });

  test.each(
    /** @type {[Record<string, import('../../web/engine/schema.js').Value>, string, string[]][]} */ ([
      [{}, 'usual', []],
      [{ epochs: 4 }, 'usual', []],
      [{ map: [0, 1, 2, 3, 4], epochs: 2 }, 'moved', []],
      [{ map: [0, 1, 2, 3, 4], epochs: 2, contexts: 5 }, 'moved', []],
      [{ epochs: 9 }, 'usual', ['epochs']],
      [{ map: [0, 1, 2, 3, 4] }, 'usual', ['map']],
      [{ map: [0, 1, 2, 3, 4], epochs: 2, learningRate: 0.5 }, 'moved', ['learningRate']],
    ]),
  )('%j are described by the preset %s and the differences %j', (parameters, name, changed) => {
    const nearest = findNearestPreset(experiment, parameters);
    expect([nearest.preset?.name, nearest.changed.map((schema) => schema.name)]).toEqual([name, changed]);
    expect(findPreset(experiment, parameters)?.name).toBe(changed.length === 0 ? name : undefined);
  });
});

describe('numbers', () => {
  test('no target is reached before the first step', () => {
    const texts = { name: 'accuracy', label: '', help: '' };
    const metric = /** @type {const} */ ({ ...texts, better: 'higher', target: 0.5 });
    const frame = { step: 0, loss: 1, metrics: { accuracy: 0.9 } };
    expect(hasReachedTarget(metric, 0.9, null)).toBe(false);
    expect(hasReachedTarget(metric, 0.9, frame)).toBe(false);
    expect(hasReachedTarget(metric, 0.9, { ...frame, step: 1 })).toBe(true);
    expect(hasReachedTarget(metric, 0.4, { ...frame, step: 1 })).toBe(false);
  });

  /** @param {string[]} names */
  const metrics = (...names) =>
    names.map((name) => ({ name, label: name, help: '', better: /** @type {const} */ ('higher') }));

  test('of model and baseline are paired, in the order of the model’s metrics', () => {
    const names = 'loss epochLoss baselineLoss baselineEpochLoss accuracy baselineAccuracy found';
    const pairedMetrics = metrics(...names.split(' '));
    const pairs = pairMetrics({ ...experiment, hasBaseline: true, metrics: pairedMetrics });
    expect(pairs.map(([one, other]) => [one.name, other?.name])).toEqual([
      ['loss', 'baselineLoss'],
      ['epochLoss', 'baselineEpochLoss'],
      ['accuracy', 'baselineAccuracy'],
      ['found', undefined],
    ]);
  });

  test('of a single model are not paired', () => {
    const pair = metrics('loss', 'baselineLoss');
    const alone = pairMetrics({ ...experiment, hasBaseline: false, metrics: pair });
    expect(alone).toEqual(pair.map((metric) => [metric, undefined]));
  });
});

describe('own data', () => {
  test('from a file are its bytes and its name, from pasted text the text', async () => {
    const file = new File(['\ufeffgut\t1\n'], '<b>.txt');
    const { content, name } = await readOwnData(file, 100);
    expect([name, content]).toEqual(['<b>.txt', new TextEncoder().encode('\ufeffgut\t1\n')]);
    expect(await readOwnData('good\t1', 100)).toEqual({ content: 'good\t1', name: 'pasted text' });
  });

  test('that are too large or empty are rejected without reading', async () => {
    const file = new File(['a'.repeat(3000)], 'large.txt');
    const read = vi.spyOn(file, 'arrayBuffer');
    await expect(readOwnData(file, 2000)).rejects.toThrow(
      'large.txt has 3\u00a0kB; at most 2\u00a0kB are read.',
    );
    expect(read).not.toHaveBeenCalled();
    await expect(readOwnData(' \n', 2000)).rejects.toThrow(/no text/);
  });

  test('have a panel only if the experiment accepts them', () => {
    const panel = new OwnDataController(null, /** @type {any} */ ({}));
    expect(ownDataPanelTemplate(panel, undefined, undefined)).toBeNull();
    expect(
      ownDataPanelTemplate(panel, { label: 'Own', help: '', maximumBytes: 10 }, undefined),
    ).not.toBeNull();
  });
});
