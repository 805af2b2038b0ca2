/** The conformance tests of the Unicode standard in the form of tests/golden/normalization.txt and graphemes.txt. */

/** @import { Row } from './unicode.js' */

/**
 * How many rows of a part of the test of UAX #15 one test case stands for. Hangul syllables are composed by a formula, so every
 * 409th is enough: together they have every leading consonant, vowel and trailing consonant.
 * @param {string} part @param {string} character
 */
function getSamplingInterval(part, character) {
  if (part !== '@Part1') return 5;
  return character >= 'AC00' && character <= 'D7A3' ? 409 : 20;
}

/**
 * Test cases of UAX #15: each line is a text in NFC and other texts that have it as their NFC.
 * @param {Row[]} rows
 */
export function selectNormalizationCases(rows) {
  let part = '';
  /** @type {Map<string, Set<string>>} */
  const texts = new Map();
  for (const [i, { sourceSequence: source, NFCSequence, NFDSequence: decomposed }] of rows.entries()) {
    if (source[0].startsWith('@')) part = source[0];
    else if (i % getSamplingInterval(part, source[0]) === 0) {
      const composed = NFCSequence.join(' ');
      const all = texts.get(composed) ?? new Set([composed]);
      texts.set(composed, all.add(source.join(' ')).add(decomposed.join(' ')));
    }
  }
  return [...texts.values()].map((all) => `${[...all].join(';')}\n`).join('');
}

/**
 * Test cases of UAX #29 as a table. In most cases a sample character follows a beginning that several cases share: the first
 * line lists the samples, and a line with a semicolon has such a beginning and the break marks before each sample. The other
 * cases follow.
 * @param {Row[]} rows
 */
export function tabulateGraphemeCases(rows) {
  /** @type {Map<string, string[][]>} */
  const byBeginning = new Map();
  for (const row of rows) {
    const [, beginning = '', sign = '', last = ''] = /^(.*) (\S+) (\S+) \S+$/.exec(String(row)) ?? [];
    byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), [sign, last]]);
  }
  const [first = []] = byBeginning.values();
  const samples = first.map(([, last]) => last);
  const [table, others] = [[samples.join(' ')], /** @type {string[]} */ ([])];
  for (const [beginning, cases] of byBeginning) {
    const isRow = samples.every((sample, i) => cases[i]?.[1] === sample);
    if (isRow)
      table.push(
        `${beginning};${cases
          .splice(0, samples.length)
          .map(([sign]) => sign)
          .join('')}`,
      );
    others.push(...cases.map(([sign, last]) => `${beginning} ${sign} ${last} ÷`));
  }
  return [...table, ...others].map((line) => `${line}\n`).join('');
}
