import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeBase93 } from '../../.tools/single-file.js';
import { decodeBase93 } from '../../web/engine/base93.js';

test('base93 text decodes to the same bytes and cannot contain </script', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = encodeBase93(Buffer.from(bytes));
      expect(decodeBase93(text)).toEqual(bytes);
      expect(text).not.toContain('<');
    }),
  );
});
