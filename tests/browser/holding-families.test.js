/** Tests holding in each family of views: by touch on a dark phone, compared with a pinned map, and in the projector theme. */
import { expect, test } from 'vitest';
import { openLab, screens } from './fixture.js';
import { waitForElements, waitForText } from './instrument.js';
import { findAxeViolations } from './layout.js';
import { openExploration, pressButton, setAttributes, train } from './operate.js';

/** @import { Page } from 'puppeteer-core' */

const { onRun } = openLab('chromium', { colorScheme: 'dark' });

const touch = { isMobile: true, hasTouch: true };

/**
 * The element that is tapped to hold a row, and the text that the page shows then.
 * @type {readonly { settings: string, taps: readonly (readonly [string, number])[], head: RegExp, isCompared?: boolean }[]}
 */
const families = [
  {
    settings: 'context-lookup;examples=2000',
    taps: [['.bars [role=gridcell]', 10]],
    head: /“context 1” is made to look at “2: x = 3\.75”\./,
    isCompared: true,
  },
  {
    settings: 'feature-attention;examples=2000',
    taps: [
      ['.features .panel-row button', 0],
      ['.features [role=gridcell]', 3],
    ],
    head: /It is made to look at “x3”\./,
    isCompared: true,
  },
  {
    settings: 'sentiment;sentences=500',
    taps: [['.sentences-grid .token', 2]],
    head: /It is made to look at “.+”\./,
    isCompared: true,
  },
  {
    settings: 'graph-attention;batchSize=8;examples=500;kinds=5;steps=200;width=8',
    taps: [
      ['[data-name=graph] .bars-choice', 1],
      ['[data-name=graph] .align-plate [role=gridcell]', 5],
    ],
    head: /“a \?” is made to look at/,
    isCompared: true,
  },
  {
    settings: 'translation;task=reversal;hidden=16;batchSize=32',
    taps: [['.align-plate [role=gridcell]', 0]],
    head: /is made to look at “.”\./,
    isCompared: true,
  },
  {
    settings: 'self-attention;batchSize=16;dModel=16;examples=1600',
    taps: [['.heads-view .align-plate [role=gridcell]', 0]],
    head: /is made to look at “.”\./,
    isCompared: true,
  },
  {
    settings: 'caption;batchSize=8;embedding=8;examples=1000;features=8;hidden=16;objects=1',
    taps: [['.caption-cells [role=gridcell]', 7]],
    head: /is made to look at “row 2, column 2”\./,
  },
  {
    settings: 'draw;examples=400;hidden=16;latent=3;glimpses=4',
    taps: [['.draw-squares canvas', 0]],
    head: /Read window: “step 4” is made to look at “row 1[01], column 1[01]”\./,
  },
  {
    settings: 'glimpse;examples=400;features=16;hidden=16;batchSize=4;samples=4',
    taps: [['.glimpse-plot', 0]],
    head: /“Glimpse 4” is made to look at “row 1[23], column 1[23]”\./,
  },
];

/** @param {Page} page @param {string} selector @param {number} nth */
async function tap(page, selector, nth) {
  await waitForElements(page, selector, nth + 1);
  await (await page.$$(`attento-scope >>> ${selector}`))[nth]?.tap();
}

test.each(families)(
  'a row is held by touch, in dark and projector themes: $settings',
  ({ settings, taps, head, isCompared }) =>
    onRun(`v1;experiment=${settings}`, screens.phone, async (page) => {
      await train(page, 20);
      if (isCompared) {
        await openExploration(page, 'compare');
        await pressButton(page, '.compare', 'Pin the present map');
        await waitForText(page, '.compare [role=status]', /Both maps are the same\.$/);
        await openExploration(page, '');
      }
      for (const [selector, nth] of taps) await tap(page, selector, nth);
      await waitForText(page, '.hold-head', head);
      await expect.poll(() => page.$eval('attento-scope >>> .hold > .hold-head', isVisible)).toBe(true);
      expect(await findAxeViolations(page)).toEqual([]);
      if (isCompared) {
        await openExploration(page, 'compare');
        await waitForText(
          page,
          '.compare [role=status]',
          /: 0\.\d\d on average .* Largest difference: .*\d\.$/,
        );
        expect(await findAxeViolations(page)).toEqual([]);
        await openExploration(page, '');
      }
      await page.setViewport({ ...touch, width: 1280, height: 720 });
      await setAttributes(page, { theme: 'projector' });
      await waitForText(page, '.hold-head', head);
      expect(await findAxeViolations(page)).toEqual([]);
    }),
);

/** Whether the start of an element is on screen, in the page. @param {Element} node */
function isVisible(node) {
  const { left, top } = node.getBoundingClientRect();
  const root = /** @type {ShadowRoot} */ (node.getRootNode());
  return node.contains(root.elementFromPoint(left + 4, top + 4));
}
