/** Tests holding in each family of views: by touch on a dark phone, compared with a pinned map, and in the projector theme. */
import { expect, test } from 'vitest';
import { openLab, screens } from './fixture.js';
import { waitForElements, waitForText } from './instrument.js';
import { findAxeViolations } from './layout.js';
import { openExploration, pressButton, setAttributes, train } from './operate.js';

/** @import { Page } from 'puppeteer-core' */

const { onRun } = openLab('chromium', { colorScheme: 'dark' });

const touch = { isMobile: true, hasTouch: true };

/** Settings, the elements that are tapped to hold a row, and the text that the page shows then. @type {[string, [string, number][], RegExp][]} */
const families = [
  [
    'context-lookup;examples=2000',
    [['.bars [role=gridcell]', 10]],
    /“context 1” is made to look at “2: x = 3\.75”\./,
  ],
  [
    'feature-attention;examples=2000',
    [
      ['.features .panel-row button', 0],
      ['.features [role=gridcell]', 3],
    ],
    /It is made to look at “x3”\./,
  ],
  ['sentiment;sentences=500', [['.sentences-grid .token', 2]], /It is made to look at “.+”\./],
  [
    'graph-attention;batchSize=8;examples=500;kinds=5;steps=200;width=8',
    [
      ['[data-name=graph] .bars-choice', 1],
      ['[data-name=graph] .align-plate [role=gridcell]', 5],
    ],
    /“a \?” is made to look at/,
  ],
  [
    'translation;task=reversal;hidden=16;batchSize=32',
    [['.align-plate [role=gridcell]', 0]],
    /is made to look at “.”\./,
  ],
  [
    'self-attention;batchSize=16;dModel=16;examples=1600',
    [['.heads-view .align-plate [role=gridcell]', 0]],
    /is made to look at “.”\./,
  ],
  [
    'caption;batchSize=8;embedding=8;examples=1000;features=8;hidden=16;objects=1',
    [['.caption-cells [role=gridcell]', 7]],
    /is made to look at “row 2, column 2”\./,
  ],
  [
    'draw;examples=400;hidden=16;latent=3;glimpses=4',
    [['.draw-squares canvas', 0]],
    /Read window: “step 4” is made to look at “row 1[01], column 1[01]”\./,
  ],
  [
    'glimpse;examples=400;features=16;hidden=16;batchSize=4;samples=4',
    [['.glimpse-plot', 0]],
    /“Glimpse 4” is made to look at “row 1[23], column 1[23]”\./,
  ],
];
/** Experiments whose maps are pictures, which are not compared. */
const kPictures = /^(caption|draw|glimpse)/;

/** @param {Page} page @param {string} selector @param {number} nth */
async function tap(page, selector, nth) {
  await waitForElements(page, selector, nth + 1);
  await (await page.$$(`attento-scope >>> ${selector}`))[nth]?.tap();
}

test.each(families)('a row is held by touch, in dark and projector themes: %s', (settings, taps, head) =>
  onRun(`v1;experiment=${settings}`, screens.phone, async (page) => {
    const isCompared = !kPictures.test(settings);
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
