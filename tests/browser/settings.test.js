/** Tests settings, presets and own data that come from the page, a link or the reader. */
import { expect, test } from 'vitest';
import { dropFile } from './files.js';
import { openLab } from './fixture.js';
import {
  hasBegun,
  readInstrument,
  readTexts,
  waitForElements,
  waitForText,
  waitUntil,
} from './instrument.js';
import { choosePreset, click, openExploration, pressButton, setText } from './operate.js';

const { onRun } = openLab();

test('an invalid setting shows an error beside its field, and the run continues', () =>
  onRun('v1;experiment=context-lookup;speed=200', async (page) => {
    await openExploration(page, 'settings');
    const [field] = await page.$$('attento-scope >>> #field-contexts');
    await expect.poll(() => field?.isVisible()).toBe(true);
    await click(page, '.primary');
    await waitUntil(page, ({ step }) => step > 0);
    // Typed slowly, because updates of the numbers must not change the field.
    await field?.focus();
    await page.keyboard.type('99', { delay: 250 });
    await page.keyboard.press('Tab');
    await waitForElements(page, '.field-error');
    expect(await page.$eval('attento-scope >>> .field-error', (node) => node.textContent)).toMatch(
      /contexts.*1 to 32/,
    );
    const { step } = await readInstrument(page);
    await waitUntil(page, (reading) => reading.step > step);
  }));

test('five settings come first, and the others are found by a part of their text', () =>
  onRun('v1;experiment=self-attention', async (page) => {
    await openExploration(page, 'settings');
    const readVisible = () =>
      page.$$eval('attento-scope >>> .settings .field', (fields) =>
        fields.filter((field) => field.checkVisibility()).map((field) => field.querySelector('[id]')?.id),
      );
    expect(await readVisible()).toEqual(
      ['task', 'heads', 'layers', 'positions', 'steps'].map((name) => `field-${name}`),
    );
    await click(page, '.settings-search');
    await page.keyboard.type('in what each layer adds');
    await expect.poll(readVisible).toEqual(['field-dropout']);
  }));

test('presets set all parameters at once, and two models have two columns', () =>
  onRun('v1;experiment=feature-attention;epochs=60;examples=500', async (page) => {
    const readLabel = () => page.$eval('attento-scope >>> .preset-label', (node) => node.textContent?.trim());
    expect(await readLabel()).toBe('Small data, changed');
    await choosePreset(page, 'Small data');
    await waitUntil(page, ({ link }) => /;epochs=(?!60;)\d+;examples=500$/.test(link));
    expect(await readLabel()).toBe('Small data');
    // The run starts by itself, a notice says so, and the change can be undone, even if the run has ended by then.
    await waitUntil(page, hasBegun);
    await pressButton(page, '.presets', 'Undo');
    await waitUntil(page, ({ link, run, step }) => link.includes('epochs=60') && run === 'Run' && step === 0);
    await click(page, '.transport .button', 1);
    await waitUntil(page, ({ step }) => step === 1);
    const readFirstRow = async () =>
      (await readTexts(page, '.metric summary .metric-value')).slice(0, 2).join(', ');
    await expect.poll(readFirstRow).toMatch(/^A 0\.\d+, B 0\.\d+$/);
    await choosePreset(page, 'Ten features');
    await waitUntil(page, (reading) => /feature-attention$/.test(reading.link) && hasBegun(reading));
    expect(await readLabel()).toBe('Ten features');
  }));

test('own data are taken with an account of every line, and what is refused changes nothing', () =>
  onRun('v1;experiment=sentiment;sentences=500', async (page) => {
    await click(page, '.transport .button', 1);
    const before = await waitUntil(page, ({ step }) => step === 1);
    await openExploration(page, 'data');
    await setText(page, '.own-data textarea', 'not labelled');
    await click(page, '.own-data-row button');
    await waitForElements(page, '.own-data .field-error');
    expect(await readInstrument(page)).toEqual(before);

    const lines = Array.from({ length: 40 }, (_, i) => `word${i} was ${i % 2 ? 'good' : 'bad'}\t${i % 2}`);
    await dropFile(page, '.own-data-panel', ['no label', ...lines, ''].join('\n'), 'mine.txt');
    await waitForText(page, '.own-data', /mine\.txt.*40 lines taken.*1 line refused: .*\(line 1\)/s);
    expect(await page.$$('attento-scope >>> .own-data .field-error')).toEqual([]);
    const own = await waitUntil(page, ({ step }) => step === 0);
    expect(own.link).toBe(before.link);
    expect(own.fingerprint).not.toBe(before.fingerprint);
    await click(page, '.own-data-row button', 1);
    await waitForText(page, '.own-data', /not in use/);
  }));
