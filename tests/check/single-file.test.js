import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeBase91 } from '../../.tools/single-file.js';
import { decodeBase91 } from '../../web/engine/base91.js';

test('base91 text decodes to the same bytes and cannot contain </script', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = encodeBase91(Buffer.from(bytes));
      expect(decodeBase91(text)).toEqual(bytes);
      expect(text).not.toContain('<');
    }),
  );
});
