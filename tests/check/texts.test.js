/** Checks that every translation has exactly the texts of the sources. */
import { describe, expect, it } from 'vitest';
import { collectTexts, extractTexts, listTranslations, readTexts } from '../../.tools/texts.js';
import { parsePieces } from '../../web/lab/prose-parser.js';
import { computeKey, packTexts, unpackTexts } from '../../web/language/key.js';

/** @import { Text } from '../../.tools/texts.js' */

/** Placeholders and link targets, which must be the same in every language. @param {string} text */
function listFixedParts(text) {
  const places = [...text.matchAll(/\{\w+\}/g)].map(([place]) => place);
  const targets = parsePieces(text).map(({ kind, target }) => (kind === 'link' ? target : ''));
  return [...new Set(places), ...targets.filter(Boolean)].sort();
}

/**
 * Returns the faults of a translation, one sentence each.
 * @param {Record<string, Text>} english
 * @param {Record<string, Text>} other
 * @param {string} tag
 */
function findTranslationFaults(english, other, tag) {
  const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
  const faults = Object.keys(other)
    .filter((key) => !(key in english))
    .map((key) => `${key}: no such text`);
  for (const [key, text] of Object.entries(english)) {
    const translation = other[key];
    const forms = typeof translation === 'string' ? [translation] : Object.values(translation ?? {});
    if (forms.length === 0 || forms.some((form) => form.trim() === '')) faults.push(`${key}: not translated`);
    else if (typeof text !== typeof translation)
      faults.push(`${key}: has plural forms in only one of the languages`);
    else if (
      typeof translation === 'object' &&
      String(Object.keys(translation).sort()) !== String([...categories].sort())
    )
      faults.push(`${key}: needs ${categories.join(', ')}`);
    for (const form of forms)
      if (form && String(listFixedParts(form)) !== String(listFixedParts(key)))
        faults.push(`${key}: different placeholders`);
  }
  return faults;
}

describe('the texts', () => {
  it('have unique short keys', async () => {
    const keys = Object.keys(await collectTexts());
    expect(new Set(keys.map(computeKey)).size).toBe(keys.length);
  });

  it('are unchanged by packing; those that are the same in both languages are left out', () => {
    const texts = { a: 'A', same: 'same', '{n} of them': { one: 'eines', other: '{n}' } };
    const packed = packTexts(texts);
    expect(packed.translations).toEqual(['A', texts['{n} of them']]);
    expect(Object.fromEntries(unpackTexts(packed))).toEqual({
      [computeKey('a')]: 'A',
      [computeKey('{n} of them')]: texts['{n} of them'],
    });
  });

  it.each(listTranslations())('are complete and in the order of the sources in %s', async (tag) => {
    const english = await collectTexts();
    const faults = findTranslationFaults(english, readTexts(tag), tag);
    expect(faults, 'run `npm run format` to add and remove texts').toEqual([]);
    expect(Object.keys(readTexts(tag)), 'run `npm run format` to sort them').toEqual(Object.keys(english));
  });
});

it('the extractor finds texts in each form', () => {
  const source = `
    /** translate('in a comment') */
    translate('plain'); translate("with 'quotes'"); translateToParts('around {key}', { key }); const kHint = markText(
      'said later',
    );
    translateCount(n, { one: '{n} step', other: '{n} steps' }, { n });
    markProse\`
      One paragraph
      of two lines.

      # A heading
    \`;
    h('p', {}, 'not said');`;
  expect(Object.fromEntries(extractTexts('a.js', source))).toEqual({
    plain: 'plain',
    "with 'quotes'": "with 'quotes'",
    'around {key}': 'around {key}',
    'said later': 'said later',
    '{n} steps': { one: '{n} step', other: '{n} steps' },
    'One paragraph of two lines.': 'One paragraph of two lines.',
    'A heading': 'A heading',
  });
  expect([...extractTexts('a.html', '<p data-say>Hello\n  there</p><p>not said</p>').keys()]).toEqual([
    'Hello there',
  ]);
  const core =
    'log("no"); count(/* translated */ "a; b", line); const Axis /* translated */ x{"row", 1}, y{"column", 2}; f("no");';
  expect([...extractTexts('a.cpp', core).keys()]).toEqual(['a; b', 'row', 'column']);
});

describe('the translation check', () => {
  const english = {
    'step {n}': 'step {n}',
    '[A](b) c': '[A](b) c',
    '{n} steps': { one: '{n} step', other: '{n} steps' },
  };
  const german = {
    'step {n}': 'Schritt {n}',
    '[A](b) c': 'c [A](b)',
    '{n} steps': { one: '{n} Schritt', other: '{n} Schritte' },
  };

  it('accepts a complete translation', () => {
    expect(findTranslationFaults(english, german, 'de')).toEqual([]);
  });

  it.each([
    ['a missing text', { 'step {n}': '' }, 'step {n}: not translated'],
    ['a missing placeholder', { 'step {n}': 'Schritt' }, 'step {n}: different placeholders'],
    ['a link with another target', { '[A](b) c': 'c [A](d)' }, '[A](b) c: different placeholders'],
    ['a missing plural form', { '{n} steps': { other: '{n} Schritte' } }, '{n} steps: needs one, other'],
    ['a translation that no source uses', { more: 'mehr' }, 'more: no such text'],
  ])('notices %s', (_, change, fault) => {
    expect(findTranslationFaults(english, { ...german, ...change }, 'de')).toEqual([fault]);
  });
});
