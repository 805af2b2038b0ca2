/** The address from which the widget loads the element, for values of `base` in a notebook. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import widget from '../../web/embed/anywidget.js';

beforeAll(() => {
  vi.stubGlobal('location', new URL('http://lab.example/tree'));
});
afterAll(() => {
  vi.unstubAllGlobals();
});

/** @param {unknown} base @returns {Promise<string>} the error message, since no script can be loaded here */
const getError = (base) =>
  widget
    .render({ model: { get: (name) => (name === 'base' ? base : undefined) }, el: /** @type {any} */ ({}) })
    .then(
      () => 'shown',
      ({ message }) => message,
    );

test.each([
  ['https://example.org/attentoscope/', 'https://example.org/attentoscope/attentoscope.js'],
  ['https://example.org/attentoscope', 'https://example.org/attentoscope/attentoscope.js'],
  ['https://example.org/0.1.0/anywidget.mjs', 'https://example.org/0.1.0/attentoscope.js'],
  ['http://lab.example/files/', 'http://lab.example/files/attentoscope.js'],
  ['http://127.0.0.1:4173/', 'http://127.0.0.1:4173/attentoscope.js'],
])('base %s loads the script %s', async (base, address) => {
  expect(await getError(base)).toMatch(new RegExp(`^${address} could not be loaded`));
});

test.each([
  'http://elsewhere.example/',
  'javascript:alert(1)//attentoscope.js',
  'data:text/javascript,alert(1)//.js',
  'blob:https://example.org/1-2-3',
  'file:///tmp/',
  'https://user:password@example.org/',
  'https://example.org/?next=x.js',
  'https://example.org/#x.js',
])('base %j is rejected', async (base) => {
  const message = await getError(base);
  expect(message).toMatch(/^base: .* is not accepted; expected the address/);
  expect(message).toContain(JSON.stringify(base));
});
