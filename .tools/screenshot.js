/** Takes the screenshot for the README: the lab of `dist/` in Chromium, in the middle of training. */
import { join } from 'node:path';
import { launch } from '../tests/browser/driver.js';
import { build } from './build.js';
import { serve } from './serve.js';
import { installRequirements } from './setup.js';
import { printLine, root, runMain } from './shell.js';

const until = 9000; // steps: some contexts found, some still wavering

await runMain(async () => {
  await installRequirements(['build', 'browsers']);
  await build();
  const { url, close } = await serve({ root: join(root, 'dist'), port: 0 });
  const browser = await launch('chromium', { reducedMotion: true });
  try {
    const { page } = await browser.open(`${url}#v1;experiment=context-lookup`, { width: 1280, height: 960 });
    /** @typedef {import('../web/element/attento-scope.js').AttentoScope} AttentoScope */
    await page.waitForFunction(
      () => /** @type {AttentoScope | null} */ (document.querySelector('attento-scope'))?.scope,
    );
    await page.evaluate(async (steps) => {
      const { scope } = /** @type {AttentoScope} */ (document.querySelector('attento-scope'));
      if (!scope) throw new Error('The instrument is not live.');
      await scope.pause();
      await scope.reset();
      await scope.run({ speed: 4000, until: steps });
      await new Promise((done) => scope.addEventListener('pause', done, { once: true }));
    }, until);
    await new Promise((done) => setTimeout(done, 1000));
    const path = join(root, 'web/lab/picture.png');
    await page.screenshot({ path });
    printLine(`Wrote the screenshot to ${path}`);
  } finally {
    await browser.close();
    await close();
  }
});
