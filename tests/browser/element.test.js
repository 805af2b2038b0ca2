/** Tests the element in the lab and in a plain blog post, in real browsers, under the published policy. */
import { expect, test } from 'vitest';
import { openLab } from './fixture.js';
import { readInstrument, waitForElements, waitUntil, waitUntilLive } from './instrument.js';
import { chooseFullSpeed, click, openExploration, showTable } from './operate.js';

/** @import { AttentoScope } from '../../web/element/attento-scope.js' */

const { onPage } = openLab('chromium', { fresh: true });
/** Opens the lab at a speed at which no run ends during a test. @param {(page: import('puppeteer-core').Page) => Promise<void>} act */
const inLab = (act) => onPage('#v1;experiment=context-lookup;speed=200', act);

test('moving the truth retrains the network and marks the step in the curve', () =>
  inLab(async (page) => {
    await waitUntilLive(page);
    await chooseFullSpeed(page);
    await click(page, '.primary');
    await waitUntil(page, ({ step, verdicts }) => step === 40_000 && verdicts[0] === '✓ found');
    await click(page, '[role=gridcell]', 6);
    await click(page, '.readout-move');
    const moved = await waitUntil(page, ({ step, run }) => step === 80_000 && run === 'Run on');
    expect(moved.link).toContain('map=6,7,3,5,1');
    await waitUntil(page, ({ verdicts }) => verdicts.every((verdict) => verdict === '✓ found'));
    await showTable(page, '.curve');
    await waitForElements(page, '.curve td');
    const table = await page.$eval('attento-scope >>> .curve table', (node) => node.textContent);
    expect(table).toContain('truth of context 0 moved to 6');
  }));

test('the keyboard operates everything, and shortcuts do not apply while typing in a field', () =>
  inLab(async (page) => {
    await waitUntilLive(page);
    const [button] = await page.$$('attento-scope >>> .transport .button:nth-of-type(3)');
    await button?.focus();
    await page.keyboard.press('ArrowRight');
    await waitUntil(page, ({ step }) => step === 1);
    await page.keyboard.press('r');
    await waitUntil(page, ({ step }) => step === 0);
    await page.keyboard.press('?');
    await waitForElements(page, '.shortcuts');
    await page.keyboard.press('Escape');
    await (await page.$$('attento-scope >>> [role=gridcell]'))[0]?.focus();
    for (const key of /** @type {const} */ (['ArrowDown', 'End', 'ArrowLeft']))
      await page.keyboard.press(key);
    await (await page.$('attento-scope >>> .readout-move'))?.press('Enter');
    await waitUntil(page, ({ link }) => link.includes('map=2,6,3,5,1'));
    const where = await page.$eval('attento-scope >>> .readout-where', (node) => node.textContent);
    expect(where).toContain('context 1, position 6');
    expect(await page.$eval('attento-scope >>> .readout-formula', (node) => node.textContent)).toMatch(
      /share=.*=0\.\d{3}/,
    );
    await (await page.$$('attento-scope >>> [role=gridcell]'))[0]?.focus();
    await page.keyboard.press(' ');
    await waitUntil(page, ({ step, run }) => step > 0 && run === 'Pause');
    await page.keyboard.press(' ');
    await waitUntil(page, ({ run }) => run === 'Run');
    const [plot] = await page.$$('attento-scope >>> .curve-plot');
    await plot?.focus();
    // The curve is updated less often than the step count.
    const isBackAtStart = async () => {
      await page.keyboard.press('Home');
      return plot?.evaluate((node) => node.getAttribute('aria-valuetext'));
    };
    // Without a cursor it shows the current step, which is displayed above.
    expect(await page.$eval('attento-scope >>> .curve-value', (node) => node.textContent)).toMatch(/^\S+$/);
    await expect.poll(isBackAtStart).toMatch(/^\S+ at step \d+$/);
    await openExploration(page, 'settings');
    await click(page, '#field-seed');
    const { step } = await readInstrument(page);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('r');
    expect((await readInstrument(page)).step).toBe(step);
  }));

test('an element ends when it is removed, and restarts when it is put back', () =>
  onPage('embed/blog-post.html', async (page) => {
    const run = () => page.$eval('attento-scope', (element) => void element.run());
    await waitUntil(page, ({ run }) => run === 'Run');
    await run();
    await waitUntil(page, ({ step }) => step > 0);
    const code = await page.evaluate(async () => {
      const element = /** @type {AttentoScope} */ (document.querySelector('attento-scope'));
      const { scope, parentElement } = element;
      element.remove();
      while (element.scope === scope) await new Promise(requestAnimationFrame);
      parentElement?.append(element);
      return scope?.evaluate().catch((error) => error.code);
    });
    expect(code).toBe('DISPOSED');
    await expect.poll(() => page.workers()).toEqual([]);
    await waitUntil(page, ({ state }) => state === 'off');
    await run();
    await waitUntil(page, ({ step }) => step > 0);
  }));
