/** Tests self-attention in browsers: heads, disabling heads, arcs, and the path of a token. */
import { expect, test } from 'vitest';
import { openLab } from '../../browser/fixture.js';
import { readPixels, readTexts, waitForText, waitUntil } from '../../browser/instrument.js';
import { findAxeViolations } from '../../browser/layout.js';
import { click, openExploration, pressButton, showTable, train, typeInto } from '../../browser/operate.js';

/** @import { Page } from 'puppeteer-core' */

const small =
  'v1;experiment=self-attention;batchSize=16;dModel=16;examples=1600;learningRate=0.01;maximumLength=4;minimumLength=2;steps=300;warmup=30';

/** @param {Page} page @param {string} area @param {string} label of a radio button */
async function choose(page, area, label) {
  const index = (await readTexts(page, `${area} .bars-choice`)).indexOf(label);
  if (index < 0) throw new Error(`no choice ${label}`);
  await click(page, `${area} .bars-choice`, index);
}

const { onRun } = openLab();

test('all heads are shown, one can be enlarged, and disabling one lowers the accuracy', () =>
  onRun(small, async (page) => {
    await waitForText(page, '.head-name', /L1·H1/);
    const names = await readTexts(page, '.head-name span:first-child');
    expect(names.slice(0, 3)).toEqual(['L1·H1', 'L1·H2', 'L1·mean']);
    const first = await readPixels(page, '.head canvas');
    await train(page, 200);
    await waitUntil(page, ({ step }) => step === 200);
    await expect.poll(() => readPixels(page, '.head canvas')).not.toBe(first);
    await waitForText(page, '.head-numbers', /^spread \d+\s%distance \d\.\dtruth \d+/);

    await click(page, '.head-open', 2);
    await waitForText(page, '.head-opened', /^Cross-attention L1·mean$/);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await waitForText(page, '.head-opened', /^Cross-attention L1·H2/);
    await click(page, '.heads-view [role=gridcell]', 1);
    await waitForText(page, '.reading .readout', /target 1 .*source 2 .*weight \d\.\d{3}, score e = /s);
    await page.keyboard.press('ArrowDown');
    await waitForText(page, '.reading .readout-where', /^target 2 “/);
    await choose(page, '.heads-view', 'Decoder self-attention (masked)');
    await waitForText(page, '.heads-view .bars-column', /<start>/);
    await click(page, '.heads-view [role=gridcell]', 0);
    await waitForText(page, '.reading .readout-where', /^token 1 “<start>”, looks at 1 “<start>”/);

    await click(page, '.head-switch input', 0);
    const switchedOff = /with all heads, 0\.\d+ without Decoder self-attention .*L1·H1, after step 200/;
    await waitForText(page, '.head-status', switchedOff);
    await waitUntil(page, ({ link }) => link.includes('disabledHeads=2'));
    // The settings show how many heads are disabled; the maps show which.
    await waitForText(page, '.presets .field-help', /Heads switched off: 1(?!\S)/);
    const [status = ''] = await readTexts(page, '.head-status');
    const [, before, after] = /(\d\.\d+) with.* (\d\.\d+) without/.exec(status) ?? [];
    expect(Number(after)).toBeLessThan(Number(before));
    await click(page, '.head-switch input', 0);
    await waitUntil(page, ({ link }) => !link.includes('disabledHeads'));

    await pressButton(page, '.side', 'Accuracy without each head in turn');
    const inTurn = /^Exact match of all test examples: .* lowest without .*: \d\.\d+, after step 200/;
    await waitForText(page, '.head-status', inTurn);
    await waitForText(page, '.head-numbers', /−\d+\.\d points/);
    // All heads are enabled again.
    await waitUntil(page, ({ link }) => !link.includes('disabledHeads'));

    await showTable(page, '.heads-view');
    expect(await findAxeViolations(page)).toEqual([]);
  }));

test('rows of a head, of a layer and of a causal map are held by link, press and keys', () =>
  onRun(`${small};hold=cross.0.0.1:0`, async (page) => {
    await waitForText(page, '.hold-head', /L1·H1: “\d” is made to look at “\d”\./);
    await train(page, 200);
    await waitUntil(page, ({ step }) => step === 200);
    await pressButton(page, '.reading', 'Let go');
    await waitUntil(page, ({ link }) => !link.includes('hold='));
    const kStatus = '.reading .hold [role=status]';
    await waitForText(page, '.heads-view .bars-column', /<end>/);
    await click(page, '.heads-view [role=gridcell]', 1);
    await waitForText(page, kStatus, /^Row 1 held on “\d”: now says “.+”, \d\.\d\d\.$/);
    await waitForText(page, '.hold-head', /L1·H\d: “\d” is made to look at “\d”\./);
    await expect.poll(() => readTexts(page, '.head[data-held]')).toHaveLength(2);
    await waitUntil(page, ({ link }) => /hold=cross\.0\.\d\.0(:|%3A)1/.test(link));
    await choose(page, '.reading', 'whole layer');
    await waitForText(page, '.hold-head', /L1: /);
    await expect.poll(() => readTexts(page, '.head[data-held]')).toHaveLength(3);
    await click(page, '.heads-view .bars-column', 0);
    await waitForText(page, '.hold-head', /Hidden from all rows: “\d”\./);
    await pressButton(page, '.reading', 'Let go of all');
    await expect.poll(() => readTexts(page, '.head[data-held]')).toEqual([]);

    await choose(page, '.heads-view', 'Decoder self-attention (masked)');
    await waitForText(page, '.heads-view .bars-column', /<start>/);
    const hidden = await page.$eval('attento-scope >>> .heads-view [role=gridcell]:nth-of-type(3)', (cell) =>
      cell.getAttribute('aria-label'),
    );
    expect(hidden).toMatch(/, masked: cannot be seen$/);
    await click(page, '.heads-view [role=gridcell]', 1);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('h');
    // A hidden cell cannot be held, so this is the first text for screen readers.
    await waitForText(page, kStatus, /^Row 1 held on “<start>”: now says /);
    expect(await findAxeViolations(page)).toEqual([]);
  }));

test('the strip of two layers shows the tile of the enlarged head', () =>
  onRun(`${small};layers=2;heads=4;seed=1`, async (page) => {
    await waitForText(page, '.head-opened', /^Cross-attention L2·H3/);
    const readGap = () =>
      page.$eval('attento-scope >>> .heads', (strip) => {
        const tile = strip.querySelector('.head:has([aria-pressed=true])');
        return strip.getBoundingClientRect().right - Number(tile?.getBoundingClientRect().right);
      });
    await expect.poll(readGap).toBeGreaterThanOrEqual(-1);
  }));

test('arcs lead from the selected token in both directions', () =>
  onRun(small, async (page) => {
    await train(page, 100);
    await openExploration(page, 'token-arcs');
    await waitForText(page, '.arcs .readout-where', /looks at$/);
    await click(page, '.arcs-row:last-child .arcs-token', 0);
    const first = await readPixels(page, '.arcs canvas');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => readPixels(page, '.arcs canvas')).not.toBe(first);
    await page.keyboard.press('ArrowUp');
    await waitForText(page, '.arcs .readout-where', /is looked at by$/);
    expect((await readTexts(page, '.arcs-list li')).every((text) => /^H\d: /.test(text))).toBe(true);
    await choose(page, '.arcs', 'Encoder self-attention');
    await waitForText(page, '.arcs .readout-where', /looks at$/);
    expect(await readTexts(page, '.arcs-row')).toHaveLength(1);
    expect(await findAxeViolations(page)).toEqual([]);
  }));

test('the path of a token leads from its embedding to the answer and back', () =>
  onRun(`${small};layers=2`, async (page) => {
    await train(page, 100);
    await openExploration(page, 'residual-path');
    await waitForText(page, '.path .panel-note', /after step 100/);
    await choose(page, '.path', 'Decoder');
    await typeInto(page, '.path form input', '417');
    await pressButton(page, '.path', 'Read it');
    await pressButton(page, '.path', 'Next ›');
    await pressButton(page, '.path', 'Next ›');
    await waitForText(page, '.path .decoder-turn strong', /^Step 3 of \d+: embedding and position/);
    await waitForText(page, '.path .readout-formula', /x = E w \+ P/);
    await pressButton(page, '.path', 'scores');
    await choose(page, '.path-detail', 'H2');
    await waitForText(page, '.path .readout-formula', /q · k.*smaller terms/);
    await pressButton(page, '.path', '‹ Back');
    await waitForText(page, '.path .decoder-turn strong', /: value$/);
    await choose(page, '.path', 'Encoder');
    await expect.poll(() => readTexts(page, '.path-tokens button')).toEqual(['4', '1', '7', '<end>']);
    await click(page, '.path-tokens button', 1);
    await choose(page, '.path', 'Decoder');
    await choose(page, '.path', 'Layer 2');
    await expect.poll(() => readTexts(page, '.path-chip')).toContain('probabilities');
    await pressButton(page, '.path', 'probabilities');
    await waitForText(page, '.path .readout-formula', /softmax\(logits\)/);
    await showTable(page, '.path');
    expect(await findAxeViolations(page)).toEqual([]);
  }));

test('says what the model would answer if all heads, or one, looked elsewhere', () =>
  onRun(small, async (page) => {
    await train(page, 200);
    await openExploration(page, 'what-if');
    await waitForText(page, '.what-if tbody tr:last-child th', /^<end>$/);
    await expect.poll(async () => (await readTexts(page, '.what-if td.own')).length).toBeGreaterThan(5);
    const together = await readTexts(page, '.what-if td');
    await page.select('attento-scope >>> .explain-field select', 'layer 1, head 2');
    await expect.poll(() => readTexts(page, '.what-if td')).not.toEqual(together);
    await pressButton(page, '.exploration', 'Measure how often the answer follows');
    await waitForText(page, '.panel-status', /^Over 64 test examples/);
    expect(await findAxeViolations(page)).toEqual([]);
  }));
