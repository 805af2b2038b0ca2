/** Tests translation in browsers: the map, typed sentences, decoder steps, earlier steps, own scores, and races. */
import { expect, test } from 'vitest';
import { openLab } from '../../browser/fixture.js';
import { readPixels, readTexts, waitForElements, waitForText, waitUntil } from '../../browser/instrument.js';
import { findAxeViolations } from '../../browser/layout.js';
import {
  click,
  openExploration,
  openHash,
  pressButton,
  showTable,
  train,
  typeInto,
} from '../../browser/operate.js';

/** @import { AttentoScope } from '../../../web/element/attento-scope.js' */

const small =
  'v1;experiment=translation;task=reversal;score=additive;hidden=16;batchSize=32;learningRate=0.01';
const planned = `${small};examples=3200;epochs=1`; // a hundred steps

const { onRun } = openLab();

test('the map is shown with values, for another pair, and at earlier steps', () =>
  onRun(small, async (page) => {
    await waitForText(page, '.align .bars-column', /■/);
    const first = await readPixels(page, '.align canvas');
    await train(page, 200);
    await waitUntil(page, ({ step }) => step === 200);
    await expect.poll(() => readPixels(page, '.align canvas')).not.toBe(first);
    const last = await readPixels(page, '.align canvas');

    await click(page, '.align [role=gridcell]', 1);
    const cell = /target 1 .*source 2 .*weight \d\.\d{3}, score e = .*model says/s;
    await waitForText(page, '.reading .readout', cell);
    await page.keyboard.press('ArrowDown');
    await waitForText(page, '.reading .readout-where', /^target 2 “\d”, source 2/);

    const spoken = () =>
      page.$eval('attento-scope >>> .timeline', (bar) => bar.getAttribute('aria-valuetext'));
    await click(page, '.primary');
    await waitUntil(page, ({ step }) => step > 210);
    await page.focus('attento-scope >>> .timeline');
    await page.keyboard.press('Home');
    await expect.poll(spoken).toMatch(/^Step 0 of \S+$/);
    await waitForText(page, '.primary', /^\s*Run\s*$/); // who looks back has paused the run
    await waitForText(page, '.count-value', /^0$/); // all numbers are of that step
    await expect.poll(() => readPixels(page, '.align canvas')).not.toBe(last);
    await page.keyboard.press('ArrowRight');
    await expect.poll(spoken).toMatch(/^Step [1-9]/);
    await page.keyboard.press(' ');
    await expect.poll(spoken).toMatch(/^Step 2\d\d of/); // the film has ended at the present
    await page.keyboard.press('Home');
    await click(page, '.primary');
    await waitUntil(page, ({ step }) => step > 220); // a run goes on from the newest step
    await click(page, '.primary');

    const source = (await readTexts(page, '.align .bars-column')).join();
    await pressButton(page, '.align', '›');
    await expect.poll(async () => (await readTexts(page, '.align .bars-column')).join()).not.toBe(source);
    await waitUntil(page, ({ link }) => link.includes('probeExample=1'));
  }));

test('a pinned map is compared with the map of a run with other settings', () =>
  onRun(small, async (page) => {
    await train(page, 60);
    await pressButton(page, '.align', 'Pin');
    await waitForText(page, '.compare [role=status]', /: 0\.00 on average .* Both maps are the same\.$/);
    await openExploration(page, 'settings');
    await page.select('attento-scope >>> #field-score', 'dot');
    await waitUntil(page, ({ link, step }) => link.includes('score=dot') && step === 0);
    await openExploration(page, 'compare');
    await waitForText(page, '.compare-notes', /^step 60 · .*Score: .*additive/);
    await waitForText(page, '.compare-notes', /^step 0 · .*Score: .*dot/i);
    await waitForText(page, '.compare [role=status]', /: 0\.\d\d on average .* Largest difference: target/);
    await waitForText(page, '.compare-difference .align-word', /^0\.\d\d/);
    const before = await readPixels(page, '.compare-difference canvas');
    await train(page, 60);
    await expect.poll(() => readPixels(page, '.compare-difference canvas')).not.toBe(before);
    await click(page, '.compare-difference [role=gridcell]', 1);
    const cell = /pinned 0\.\d+, present 0\.\d+, difference .*distance of the row 0/;
    await waitForText(page, '.compare .readout', cell);
    expect(await findAxeViolations(page)).toEqual([]);
    await openHash(page, `#${small.replace('additive', 'general')}`);
    await waitUntil(page, ({ link, step }) => link.includes('score=general') && step === 0);
    await openExploration(page, 'compare');
    await waitForText(page, '.compare-notes', /^step 60 · /);
    await pressButton(page, '.compare', 'Unpin');
    await waitForText(page, '.compare p', /^Pin a map/);
  }));

test('a typed sentence is translated step by step, with formulas', () =>
  onRun(small, async (page) => {
    await train(page, 300);
    await openExploration(page, 'decoder-steps');
    await waitForText(page, '.decoder-turn strong', /^Step 1 of/);
    await typeInto(page, '.decoder form input', '12x4<b>56789');
    await page.keyboard.press('Enter');
    const unknown = /Never met in training: “x”, “<”.*4 tokens at the end were cut off/;
    await waitForText(page, '.decoder .panel-status', unknown);
    expect(await readTexts(page, '.decoder-token[data-unknown]')).toContain('x');
    await typeInto(page, '.decoder form input', '40917');
    await pressButton(page, '.decoder', 'Decode');
    await waitForText(page, '.decoder-output', /^71904/);
    await pressButton(page, '.decoder', 'Next ›');
    await waitForText(page, '.decoder-turn strong', /^Step 2 of 6: “1”/);
    await click(page, '.decoder-token', 2);
    await waitForText(page, '.decoder .readout-where', /query of “1”, key of “9”/);
    await waitForText(page, '.decoder .readout-formula', /tanh/);
    expect(await readTexts(page, '.decoder-candidates .decoder-chosen')).toEqual(['→ 1']);
    // Clicking a row label selects the row.
    await click(page, '.decoder .bars-label', 2);
    await waitForText(page, '.decoder-turn strong', /^Step 3 of 6/);
    await pressButton(page, '.decoder', '‹ Back');
    await waitForText(page, '.decoder-turn strong', /^Step 2 of 6/);
    await showTable(page, '.decoder');
    expect(await findAxeViolations(page)).toEqual([]);
  }));

test('an own score can be typed, shows errors, and is trained, linked and displayed', () =>
  onRun(small, async (page) => {
    await openExploration(page, 'settings');
    await page.select('attento-scope >>> #field-score', 'own');
    await waitUntil(page, ({ link }) => link.includes('score=own'));
    // The field is first, so that it is visible on a narrow screen.
    await waitForElements(page, '.fields > [data-name=formula]:first-child');
    await typeInto(page, '#field-formula', 'q W k + (t - s');
    await page.keyboard.press('Enter');
    const error = /formula = q W k \+ \(t - s: expected \) or an operation, at character 15/;
    await waitForText(page, '.field-error', error);
    await typeInto(page, '#field-formula', '-|W q - k|^2');
    await page.keyboard.press('Enter');
    await waitUntil(page, ({ link }) => link.includes(';formula=-%7CW%20q%20-%20k%7C%5E2;'));
    expect(await readTexts(page, '.field-error')).toEqual([]);
    await train(page, 20);
    await openExploration(page, 'decoder-steps');
    await waitForText(page, '.decoder .readout-formula', /e.*-\|W q - k\|\^2.*=.*\d/s);
    // An example replaces it.
    await openExploration(page, 'settings');
    await page.select('attento-scope >>> #field-formula + select', '−|q − k|²');
    await waitUntil(page, ({ link }) => link.includes(';formula=%E2%88%92%7Cq%20%E2%88%92%20k%7C%C2%B2;'));
  }));

test('scores race to the end, each in a worker, which ends with the race', () =>
  onRun(planned, async (page) => {
    await openExploration(page, 'race');
    await pressButton(page, '.race', 'With and without attention');
    await waitForText(page, '.race .panel-note', /none against concat/);
    await pressButton(page, '.race', 'Start the race');
    const winners = /^Exact match: (First at|None of them).* Alignment accuracy: (First at|None of them)/;
    await waitForText(page, '.race [role=status]', winners);
    expect(await readTexts(page, '.race-lane h3')).toEqual(['none', 'concat']);
    const values = await readTexts(page, '.race-lane dd');
    expect([values[0], values[7]]).toEqual(['100', '100']);
    await showTable(page, '.race');
    const countRows = async () => (await readTexts(page, '.race .table tbody tr')).length;
    await expect.poll(countRows).toBeGreaterThan(10);
    expect(await findAxeViolations(page)).toEqual([]);
    await openExploration(page, '');
    const threads = await page.$eval(
      'attento-scope',
      (element) => /** @type {AttentoScope} */ (element).scope?.threads,
    );
    await expect.poll(() => page.workers().length).toBe(threads);
  }));
