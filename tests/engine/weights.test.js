/** Tests files of weights: any flipped bit is detected, and files that other programs wrote are read. */
import { afterEach, expect, it } from 'vitest';
import { encodeTensors } from '../../web/engine/tensors.js';
import { countElements } from './mechanism-inputs.js';
import { createTestScope, disposeAll, expectRejection, trainTestScope } from './scopes.js';

afterEach(disposeAll);

it('with a flipped bit are rejected, unless the bit does not change a weight', async () => {
  const parameters = { examples: 100, contexts: 2, sequenceLength: 4 };
  const scope = await trainTestScope('context-lookup', parameters, 20);
  const file = await scope.saveWeights();
  const learned = await scope.fingerprint();
  const other = await createTestScope({ parameters, seed: 3 });
  const fresh = await other.fingerprint();
  const own = await other.saveWeights();
  let harmless = 0;
  // Flipping every third bit reaches all positions within a byte.
  for (let bit = 0; bit < 8 * file.length; bit += 3) {
    const damaged = file.slice();
    damaged[bit >> 3] ^= 1 << (bit & 7);
    const refused = await other.loadWeights(damaged).then(
      () => false,
      (error) => error.code === 'BAD_FILE',
    );
    expect(await other.fingerprint(), `bit ${bit}`).toBe(refused ? fresh : learned);
    if (refused) continue;
    harmless += 1;
    await other.loadWeights(own);
  }
  // Unused metadata: the configuration, and names of entries.
  const header = new DataView(file.buffer).getUint32(0, true);
  expect(harmless).toBeLessThan(8 * header);
  expect(harmless).toBeGreaterThan(0);
});

it('contain the fingerprint; files without one, as from Python, are accepted', async () => {
  const scope = await trainTestScope('context-lookup', {}, 20);
  const file = await scope.saveWeights();
  expect(new TextDecoder().decode(file)).toContain(`"fingerprint":"${await scope.fingerprint()}"`);
  const other = await createTestScope({ seed: 3 });
  const before = await other.fingerprint();
  const damaged = file.slice();
  damaged[damaged.length - 1] ^= 1;
  const value = await scope.fingerprint();
  const fields = { code: 'BAD_FILE', parameter: 'metadata fingerprint', value };
  await expectRejection(other.loadWeights(damaged), fields);
  expect(await other.fingerprint()).toBe(before);
  const own = scope.manifest.parameters.map(({ name, shape }) => ({
    name,
    shape,
    data: new Array(countElements(shape)).fill(0.5),
    whole: false,
  }));
  await other.loadWeights(encodeTensors(own));
  expect(await other.fingerprint()).not.toBe(before);
});
