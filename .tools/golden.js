/** `npm run golden`: recomputes the reference vectors in tests/golden with PyTorch and NumPy. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installRequirements } from './setup.js';
import { printLine, root, runMain, runOrFail } from './shell.js';

await runMain(async () => {
  await installRequirements(['golden']);
  for (const name of readdirSync(join(root, 'tests/golden')).filter((file) => /^make_.*\.py$/.test(file))) {
    printLine(name);
    // Only Debian's Python finds Debian's PyTorch.
    await runOrFail('/usr/bin/python3', [join(root, 'tests/golden', name)], `${name} failed.`, {
      quiet: false,
    });
  }
});
