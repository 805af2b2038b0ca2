/**
 * Files that broke other readers or would break a careless one, each with the error message of ours. `node
 * tests/fuzz/hostile-files.js` writes them as seeds of the fuzzers.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * A safetensors file.
 * @param {string | Uint8Array} header
 * @param {Uint8Array | number} [data] bytes, or a number of zeros
 * @param {bigint} [length] the length of the header that the file claims
 * @returns {Uint8Array}
 */
function makeFile(header, data = 0, length) {
  const text = typeof header === 'string' ? new TextEncoder().encode(header) : header;
  const values = typeof data === 'number' ? new Uint8Array(data) : data;
  const bytes = new Uint8Array(8 + text.length + values.length);
  new DataView(bytes.buffer).setBigUint64(0, length ?? BigInt(text.length), true);
  bytes.set(text, 8);
  bytes.set(values, 8 + text.length);
  return bytes;
}

/** A tensor's entry, as text. @param {string} shape @param {string} offsets @param {string} [name] @param {string} [dtype] */
const makeEntry = (shape, offsets, name = 'w', dtype = 'F32') =>
  `"${name}":{"dtype":"${dtype}","shape":[${shape}],"data_offsets":[${offsets}]}`;

/**
 * A header that is not UTF-8.
 * @param {string} header its text after the first brace
 * @param {string} tail its text after the byte 0xff
 */
const makeLatin1Header = (header, tail) =>
  Uint8Array.from([...`{"${header}`, '\xff', ...tail].map((sign) => sign.charCodeAt(0)));

/** @param {number} value @returns {Uint8Array} */
const encodeFloat = (value) => new Uint8Array(Float32Array.of(value).buffer);

/** The bytes and the error message of each file, by name. @type {Readonly<Record<string, [Uint8Array, string]>>} */
export const hostileFiles = {
  'no-bytes': [new Uint8Array(), 'file = 0 bytes: expected at least 8 bytes'],
  'seven-bytes': [new Uint8Array(7), 'file = 7 bytes: expected at least 8 bytes'],
  'header-past-the-end': [
    makeFile('{}', 0, 3n),
    'header length = 3 bytes: expected at most the 2 bytes that follow',
  ],
  'huge-header': [
    makeFile('{}', 0, 2n ** 64n - 1n),
    'header length = 18446744073709551615 bytes: expected at most 1048576 bytes',
  ],
  'header-that-wraps-to-the-file': [
    makeFile('{}', 0, 2n ** 64n - 8n),
    'header length = 18446744073709551608 bytes: expected at most 1048576 bytes',
  ],
  'header-above-the-cap': [
    makeFile('{}', 0, 2n ** 20n + 1n),
    'header length = 1048577 bytes: expected at most 1048576 bytes',
  ],
  'header-cut': [makeFile('{"w":{"dtype"'), "header byte 13 = end of the header: expected ':'"],
  'no-object': [makeFile('[]'), 'header = "[]": expected \'{\' as its first byte'],
  'not-utf-8': [makeFile(makeLatin1Header('w', '":1}')), 'header byte 3 = byte 0xff: expected valid UTF-8'],
  'overlong-utf-8': [
    makeFile(Uint8Array.of(0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d)),
    'header byte 2 = byte 0xc0: expected valid UTF-8',
  ],
  'half-a-surrogate': [
    makeFile('{"\\ud800":{}}'),
    "header byte 8 = '\"': expected \\u and the second half of a surrogate pair",
  ],
  nesting: [makeFile(`{"w":${'['.repeat(10_000)}`), "header byte 5 = '[': expected '{'"],
  'nesting-of-objects': [
    makeFile(`{"__metadata__":${'{"a":'.repeat(10_000)}`),
    "header byte 21 = '{': expected a string",
  ],
  duplicate: [
    makeFile(`{${makeEntry('1', '0,4')},${makeEntry('1', '0,4')}}`, 4),
    'header byte 57 = "w": expected each key of an object only once',
  ],
  'duplicate-by-escape': [
    makeFile(`{${makeEntry('1', '0,4')},${makeEntry('1', '4,8', '\\u0077')}}`, 8),
    'header byte 62 = "w": expected each key of an object only once',
  ],
  'duplicate-key': [
    makeFile('{"w":{"dtype":"F32","dtype":"F32","shape":[1],"data_offsets":[0,4]}}', 4),
    'header byte 27 = "dtype": expected each key of an object only once',
  ],
  'shape-product-wraps-to-zero': [
    makeFile(`{${makeEntry('4294967296,4294967296', '0,0')}}`),
    'w.shape = [4294967296, 4294967296]: expected a product of at most 33554432 elements',
  ],
  'shape-product-wraps-to-four': [
    makeFile(`{${makeEntry('4611686018427387905,4', '0,16')}}`, 16),
    'w.shape = [4611686018427387905, 4]: expected a product of at most 33554432 elements',
  ],
  'shape-of-bytes-wraps': [
    makeFile(`{${makeEntry('4611686018427387905', '0,4')}}`, 4),
    'w.shape = [4611686018427387905]: expected a product of at most 33554432 elements',
  ],
  'shape-too-long': [
    makeFile(`{${makeEntry(Array(1000).fill(1).join(), '0,4')}}`, 4),
    'w.shape = [1, 1, 1, 1, 1, 1, 1, 1, 1] and on: expected at most 8 integers',
  ],
  'negative-shape': [
    makeFile(`{${makeEntry('-1', '0,4')}}`, 4),
    "header byte 29 = '-': expected a non-negative integer",
  ],
  'negative-offset': [
    makeFile(`{${makeEntry('1', '-4,0')}}`, 4),
    "header byte 48 = '-': expected a non-negative integer",
  ],
  'huge-exponent': [
    makeFile(`{${makeEntry('1e999999999', '0,4')}}`, 4),
    "header byte 30 = 'e': expected ',' or ']'",
  ],
  'fraction-of-a-shape': [
    makeFile(`{${makeEntry('1.5', '0,4')}}`, 4),
    "header byte 30 = '.': expected ',' or ']'",
  ],
  'more-than-64-bits': [
    makeFile(`{${makeEntry('18446744073709551617', '0,4')}}`, 4),
    "header byte 48 = '7': expected an integer below 2^64",
  ],
  'offsets-unlike-shape': [
    makeFile(`{${makeEntry('1000', '0,4')}}`, 4),
    'w.data_offsets = [0, 4]: expected begin and end 4000 bytes apart, as F32 [1000] needs',
  ],
  'offsets-backwards': [
    makeFile(`{${makeEntry('1', '4,0')}}`, 4),
    'w.data_offsets = [4, 0]: expected begin and end 4 bytes apart, as F32 [1] needs',
  ],
  'offsets-past-the-end': [
    makeFile(`{${makeEntry('2', '0,8')}}`, 4),
    'w.data_offsets = [0, 8]: expected an end within the 4 bytes of data',
  ],
  'offsets-that-wrap': [
    makeFile(`{${makeEntry('1', '18446744073709551612,18446744073709551616')}}`, 4),
    "header byte 88 = '6': expected an integer below 2^64",
  ],
  overlap: [
    makeFile(`{${makeEntry('2', '0,8', 'a')},${makeEntry('2', '4,12', 'b')}}`, 12),
    'b.data_offsets = [4, 12]: expected to begin at 8, where the tensor before ends: no holes, no overlaps',
  ],
  hole: [
    makeFile(`{${makeEntry('1', '0,4', 'a')},${makeEntry('1', '8,12', 'b')}}`, 12),
    'b.data_offsets = [8, 12]: expected to begin at 4, where the tensor before ends: no holes, no overlaps',
  ],
  'data-left-over': [
    makeFile(`{${makeEntry('1', '0,4')}}`, 8),
    'data = 8 bytes: expected 4 bytes, the end of the last tensor',
  ],
  'unknown-type': [
    makeFile(`{${makeEntry('1', '0,4', 'w', 'F31')}}`, 4),
    'w.dtype = "F31": expected one of F64, I64, U64, C64, F32, I32, U32, F16, BF16, I16, U16, U8, I8, BOOL, F8_E5M2, F8_E4M3, F8_E8M0, F8_E4M3FNUZ, F8_E5M2FNUZ, F6_E2M3, F6_E3M2, F4',
  ],
  nan: [
    makeFile(`{${makeEntry('1', '0,4')}}`, encodeFloat(Number.NaN)),
    'w[0] = NaN: expected a finite number',
  ],
  infinity: [
    makeFile(`{${makeEntry('1', '0,4')}}`, encodeFloat(Number.POSITIVE_INFINITY)),
    'w[0] = Infinity: expected a finite number',
  ],
  'negative-infinity': [
    makeFile(`{${makeEntry('1', '0,4')}}`, encodeFloat(Number.NEGATIVE_INFINITY)),
    'w[0] = -Infinity: expected a finite number',
  ],
};

/** @param {string} name */
export const getSeedPath = (name) =>
  fileURLToPath(new URL(`seeds/safetensors_fuzz/${name}`, import.meta.url));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, [bytes]] of Object.entries(hostileFiles)) writeFileSync(getSeedPath(name), bytes);
}
