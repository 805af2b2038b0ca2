/**
 * Tests the element in host pages with unusual styles, policies and servers.
 * Long because all tests use one kind of page, `at`, in three browsers.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../.tools/serve.js';
import { calculator, outlines } from '../../web/outline.js';
import { findStaticClosure } from '../check/sizes.js';
import { isFullRun, selectSeeds } from '../full-run.js';
import { defaultEngines, engineNames } from './driver.js';
import { alternateBrowsers, openSharedBrowser } from './fixture.js';
import { openHost } from './host-site.js';
import { openExploration, pressButton, waitForText, waitUntil, waitUntilLive } from './instrument.js';

/** @import { Page } from 'puppeteer-core' */

const root = fileURLToPath(new URL('../../dist', import.meta.url));

/** The unpatched lit. */
const ownLit = readFileSync(new URL('../../node_modules/lit-html/lit-html.js', import.meta.url), 'utf8');

/** @type {{ open: Awaited<ReturnType<typeof serve>>, shut: Awaited<ReturnType<typeof serve>> }} */
let files;
beforeAll(async () => {
  files = {
    open: await serve({ root }),
    shut: await serve({ root, headers: { 'Access-Control-Allow-Origin': undefined } }),
  };
});
afterAll(() => Promise.all([files.open.close(), files.shut.close()]));

describe.each(engineNames)('%s', (name) => {
  alternateBrowsers();
  const browser = openSharedBrowser(name);

  /**
   * @typedef {object} HostPage
   * @property {string} [styles]
   * @property {string} [attributes] of its root
   * @property {string} [body]
   * @property {string | null} [policy]
   * @property {Record<string, string>} [headers]
   * @property {Record<string, string>} [more] of its files
   * @property {string} [from] where it takes the script from
   * @property {object} [view]
   */

  const tag = '<attento-scope experiment="context-lookup" seed="7"><p>In place of it.</p></attento-scope>';

  /**
   * @param {HostPage} stranger
   * @param {(page: Page, problems: string[]) => Promise<void>} act
   */
  async function at(stranger, act) {
    const {
      styles = '',
      attributes = '',
      body = tag,
      policy,
      headers,
      more,
      from = files.open.url,
      view,
    } = stranger;
    const page = `<!doctype html><html lang="en" ${attributes}><title>Host</title>
      <meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
      <link rel="stylesheet" href="host.css"><script type="module" src="${from}attentoscope.js"></script>${body}`;
    const host = await openHost({ '': page, 'host.css': styles, ...more }, { policy, headers });
    const opened = await browser.open(host.url, view);
    try {
      await act(opened.page, opened.problems);
    } finally {
      await opened.page.close();
      await host.close();
    }
  }

  /** @param {Page} page */
  async function trained(page) {
    await waitUntil(page, ({ run }) => run === 'Run');
    await page.evaluate(async () => {
      const element = /** @type {any} */ (document.querySelector('attento-scope'));
      await element.activate();
      await element.scope.train({ steps: 200 });
    });
    return waitUntil(page, ({ state, step }) => state === 'live' && step === 200);
  }

  /** Computed styles of all elements inside. @param {Page} page */
  const readComputedStyles = (page) =>
    page.evaluate(() => {
      const names = /** @type {const} */ ([
        'color fontFamily fontSize fontWeight lineHeight letterSpacing wordSpacing textTransform textAlign',
        'textIndent whiteSpace direction visibility cursor display boxSizing writingMode colorScheme',
      ])
        .join(' ')
        .split(' ');
      const box = document.querySelector('attento-scope')?.shadowRoot?.querySelector('.scope');
      const all = [box, ...(box?.querySelectorAll('*') ?? [])];
      return all.map((node) => {
        const style = /** @type {any} */ (getComputedStyle(/** @type {Element} */ (node)));
        return `${node?.localName}.${node?.getAttribute('class')}: ${names.map((name) => style[name]).join(' | ')}`;
      });
    });

  const hostile = [
    [
      'unsets everything',
      '* { all: unset !important; letter-spacing: 9px !important; text-transform: uppercase !important; color: hotpink !important }',
    ],
    ['hides the content', 'attento-scope * { display: none !important } ::slotted(*) { display: none }'],
    [
      'inherits badly',
      'body { text-align: center; line-height: 3; letter-spacing: 3px; word-spacing: 1em; white-space: pre; text-indent: 3em; cursor: wait; writing-mode: horizontal-tb; font: italic 700 9px fantasy }',
    ],
    [
      'styles tags',
      'button, svg, canvas, p, section, div { inline-size: 10px !important; margin: 40px !important }',
    ],
    ['sets display: contents on the tag', 'attento-scope { display: contents !important }'],
  ];

  /** Styles do not depend on the browser, so one is enough. */
  const styleEngines = defaultEngines.includes(name) ? ['page'] : [];

  test.each(styleEngines)('looks the same whatever the host styles are: %s', async () => {
    /** @type {string[]} */
    let usual = [];
    await at({}, async (page) => {
      await trained(page);
      usual = await readComputedStyles(page);
      expect(usual.length).toBeGreaterThan(100);
    });
    for (const [what, styles] of selectSeeds(...hostile)) {
      await at({ styles }, async (page, problems) => {
        const { state } = await trained(page);
        expect(state).toBe('live');
        expect([what, ...(await readComputedStyles(page))]).toEqual([what, ...usual]);
        expect(problems).toEqual([]);
      });
    }
    // Negative control: the comparison finds a difference.
    await at({ styles: 'attento-scope { --attento-ink: rgb(9 9 9) }' }, async (page) => {
      await trained(page);
      expect(await readComputedStyles(page)).not.toEqual(usual);
    });
  });

  test.each(styleEngines)('%s: host styles may hide it, and scale its text within limits', async () => {
    await at({ styles: 'body { visibility: hidden } :root { font-size: 6px }' }, async (page) => {
      await waitUntil(page, ({ run }) => run === 'Run');
      const [hidden] = await readComputedStyles(page);
      expect(hidden).toContain('hidden');
      expect(hidden).toContain('16px');
    });
    await at({ styles: ':root { font-size: 80px }' }, async (page) => {
      await waitUntil(page, ({ run }) => run === 'Run');
      expect((await readComputedStyles(page))[0]).toContain('22px');
    });
    await at({ styles: 'attento-scope { display: none }' }, async (page) => {
      await waitUntil(page, ({ run }) => run === 'Run');
      expect(await page.$eval('attento-scope', (node) => node.getClientRects().length)).toBe(0);
    });
  });

  /** Elements whose position differs between the first and the second instrument. @param {Page} page */
  const findDisplaced = (page) =>
    page.$$eval('attento-scope', (hosts) => {
      const [one = [], other = []] = hosts.map((host) => {
        const { left, top } = host.getBoundingClientRect();
        return [...(host.shadowRoot?.querySelectorAll('*') ?? [])].map((node) => {
          const box = node.getBoundingClientRect();
          const name = `${node.localName}.${node.getAttribute('class')}`;
          // Elements without a box have no position.
          const place = box.width > 0 ? [box.left - left, box.top - top, box.width, box.height] : [];
          return { name, place };
        });
      });
      if (one.length <= 10) return ['the instrument is empty'];
      const none = { name: '', place: [] };
      return Array.from({ length: Math.max(one.length, other.length) }, (_, i) => {
        const [{ name, place }, there] = [one[i] ?? none, other[i] ?? none];
        // Tolerance for fractions of a pixel.
        const alike =
          there.name === name &&
          there.place.length === place.length &&
          place.every((value, k) => Math.abs(value - (there.place[k] ?? 0)) <= 1);
        return alike ? [] : [`${name} ${place}; ${there.name} ${there.place}`];
      }).flat();
    });

  /** The largest share of pixels that differ between the canvases of two instruments. @param {Page} page */
  const computeCanvasDifference = (page) =>
    page.$$eval('attento-scope', (hosts) => {
      const [one = [], other = []] = hosts.map((host) =>
        [...(host.shadowRoot?.querySelectorAll('canvas') ?? [])]
          .filter(({ width, height }) => width * height > 0)
          .map(
            (canvas) => canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [],
          ),
      );
      if (one.length !== other.length) return 1;
      return Math.max(
        0,
        ...one.map((a, n) => {
          const b = other[n] ?? [];
          let [painted, differ] = [0, 0];
          for (let i = 0; i < a.length; i += 4) {
            const [alpha = 0, beta = 0] = [a[i + 3], b[i + 3]];
            if (alpha + beta > 0) painted++;
            // Positions at fractions of a pixel are rounded differently; differences are weighted by opacity.
            if (Math.abs(alpha - beta) > 24) differ++;
            else if (
              [0, 1, 2].some((c) => Math.abs((a[i + c] ?? 0) * alpha - (b[i + c] ?? 0) * beta) > 24 * 255)
            )
              differ++;
          }
          return differ / Math.max(1, painted);
        }),
      );
    });

  const all = [...outlines(), calculator].map((one) => one.name);
  test.each(styleEngines.length > 0 ? selectSeeds(...all) : [])(
    '%s has the same layout in a right-to-left page',
    (experiment) => {
      const tag = `<attento-scope experiment="${experiment}" parts="inspector try explore"></attento-scope>`;
      // Side by side, because canvases out of view are not drawn.
      const styles = 'body { display: grid; grid-template-columns: 1fr 1fr }';
      const body = `<main dir="ltr">${tag}</main><main>${tag}</main>`;
      const view = { width: 1800, height: 2400 };
      return at({ attributes: 'dir="rtl"', styles, body, view }, async (page) => {
        /** On a busy machine one of the two may show a notice that it is waiting. */
        const dismiss = () =>
          page.$$eval('attento-scope >>> .notice button', (all) => {
            for (const one of /** @type {HTMLElement[]} */ (all)) one.click();
          });
        const same = async () => {
          await expect.poll(() => dismiss().then(() => findDisplaced(page))).toEqual([]);
          await expect.poll(() => computeCanvasDifference(page)).toBeLessThan(0.01);
        };
        for (const index of [0, 1]) await waitUntil(page, ({ run }) => /Run|Open/.test(run), { index });
        await same();
        await page.$$eval('attento-scope', async (hosts) => {
          for (const host of /** @type {any[]} */ (hosts)) {
            await host.activate();
            // With more steps the points of the curve would depend on the frame rate.
            await host.scope?.train({ steps: 1 });
          }
        });
        await same();
        await page.$$eval('attento-scope >>> details', (all) => {
          for (const one of /** @type {HTMLDetailsElement[]} */ (all)) one.open = true;
        });
        await same();
        // Elements outside the instrument's box.
        await page.$$eval('attento-scope >>> .share button', (all) => {
          for (const one of /** @type {HTMLElement[]} */ (all)) one.click();
        });
        const directions = () =>
          page.$$eval('attento-scope >>> .share-dialog', (all) =>
            all.map((one) => getComputedStyle(one).direction),
          );
        await expect.poll(directions).toEqual(['ltr', 'ltr']);
      });
    },
  );

  /** @type {[string, object, string][]} */
  const places = [
    ['a narrow page', { width: 320 }, ''],
    ['a row', {}, 'body { display: flex; gap: 1em } body::before { content: "aside"; inline-size: 15em }'],
    ['a centered column', {}, 'body { display: flex; flex-direction: column; align-items: center }'],
    ['a float', {}, 'attento-scope { float: left }'],
  ];
  test.each(styleEngines.length > 0 ? selectSeeds(...places) : [])(
    'keeps its size in %s',
    (_, view, styles) =>
      at({ view, styles }, async (page) => {
        await trained(page);
        await page.evaluate(() => {
          const details = document.querySelector('attento-scope')?.shadowRoot?.querySelectorAll('details');
          for (const one of details ?? []) one.open = true;
        });
        const { content, screen, width } = await page.evaluate(() => ({
          content: document.documentElement.scrollWidth,
          screen: document.documentElement.clientWidth,
          width: document.querySelector('attento-scope')?.getBoundingClientRect().width ?? 0,
        }));
        expect(content).toBeLessThanOrEqual(screen);
        expect(width).toBeGreaterThanOrEqual(Math.min(300, screen - 20));
      }),
  );

  const scripts = () =>
    `default-src 'none'; style-src 'self'; img-src data:; script-src ${files.open.url} 'wasm-unsafe-eval'; connect-src ${files.open.url}`;

  test.each(
    selectSeeds(['as documented', 'attentoscope'], ['as documented earlier', 'attentoscope lit-html']),
  )('trains under Trusted Types, %s', (_, names) =>
    at(
      {
        policy: `${scripts()}; worker-src blob:; require-trusted-types-for 'script'; trusted-types ${names}`,
      },
      async (page, problems) => {
        const { notices } = await trained(page);
        expect([...notices, ...problems]).toEqual([]);
      },
    ),
  );

  test.runIf(isFullRun).each([
    ['before', '', '<script type="module" src="uses-lit.js"></script>'],
    ['after', '<script type="module" src="uses-lit.js"></script>', ''],
  ])('under Trusted Types the page may load its own lit %s ours', (_, behind, ahead) =>
    at(
      {
        policy: `${scripts().replace('script-src', "script-src 'self'")}; worker-src blob:; require-trusted-types-for 'script'; trusted-types attentoscope lit-html`,
        attributes: `>${ahead}<meta charset="utf-8"`,
        body: `<main></main>${tag}${behind}`,
        more: {
          'lit.js': ownLit,
          'uses-lit.js': `import { html, render } from './lit.js';
            render(html\`<b>the page's own</b>\`, document.querySelector('main'));`,
        },
      },
      async (page, problems) => {
        await expect.poll(() => page.$$('main b')).toHaveLength(1);
        const { notices } = await trained(page);
        expect([...notices, ...problems]).toEqual([]);
      },
    ),
  );

  /** WebKit's driver does not support frames of other sites. */
  const other = name === 'webkit' ? [] : ['a page'];
  test.each(other)('in %s that is cross-origin isolated, element and frame train', () =>
    at(
      {
        headers: {
          'Cross-Origin-Embedder-Policy': 'require-corp',
          'Cross-Origin-Opener-Policy': 'same-origin',
        },
        body: `<script src="${files.open.url}embed-parent.js"></script>${tag}
          <iframe src="${files.open.url}embed.html#v1;experiment=context-lookup" sandbox="allow-scripts"></iframe>
          <iframe src="${files.open.url}embed.html#v1;experiment=context-lookup"></iframe>`,
      },
      async (page, problems) => {
        expect(await page.evaluate('crossOriginIsolated')).toBe(true);
        await trained(page);
        const frames = () => page.frames().filter((one) => one.url().includes('embed.html'));
        await expect.poll(frames).toHaveLength(2);
        for (const frame of frames()) await trained(/** @type {Page} */ (/** @type {unknown} */ (frame)));
        const heights = () => page.$$eval('iframe', (nodes) => nodes.map(({ style }) => style.height));
        await expect.poll(heights).toEqual([expect.stringMatching('px'), expect.stringMatching('px')]);
        expect(problems).toEqual([]);
      },
    ),
  );

  test('trains in the page, with a notice, if workers are forbidden', () =>
    at({ policy: scripts() }, async (page) => {
      const { notices } = await trained(page);
      expect(notices.join()).toMatch(/worker-src blob:/);
    }));

  test.runIf(isFullRun).each(styleEngines)(
    'if workers are forbidden, the networks of a race take turns in the %s, with a notice',
    () => {
      const body =
        '<attento-scope experiment="translation" parts="explore" hidden-size="16"></attento-scope>';
      return at({ policy: scripts(), body }, async (page) => {
        await waitUntil(page, ({ run }) => run === 'Run');
        await page.evaluate(() => /** @type {any} */ (document.querySelector('attento-scope')).activate());
        await waitUntilLive(page);
        await openExploration(page, 'race');
        await pressButton(page, '.race', 'With and without attention');
        await pressButton(page, '.race', 'Start the race');
        await waitForText(page, '.race-together', /no workers here: the networks take turns/);
        // Both train, and neither is more than a slice ahead.
        await waitForText(page, '.race .table, .race-lane:last-child dd', /^\d+$/);
        await openExploration(page, '');
        await openExploration(page, 'race');
        await waitForText(page, '.race .panel-status', /Cancelled/);
      });
    },
  );

  test('if WebAssembly is forbidden, the poster stays, with the reason and a link', () =>
    at({ policy: `${scripts().replace("'wasm-unsafe-eval'", '')}; worker-src blob:` }, async (page) => {
      await waitUntil(page, ({ run }) => run === 'Run');
      await page.evaluate(() => /** @type {any} */ (document.querySelector('attento-scope')).run());
      const { notices } = await waitUntil(page, ({ state }) => state === 'failed');
      expect(notices.join()).toMatch(/forbids WebAssembly.*wasm-unsafe-eval/);
      expect(await page.$$('attento-scope >>> svg.poster rect[stroke]')).toHaveLength(5);
      const links = await page.$$eval('attento-scope >>> .foot a', (nodes) =>
        nodes.map((node) => /** @type {HTMLAnchorElement} */ (node).href),
      );
      expect(links).toEqual([`${files.open.url}#v1;experiment=context-lookup`]);
    }));

  test('if the remaining files are blocked, the poster stays, with the reason', () => {
    const poster = findStaticClosure(root, 'attentoscope.js').map((name) => files.open.url + name);
    return at(
      { policy: scripts().replace(`script-src ${files.open.url}`, `script-src ${poster.join(' ')}`) },
      async (page) => {
        await waitUntil(page, ({ run }) => run === 'Run');
        await page.evaluate(() => /** @type {any} */ (document.querySelector('attento-scope')).run());
        const { notices } = await waitUntil(page, ({ state }) => state === 'failed');
        expect(notices.join()).toMatch(/http.* could not be loaded.*CORS.*script-src/);
        expect(await page.$$('attento-scope >>> .poster-title')).toHaveLength(1);
      },
    );
  });

  test('without CORS the fallback text in the tag stays', () =>
    at({ from: files.shut.url }, async (page, problems) => {
      await expect.poll(() => problems.join()).toMatch(/CORS|Cross-Origin|Access-Control|blocked|failed/i);
      expect(await page.evaluate(() => document.body.innerText)).toContain('In place of it.');
    }));
});
