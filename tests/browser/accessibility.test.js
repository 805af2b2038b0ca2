/** Checks the lab and a blog post with axe, in every theme, with everything unfolded. */
import { describe, expect, test } from 'vitest';
import { mechanisms } from '../../web/index.js';
import { isFullRun } from '../full-run.js';
import { defaultBrowsers } from './driver.js';
import { openSharedBrowser, openSharedSite } from './fixture.js';
import {
  click,
  findAxeViolations,
  openExploration,
  showTable,
  waitForElements,
  waitUntil,
  waitUntilLive,
} from './instrument.js';

const site = openSharedSite();

describe.each(defaultBrowsers)('%s', (name) => {
  const browser = openSharedBrowser(name);

  test.runIf(isFullRun).each(['dark', 'light', 'projector'])('the lab in the %s theme', async (theme) => {
    const { page } = await browser.open(`${site.url}#v1;theme=${theme};nonsense=1`);
    await waitUntilLive(page);
    await click(page, '.primary');
    await waitUntil(page, ({ step }) => step > 100);
    await click(page, '.primary');
    await page.evaluate(() => {
      const root = document.querySelector('attento-scope')?.shadowRoot;
      for (const fold of root?.querySelectorAll('.side :is(.metric, .more-metrics)') ?? [])
        fold.setAttribute('open', '');
    });
    await click(page, '[role=gridcell]', 12);
    expect(await findAxeViolations(page)).toEqual([]);
    for (const name of ['settings', 'save', 'keys', 'prediction']) {
      await openExploration(page, name);
      expect(await findAxeViolations(page), name).toEqual([]);
    }
    await openExploration(page, '');
    await showTable(page, '.main .bars');
    await showTable(page, '.curve');
    expect(await findAxeViolations(page)).toEqual([]);
  });

  test('a quiz, the panel for teachers and the worksheet', async () => {
    const { page } = await browser.open(`${site.url}#v1;experiment=translation;lock=seed;mode=quiz`);
    await waitForElements(page, '.drawing [role=gridcell]');
    expect(await findAxeViolations(page)).toEqual([]);
    await page.evaluate(() => {
      location.hash = 'v1;experiment=translation;lock=seed';
    });
    await waitUntilLive(page);
    await page.evaluate(() => {
      const panel = /** @type {HTMLDetailsElement} */ (document.querySelector('.classroom'));
      panel.open = true;
    });
    await page.waitForSelector('.class-qr svg');
    expect(await findAxeViolations(page)).toEqual([]);
    await page.evaluate(() => {
      const buttons = [...document.querySelectorAll('.class-buttons button')];
      /** @type {HTMLElement} */ (buttons.find(({ textContent }) => textContent === 'Worksheet')).click();
    });
    await page.waitForSelector('.worksheet');
    expect(await findAxeViolations(page)).toEqual([]);
  });

  test.runIf(isFullRun)('the reference of all mechanisms, with its formulas', async () => {
    const { page, problems } = await browser.open(`${site.url}reference.html`);
    const formulas = await page.$$eval('section', (sections) =>
      sections.map((section) => section.querySelectorAll('math').length),
    );
    expect(formulas).toHaveLength(mechanisms().length);
    expect(formulas.every((count) => count > 0)).toBe(true);
    expect(problems).toEqual([]);
    expect(await findAxeViolations(page)).toEqual([]);
  });

  test('the poster in a blog post', async () => {
    const { page } = await browser.open(`${site.url}embed/blog-post.html`);
    await waitUntil(page, ({ run }) => run === 'Run');
    expect(await findAxeViolations(page)).toEqual([]);
  });
});

const chromium = openSharedBrowser('chromium');

test.runIf(isFullRun)('a negative control: axe does find a button without a name', async () => {
  const { page } = await chromium.open(`${site.url}#chapter=1`);
  await page.evaluate(() => document.body.append(document.createElement('button')));
  expect((await findAxeViolations(page)).join()).toContain('button-name');
});
