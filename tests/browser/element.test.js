/** Tests the element in the lab and in a plain blog post, in real browsers, under the published policy. */
import { describe, expect, test } from 'vitest';
import { createScope } from '../../web/index.js';
import { isFullRun } from '../full-run.js';
import { browserNames } from './driver.js';
import { alternateBrowsers, onCleanPage, openSharedBrowser, openSharedSite } from './fixture.js';
import {
  chooseFullSpeed,
  click,
  openExploration,
  readInstrument,
  showTable,
  waitForElements,
  waitForFrames,
  waitUntil,
  waitUntilLive,
} from './instrument.js';

const site = openSharedSite();

describe.each(browserNames)('%s', (name) => {
  alternateBrowsers();
  const browser = openSharedBrowser(name, { fresh: true });
  const onPage = onCleanPage(browser, site);
  /** Opens the lab at a speed at which no run ends during a test. @param {(page: import('puppeteer-core').Page) => Promise<void>} act */
  const inLab = (act) => onPage(act, '#v1;experiment=context-lookup;speed=200');

  test('shows a poster and fetches no module before Run, then learns the truth', () => {
    site.requests.length = 0;
    return onPage(async (page) => {
      await waitUntil(page, ({ run }) => run === 'Run');
      await expect.poll(() => page.$$('attento-scope >>> svg.poster rect[stroke]')).toHaveLength(5 + 3);
      expect(site.requests.filter((path) => /wasm|live|worker/.test(path))).toEqual([]);
      await click(page, '.primary');
      await waitUntil(page, ({ state }) => state === 'live');
      expect(site.requests).toContain('/core.wasm');
      await waitUntil(page, ({ run, step }) => run === 'Run on' && step === 40_000);
      await expect.poll(async () => (await readInstrument(page)).verdicts).toEqual(Array(5).fill('✓ found'));
    }, 'embed/blog-post.html');
  });

  test('the lab is live on opening, and Run, Pause, Step and Reset work', () =>
    inLab(async (page) => {
      await waitUntilLive(page);
      await click(page, '.primary');
      const running = await waitUntil(page, ({ step, run }) => step > 20 && run === 'Pause');
      await click(page, '.primary');
      const paused = await waitUntil(page, ({ run }) => run === 'Run');
      expect(paused.step).toBeGreaterThanOrEqual(running.step);
      await waitForFrames(page, 20);
      const still = await readInstrument(page);
      expect(still.run).toBe('Run');
      await click(page, '.transport .button', 1);
      await waitUntil(page, ({ step }) => step === still.step + 1);
      await click(page, '.transport .button', 2);
      await waitUntil(page, ({ step }) => step === 0);
      await chooseFullSpeed(page);
      await click(page, '.primary');
      await waitUntil(page, ({ step }) => step === 40_000);
    }));

  test('moving the truth retrains the network and marks the step in the curve', () =>
    inLab(async (page) => {
      await waitUntilLive(page);
      await chooseFullSpeed(page);
      await click(page, '.primary');
      await waitUntil(page, ({ step, verdicts }) => step === 40_000 && verdicts[0] === '✓ found');
      await click(page, '[role=gridcell]', 6);
      const moved = await waitUntil(page, ({ step, run }) => step === 80_000 && run === 'Run on');
      expect(moved.link).toContain('map=6,7,3,5,1');
      await waitUntil(page, ({ verdicts }) => verdicts.every((verdict) => verdict === '✓ found'));
      await showTable(page, '.curve');
      await waitForElements(page, '.curve td');
      const table = await page.$eval('attento-scope >>> .curve table', (node) => node.textContent);
      expect(table).toContain('truth of context 0 moved to 6');
    }));

  test.runIf(isFullRun)('reloading the permalink gives the same configuration and weights', async () => {
    const { page, problems } = await browser.open(`${site.url}#v1;experiment=context-lookup;seed=11`);
    await waitUntilLive(page);
    await openExploration(page, 'settings');
    await click(page, '.field .button');
    await waitUntil(page, ({ link }) => link.includes('seed=12'));
    await click(page, '#field-learningRate');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('2');
    await page.keyboard.press('Tab');
    await waitUntil(page, ({ link }) => link.includes('learningRate=0.002'));
    await click(page, '.bars-choice input', 1);
    await waitUntil(page, ({ link }) => link.includes('shown=embedding'));
    await chooseFullSpeed(page);
    await click(page, '.share button');
    await page.waitForSelector('attento-scope >>> .share-dialog textarea', { visible: true });
    const field = await page.$eval(
      'attento-scope >>> .share-dialog textarea',
      (node) => /** @type {HTMLTextAreaElement} */ (node).value,
    );
    expect(field).toBe(page.url());
    await page.keyboard.press('Escape');
    await expect.poll(() => page.$$('attento-scope >>> .share-dialog')).toHaveLength(0);
    await click(page, '.primary');
    const trained = (/** @type {import('./instrument.js').Reading} */ { step, run, verdicts }) =>
      step === 40_000 && run === 'Run on' && verdicts.every((verdict) => verdict === '✓ found');
    const before = await waitUntil(page, trained);
    await page.reload();
    await waitUntil(page, ({ state, link }) => state === 'live' && link === before.link);
    await click(page, '.primary');
    const after = await waitUntil(page, trained);
    expect(after).toEqual(before);
    expect(problems).toEqual([]);
  });

  test.runIf(isFullRun)('has the same fingerprint as Node after training', () =>
    inLab(async (page) => {
      await waitUntilLive(page);
      await chooseFullSpeed(page);
      await click(page, '.primary');
      const { fingerprint } = await waitUntil(page, ({ step, run }) => step === 40_000 && run === 'Run on');
      const scope = await createScope({ experiment: 'context-lookup', seed: 7, worker: false });
      await scope.train({ steps: 40_000 });
      expect(fingerprint).toBe(await scope.fingerprint());
      scope.dispose();
    }),
  );

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
      for (const key of /** @type {const} */ (['ArrowDown', 'End', 'ArrowLeft', 'Enter']))
        await page.keyboard.press(key);
      await waitUntil(page, ({ link }) => link.includes('map=2,6,3,5,1'));
      const where = await page.$eval('attento-scope >>> .readout-where', (node) => node.textContent);
      expect(where).toContain('context 1, position 6');
      expect(await page.$eval('attento-scope >>> .readout-formula', (node) => node.textContent)).toMatch(
        /share=.*=0\.\d{3}/,
      );
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

  test('three elements on a page pause when out of view, end when removed and restart when put back', () =>
    onPage(async (page) => {
      await page.evaluate(() => {
        const third = document.createElement('attento-scope');
        third.setAttribute('experiment', 'context-lookup');
        third.setAttribute('theme', 'dark');
        // It must not end before it is out of view.
        third.setAttribute('epochs', '1000');
        document.body.append(third);
      });
      await waitUntil(page, ({ run }) => run === 'Run', { index: 2 });
      for (const index of [2, 1, 0]) {
        await page.evaluate(async (index) => {
          const element = /** @type {any} */ (document.querySelectorAll('attento-scope')[index]);
          element.scrollIntoView();
          await element.run();
        }, index);
        await waitUntil(page, ({ step }) => step > 0, { index });
      }
      const hidden = await waitUntil(page, ({ run }) => run === 'Run', { index: 2 });
      await page.evaluate(() => document.querySelectorAll('attento-scope')[2]?.scrollIntoView());
      await waitUntil(page, ({ step }) => step > hidden.step, { index: 2 });

      const code = await page.evaluate(async () => {
        const element = /** @type {import('../../web/element/attento-scope.js').AttentoScope} */ (
          document.querySelectorAll('attento-scope')[2]
        );
        const { scope } = element;
        element.remove();
        while (element.scope === scope) await new Promise(requestAnimationFrame);
        document.body.append(element);
        return scope?.evaluate().catch((error) => error.code);
      });
      expect(code).toBe('DISPOSED');
      await waitUntil(page, ({ state }) => state === 'off', { index: 2 });
      await page.evaluate(() => {
        const element = /** @type {any} */ (document.querySelectorAll('attento-scope')[2]);
        element.scrollIntoView();
        element.run();
      });
      await waitUntil(page, ({ step }) => step > 0, { index: 2 });
    }, 'embed/blog-post.html'));
});
