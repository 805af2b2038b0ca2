import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementSchemas } from '../../web/element/attributes.js';
import { themes } from '../../web/element/features/theme.js';
import { readSettings } from '../../web/element/settings.js';
import { maxLinkBytes, parseLink, writeLink } from '../../web/engine/permalink.js';
import { calculator, experiments, parseLink as parseAny, writeLink as writeAny } from '../../web/index.js';
import { toAttributeName } from '../../web/instrument/attribute-names.js';

/** @import { ParameterSchema } from '../../web/engine/schema.js' */

/** Names of properties that every object inherits. */
const prototypeNames = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length'];

/** Texts with a special meaning in some formats. */
const awkward =
  '%|%00|%ff|\0|\ud800|\u202e|#|;|=|,|-0|+1|1e999|0x10|9007199254740993|NaN|Infinity|null|true|<img>'.split(
    '|',
  );

/** Any text: letters, lone surrogates, control characters, punctuation. */
const arbitraryText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
  fc.constantFrom(...awkward, ...prototypeNames),
);

const standard = { experiment: 'context-lookup', seed: 7, parameters: {} };

/** @type {ParameterSchema[]} */
const extraSchemas = [
  {
    name: 'theme',
    type: 'choice',
    default: 'auto',
    choices: ['auto', 'dark'].map((value) => ({ value, label: value })),
  },
  { name: 'hide', type: 'text', default: '' },
];

/** @param {string} text */
const read = (text) => parseLink(text, extraSchemas);

describe('reading a link', () => {
  it('reads every key, with or without #', () => {
    for (const prefix of ['', '#']) {
      const link = read(
        `${prefix}v1;experiment=context-lookup;learningRate=1e-2;map=1,2,3,4,0;seed=42;theme=dark`,
      );
      expect(link.notices).toEqual([]);
      expect(link.configuration).toEqual({
        experiment: 'context-lookup',
        seed: 42,
        parameters: { learningRate: 0.01, map: [1, 2, 3, 4, 0] },
      });
      expect([...link.extras]).toEqual([['theme', 'dark']]);
    }
  });

  it('uses the defaults for an empty link, without a notice', () => {
    for (const text of ['', '#', 'v1', 'v1;', '#v1;;;']) {
      expect(read(text)).toEqual({ configuration: standard, extras: new Map(), notices: [] });
    }
  });

  it.each([
    ['section-2', 'v1;'],
    ['v2;experiment=context-lookup', 'v1;'],
    ['v1;experiment=nothing', 'context-lookup'],
    ['v1;seed=-1', 'seed'],
    ['v1;seed= 7', 'seed'],
    ['v1;learningRate=NaN', 'learningRate'],
    ['v1;contexts=33', 'contexts'],
    ['v1;map=1,2', 'map'],
    ['v1;contexts=3;map=2,7,3,5,1', 'map'],
    ['v1;unknown=1', 'unknown'],
    ['v1;__proto__=1', '__proto__'],
    ['v1;theme=pink', 'theme'],
    ['v1;=1', '=1'],
    ['v1;seed=%', 'seed'],
    [`v1;hide=${'x'.repeat(maxLinkBytes)}`, `${maxLinkBytes}`],
    [`v1;hide=${'é'.repeat(maxLinkBytes / 2)}`, `${maxLinkBytes}`],
  ])('has a notice about the error in %s and reads the rest', (text, expected) => {
    const link = read(text);
    expect(link.notices).toHaveLength(1);
    expect(link.notices[0]).toContain(expected);
    expect(link.configuration.experiment).toBe('context-lookup');
    expect(Object.hasOwn(link.configuration.parameters, 'map')).toBe(false);
  });

  /** @type {[string, (link: string) => string][]} */
  const changes = [
    ['encoded as a whole', (link) => encodeURIComponent(link)],
    ['encoded twice', (link) => encodeURIComponent(encodeURIComponent(link))],
    ['with encoded equals signs', (link) => link.replaceAll('=', '%3D')],
    ['with escapes in lower case', (link) => encodeURIComponent(link).toLowerCase()],
    ['with &amp; between its parts', (link) => link.replaceAll(';', '&amp;')],
    ['with & between its parts', (link) => link.replaceAll(';', '&')],
  ];
  for (const end of '. , ) ). > %3E ” %E2%80%9D ! … ; ;. %22 * "] ?)'.split(' '))
    changes.push([`with ${end} behind it`, (link) => link + end]);

  it.each(changes)('reads a link %s', (_, change) => {
    for (const link of ['v1;experiment=context-lookup', 'v1;experiment=context-lookup;contexts=3;seed=42']) {
      const { configuration } = read(link);
      expect(read(change(link))).toEqual({ configuration, extras: new Map(), notices: [] });
    }
  });

  it('keeps brackets and escapes that belong to a value', () => {
    const hide = (/** @type {string} */ text) => read(text).extras.get('hide');
    expect(hide('v1;hide=v · tanh(W q + U k)')).toBe('v · tanh(W q + U k)');
    expect(hide('(see v1;hide=f(x)).'.slice(5))).toBe('f(x)');
    expect(hide(encodeURIComponent('v1;hide=100%25%20(a%3Bb)'))).toBe('100% (a;b)');
    expect(hide('v1;hide=a.;seed=8.')).toBe('a.');
  });

  it('uses the first of two values, with a notice', () => {
    const link = read('v1;seed=1;seed=2');
    expect(link.configuration.seed).toBe(1);
    expect(link.notices[0]).toContain('twice');
  });

  it('limits the number and length of notices', () => {
    const link = read(`v1;${Array.from({ length: 500 }, (_, i) => `k${i}=1`).join(';')}`);
    expect(link.notices.length).toBeLessThan(12);
    expect(link.notices.join('').length).toBeLessThan(4000);
  });

  it('pollutes no prototype', () => {
    read('v1;__proto__=1;__proto__.polluted=1;constructor.prototype.polluted=1;parameters=__proto__');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

describe('writing a link', () => {
  it('writes what differs from the defaults, in alphabetical order after the experiment', () => {
    expect(writeLink(standard)).toBe('v1;experiment=context-lookup');
    const parameters = { map: [1, 2, 3, 4, 5], learningRate: 0.01, epochs: 4 };
    const extras = new Map([
      ['theme', 'dark'],
      ['hide', ''],
    ]);
    expect(writeLink({ ...standard, seed: 1, parameters }, extras, extraSchemas)).toBe(
      'v1;experiment=context-lookup;learningRate=0.01;map=1,2,3,4,5;seed=1;theme=dark',
    );
  });

  it('encodes special characters', () => {
    const hide = 'a;b=c&d#e%f\u{1f600}\ud800';
    const text = writeLink(standard, new Map([['hide', hide]]), extraSchemas);
    expect(text).toMatch(/^[\x21-\x7e]+$/);
    expect(read(text).extras.get('hide')).toBe(hide.replace('\ud800', '\ufffd'));
  });

  it('never ends in the punctuation of a value, which chat programs and readers may drop', () => {
    for (const hide of ['f(x.', '"', 'a)', '...', 'a ']) {
      const text = writeLink(standard, new Map([['hide', hide]]), extraSchemas);
      expect(text).toMatch(/;seed=7$/);
      for (const end of ['', '.', ').']) expect(read(text + end).extras.get('hide')).toBe(hide);
    }
    expect(writeLink(standard, new Map([['hide', 'f(x)']]), extraSchemas)).toMatch(/;hide=f\(x\)$/);
  });
});

/** Entries with names of settings and others, and values that may be valid. @param {readonly string[]} names */
const arbitraryEntries = (names) =>
  fc.array(
    fc.tuple(
      fc.oneof(fc.constantFrom(...names, ...prototypeNames), arbitraryText),
      fc.oneof(
        arbitraryText,
        fc.integer().map(String),
        fc.double().map(String),
        fc.constantFrom('1,2,3', '%'),
      ),
    ),
    { maxLength: 30 },
  );

describe.each([...experiments(), calculator])(
  'any link or attributes of $name',
  ({ name, parameters, presets = [] }) => {
    const names = [...parameters.map((schema) => schema.name), 'seed', 'theme', 'speed', 'hide'];
    /** @param {string} text */
    function expectSurvived(text) {
      const link = parseAny(text, elementSchemas);
      for (const notice of link.notices) expect(notice).toMatch(/^[\s\S]{10,2000}\.$/);
      const written = writeAny(link.configuration, link.extras, elementSchemas);
      const again = parseAny(written, elementSchemas);
      expect(again).toEqual({ ...link, notices: [] });
      expect(writeAny(again.configuration, again.extras, elementSchemas)).toBe(written);
    }

    it('give a valid configuration, which can be written and read again', () => {
      const links = presets.map((preset) =>
        writeAny({ experiment: name, parameters: { ...preset.parameters } }),
      );
      for (const link of links) expect(parseAny(link).notices).toEqual([]);
      const damaged = fc
        .tuple(fc.constantFrom(`v1;experiment=${name}`, ...links), fc.nat(), fc.nat(), arbitraryText)
        .map(
          ([link, from, to, text]) => link.slice(0, from % link.length) + text + link.slice(to % link.length),
        );
      const composed = arbitraryEntries(names).map((entries) =>
        [`v1;experiment=${name}`, ...entries.map(([key, value]) => `${key}=${value}`)].join(';'),
      );
      fc.assert(fc.property(fc.oneof(arbitraryText, damaged, composed), expectSurvived), { numRuns: 300 });
    });

    it('as attributes give the same as its link', () => {
      fc.assert(
        fc.property(arbitraryEntries(names), (entries) => {
          const attributes = new Map([
            ['experiment', name],
            ...entries.map(([key, value]) => /** @type {const} */ ([toAttributeName(key), value])),
          ]);
          const { configuration, speed, theme } = readSettings({ attributes, link: null });
          expect(parseAny(writeAny(configuration))).toMatchObject({ configuration, notices: [] });
          expect(speed === undefined || speed >= 0.1).toBe(true);
          expect(themes).toContain(theme ?? 'auto');
        }),
      );
    });
  },
);
