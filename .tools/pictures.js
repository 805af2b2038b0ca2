/**
 * `npm run pictures`: paints the card that messengers show, and the film for the README and slides, from the recorded run of the
 * start page, in Chromium. The pixels depend only on the fonts.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from '../tests/browser/driver.js';
import { encodeGif } from './gif.js';
import { serve } from './serve.js';
import { installRequirements } from './setup.js';
import { card } from './share-tags.js';
import { printLine, root, runMain } from './shell.js';

const filmSize = { width: 600, height: 300 };

/** Number of times that the film is repeated; it ends with the trained network. */
const kRepeats = 2;

await runMain(async () => {
  await installRequirements(['browsers']);
  const { url, close } = await serve({ root });
  const browser = await launch('chromium');
  try {
    // Any page of the same address may import the modules.
    const { page } = await browser.open(`${url}package.json`);
    const painted = await page.evaluate(
      async (address, cardSize, film) => {
        /** @type {typeof import('./paint-pictures.js')} */
        const { paintCard, paintFilm } = await import(address);
        return { png: paintCard(cardSize), frames: paintFilm(film) };
      },
      `${url}.tools/paint-pictures.js`,
      card,
      filmSize,
    );
    const frames = painted.frames.map(({ pixels, delay }) => ({
      pixels: Buffer.from(pixels, 'base64'),
      delay,
    }));
    /** @param {string} name @param {Buffer} content */
    const write = (name, content) => {
      writeFileSync(join(root, 'web/lab', name), content);
      printLine(`web/lab/${name}: ${Math.round(content.length / 1000)} kB`);
    };
    write(card.file, Buffer.from(painted.png.replace(/^.*,/, ''), 'base64'));
    write('film.gif', encodeGif({ ...filmSize, frames, repeats: kRepeats }));
  } finally {
    await browser.close();
    await close();
  }
});
