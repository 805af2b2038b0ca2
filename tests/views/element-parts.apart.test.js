/** Presets, own data and paired metrics of the element. */
import { describe, expect, test, vi } from 'vitest';
import { findNearestPreset, findPreset } from '../../web/element/find-preset.js';
import { hasReachedTarget, pairMetrics } from '../../web/element/metrics.js';
import { OwnDataPanel, readOwnData } from '../../web/element/own-data.js';
import { readSettings } from '../../web/element/settings.js';
import { outlines } from '../../web/index.js';

// The built-in experiment, with presets and a baseline added.
vi.mock('../../web/engine/registry.js', async (original) => {
  const { registry } = /** @type {typeof import('../../web/engine/registry.js')} */ (await original());
  const presets = [
    { name: 'usual', label: 'Usual', help: 'All at their defaults.', parameters: {} },
    { name: 'moved', label: 'Moved', help: 'Another map.', parameters: { map: [0, 1, 2, 3, 4], epochs: 2 } },
  ];
  const changed = { ...registry, experiments: [{ ...registry.experiments[0], presets }] };
  return { registry: changed, outlines: () => changed.experiments };
});

const experiment = { ...outlines()[0], article: '', paper: '', metrics: [] };

/** @param {Record<string, string>} attributes @param {string | null} [link] */
const readTestSettings = (attributes, link = null) =>
  readSettings({ attributes: new Map(Object.entries(attributes)), link });

describe('presets', () => {
  test('the attribute sets parameters, and other attributes take precedence over it', () => {
    const { configuration, notices } = readTestSettings({
      preset: 'moved',
      epochs: '9',
      'learning-rate': '0.01',
    });
    expect(notices).toEqual([]);
    expect(configuration.parameters).toEqual({ map: [0, 1, 2, 3, 4], epochs: 9, learningRate: 0.01 });
    expect(readTestSettings({ preset: 'usual' }).configuration.parameters).toEqual({});
  });

  test('an unknown preset is reported with the known ones', () => {
    const { configuration, notices } = readTestSettings({ preset: 'gone', epochs: '3' });
    expect(configuration.parameters).toEqual({ epochs: 3 });
    expect(notices.join()).toMatch(/preset: "gone".*usual, moved/);
  });

  test('parameters are recognized as a preset', () => {
    /** @param {Record<string, import('../../web/engine/schema.js').Value>} parameters */
    const findPresetName = (parameters) => findPreset(experiment, parameters)?.name;
    expect(findPresetName({})).toBe('usual');
    expect(findPresetName({ epochs: 4 })).toBe('usual');
    expect(findPresetName({ map: [0, 1, 2, 3, 4], epochs: 2 })).toBe('moved');
    expect(findPresetName({ map: [0, 1, 2, 3, 4] })).toBeUndefined();
    expect(findPresetName({ map: [0, 1, 2, 3, 4], epochs: 2, contexts: 5 })).toBe('moved');
    expect(findPreset({ ...experiment, presets: undefined }, {})).toBeUndefined();
  });

  test('other parameters are described by the nearest preset and the differences', () => {
    /** @param {Record<string, import('../../web/engine/schema.js').Value>} parameters */
    const nearest = (parameters) => {
      const { preset, changed } = findNearestPreset(experiment, parameters);
      return [preset?.name, ...changed.map(({ name }) => name)];
    };
    expect(nearest({ epochs: 9 })).toEqual(['usual', 'epochs']);
    expect(nearest({ map: [0, 1, 2, 3, 4] })).toEqual(['usual', 'map']);
    expect(nearest({ map: [0, 1, 2, 3, 4], epochs: 2, learningRate: 0.5 })).toEqual([
      'moved',
      'learningRate',
    ]);
  });
});

describe('numbers', () => {
  test('no target is reached before the first step', () => {
    const metric = /** @type {const} */ ({
      name: 'accuracy',
      label: '',
      help: '',
      better: 'higher',
      target: 0.5,
    });
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
    const pairedMetrics = metrics(
      'loss',
      'epochLoss',
      'baselineLoss',
      'baselineEpochLoss',
      'accuracy',
      'baselineAccuracy',
      'found',
    );
    const pairs = pairMetrics({ ...experiment, hasBaseline: true, metrics: pairedMetrics });
    expect(pairs.map(([one, other]) => [one.name, other?.name])).toEqual([
      ['loss', 'baselineLoss'],
      ['epochLoss', 'baselineEpochLoss'],
      ['accuracy', 'baselineAccuracy'],
      ['found', undefined],
    ]);
  });

  test('of a single model are not paired', () => {
    const alone = pairMetrics({
      ...experiment,
      hasBaseline: false,
      metrics: metrics('loss', 'baselineLoss'),
    });
    expect(alone.map(([one, other]) => [one.name, other])).toEqual([
      ['loss', undefined],
      ['baselineLoss', undefined],
    ]);
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
    const panel = new OwnDataPanel(null, /** @type {any} */ ({}));
    expect(panel.template(undefined, undefined)).toBeNull();
    expect(panel.template({ label: 'Own', help: '', maximumBytes: 10 }, undefined)).not.toBeNull();
  });
});
