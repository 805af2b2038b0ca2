/** The element on the lab page and in a plain blog post, in real browsers, under the published policy. */
import { describe, expect, test } from 'vitest';
import { createScope } from '../../web/index.js';
import { browserNames } from './driver.js';
import { sharedBrowser, sharedSite } from './fixture.js';
import { click, framesPass, fullSpeed, read, until, untilLive, untilThere } from './instrument.js';

const site = sharedSite();

describe.each(browserNames)('%s', (name) => {
  // Whoever wants no motion starts the lab's run; so do these tests.
  const browser = sharedBrowser(name, { reducedMotion: true });

  /** @param {(page: import('puppeteer-core').Page) => Promise<void>} act @param {string} [path] @param {object} [view] */
  async function onPage(act, path = '', view = {}) {
    const { page, problems } = await browser.open(site.url + path, view);
    try {
      await act(page);
      expect(problems).toEqual([]);
    } finally {
      await page.close();
    }
  }

  test('is a picture that fetches no module until Run is pressed, then trains to the truth', () => {
    site.requests.length = 0;
    return onPage(async (page) => {
      await until(page, ({ run }) => run === 'Run');
      await expect.poll(() => page.$$('attento-scope >>> svg.poster .truth')).toHaveLength(5 + 3);
      expect(site.requests.filter((path) => /wasm|live|worker/.test(path))).toEqual([]);
      await click(page, '.primary');
      await until(page, ({ state }) => state === 'live');
      expect(site.requests).toContain('/core.wasm');
      await until(page, ({ run, step }) => run === 'Run on' && step === 40_000);
      await expect.poll(async () => (await read(page)).verdicts).toEqual(Array(5).fill('✓ found'));
    }, 'embed/blog-post.html');
  });

  test('the lab is live at once, and its buttons do what they say', () =>
    onPage(async (page) => {
      await untilLive(page);
      await click(page, '.primary');
      const running = await until(page, ({ step, run }) => step > 500 && run === 'Pause');
      await click(page, '.primary');
      const paused = await until(page, ({ run }) => run === 'Run');
      expect(paused.step).toBeGreaterThanOrEqual(running.step);
      await framesPass(page, 20);
      const still = await read(page);
      expect(still.run).toBe('Run');
      await click(page, '.transport .button', 1);
      await until(page, ({ step }) => step === still.step + 1);
      await click(page, '.transport .button', 2);
      await until(page, ({ step }) => step === 0);
      await fullSpeed(page);
      await click(page, '.primary');
      await until(page, ({ step }) => step === 40_000);
    }));

  test('moving the truth makes the network learn again, and marks it in the curve', () =>
    onPage(async (page) => {
      await untilLive(page);
      await fullSpeed(page);
      await click(page, '.primary');
      await until(page, ({ step, verdicts }) => step === 40_000 && verdicts[0] === '✓ found');
      await click(page, '[role=gridcell]', 6);
      const moved = await until(page, ({ step, run }) => step === 80_000 && run === 'Run on');
      expect(moved.link).toContain('map=6,7,3,5,1');
      await until(page, ({ verdicts }) => verdicts.every((verdict) => verdict === '✓ found'));
      await click(page, '.curve .table summary');
      await untilThere(page, '.curve td');
      const table = await page.$eval('attento-scope >>> .curve table', (node) => node.textContent);
      expect(table).toContain('truth of context 0 moved to 6');
    }));

  test('a reload of the permalink gives the same configuration and the same weights', async () => {
    const { page, problems } = await browser.open(`${site.url}#v1;experiment=context-lookup;seed=11`);
    await untilLive(page);
    await click(page, '.settings summary');
    await click(page, '.field .button');
    await until(page, ({ link }) => link.includes('seed=12'));
    await click(page, '#field-learningRate');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('2');
    await page.keyboard.press('Tab');
    await until(page, ({ link }) => link.includes('learningRate=0.002'));
    await click(page, '.bars-choice input', 1);
    await until(page, ({ link }) => link.includes('shown=embedding'));
    await fullSpeed(page);
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
    const before = await until(page, trained);
    await page.reload();
    await until(page, ({ state, link }) => state === 'live' && link === before.link);
    await click(page, '.primary');
    const after = await until(page, trained);
    expect(after).toEqual(before);
    expect(problems).toEqual([]);
    await page.close();
  });

  test('trains to the same bits as in Node', () =>
    onPage(async (page) => {
      await untilLive(page);
      await fullSpeed(page);
      await click(page, '.primary');
      const { fingerprint } = await until(page, ({ step, run }) => step === 40_000 && run === 'Run on');
      const scope = await createScope({ experiment: 'context-lookup', seed: 7, worker: false });
      await scope.train({ steps: 40_000 });
      expect(fingerprint).toBe(scope.fingerprint());
      scope.dispose();
    }));

  test('a bad fragment gives the default and says so', () =>
    onPage(async (page) => {
      const { notices, link } = await untilLive(page);
      expect(link).toBe('v1;experiment=context-lookup;seed=3');
      expect(notices.join('\n')).toMatch(/learningRate.*abc[\s\S]*nonsense[\s\S]*speed.*warp/);
    }, '#v1;experiment=context-lookup;learningRate=abc;nonsense=1;seed=3;speed=warp'));

  test('a link to another chapter is followed to the letter', () =>
    onPage(async (page) => {
      await untilLive(page);
      const links = ['v1;experiment=translation;seed=5', 'v1;experiment=sentiment;mode=quiz;seed=4'];
      for (const link of links) {
        await page.evaluate((link) => {
          location.hash = link;
        }, link);
        await until(page, (reading) => reading.state === 'live' && reading.link === link);
        expect(await page.evaluate(() => location.hash)).toBe(`#${link}`);
      }
    }));

  test('the keyboard works everything, and typing in a field stays typing', () =>
    onPage(async (page) => {
      await untilLive(page);
      const [button] = await page.$$('attento-scope >>> .transport .button:nth-of-type(3)');
      await button?.focus();
      await page.keyboard.press('ArrowRight');
      await until(page, ({ step }) => step === 1);
      await page.keyboard.press('r');
      await until(page, ({ step }) => step === 0);
      await page.keyboard.press('?');
      await untilThere(page, '.shortcuts[open]');
      await (await page.$$('attento-scope >>> [role=gridcell]'))[0]?.focus();
      for (const key of /** @type {const} */ (['ArrowDown', 'End', 'ArrowLeft', 'Enter']))
        await page.keyboard.press(key);
      await until(page, ({ link }) => link.includes('map=2,6,3,5,1'));
      const where = await page.$eval('attento-scope >>> .readout-where', (node) => node.textContent);
      expect(where).toContain('context 1, position 6');
      expect(await page.$eval('attento-scope >>> .readout-formula', (node) => node.textContent)).toMatch(
        /share=.*=0\.\d{3}/,
      );
      await page.keyboard.press(' ');
      await until(page, ({ step, run }) => step > 0 && run === 'Pause');
      await page.keyboard.press(' ');
      await until(page, ({ run }) => run === 'Run');
      const [plot] = await page.$$('attento-scope >>> .curve-plot');
      await plot?.focus();
      // The curve is written less often than the count of steps.
      const atHome = async () => {
        await page.keyboard.press('Home');
        return plot?.evaluate((node) => node.getAttribute('aria-valuetext'));
      };
      await expect.poll(atHome).toMatch(/^\S+ at step \d+$/);
      await click(page, '.settings summary');
      await click(page, '#field-seed');
      const { step } = await read(page);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('r');
      expect((await read(page)).step).toBe(step);
    }));

  test('three elements share a page, out of sight they rest, removed they are gone, put back they work', () =>
    onPage(async (page) => {
      await page.evaluate(() => {
        const third = document.createElement('attento-scope');
        third.setAttribute('experiment', 'context-lookup');
        third.setAttribute('theme', 'dark');
        document.body.append(third);
      });
      await until(page, ({ run }) => run === 'Run', { index: 2 });
      for (const index of [2, 1, 0]) {
        await page.evaluate(async (index) => {
          const element = /** @type {any} */ (document.querySelectorAll('attento-scope')[index]);
          element.scrollIntoView();
          await element.run();
        }, index);
        await until(page, ({ step }) => step > 0, { index });
      }
      const hidden = await until(page, ({ run }) => run === 'Run', { index: 2 });
      await page.evaluate(() => document.querySelectorAll('attento-scope')[2]?.scrollIntoView());
      await until(page, ({ step }) => step > hidden.step, { index: 2 });

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
      await until(page, ({ state }) => state === 'off', { index: 2 });
      await page.evaluate(() => {
        const element = /** @type {any} */ (document.querySelectorAll('attento-scope')[2]);
        element.scrollIntoView();
        element.run();
      });
      await until(page, ({ step }) => step > 0, { index: 2 });
    }, 'embed/blog-post.html'));

  test('wrong settings are refused beside their field, and the run goes on', () =>
    onPage(async (page) => {
      await untilLive(page);
      await click(page, '.settings summary');
      const [field] = await page.$$('attento-scope >>> #field-contexts');
      await expect.poll(() => field?.isVisible()).toBe(true);
      await click(page, '.primary');
      await until(page, ({ step }) => step > 0);
      // Typed slowly: the numbers that change meanwhile must leave the field alone.
      await field?.focus();
      await page.keyboard.type('99', { delay: 250 });
      await page.keyboard.press('Tab');
      await untilThere(page, '.field-error');
      expect(await page.$eval('attento-scope >>> .field-error', (node) => node.textContent)).toMatch(
        /contexts.*1 to 32/,
      );
      const { step } = await read(page);
      await until(page, (reading) => reading.step > step);
    }));

  test('presets set all parameters at once, and twins show two columns', () =>
    onPage(async (page) => {
      await show(page, { experiment: 'feature-attention', preset: 'small-data', epochs: '60' });
      await until(page, ({ link }) => link === 'v1;experiment=feature-attention;epochs=60;examples=500');
      expect(await pressed(page)).toEqual([]);
      await click(page, '.preset', 3);
      await until(page, ({ link }) => /;epochs=\d+;examples=500$/.test(link) && !link.includes('epochs=60'));
      expect(await pressed(page)).toEqual(['Small data']);
      await click(page, '.transport .button', 1);
      await until(page, ({ step }) => step === 1);
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
      await click(page, '.preset', 0);
      await until(page, ({ link, step }) => link === 'v1;experiment=feature-attention' && step === 0);
      expect(await pressed(page)).toEqual(['As in the article']);
    }, 'embed/blog-post.html'));

  test('own data are taken with an account of every line, and what is refused changes nothing', () =>
    onPage(async (page) => {
      await show(page, { experiment: 'sentiment', sentences: '500' });
      await click(page, '.transport .button', 1);
      const before = await until(page, ({ step }) => step === 1);
      await click(page, '.own-data summary');
      /** @param {string} pattern */
      const told = (pattern) =>
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
      // Visible: what changes in a shadow root alone is seen by looking, not by waiting for the document to change.
      await page.waitForSelector('attento-scope >>> .own-data .field-error', { visible: true });
      expect(await read(page)).toEqual(before);
      expect(await box?.evaluate((node) => /** @type {HTMLTextAreaElement} */ (node).value)).toBe(
        'not labelled',
      );

      const lines = Array.from(
        { length: 40 },
        (_, i) => `<b>word${i}</b> was ${i % 2 ? 'good' : 'bad'}\t${i % 2}`,
      );
      await give(page, ['no label', ...lines, ''].join('\n'), '<i>mine</i>.txt');
      await told('<i>mine</i>\\.txt.*40 lines taken.*1 line refused: .*\\(line 1\\)');
      expect(await page.$$('attento-scope >>> .own-data :is(b, i)')).toEqual([]);
      expect(await page.$$('attento-scope >>> .own-data .field-error')).toEqual([]);
      const own = await until(page, ({ step }) => step === 0);
      expect(own.link).toBe(before.link);
      expect(own.fingerprint).not.toBe(before.fingerprint);
      // Another parameter keeps the data, and so does a reset.
      await click(page, '.transport .button', 1);
      await until(page, ({ step }) => step === 1);
      await click(page, '.transport .button', 2);
      await until(page, ({ step, fingerprint }) => step === 0 && fingerprint === own.fingerprint);
      await click(page, '.own-data-row button', 1);
      await told('not in use');
    }, 'embed/blog-post.html'));

  test.each([
    ['the lab', ''],
    ['the blog post', 'embed/blog-post.html'],
  ])('%s fits a phone', (_, path) =>
    onPage(
      async (page) => {
        await page.evaluate(() => /** @type {any} */ (document.querySelector('attento-scope')).activate());
        await untilLive(page);
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
 * The first element of a page, with other attributes and live.
 * @param {import('puppeteer-core').Page} page
 * @param {Record<string, string>} attributes
 */
async function show(page, attributes) {
  await page.evaluate(async (attributes) => {
    const element = /** @type {any} */ (document.querySelector('attento-scope'));
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    await new Promise((resolve) => setTimeout(resolve));
    await element.activate();
  }, attributes);
  await untilLive(page);
}

/** Labels of the presets that hold. @param {import('puppeteer-core').Page} page */
function pressed(page) {
  return page.$$eval('attento-scope >>> .preset[aria-pressed=true]', (buttons) =>
    buttons.map((button) => button.textContent?.trim()),
  );
}

/**
 * Drops a file on the panel for own data.
 * @param {import('puppeteer-core').Page} page
 * @param {string} text
 * @param {string} name
 */
function give(page, text, name) {
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
