/** Tests the fault diagnosis chapter: a wrong line can be chosen, and the network with the fixed line equals the reference model. */
import { expect, test } from 'vitest';
import { getChapters, loadChapter } from '../../web/lab/chapters.js';
import { openLab } from './fixture.js';
import { readInstrument, waitUntil, waitUntilLive } from './instrument.js';

/** @import { Page } from 'puppeteer-core' */

const { onPage } = openLab();

await loadChapter(5);
const chapter = getChapters().find(({ number }) => number === 5);
const scene = 4;
const faultyModel = chapter?.scenes[scene - 1]?.faultyModel;

/** Chooses a line of the formula, with the keyboard. @param {Page} page @param {string} id */
async function choose(page, id) {
  await page.$$eval(
    '.lines button',
    (buttons, name) =>
      buttons.find((button) => button.querySelector('.line-name')?.textContent?.trim() === name)?.focus(),
    faultyModel?.lines.find((line) => line.id === id)?.name ?? '',
  );
  await page.keyboard.press('Enter');
}

/** The response to the choice. @param {Page} page */
const readAnswer = (page) =>
  page.$eval('.diagnosis [role=status]', (node) => node.textContent?.trim().replace(/\s+/g, ' ') ?? '');

/** The metrics of the faulty and the reference model, by row. @param {Page} page */
const readMetrics = (page) =>
  page.$$eval('.beside tbody tr', (rows) =>
    Object.fromEntries(
      rows.map((row) => [
        row.querySelector('th')?.textContent ?? '',
        [...row.querySelectorAll('td')].map(({ textContent }) => Number(textContent?.match(/[\d.]+/)?.[0])),
      ]),
    ),
  );

test('a wrong line is cleared by measurements, and the right line fixes the model', () =>
  onPage(`#chapter=5&scene=${scene}`, async (page) => {
    const faultyLine = faultyModel?.faultyLine ?? '';
    await waitUntilLive(page);
    await page.waitForSelector('.lines button');
    await choose(page, faultyModel?.lines.find(({ id }) => id !== faultyLine)?.id ?? '');
    await expect.poll(() => readAnswer(page)).toMatch(/^Not this line\. .*\d.*\.$/);
    const isCompared = async () =>
      Object.values(await readMetrics(page)).map((row) => row.filter(Number.isFinite).length);
    await expect.poll(isCompared).toContain(2);
    const before = await readMetrics(page);

    await choose(page, faultyLine);
    await expect.poll(() => readAnswer(page)).toMatch(/^Right\. .*\d/);
    // The chosen line is removed, and the next button has the focus.
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('repair');
    const { link } = await readInstrument(page);
    expect(link).toContain('fault=no-tanh');

    await page.focus('.repair');
    await page.keyboard.press('Enter');
    await waitUntil(page, (now) => now.link !== link && now.state === 'live' && now.step > 0);
    await expect.poll(() => readAnswer(page)).toMatch(/^Healed\./);
    expect((await readInstrument(page)).link).not.toContain('fault=no-tanh');
    const after = await readMetrics(page);
    expect(before['Alignment']?.[0]).toBeLessThan(50);
    expect(after['Alignment']?.[0]).toBeGreaterThan(90);
    // With the same seed, the fixed model is identical to the reference model.
    for (const [row, [now, reference]] of Object.entries(after)) expect(now, row).toBe(reference);
    expect(await page.$$eval('.lines del', (nodes) => nodes.length)).toBe(1);
  }));
