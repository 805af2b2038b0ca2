/** Tests lazy imports of built files. */
import { expect, test } from 'vitest';
import { importLazily } from '../../web/engine/lazy-import.js';

/** A wrapped import as the build writes it. @param {string} name of the export that a caller needs */
const createLoad = (name) =>
  Object.assign(async () => ({ [name]: name }), {
    toString: () => `async()=>{let{${name}:e}=await import('./probes.js');return{${name}:e}}`,
  });

test('two callers of one module each get the export that they need', async () => {
  const found = await Promise.all(
    ['first', 'second'].map((name) => importLazily(createLoad(name), [], 'https://example.org/')),
  );
  expect(found).toEqual([{ first: 'first' }, { second: 'second' }]);
});
