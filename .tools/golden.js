/** `npm run golden`: recomputes the reference vectors in tests/golden with PyTorch and NumPy. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installRequirements } from './setup.js';
import { main, root, run, say } from './shell.js';

await main(async () => {
  await installRequirements(['golden']);
  for (const name of readdirSync(join(root, 'tests/golden')).filter((file) => /^make_.*\.py$/.test(file))) {
    say(name);
    // Only Debian's Python finds Debian's PyTorch.
    await run('/usr/bin/python3', [join(root, 'tests/golden', name)], `${name} failed.`, { quiet: false });
  }
});
