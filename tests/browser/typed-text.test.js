/** Tests that a text of the reader's own is kept in the link. */
import { expect, test } from 'vitest';
import { openLab } from './fixture.js';
import { readInstrument, readTexts, waitForText, waitUntil } from './instrument.js';
import { openExploration, typeInto } from './operate.js';

const { onRun } = openLab();

test.each([
  ['sentiment;sentences=500', '', '.typed input', 'the screen is bad'],
  ['translation;task=reversal;hidden=16;batchSize=32', 'decoder-steps', '.decoder form input', '40917'],
  ['self-attention;batchSize=16;dModel=16;examples=1600', 'residual-path', '.path form input', '417'],
])('a text of the reader’s own is read from a link, and kept in it: %s', (settings, exploration, box, text) =>
  onRun(`v1;experiment=${settings};text=${encodeURIComponent(text)}`, async (page) => {
    const readBox = () =>
      page.$eval(`attento-scope >>> ${box}`, (node) => /** @type {HTMLInputElement} */ (node).value);
    await openExploration(page, exploration);
    expect(await readBox()).toBe(text);
    await waitForText(page, '.panel-status, .panel-note', /after step 0/);
    const other = text.slice(0, -1);
    await typeInto(page, box, other);
    await page.keyboard.press('Enter');
    await waitUntil(page, ({ link }) => link.includes(`text=${encodeURIComponent(other)}`));
    // A text that is too long for a link is read nevertheless.
    await typeInto(page, box, '1'.repeat(257));
    await page.keyboard.press('Enter');
    await waitUntil(page, ({ link }) => !link.includes('text='));
  }),
);

test('a text that is too long is ignored, with a notice', () =>
  onRun(`v1;experiment=sentiment;sentences=500;text=${'a'.repeat(257)}`, async (page) => {
    expect((await readInstrument(page)).notices.join()).toMatch(/^Link: text: .*Ignored\.$/);
    expect(await readTexts(page, '.sentence-own .token')).toEqual([]);
  }));
