/** Tests `fast: true` on the built site in real browsers. */
import { describe, expect, it } from 'vitest';
import { experiments } from '../../web/index.js';
import { selectSample } from '../full-run.js';
import { browserNames } from './driver.js';
import { alternateBrowsers, openSharedBrowser, openSharedSite } from './fixture.js';
import { click, waitForElements, waitUntil } from './instrument.js';

const site = openSharedSite();

/**
 * Losses of an experiment with its module and with the fast variant. Runs in the page, so it must not refer to this file.
 *
 * @param {typeof import('../../web/index.js').createScope} create
 * @param {string} experiment
 */
async function trainLosses(create, experiment) {
  const losses = [];
  for (const fast of [false, true]) {
    const scope = await create({ experiment, seed: 3, fast });
    const { loss } = await scope.train({ steps: 30 });
    losses.push({ loss, fast: scope.fast, notices: scope.notices.length });
    scope.dispose();
  }
  return losses;
}

describe.each(browserNames)('%s', (name) => {
  alternateBrowsers();
  const browser = openSharedBrowser(name, { fresh: true });

  it('the fast variant of every module learns as well as the module', async () => {
    const { page, problems } = await browser.open(`${site.url}reference.html`);
    const modules = new Map(experiments().map(({ module, name }) => [module, name]));
    expect(modules.size).toBeGreaterThan(5);
    for (const [module, experiment] of selectSample([...modules], name === 'chromium' ? 0 : 1)) {
      const code = `import('${site.url}api.js').then(({ createScope }) =>
        (${trainLosses})(createScope, '${experiment}'))`;
      const losses = /** @type {Awaited<ReturnType<typeof trainLosses>>} */ (await page.evaluate(code));
      const [plain, fast] = losses;
      expect(plain).toMatchObject({ fast: false, notices: 0 });
      expect(fast).toMatchObject({ fast: true, notices: 1 });
      expect(fast.loss / plain.loss).toBeCloseTo(1, 3);
      expect(site.requests).toContain(`/${module}-fast.wasm`);
    }
    expect(problems).toEqual([]);
  });

  it('the attribute `fast` shows a notice and is not part of links', async () => {
    const { page, problems } = await browser.open(`${site.url}reference.html`);
    await page.evaluate(`import('${site.url}attentoscope.js')`);
    await page.evaluate(() => {
      const element = document.createElement('attento-scope');
      element.setAttribute('experiment', 'context-lookup');
      element.toggleAttribute('fast', true);
      document.body.replaceChildren(element);
    });
    await waitForElements(page, '.primary');
    await click(page, '.primary');
    const { notices, link } = await waitUntil(page, ({ step }) => step > 0);
    expect(notices).toEqual([expect.stringContaining('another machine may get other numbers')]);
    expect(link).not.toContain('fast');
    expect(
      await page.evaluate(() => /** @type {any} */ (document.querySelector('attento-scope')).scope.fast),
    ).toBe(true);
    expect(problems).toEqual([]);
  });
});
