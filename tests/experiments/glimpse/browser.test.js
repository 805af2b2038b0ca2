/** Tests glimpses in browsers: stepping through a path, many pictures, and placing a glyph by pointer and keyboard. */
import { describe, expect, test } from 'vitest';
import { defaultBrowsers } from '../../browser/driver.js';
import { useBrowser, useSite } from '../../browser/fixture.js';
import {
  click,
  explore,
  pixels,
  press,
  texts,
  train,
  untilLive,
  untilSaid,
  violationsOf,
} from '../../browser/instrument.js';

const site = useSite();
const small = 'experiment=glimpse;examples=400;features=16;hidden=16;batchSize=4;samples=4';

describe.each(defaultBrowsers)('%s', (name) => {
  const browser = useBrowser(name);

  test('glimpses are selected by click and arrow keys, and many pictures are shown at once', async () => {
    const { page, problems } = await browser.open(`${site.url}#v1;${small}`);
    await untilLive(page);
    await train(page, 40);
    const told = '.reading .readout';
    await untilSaid(page, told, /^Glimpse 4 at row .* the glyph\. It would answer/);
    await click(page, '[data-name=glimpse-path] .glimpse-beside .bars-choice', 0);
    await untilSaid(page, told, /^Glimpse 1 at row 12\.0, column 12\.0/);
    await page.keyboard.press('ArrowRight');
    await untilSaid(page, told, /^Glimpse 2 at row/);
    expect(await texts(page, '[data-name=glimpse-path] .glimpse-confidence tbody th')).toHaveLength(6);
    await explore(page, 'many-pictures');
    await expect.poll(() => texts(page, '.glimpse-many figcaption')).toHaveLength(12);
    expect(await violationsOf(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('a glyph is placed by pointer and keyboard; an empty and a full picture have their own messages', async () => {
    const { page, problems } = await browser.open(`${site.url}#v1;${small}`);
    await untilLive(page);
    await train(page, 40);
    await explore(page, 'own-glimpses');
    const own = '.glimpse-yours';
    await untilSaid(page, `${own} .panel-status`, /^Read after step 40/);
    await press(page, own, 'No glyph');
    await untilSaid(page, `${own} .panel-status`, /without a glyph never occurs in training/);
    await untilSaid(page, `${own} .readout`, /^Glimpse 4 at row [\d.]+, column [\d.]+\. It would answer/);
    await press(page, own, 'No dots');
    await click(page, `${own} .bars-choice`, 2);
    await click(page, `${own} .glimpse-plot`);
    await untilSaid(page, `${own} .readout`, /right is “diamond”|that is right/);
    await page.$eval(`attento-scope >>> ${own} .glimpse-plot`, (plot) =>
      /** @type {HTMLElement} */ (plot).focus(),
    );
    await page.keyboard.press('ArrowUp');
    await untilSaid(page, `${own} .glimpse-main`, /row 12, column 13/);
    await page.keyboard.press('Backspace');
    await untilSaid(page, `${own} .panel-status`, /without a glyph/);
    await press(page, own, 'Strew dots');
    await expect.poll(() => pixels(page, `${own} .glimpse-plot canvas`)).toBeTruthy();
    expect(await violationsOf(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
});
