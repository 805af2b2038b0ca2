/** Tests settings, presets and own data from page, link and reader. */
import { describe, expect, test } from 'vitest';
import { isFullRun } from '../full-run.js';
import { defaultBrowsers } from './driver.js';
import { onCleanPage, openSharedBrowser, openSharedSite } from './fixture.js';
import {
  choosePreset,
  click,
  hasBegun,
  openExploration,
  pressButton,
  readInstrument,
  waitForElements,
  waitUntil,
  waitUntilLive,
} from './instrument.js';

const site = openSharedSite();

describe.each(defaultBrowsers)('%s', (name) => {
  const onPage = onCleanPage(openSharedBrowser(name), site);

  test('an invalid fragment opens the default with a notice', () =>
    onPage(async (page) => {
      const { notices, link } = await waitUntilLive(page);
      expect(link).toBe('v1;experiment=context-lookup;seed=3');
      expect(notices.join('\n')).toMatch(/learningRate.*abc[\s\S]*nonsense[\s\S]*speed.*warp/);
    }, '#v1;experiment=context-lookup;learningRate=abc;nonsense=1;seed=3;speed=warp'));

  test.runIf(isFullRun)('a link to another chapter opens exactly its configuration', () =>
    onPage(async (page) => {
      await waitUntilLive(page);
      const links = ['v1;experiment=translation;seed=5', 'v1;experiment=sentiment;mode=quiz;seed=4'];
      for (const link of links) {
        await page.evaluate((link) => {
          location.hash = link;
        }, link);
        await waitUntil(page, (reading) => reading.state === 'live' && reading.link === link);
        expect(await page.evaluate(() => location.hash)).toBe(`#${link}`);
      }
    }),
  );

  test('an invalid setting shows an error beside its field, and the run continues', () =>
    onPage(async (page) => {
      await waitUntilLive(page);
      await openExploration(page, 'settings');
      const [field] = await page.$$('attento-scope >>> #field-contexts');
      await expect.poll(() => field?.isVisible()).toBe(true);
      await click(page, '.primary');
      await waitUntil(page, ({ step }) => step > 0);
      // Typed slowly, because updates of the numbers must not change the field.
      await field?.focus();
      await page.keyboard.type('99', { delay: 250 });
      await page.keyboard.press('Tab');
      await waitForElements(page, '.field-error');
      expect(await page.$eval('attento-scope >>> .field-error', (node) => node.textContent)).toMatch(
        /contexts.*1 to 32/,
      );
      const { step } = await readInstrument(page);
      await waitUntil(page, (reading) => reading.step > step);
    }, '#v1;experiment=context-lookup;speed=200'));

  test('presets set all parameters at once, and two models have two columns', () =>
    onPage(async (page) => {
      await showElement(page, { experiment: 'feature-attention', preset: 'small-data', epochs: '60' });
      await waitUntil(page, ({ link }) => link === 'v1;experiment=feature-attention;epochs=60;examples=500');
      expect(await readPresetLabel(page)).toBe('Small data, changed');
      await choosePreset(page, 'Small data');
      await waitUntil(
        page,
        ({ link }) => /;epochs=\d+;examples=500$/.test(link) && !link.includes('epochs=60'),
      );
      expect(await readPresetLabel(page)).toBe('Small data');
      // It starts by itself, says so, and can be undone, even if it has ended by then.
      await waitUntil(page, hasBegun);
      await pressButton(page, '.presets', 'Undo');
      await waitUntil(
        page,
        ({ link, run, step }) => link.includes('epochs=60') && run === 'Run' && step === 0,
      );
      await click(page, '.transport .button', 1);
      await waitUntil(page, ({ step }) => step === 1);
      await page.waitForFunction(() => {
        const root = document.querySelector('attento-scope')?.shadowRoot;
        const row = root?.querySelector('.metric summary');
        const values = [...(row?.querySelectorAll('.metric-value') ?? [])].map(
          (node) => node.textContent ?? '',
        );
        return (
          values.length === 2 &&
          values.every((value, i) => /^[AB] 0\.\d+$/.test(value) && value[0] === 'AB'[i])
        );
      });
      await choosePreset(page, 'Ten features');
      await waitUntil(
        page,
        (reading) => reading.link === 'v1;experiment=feature-attention' && hasBegun(reading),
      );
      expect(await readPresetLabel(page)).toBe('Ten features');
    }, 'embed/blog-post.html'));

  test('own data are taken with an account of every line, and what is refused changes nothing', () =>
    onPage(async (page) => {
      await showElement(page, { experiment: 'sentiment', sentences: '500' });
      await click(page, '.transport .button', 1);
      const before = await waitUntil(page, ({ step }) => step === 1);
      await openExploration(page, 'data');
      /** @param {string} pattern */
      const waitForDataText = (pattern) =>
        page.waitForFunction(
          (pattern) =>
            new RegExp(pattern).test(
              document
                .querySelector('attento-scope')
                ?.shadowRoot?.querySelector('.own-data')
                ?.textContent?.replace(/\s+/g, ' ') ?? '',
            ),
          {},
          pattern,
        );
      const [box] = await page.$$('attento-scope >>> .own-data textarea');
      await box?.focus();
      await page.keyboard.type('not labelled');
      await click(page, '.own-data-row button');
      // `visible` makes Puppeteer poll, because it does not observe changes in shadow roots.
      await page.waitForSelector('attento-scope >>> .own-data .field-error', { visible: true });
      expect(await readInstrument(page)).toEqual(before);
      expect(await box?.evaluate((node) => /** @type {HTMLTextAreaElement} */ (node).value)).toBe(
        'not labelled',
      );

      const lines = Array.from(
        { length: 40 },
        (_, i) => `<b>word${i}</b> was ${i % 2 ? 'good' : 'bad'}\t${i % 2}`,
      );
      await dropFile(page, ['no label', ...lines, ''].join('\n'), '<i>mine</i>.txt');
      await waitForDataText('<i>mine</i>\\.txt.*40 lines taken.*1 line refused: .*\\(line 1\\)');
      expect(await page.$$('attento-scope >>> .own-data :is(b, i)')).toEqual([]);
      expect(await page.$$('attento-scope >>> .own-data .field-error')).toEqual([]);
      const own = await waitUntil(page, ({ step }) => step === 0);
      expect(own.link).toBe(before.link);
      expect(own.fingerprint).not.toBe(before.fingerprint);
      // Changing another parameter keeps the data, and so does a reset.
      await click(page, '.transport .button', 1);
      await waitUntil(page, ({ step }) => step === 1);
      await click(page, '.transport .button', 2);
      await waitUntil(page, ({ step, fingerprint }) => step === 0 && fingerprint === own.fingerprint);
      await click(page, '.own-data-row button', 1);
      await waitForDataText('not in use');
    }, 'embed/blog-post.html'));

  test.each([
    ['the lab', '#v1;experiment=context-lookup'],
    ['the blog post', 'embed/blog-post.html'],
  ])('%s fits on a phone', (_, path) =>
    onPage(
      async (page) => {
        await page.evaluate(() => /** @type {any} */ (document.querySelector('attento-scope')).activate());
        await waitUntilLive(page);
        const { content, screen } = await page.evaluate(() => ({
          content: document.documentElement.scrollWidth,
          screen: document.documentElement.clientWidth,
        }));
        expect(content).toBeLessThanOrEqual(screen);
        const sharpness = await page.$eval('attento-scope >>> .bars-canvas', (canvas) => {
          const { width, clientWidth } = /** @type {HTMLCanvasElement} */ (canvas);
          return width / clientWidth / devicePixelRatio;
        });
        expect(sharpness).toBeCloseTo(1, 1);
      },
      path,
      { width: 390, height: 844, deviceScaleFactor: 2, touch: true },
    ),
  );
});

/**
 * Sets attributes of the first element of a page and waits until it is live.
 * @param {import('puppeteer-core').Page} page
 * @param {Record<string, string>} attributes
 */
async function showElement(page, attributes) {
  await page.evaluate(async (attributes) => {
    const element = /** @type {any} */ (document.querySelector('attento-scope'));
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
    element.setAttribute('parts', 'inspector try explore');
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    await new Promise((resolve) => setTimeout(resolve));
    await element.activate();
  }, attributes);
  await waitUntilLive(page);
}

/** Label of the current preset. @param {import('puppeteer-core').Page} page */
function readPresetLabel(page) {
  return page.$eval('attento-scope >>> .preset-label', (node) => node.textContent?.trim());
}

/**
 * Drops a file onto the panel for own data.
 * @param {import('puppeteer-core').Page} page
 * @param {string} text
 * @param {string} name
 */
function dropFile(page, text, name) {
  return page.$eval(
    'attento-scope >>> .own-data-panel',
    (panel, text, name) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], name, { type: 'text/plain' }));
      panel.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    },
    text,
    name,
  );
}
