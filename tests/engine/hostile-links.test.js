/** Any fragment and any attributes give a valid configuration or a notice, never an exception, with bounded work. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementSchemas, themes, toAttributeName } from '../../web/element/attributes.js';
import { readSettings } from '../../web/element/settings.js';
import { maxLinkBytes, parseLink as parseWith } from '../../web/engine/link-codec.js';
import { calculator, outlines, parseLink, writeLink } from '../../web/index.js';
import { arbitraryDamage, arbitraryParameters, arbitraryText, isAllowed, prototypeNames } from './hostile.js';

/** @import { Link } from '../../web/engine/link-codec.js' */

const schemas = [...outlines(), calculator];
const names = [
  ...new Set(schemas.flatMap(({ parameters }) => parameters.map(({ name }) => name))),
  ...elementSchemas.map(({ name }) => name),
  ...prototypeNames,
  'experiment',
  'seed',
];

/** @param {string} text */
const read = (text) => parseLink(text, elementSchemas);
/** @param {Link} link */
const write = ({ configuration, extras }) => writeLink(configuration, extras, elementSchemas);

/**
 * Expects that a configuration is valid and that its notices are readable.
 * @param {Pick<Link, 'configuration' | 'notices'>} link
 */
function expectValid({ configuration, notices }) {
  const experiment = schemas.find(({ name }) => name === configuration.experiment);
  expect(experiment).toBeDefined();
  expect(
    Number.isInteger(configuration.seed) && configuration.seed >= 0 && configuration.seed < 2 ** 32,
  ).toBe(true);
  /** @param {string} name */
  const reference = (name) =>
    Number(
      configuration.parameters[name] ??
        experiment?.parameters.find((schema) => schema.name === name)?.default,
    );
  expect(Object.getPrototypeOf(configuration.parameters)).toBe(Object.prototype);
  for (const [name, value] of Object.entries(configuration.parameters)) {
    const schema = experiment?.parameters.find((one) => one.name === name);
    expect([name, value, schema && isAllowed(schema, value, reference)]).toEqual([name, value, true]);
  }
  expect(notices.length).toBeLessThan(12);
  for (const notice of notices) expect(notice).toMatch(/^[\s\S]{10,2000}\.$/);
}

/** @param {string} text */
function expectSurvived(text) {
  const link = read(text);
  expectValid(link);
  expect(themes).toContain(link.extras.get('theme') ?? 'auto');
  const again = read(write(link));
  expect(again.notices).toEqual([]);
  expect([again.configuration, again.extras]).toEqual([link.configuration, link.extras]);
  expect(write(again)).toBe(write(link));
}

/** Valid links of an experiment. @param {typeof schemas[number]} experiment */
const goodLinks = (experiment) =>
  fc
    .tuple(arbitraryParameters(experiment), fc.nat(2 ** 32 - 1), fc.constantFrom(...themes))
    .map(([parameters, seed, theme]) =>
      writeLink(
        { experiment: experiment.name, seed, parameters },
        new Map([['theme', theme]]),
        elementSchemas,
      ),
    );

describe.each(schemas.map((experiment) => [experiment.name, experiment]))('links of %s', (_, experiment) => {
  it('encode every valid configuration, without notices', () => {
    fc.assert(
      fc.property(goodLinks(experiment), (text) => {
        expect(read(text).notices).toEqual([]);
        expect(read(text).configuration.experiment).toBe(experiment.name);
        expectSurvived(text);
      }),
      { numRuns: 150 },
    );
  });

  it('can be read after any damage', { timeout: 120_000 }, () => {
    fc.assert(fc.property(goodLinks(experiment).chain(arbitraryDamage), expectSurvived), { numRuns: 400 });
  });

  it('can be read with any values under any names', () => {
    const value = fc.oneof(
      arbitraryText,
      arbitraryText.map((text) => text.replace(/[^\d,.e-]/g, '') || '1,2'),
      fc.double().map(String),
    );
    const entries = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...names), arbitraryText), value), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(entries, (entries) => {
        const fields = entries.map(([name, value]) => `${name}=${value}`);
        expectSurvived(['v1', `experiment=${experiment.name}`, ...fields].join(';'));
      }),
      { numRuns: 250 },
    );
  });
});

describe('the work of reading a text', () => {
  /**
   * Counts accesses to the registry while a text is read.
   * @param {string} text
   */
  function lookups(text) {
    let count = 0;
    /** @template T @param {T} value @returns {T} */
    const counted = (value) =>
      typeof value === 'object' && value !== null
        ? new Proxy(value, {
            get(target, name, receiver) {
              count++;
              return counted(Reflect.get(target, name, receiver));
            },
          })
        : value;
    const registry = structuredClone({ experiments: schemas });
    parseWith(counted(/** @type {any} */ (registry)), text, elementSchemas);
    return count;
  }

  const [longest] = [...schemas].sort((a, b) => b.parameters.length - a.parameters.length);
  const start = `v1;experiment=${longest.name};`;
  const full = (/** @type {string} */ part) =>
    start + part.repeat(Math.floor((maxLinkBytes - start.length) / part.length));

  it('is at most proportional to the number of entries times the number of parameters', () => {
    const once = lookups(`${start}a=1`);
    for (const part of ['a=1;', 'x;', ';', '%=;', '__proto__=1;', 'seed=1;']) {
      const text = full(part);
      expect(lookups(text)).toBeLessThan(once * text.split(';').length);
    }
    const many = full('aaaa=1;').replace(/aaaa/g, () => Math.random().toString(36).slice(2, 6));
    // Each unknown name is searched among the parameters; only the first few cause notices.
    const searches = longest.parameters.length * many.split(';').length;
    expect(lookups(many)).toBeLessThan(1.2 * searches + 10 * once);
    for (const list of ['1,', ',', '1e9,', 'x,'])
      expect(lookups(full(`map=${list.repeat(1500)}`))).toBeLessThan(20 * once);
  });

  it('is constant for any text that is too long', () => {
    const refused = lookups('x'.repeat(maxLinkBytes + 1));
    for (const part of ['a=1;', 'é', '\ud800', '%41', '1,']) {
      const long = `v1;${part.repeat(1_000_000)}`;
      expect(lookups(long)).toBe(refused);
      expect(read(long).notices).toEqual([`Link: longer than ${maxLinkBytes} bytes. Ignored.`]);
    }
  });
});

describe('attributes', () => {
  const attributeNames = fc.oneof(
    fc.constantFrom(...names.map(toAttributeName), 'preset', 'speed', 'shown', 'controls'),
    arbitraryText,
  );

  it('of any name and any value give valid settings', { timeout: 120_000 }, () => {
    const presets = schemas.flatMap(({ presets = [] }) => presets.map(({ name }) => name));
    const values = fc.oneof(
      arbitraryText,
      fc.constantFrom(...presets, ...schemas.map(({ name }) => name), ...themes, 'full', '1,2,3'),
      fc.double().map(String),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(attributeNames, values)), (entries) => {
        const settings = readSettings({ attributes: new Map(entries), link: null });
        expectValid({ ...settings, notices: [] });
        expect(settings.speed === undefined || settings.speed >= 0.1).toBe(true);
        expect(themes).toContain(settings.theme ?? 'auto');
      }),
      { numRuns: 1000 },
    );
  });

  it.each(schemas.map((experiment) => [experiment.name, experiment]))(
    'of %s give the same configuration as its links',
    (name, experiment) => {
      fc.assert(
        fc.property(arbitraryParameters(experiment), fc.nat(2 ** 32 - 1), (parameters, seed) => {
          const own = Object.entries(parameters).map(([key, value]) => [toAttributeName(key), String(value)]);
          const attributes = new Map(
            [['experiment', name], ['seed', String(seed)], ...own].map(([key, value]) => [key, value]),
          );
          const { configuration, notices } = readSettings({ attributes, link: null });
          const link = read(writeLink({ experiment: name, seed, parameters }));
          expect(notices).toEqual([]);
          expect(configuration).toEqual(link.configuration);
        }),
        { numRuns: 100 },
      );
    },
  );
});
