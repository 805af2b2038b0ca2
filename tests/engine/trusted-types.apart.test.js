/** The Trusted Types policy accepts only values that this package has created. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getTrustedPolicy, unusedWorkerUrls } from '../../web/engine/trusted-types.js';

beforeAll(() => {
  vi.stubGlobal('trustedTypes', {
    createPolicy: (/** @type {string} */ _, /** @type {object} */ rules) => rules,
  });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

test('markup is accepted only with its template literal', () => {
  const policy = getTrustedPolicy();
  const literal = ((/** @type {TemplateStringsArray} */ strings) => strings)`<p></p>`;
  expect(policy?.createHTML('<p></p>', literal)).toBe('<p></p>');
  for (const none of [undefined, {}, ['<p></p>'], { raw: ['<p></p>'] }])
    expect(() => policy?.createHTML('<img onerror="alert(1)">', /** @type {any} */ (none))).toThrow(
      TypeError,
    );
});

test('an address is accepted once', () => {
  unusedWorkerUrls.add('blob:one');
  expect(getTrustedPolicy()?.createScriptURL('blob:one')).toBe('blob:one');
  for (const address of ['blob:one', 'https://elsewhere.example/'])
    expect(() => getTrustedPolicy()?.createScriptURL(address)).toThrow(TypeError);
});
