/** Own data that come with the page: from an address, within its limits, and from a link, where they round-trip. */
import { createServer } from 'node:http';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { elementSchemas } from '../../web/element/attributes.js';
import { kMaxLinkedDataBytes } from '../../web/element/features/own-data.js';
import { decodeDataField, encodeDataField } from '../../web/element/page-data.js';
import { readSettings } from '../../web/element/settings.js';
import { writeLink } from '../../web/index.js';
import { fetchData } from '../../web/instrument/fetch-data.js';

/** @import { AddressInfo } from 'node:net' */

const pairs = Array.from({ length: 20 }, (_, i) => `mot${i} là\tword${i} there\t0-0 1-1`).join('\n');
const schema = elementSchemas.find(({ name }) => name === 'data');

describe('data in a link', () => {
  const anyBytes = fc.uint8Array({ maxLength: kMaxLinkedDataBytes });

  test('round-trip for any bytes, and fit the maximum length of the key', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const field = encodeDataField(bytes);
        expect(field).toMatch(/^[\w-]*$/);
        expect(field.length).toBeLessThanOrEqual(Number(schema?.maximumLength));
        expect(decodeDataField(field)).toEqual(bytes);
        const configuration = { experiment: 'translation', parameters: {} };
        const link = writeLink(configuration, new Map([['data', field]]), elementSchemas);
        const { data, notices } = readSettings({ attributes: new Map(), link });
        // Empty data have no entry.
        expect([data ?? '', notices]).toEqual([field, []]);
      }),
    );
  });

  test('are read, or rejected with an error that names them, for any text', () => {
    const letters = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ unit: fc.constantFrom(...'AZaz09-_=+/ %'), maxLength: 40 }),
      anyBytes.map((bytes) => `${encodeDataField(bytes)}A`),
    );
    let [read, refused] = [0, 0];
    fc.assert(
      fc.property(letters, (field) => {
        try {
          // Only the canonical encoding is accepted.
          expect(encodeDataField(decodeDataField(field))).toBe(field);
          read += 1;
        } catch (error) {
          const fields = { code: 'BAD_PARAMETER', parameter: 'data', name: 'AttentoscopeError' };
          expect(error).toMatchObject(fields);
          refused += 1;
        }
      }),
      { numRuns: 500 },
    );
    expect(Math.min(read, refused)).toBeGreaterThan(0);
  });

  test('that are too large for a link are rejected', () => {
    const [most, more] = [0, 1].map((beyond) =>
      encodeDataField(new Uint8Array(kMaxLinkedDataBytes + beyond)),
    );
    expect(decodeDataField(most)).toHaveLength(kMaxLinkedDataBytes);
    expect(() => decodeDataField(more)).toThrow(/at most 2000 bytes/);
    const link = `v1;experiment=translation;data=${'A'.repeat(Number(schema?.maximumLength) + 1)}`;
    const { data, notices } = readSettings({ attributes: new Map(), link });
    expect([data, notices.length]).toEqual([undefined, 1]);
  });
});

describe('data from an address', () => {
  /** What the server answers, by path. @type {Record<string, (response: import('node:http').ServerResponse) => void>} */
  const answers = {
    '/pairs.tsv': (response) => response.end(pairs),
    '/empty.tsv': (response) => response.writeHead(204).end(),
    // It never ends and has no Content-Length.
    '/endless.tsv': (response) => {
      const more = () => !response.destroyed && response.write('a\tb\n'.repeat(1000), more);
      more();
    },
    '/silent.tsv': () => undefined,
  };
  /** @type {import('node:http').Server} */
  let server;
  let base = '';
  beforeAll(async () => {
    server = createServer((request, response) => {
      const answer = answers[String(request.url)];
      if (answer) answer(response);
      else response.writeHead(404).end();
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
    base = `http://127.0.0.1:${/** @type {AddressInfo} */ (server.address()).port}/page/`;
    vi.stubGlobal('document', { baseURI: base });
  });
  afterAll(() => {
    vi.unstubAllGlobals();
    server.closeAllConnections();
    server.close();
  });
  afterEach(() => vi.restoreAllMocks());

  /** @param {string} address @param {object} [more] */
  const fetchTestData = (address, more) =>
    fetchData(address, { maximumBytes: 1e6, signal: new AbortController().signal, ...more });

  test('are its bytes, named by its absolute address', async () => {
    const { content, name, ...rest } = await fetchTestData('../pairs.tsv');
    expect(new TextDecoder().decode(/** @type {Uint8Array} */ (content))).toBe(pairs);
    expect([name, rest]).toEqual([new URL('/pairs.tsv', base).href, { fetched: true }]);
    expect((await fetchTestData('/empty.tsv')).content).toHaveLength(0);
  });

  test.each([
    ['an invalid address', 'http://', /http or https/],
    ['a script address', 'javascript:alert(1)', /http or https/],
    ['a missing file', '/gone.tsv', /gone\.tsv was answered with status 404; expected status 200/],
    [
      'an unreachable server',
      'http://127.0.0.1:1/pairs.tsv',
      /could not be read; expected .*Access-Control-Allow-Origin.*connect-src/,
    ],
  ])('from %s are rejected', async (_, address, message) => {
    const error = await fetchTestData(address).catch((reason) => reason);
    const code = /gone|127/.test(address) ? 'FETCH_FAILED' : 'BAD_FILE';
    expect(error).toMatchObject({ code, parameter: 'data-src', name: 'AttentoscopeError' });
    expect(error.value).toBeTruthy();
    expect(error.message).toMatch(message);
  });

  test('are read only up to the maximum size', async () => {
    const tooLarge = /endless\.tsv is too large; expected at most 1000000 bytes/;
    await expect(fetchTestData('/endless.tsv')).rejects.toThrow(tooLarge);
    await expect(fetchTestData('/pairs.tsv', { maximumBytes: pairs.length })).rejects.toThrow(/too large/); // à has two
  });

  test('are aborted when the server does not answer in time, and by the signal', async () => {
    await expect(fetchTestData('/silent.tsv', { timeoutMs: 1 })).rejects.toThrow(/not read within 0.001 s/);
    const off = new AbortController();
    const request = fetchTestData('/silent.tsv', { signal: off.signal });
    off.abort();
    await expect(request).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
