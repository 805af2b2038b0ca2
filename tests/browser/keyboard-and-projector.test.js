/** Tests access by keyboard alone, and the text size, map and controls on a projector. */
import { expect, test } from 'vitest';
import { openLab, screens } from './fixture.js';
import { waitForElements } from './instrument.js';
import { findSmallText } from './layout.js';
import { click, openExploration, train } from './operate.js';

const kMostStops = 400;
/** Minimum text size on a projector in pixels. */
const kReadable = 20;

const { onRun } = openLab();

test.each(['self-attention', 'draw'])(
  '%s: Tab reaches every control, shows the focus, and leaves the element',
  (experiment) =>
    onRun(`v1;experiment=${experiment}`, async (page) => {
      await openExploration(page, 'prediction');
      await page.evaluate(() => {
        const root = /** @type {ShadowRoot} */ (document.querySelector('attento-scope')?.shadowRoot);
        for (const fold of root.querySelectorAll('details')) fold.open = true;
        /** @type {HTMLElement} */ (document.querySelector('.theme select')).focus();
      });
      // Opened parts load their content.
      await waitForElements(page, '.drawing .drawing-maps [tabindex="0"]');
      /** @type {string[]} */
      const unseen = [];
      let left = false;
      for (let stop = 0; stop < kMostStops && !left; ++stop) {
        await page.keyboard.press('Tab');
        const at = await page.evaluate(() => {
          const host = document.activeElement;
          const inside = host?.localName === 'attento-scope';
          const node = inside ? host?.shadowRoot?.activeElement : null;
          const globals = /** @type {{ reached?: Set<Element> }} */ (globalThis);
          globals.reached ??= new Set();
          if (!node) return { left: globals.reached.size > 0, unseen: '' };
          if (globals.reached.has(node))
            return { left: false, unseen: `a trap: ${node.localName}.${node.className}` };
          globals.reached.add(node);
          // For small or invisible controls an ancestor shows the focus ring.
          const hasFocusRing = [node, node.parentElement, node.closest('.button, .bars-choice')].some(
            (one) => one && getComputedStyle(one).outlineStyle !== 'none',
          );
          const what = `${node.localName}.${node.className} ${node.textContent?.trim().slice(0, 30)}`;
          return { left: false, unseen: hasFocusRing ? '' : what };
        });
        left = at.left;
        if (at.unseen) unseen.push(at.unseen);
      }
      expect(left).toBe(true);
      expect(unseen).toEqual([]);
      const missed = await page.evaluate(() => {
        const root = /** @type {ShadowRoot} */ (document.querySelector('attento-scope')?.shadowRoot);
        const { reached = new Set() } = /** @type {{ reached?: Set<Element> }} */ (globalThis);
        const all = root.querySelectorAll(
          'button, input, select, textarea, summary, a[href], [tabindex="0"]',
        );
        return [...all]
          .filter((node) => node.checkVisibility() && !node.matches(':disabled, [type=radio]:not(:checked)'))
          .filter((node) => !reached.has(node))
          .map(
            (node) =>
              `${node.localName}.${node.className} ${node.id} ${node.textContent?.trim().slice(0, 30)}`,
          );
      });
      expect(missed).toEqual([]);
    }),
);

test.each(['translation', 'caption'])('%s: on a projector no text is smaller than 20 pixels', (experiment) =>
  onRun(`v1;experiment=${experiment};mode=projector`, screens.projector, async (page) => {
    await train(page, 20);
    expect(await findSmallText(page, kReadable, '.shell *')).toEqual([]);
    // Negative control: the check sees text.
    expect(await findSmallText(page, 40, '.shell *')).not.toEqual([]);
  }),
);

test('on a projector the picture of an exploration has half of the height', () =>
  onRun('v1;experiment=translation;theme=projector', screens.projector, async (page) => {
    await train(page, 20);
    const pictures = { prediction: '.align-plate', explanation: '.explain-map', 'what-if': 'table' };
    for (const [name, picture] of Object.entries(pictures)) {
      await openExploration(page, name);
      const readShare = () =>
        page.evaluate((selector) => {
          const root = document.querySelector('attento-scope')?.shadowRoot;
          const readHeight = (/** @type {string} */ of) =>
            root?.querySelector(of)?.getBoundingClientRect().height ?? 0;
          return readHeight(`.exploration ${selector}`) / readHeight('.scope');
        }, picture);
      await expect.poll(readShare).toBeGreaterThanOrEqual(0.5);
    }
  }));

test('on a projector the map has most of the height, and controls show only while they are wanted', () =>
  onRun('chapter=5&scene=2&v1;mode=projector', screens.projector, async (page) => {
    const readMap = () =>
      page.$eval('attento-scope >>> .align-plate', (map) => map.getBoundingClientRect().height / innerHeight);
    const countVisible = () =>
      page.evaluate(() => {
        const root = document.querySelector('attento-scope')?.shadowRoot;
        const controls = [
          ...document.querySelectorAll('.masthead, .way'),
          ...(root?.querySelectorAll('.transport, .bar') ?? []),
        ];
        return controls.filter((part) => getComputedStyle(part).opacity !== '0').length;
      });
    await page.mouse.move(500, 600);
    await expect.poll(countVisible, { timeout: 10_000 }).toBe(0);
    await expect.poll(readMap).toBeGreaterThanOrEqual(0.7);
    const before = await readMap();
    await page.mouse.move(500, 500);
    await expect.poll(countVisible).toBe(3);
    // The masthead would cover the title, so it waits for a pointer at the upper edge.
    await page.mouse.move(500, 2);
    await expect.poll(countVisible).toBe(4);
    await page.mouse.move(500, 500);
    expect(await readMap()).toBe(before);
    await expect.poll(countVisible, { timeout: 10_000 }).toBe(0);
    await page.bringToFront(); // a hidden page has no focus
    await page.keyboard.press('Tab');
    await expect.poll(countVisible).toBeGreaterThanOrEqual(3);
    await train(page, 20);
    await click(page, '.align [role=gridcell]', 1);
    await page.waitForSelector('[data-name=hold-reply].filled');
    expect(await readMap()).toBeGreaterThanOrEqual(0.5);
    // Controls cover neither the reply nor the numbers beside the map.
    const edges = await page.evaluate(() => {
      const root = document.querySelector('attento-scope')?.shadowRoot;
      const read = (/** @type {ParentNode | null | undefined} */ part, /** @type {string} */ selector) =>
        part?.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      const [reply, way] = [read(document, '[data-name=hold-reply]'), read(document, '.way')];
      const [side, controls] = [read(root, '.side'), read(root, '.transport')];
      return [way.left - reply.right, controls.top - side.bottom];
    });
    expect(Math.min(...edges)).toBeGreaterThanOrEqual(0);
  }));
