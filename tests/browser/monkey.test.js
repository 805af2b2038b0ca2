/**
 * Monkey tests of every experiment. Afterwards the page has no errors or warnings, responds, gives the same numbers as a fresh
 * page, and has no memory leaks.
 *
 * MONKEY_SEED=… repeats a run, MONKEY_ACTIONS=… makes it longer.
 */
import { describe, expect, test } from 'vitest';
import { calculator, outlines } from '../../web/index.js';
import { isFullRun, selectSample } from '../full-run.js';
import { defaultBrowsers } from './driver.js';
import { openSharedBrowser, openSharedSite } from './fixture.js';
import { click, hasBegun, train, waitUntil, waitUntilLive } from './instrument.js';
import { runMonkey } from './monkey.js';

/** @import { AttentoScope } from '../../web/element/attento-scope.js' */
/** @import { Page } from 'puppeteer-core' */

const seed = Number(process.env.MONKEY_SEED ?? 7);
const share = { chromium: 1, firefox: 1 / 4 };
const actions = Number(process.env.MONKEY_ACTIONS ?? (isFullRun ? 600 : 30));
const kLast = 30;
/** Allowed growth of each count after more visits, in addition to a tenth. */
const kWeighed = /** @type {const} */ ([
  { what: 'nodes', room: 200 },
  { what: 'listeners', room: 50 },
  { what: 'kilobytes', room: 1500 },
]);

const names = [...outlines().map(({ name }) => name), calculator.name];
/** @param {string} name */
const createLink = (name) => `v1;experiment=${name}`;

const site = openSharedSite();

describe.each(defaultBrowsers)('%s', (name) => {
  const browser = openSharedBrowser(name);

  const timeout = 1000 * (actions + 300);
  test.each(selectSample(names, 4))('%s survives', { timeout }, async (experiment) => {
    const { page, problems } = await browser.open(`${site.url}#${createLink(experiment)}`);
    page.on('dialog', (dialog) => {
      problems.push(`dialog: ${dialog.message()}`);
      dialog.dismiss().catch((error) => problems.push(String(error)));
    });
    await waitUntilStarted(page);
    await stubDialogs(page);
    const { done, failure } = await runMonkey(page, {
      seed,
      count: actions * share[name],
      home: createLink(experiment),
      elsewhere: names.filter((other) => other !== experiment).map(createLink),
    });
    try {
      if (failure) throw failure;
      expect(await page.evaluate(() => 'struck' in globalThis)).toBe(false);
      await waitUntilStarted(page);
      if (experiment !== calculator.name) await expectAsFresh(page, experiment);
      // The workers of the only live scope.
      const beyond = async () =>
        page.workers().length -
        (await page.$eval('attento-scope', (one) => /** @type {any} */ (one).scope?.threads ?? 1));
      if (name === 'chromium') await expect.poll(beyond).toBeLessThanOrEqual(0);
      expect(problems).toEqual([]);
    } catch (error) {
      const last = done.slice(-kLast).join('\n  ');
      throw new Error(
        `MONKEY_SEED=${seed}, ${done.length} actions; problems:\n  ${problems.join('\n  ')}\nthe last actions:\n  ${last}`,
        { cause: error },
      );
    }
  });

  // Only Chromium can count the remaining objects.
  if (name === 'chromium')
    test.runIf(isFullRun)('repeated visits do not leak memory', { timeout: 300_000 }, async () => {
      const { page, problems } = await browser.open(`${site.url}#${createLink(names[0])}`);
      const tools = await page.createCDPSession();
      await tools.send('HeapProfiler.enable');
      /** Visits each experiment once, and removes and reinserts the element. */
      const visitAll = async () => {
        for (const experiment of selectSample(names)) {
          await page.evaluate((link) => {
            location.hash = link;
          }, createLink(experiment));
          await waitUntil(page, ({ state, link }) => state === 'live' && link.includes(experiment));
          await page.evaluate(async () => {
            const used = /** @type {AttentoScope} */ (document.querySelector('attento-scope'));
            await used.run();
            await used.pause();
            const place = document.createElement('p');
            used.replaceWith(place);
            await new Promise((resolve) => setTimeout(resolve));
            place.replaceWith(used);
            await used.activate();
          });
          await waitUntilStarted(page);
        }
      };
      const measureMemory = async () => {
        for (let i = 0; i < 3; i++) await tools.send('HeapProfiler.collectGarbage');
        const { nodes, jsEventListeners } = await tools.send('Memory.getDOMCounters');
        const { usedSize } = await tools.send('Runtime.getHeapUsage');
        return { nodes, listeners: jsEventListeners, kilobytes: Math.round(usedSize / 1000) };
      };
      await visitAll(); // loads everything once
      const before = await measureMemory();
      for (let i = 0; i < 2; i++) await visitAll();
      // Twice as many visits: a leak would double and stay, unlike objects that are not collected yet.
      const findGrowth = async () => {
        const after = await measureMemory();
        return kWeighed.flatMap(({ what, room }) =>
          after[what] < 1.1 * before[what] + room ? [] : `${what}: from ${before[what]} to ${after[what]}`,
        );
      };
      await expect.poll(findGrowth, { timeout: 30_000 }).toEqual([]);
      await page.evaluate(() => document.querySelector('attento-scope')?.remove());
      await expect.poll(() => page.workers().length).toBe(0);
      expect(problems).toEqual([]);
    });

  /** Run, Pause, Step and Reset work, and from the defaults the weights are those of a fresh page. @param {Page} page @param {string} experiment */
  async function expectAsFresh(page, experiment) {
    // A QR code over the whole window may be open.
    await page.evaluate(() => document.querySelector('dialog')?.close());
    // A run may pause by itself: at its planned end, or when it is out of view.
    await page.evaluate(() => /** @type {AttentoScope} */ (document.querySelector('attento-scope')).pause());
    await waitUntil(page, ({ run }) => run !== 'Pause');
    await click(page, '.primary');
    await waitUntil(page, hasBegun);
    await click(page, '.primary');
    await waitUntil(page, ({ run }) => run !== 'Pause');
    await click(page, '.transport .button', 2);
    await waitUntil(page, ({ step }) => step === 0);
    await click(page, '.transport .button', 1);
    await waitUntil(page, ({ step }) => step === 1);
    await page.evaluate((link) => {
      const used = /** @type {AttentoScope} */ (document.querySelector('attento-scope'));
      used.configuration = link;
    }, createLink(experiment));
    // Theme and language belong to the page, not to the run.
    await waitUntil(
      page,
      ({ link, state }) =>
        state === 'live' && link.replace(/;(locale|theme)=\w+/g, '') === createLink(experiment),
    );
    const [back] = await page.$$('attento-scope >>> .own-data-row button + button');
    if (back) await back.evaluate((button) => /** @type {HTMLElement} */ (button).click());
    await click(page, '.transport .button', 2);
    await waitUntil(page, ({ step }) => step === 0);
    const fresh = await browser.open(`${site.url}#${createLink(experiment)}`);
    await waitUntilLive(fresh.page);
    await Promise.all([train(page, 20), train(fresh.page, 20)]);
    const weights = [await fingerprint(page), await fingerprint(fresh.page)];
    await fresh.page.close();
    expect(weights[0]).toEqual(weights[1]);
  }
});

/** @param {Page} page */
function fingerprint(page) {
  return page.evaluate(async () => {
    const { scope } = /** @type {AttentoScope} */ (document.querySelector('attento-scope'));
    return `${await scope?.fingerprint()} after step ${scope?.step}`;
  });
}

/** Waits until the instrument is rendered. @param {Page} page */
async function waitUntilStarted(page) {
  await waitUntil(page, ({ state }) => state === 'live');
}

/** Reports unhandled rejections to the console, and disables downloads and printing. @param {Page} page */
function stubDialogs(page) {
  return page.evaluate(() => {
    addEventListener('unhandledrejection', ({ reason }) =>
      console.error('unhandled rejection', String(reason)),
    );
    addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
      console.error('policy', violatedDirective),
    );
    // Firefox waits until its dialog is closed.
    globalThis.print = () => undefined;
    const pressed = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function () {
      if (!this.download) pressed.call(this);
    };
  });
}
