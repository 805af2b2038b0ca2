/** Tests in WebKit: the lab, every poster, the frame, keyboard, and a narrow screen. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../.tools/shell.js';
import { experiments } from '../../web/index.js';
import { isFullRun } from '../full-run.js';
import { openSharedBrowser, openSharedSite } from './fixture.js';
import { openHost } from './host-site.js';
import {
  click,
  openExploration,
  readInstrument,
  waitForElements,
  waitForText,
  waitUntil,
} from './instrument.js';

const site = openSharedSite();
const browser = openSharedBrowser('webkit', { reducedMotion: false });
const names = experiments().map(({ name }) => name);

/** @param {string} attributes */
const tag = (attributes) => `<attento-scope ${attributes}></attento-scope>`;

/**
 * A host page with elements, under the documented policy.
 * @param {string} body
 * @param {(page: any) => Promise<void>} act
 */
async function at(body, act) {
  const page = `<!doctype html><html lang="en"><title>Host</title><meta name="viewport" content="width=device-width">
    <script type="module" src="${site.url}attentoscope.js"></script>${body}`;
  const policy =
    `default-src 'none'; script-src ${site.url} 'wasm-unsafe-eval'; worker-src blob:; connect-src ${site.url};
    require-trusted-types-for 'script'; trusted-types attentoscope lit-html`.replace(/\s+/g, ' ');
  const host = await openHost({ '': page }, { policy });
  try {
    const opened = await browser.open(host.url, { width: 390, height: 800 });
    await act(opened.page);
    expect(opened.problems).toEqual([]);
  } finally {
    await host.close();
  }
}

test.runIf(isFullRun)('the lab trains by itself, in a worker, without errors or warnings', async () => {
  const { page, problems } = await browser.open(
    `${site.url}index.html#v1;experiment=context-lookup;speed=200`,
  );
  await waitUntil(page, ({ state, step }) => state === 'live' && step > 0);
  expect(await page.evaluate("document.querySelector('attento-scope').scope.worker")).toBe(true);
  await click(page, '.primary');
  await waitUntil(page, ({ run }) => run === 'Run');
  expect(problems).toEqual([]);
});

// WebKit crashes on a paragraph with `text-wrap: pretty` in closed details.
test.runIf(isFullRun).each(names)('all details of %s can be opened', async (name) => {
  const { page } = await browser.open(`${site.url}index.html#v1;experiment=${name}`);
  await waitUntil(page, ({ state }) => state === 'live');
  const unfolded = await page.$$eval('attento-scope >>> details', (/** @type {HTMLDetailsElement[]} */ all) =>
    all.map((one) => {
      one.open = true;
      const { height } = one.getBoundingClientRect();
      one.open = false;
      return height;
    }),
  );
  expect(unfolded.length).toBeGreaterThan(3);
});

describe('before Run', () => {
  test.runIf(isFullRun).each(names)('the poster of %s is drawn', (name) =>
    at(tag(`experiment="${name}"`), async (page) => {
      await waitUntil(page, ({ run }) => run === 'Run');
      const drawn = () =>
        page.$$eval('attento-scope >>> .poster-picture svg *', (/** @type {Element[]} */ nodes) => {
          const boxes = nodes.map((node) => node.getBoundingClientRect());
          return boxes.filter(({ width, height }) => width > 0 && height > 0).length;
        });
      await expect.poll(drawn).toBeGreaterThan(4);
      expect((await readInstrument(page)).state).toBe('off');
    }),
  );
});

test('under the documented policy a page as narrow as a phone runs, pauses, and accepts a typed number', () =>
  at(tag('experiment="context-lookup" seed="7" speed="200"'), async (page) => {
    await waitUntil(page, ({ run }) => run === 'Run');
    await click(page, '.primary');
    await waitUntil(page, ({ state, step }) => state === 'live' && step > 0);
    await click(page, '.primary');
    await waitUntil(page, ({ run }) => run === 'Run');
    await page.$eval('attento-scope', (/** @type {Element} */ element) =>
      element.setAttribute('parts', 'inspector explore'),
    );
    await openExploration(page, 'settings');
    await click(page, '#field-learningRate');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('2');
    await page.keyboard.press('Tab');
    await waitUntil(page, ({ link }) => link.includes('learningRate=0.002'));
  }));

test.runIf(isFullRun)('a sentence typed with trusted keys is classified', () =>
  at(tag('experiment="sentiment" parts="try"'), async (page) => {
    await waitUntil(page, ({ run }) => run === 'Run');
    await page.evaluate("document.querySelector('attento-scope').activate()");
    await click(page, '.tab');
    await waitForElements(page, 'form input');
    await click(page, 'form input');
    await page.keyboard.type(' <b>zorgon</b>; 100% ');
    await page.keyboard.press('Enter');
    await waitForText(page, '.sentences .panel-status', /Never met in training: .*“zorgon”/);
  }),
);

test('the sandboxed frame of the example trains', async () => {
  const example = readFileSync(join(root, 'web/embed/examples/sandboxed-frame.html'), 'utf8');
  const host = await openHost({ '': example.replaceAll('https://example.org/attentoscope/', site.url) });
  try {
    const { page, problems } = await browser.open(host.url);
    const frame = /** @type {any} */ (page).frame('iframe');
    await waitUntil(frame, ({ run }) => run === 'Run');
    await click(frame, '.primary');
    const { notices } = await waitUntil(frame, ({ state, step }) => state === 'live' && step > 0);
    expect(notices).toEqual([]);
    expect(await frame.evaluate("document.querySelector('attento-scope').scope.worker")).toBe(true);
    expect(problems).toEqual([]);
  } finally {
    await host.close();
  }
});
