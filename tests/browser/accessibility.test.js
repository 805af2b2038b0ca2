/** Checks the lab and a blog post with axe, in every theme, with everything unfolded. */
import { describe, expect, test } from 'vitest';
import { mechanisms } from '../../web/index.js';
import { isFullRun } from '../seeds.js';
import { defaultBrowsers } from './driver.js';
import { useBrowser, useSite } from './fixture.js';
import { click, explore, showTable, until, untilLive, untilThere, violationsOf } from './instrument.js';

const site = useSite();

describe.each(defaultBrowsers)('%s', (name) => {
  const browser = useBrowser(name);

  test.runIf(isFullRun).each(['dark', 'light', 'projector'])('the lab in the %s theme', async (theme) => {
    const { page } = await browser.open(`${site.url}#v1;theme=${theme};nonsense=1`);
    await untilLive(page);
    await click(page, '.primary');
    await until(page, ({ step }) => step > 100);
    await click(page, '.primary');
    await page.evaluate(() => {
      const root = document.querySelector('attento-scope')?.shadowRoot;
      for (const fold of root?.querySelectorAll('.side :is(.metric, .more-metrics)') ?? [])
        fold.setAttribute('open', '');
    });
    await click(page, '[role=gridcell]', 12);
    expect(await violationsOf(page)).toEqual([]);
    for (const name of ['settings', 'save', 'keys', 'prediction']) {
      await explore(page, name);
      expect(await violationsOf(page), name).toEqual([]);
    }
    await explore(page, '');
    await showTable(page, '.main .bars');
    await showTable(page, '.curve');
    expect(await violationsOf(page)).toEqual([]);
  });

  test('a quiz, the panel for teachers and the worksheet', async () => {
    const { page } = await browser.open(`${site.url}#v1;experiment=translation;lock=seed;mode=quiz`);
    await untilThere(page, '.drawing [role=gridcell]');
    expect(await violationsOf(page)).toEqual([]);
    await page.evaluate(() => {
      location.hash = 'v1;experiment=translation;lock=seed';
    });
    await untilLive(page);
    await page.evaluate(() => {
      const panel = /** @type {HTMLDetailsElement} */ (document.querySelector('.classroom'));
      panel.open = true;
    });
    await page.waitForSelector('.class-qr svg');
    expect(await violationsOf(page)).toEqual([]);
    await page.evaluate(() => {
      const buttons = [...document.querySelectorAll('.class-buttons button')];
      /** @type {HTMLElement} */ (buttons.find(({ textContent }) => textContent === 'Worksheet')).click();
    });
    await page.waitForSelector('.worksheet');
    expect(await violationsOf(page)).toEqual([]);
  });

  test.runIf(isFullRun)('the reference of all mechanisms, with its formulas', async () => {
    const { page, problems } = await browser.open(`${site.url}reference.html`);
    const formulas = await page.$$eval('section', (sections) =>
      sections.map((section) => section.querySelectorAll('math').length),
    );
    expect(formulas).toHaveLength(mechanisms().length);
    expect(formulas.every((count) => count > 0)).toBe(true);
    expect(problems).toEqual([]);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('the poster in a blog post', async () => {
    const { page } = await browser.open(`${site.url}embed/blog-post.html`);
    await until(page, ({ run }) => run === 'Run');
    expect(await violationsOf(page)).toEqual([]);
  });
});

const chromium = useBrowser('chromium');

test.runIf(isFullRun)('a negative control: axe does find a button without a name', async () => {
  const { page } = await chromium.open(`${site.url}#chapter=1`);
  await page.evaluate(() => document.body.append(document.createElement('button')));
  expect((await violationsOf(page)).join()).toContain('button-name');
});
