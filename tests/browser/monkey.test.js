/**
 * Monkey tests: random clicks, keys, drags, hostile texts and window sizes. Afterwards the page has no errors or warnings,
 * responds, and gives the same numbers as Node; and repeated visits do not leak memory.
 *
 * MONKEY_SEED=… repeats a run, MONKEY_ACTIONS=… makes it longer. The targets depend on what the page shows at that moment, so a
 * seed repeats the random numbers, not the exact actions.
 */
import { expect, test } from 'vitest';
import { calculator, outlines } from '../../web/index.js';
import { createGenerator } from '../bench/workload-numbers.js';
import { computeFingerprint } from '../package/install-package.js';
import { openLab } from './fixture.js';
import { hasBegun, waitUntil } from './instrument.js';
import { click, openHash, setProperties, train } from './operate.js';

/** @import { AttentoScope } from '../../web/element/attento-scope.js' */
/** @import { Page } from 'puppeteer-core' */
/** @typedef {import('puppeteer-core').ElementHandle<HTMLElement>} Handle */

const seed = Number(process.env.MONKEY_SEED ?? 7);
const manyActions = Number(process.env.MONKEY_ACTIONS ?? 300);
const names = [...outlines().map(({ name }) => name), calculator.name];
/** @param {string} name */
const createLink = (name) => `v1;experiment=${name}`;

/** Unexpected texts, and some valid ones. */
const texts = [
  '<img src=x onerror="globalThis.struck=true">',
  '"><script>globalThis.struck=true</script>',
  '\u202edrow kcab\u202c \u200f \u2066',
  '👩‍👩‍👧‍👦🏳️‍🌈 e\u0301\u0301\u0301',
  '\ud800 alone',
  'a'.repeat(10_000),
  ...['', ' ', '0', '-1', '3', '7.5', '100000', '1e999', 'NaN', '=1+1'],
  'the european economic area',
];
const keys = /** @type {const} */ ([
  ...[' ', 'Enter', 'Tab', 'Tab', 'Escape', 'Home', 'End', 'PageDown', 'Backspace', 'Delete'],
  ...['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown', 'r', '?', 's', '5', '.'],
]);
const kControls = 'button, a[href], input, select, textarea, summary, [role=gridcell], [tabindex="0"]';
const kPictures = 'canvas, svg, [role=grid], [role=img], [role=slider]';

const { site, browser, onPage } = openLab();

/** One of the visible elements that match in all shadow roots. @param {Page} page @param {string} selector @param {number} share from 0 to 1 */
async function findTarget(page, selector, share) {
  const found = await page.evaluateHandle(
    (selector, share) => {
      /** @param {ParentNode} root @returns {HTMLElement[]} */
      const all = (root) =>
        [...root.querySelectorAll('*')].flatMap((node) => [
          /** @type {HTMLElement} */ (node),
          ...(node.shadowRoot ? all(node.shadowRoot) : []),
        ]);
      const visible = all(document).filter((node) => {
        if (!node.matches(selector) || node.matches(':disabled, [type=file], [aria-disabled=true]'))
          return false;
        // Not links that leave this page or chapter.
        const href = node.getAttribute('href');
        if (href !== null && (!href.startsWith('#') || node.closest('nav'))) return false;
        return node.checkVisibility({ visibilityProperty: true });
      });
      const chosen = visible[Math.floor(share * visible.length)] ?? null;
      chosen?.scrollIntoView({ block: 'center', behavior: 'instant' });
      return chosen;
    },
    selector,
    share,
  );
  return /** @type {Handle | null} */ (found.asElement());
}

/** Performs random actions. @param {Page} page @param {number} count @param {string[]} done descriptions of the actions */
async function runMonkey(page, count, done) {
  const { uniform, below } = createGenerator(seed);
  /** @template T @param {readonly T[]} list @returns {T} */
  const one = (list) => /** @type {T} */ (list[below(list.length)]);
  /** @param {Handle} target @returns {Promise<[number, number] | null>} a point on it, inside the window */
  const findPoint = (target) =>
    target.evaluate(
      (node, across, down) => {
        const { left, top, width, height } = node.getBoundingClientRect();
        const [x, y] = [left + (0.1 + 0.8 * across) * width, top + (0.1 + 0.8 * down) * height];
        const { clientWidth, clientHeight } = document.documentElement;
        const isInside = width * height > 0 && x >= 0 && y >= 0 && x < clientWidth && y < clientHeight;
        return node.isConnected && isInside ? /** @type {[number, number]} */ ([x, y]) : null;
      },
      uniform(),
      uniform(),
    );
  while (done.length < count) {
    const kind = uniform();
    if (kind < 0.12) {
      done.push(`key ${one(keys)}`);
      await page.keyboard.press(one(keys));
      continue;
    }
    if (kind < 0.14) {
      await page.setViewport({ width: one([320, 390, 768, 1280, 1920]), height: 500 + below(800) });
      continue;
    }
    const target = await findTarget(page, kind < 0.3 ? kPictures : kControls, uniform());
    if (!target) continue;
    const type = await target.evaluate((node) =>
      node instanceof HTMLInputElement ? node.type : node.localName,
    );
    done.push(
      `${type} ${await target.evaluate((node) => `${node.className} ${node.textContent?.slice(0, 40)}`)}`,
    );
    if (['text', 'number', 'search', 'textarea'].includes(type)) {
      await target.evaluate((node) => node.focus());
      await page.evaluate((text) => {
        document.execCommand('selectAll');
        document.execCommand('insertText', false, text);
      }, one(texts));
      await page.keyboard.press(one(['Enter', 'Tab']));
    } else if (['select', 'range'].includes(type)) {
      await target.evaluate((node) => node.focus());
      await page.keyboard.press(one(['Home', 'End', 'ArrowUp', 'ArrowDown']));
    } else {
      const [from, to] = [await findPoint(target), await findPoint(target)];
      if (!from || !to) continue;
      await page.mouse.move(...from);
      await page.mouse.down();
      if (kind < 0.3) await page.mouse.move(...to, { steps: 3 });
      await page.mouse.up();
    }
  }
  await page.setViewport({ width: 1280, height: 800 });
}

/** @param {string} experiment @param {number} count of actions */
async function survive(experiment, count) {
  const { page, problems } = await browser.open(`${site.url}#${createLink(experiment)}`);
  await waitUntil(page, ({ state }) => state === 'live');
  await page.evaluate(() => {
    addEventListener('unhandledrejection', ({ reason }) => console.error('unhandled', String(reason)));
    globalThis.print = () => undefined;
    const pressed = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function () {
      if (!this.download) pressed.call(this);
    };
  });
  /** @type {string[]} */
  const done = [];
  try {
    await runMonkey(page, count, done);
    await openHash(page, createLink(experiment));
    expect(await page.evaluate(() => 'struck' in globalThis)).toBe(false);
    await waitUntil(page, ({ state }) => state === 'live');
    if (experiment !== calculator.name) await expectAsFresh(page, experiment);
    expect(problems).toEqual([]);
  } catch (error) {
    const last = done.slice(-30).join('\n  ');
    throw new Error(`MONKEY_SEED=${seed}; ${problems.join('\n  ')}\nthe last actions:\n  ${last}`, {
      cause: error,
    });
  }
}

/** Run, Pause, Step and Reset work, and from the defaults the weights are those of Node. @param {Page} page @param {string} experiment */
async function expectAsFresh(page, experiment) {
  // A QR code over the whole window may be open.
  await page.evaluate(() => document.querySelector('dialog')?.close());
  await page.$eval('attento-scope', (element) => element.pause());
  await waitUntil(page, ({ run }) => run !== 'Pause');
  await click(page, '.primary');
  await waitUntil(page, hasBegun);
  await page.$eval('attento-scope', (element) => element.pause());
  await click(page, '.transport .button', 2);
  await waitUntil(page, ({ step }) => step === 0);
  await click(page, '.transport .button', 1);
  await waitUntil(page, ({ step }) => step === 1);
  await setProperties(page, { configuration: createLink(experiment) });
  // Theme and language belong to the page, not to the run.
  await waitUntil(
    page,
    ({ link, state }) =>
      state === 'live' && link.replace(/;(locale|theme)=\w+/g, '') === createLink(experiment),
  );
  const [back] = await page.$$('attento-scope >>> .own-data-row button + button');
  await back?.evaluate((button) => /** @type {HTMLElement} */ (button).click());
  await click(page, '.transport .button', 2);
  await waitUntil(page, ({ step }) => step === 0);
  await train(page, 20);
  const { fingerprint } = await waitUntil(page, ({ step }) => step === 20);
  expect(fingerprint).toBe(await computeFingerprint({ options: { experiment }, steps: 20 }));
}

test('translation survives 30 actions', () => survive('translation', 30));

test.each(names)(
  '%s survives many actions',
  { tags: 'full', timeout: 1000 * (manyActions + 300) },
  (experiment) => survive(experiment, manyActions),
);

test('repeated visits do not leak memory', { tags: 'full' }, () =>
  onPage(`#${createLink(names[0] ?? '')}`, async (page) => {
    const tools = await page.createCDPSession();
    await tools.send('HeapProfiler.enable');
    /** Visits some experiments, and removes and reinserts the element. */
    const visitAll = async () => {
      for (const experiment of names.slice(0, 3)) {
        await openHash(page, createLink(experiment));
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
        await waitUntil(page, ({ state }) => state === 'live');
      }
    };
    const measureMemory = async () => {
      for (let i = 0; i < 3; i++) await tools.send('HeapProfiler.collectGarbage');
      const { nodes, jsEventListeners } = await tools.send('Memory.getDOMCounters');
      const { usedSize } = await tools.send('Runtime.getHeapUsage');
      return [nodes, jsEventListeners, Math.round(usedSize / 1000)];
    };
    await visitAll(); // loads everything once
    const before = await measureMemory();
    for (let i = 0; i < 2; i++) await visitAll();
    // Twice as many visits: a leak would double and stay, unlike objects that are not collected yet.
    const hasGrown = async () =>
      (await measureMemory()).map((count, i) => count > 1.1 * Number(before[i]) + Number([200, 50, 1500][i]));
    await expect.poll(hasGrown, { timeout: 30_000 }).toEqual([false, false, false]);
    await page.evaluate(() => document.querySelector('attento-scope')?.remove());
    await expect.poll(() => page.workers().length).toBe(0);
  }),
);
