/** Tests the calculator with trusted clicks and keys. */
import { expect, test } from 'vitest';
import { parseLink, writeLink } from '../../../web/index.js';
import { openLab } from '../../browser/fixture.js';
import { readInstrument, readTexts, waitForText, waitUntil } from '../../browser/instrument.js';
import { findAxeViolations } from '../../browser/layout.js';
import { click, clickOnPage, dragBy, openExploration, typeInto } from '../../browser/operate.js';

/** @import { Page } from 'puppeteer-core' */

const { onPage } = openLab();
const start = '#v1;experiment=calculator';

/** Numbers of a line of the formula. @param {Page} page @param {string} [title] */
const readLine = (page, title = 'weights') =>
  page.evaluate((title) => {
    const root = document.querySelector('attento-scope')?.shadowRoot;
    const rows = [...(root?.querySelectorAll('.calc-lines tr') ?? [])];
    const row = rows.find((one) => one.querySelector('.calc-title')?.textContent === title);
    return [...(row?.querySelectorAll('.num') ?? [])].map((cell) => cell.textContent?.trim() ?? '');
  }, title);

/** Chooses the table of numbers, where there are arrows. @param {Page} page */
async function showNumbers(page) {
  await waitUntil(page, ({ state }) => state === 'live');
  if (await page.$('attento-scope >>> .calc-form')) await click(page, '.calc-form label', 1);
}

/** Opens the calculator, chooses the table of numbers, and waits for its weights. @param {(page: Page, weights: string[]) => Promise<void>} act @param {string} [path] */
const onCalculator = (act, path = start) =>
  onPage(path, async (page) => {
    await showNumbers(page);
    await expect.poll(() => readLine(page)).not.toEqual([]);
    await act(page, await readLine(page));
  });

test('editing a number changes the weights, and the link restores it', () =>
  onCalculator(async (page, before) => {
    expect(before).toHaveLength(6);
    // "chasing", first feature, typed; then two steps up.
    await click(page, '[aria-label="query, chasing, 1"]');
    await page.keyboard.type('-2');
    await page.keyboard.press('Enter');
    await expect.poll(() => readLine(page)).not.toEqual(before);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    const { link } = await waitUntil(page, (reading) => /numbers=.*-1\.8/.test(reading.link));
    await expect.poll(() => page.url()).toContain(link);
    const edited = await readLine(page);
    await page.reload();
    await showNumbers(page);
    await expect.poll(() => readLine(page)).toEqual(edited);
    // A sentence of another length keeps the edited numbers.
    await click(page, '#calc-tokens');
    await page.keyboard.press('End');
    await page.keyboard.type(' today');
    await page.keyboard.press('Enter');
    await expect.poll(() => readLine(page)).toHaveLength(7);
    const field = 'attento-scope >>> [aria-label="query, chasing, 1"]';
    expect(await page.$eval(field, (node) => /** @type {HTMLInputElement} */ (node).value)).toBe('−1.8');
  }));

test('the map has a row for each query, and pressing one shows its computation', () =>
  onCalculator(async (page) => {
    await openExploration(page, 'map');
    for (const [query, token] of /** @type {const} */ ([
      [5, 'criminal'],
      [0, 'The'],
    ])) {
      await click(page, '.calc-map tbody button', query);
      await expect.poll(() => readTexts(page, '.calc-map tr.of-query th')).toEqual([token]);
      const row = (await readTexts(page, '.calc-map tr.of-query td')).map(Number);
      expect(row).toHaveLength(6);
      for (const [i, weight] of (await readLine(page)).entries())
        expect(row[i]).toBeCloseTo(Number(weight), 1.9);
    }
    expect(await findAxeViolations(page)).toEqual([]);
  }));

test('trains the parameters so that the selected cells get the weight, and undoes it', () =>
  onCalculator(
    async (page, before) => {
      await openExploration(page, 'train');
      // The target of "chasing" changes from itself to "FBI".
      await click(page, '.calc-map [aria-label^="chasing should find FBI"]');
      // Including that of the shown query.
      await expect.poll(() => readTexts(page, '.calc-map [aria-pressed=true]')).toHaveLength(2);
      await click(page, '.calc-descent .primary');
      await waitForText(page, '.calc-status', /after \d+ steps\.$/);
      await expect.poll(async () => Number((await readLine(page))[1])).toBeGreaterThan(0.97);
      expect(await findAxeViolations(page)).toEqual([]);
      const { link } = await waitUntil(page, (reading) => /numbers=/.test(reading.link));
      expect(link).toMatch(/W\(2,2\)/);
      expect(link).not.toMatch(/query\(/);
      await click(page, '.calc-descent .button', 2);
      await expect.poll(() => readLine(page)).toEqual(before);
    },
    `${start};mechanism=own;formula=${encodeURIComponent('q W k + b · |t − s|')}`,
  ));

test('numbers can be dragged, keys masked, and lessons and the query chosen', () =>
  onCalculator(async (page, before) => {
    await dragBy(page, '[aria-label="key, FBI, 1"]', { x: 0, y: -60 });
    await expect.poll(async () => Number((await readLine(page))[1])).toBeGreaterThan(Number(before[1]));
    await click(page, '[aria-label="mask, FBI"]');
    await expect.poll(async () => (await readLine(page))[1]).toBe('0.000');
    expect((await readLine(page, 'masked'))[1]).toBe('−∞');
    const lesson = 'attento-scope >>> .presets select';
    await page.select(lesson, 'equal');
    await expect.poll(() => readLine(page)).toEqual(Array(6).fill('0.167'));
    await page.select(lesson, 'example');
    await expect.poll(() => readLine(page)).toEqual(before);
    await click(page, '.calc-queries label', 1);
    await expect.poll(() => readLine(page)).not.toEqual(before);
  }));

test('selecting a weight shows its derivatives, also in another mechanism', () =>
  onCalculator(async (page) => {
    expect(await readTexts(page, '.slope')).toEqual([]);
    await click(page, 'tr.final button.num', 1);
    await expect.poll(() => readTexts(page, '.slope')).toHaveLength(3 * 12);
    expect((await readTexts(page, '.slope')).join('')).toMatch(/\+.*−/);
    expect((await readTexts(page, '.calc-slopes b'))[0]).toBe('weights [chasing, FBI]');
    await page.select('attento-scope >>> #calc-mechanism', 'additive');
    await click(page, 'button.num');
    await waitForText(page, '.slope', /./);
    expect((await readInstrument(page)).notices).toEqual([]);
  }));

test('an own formula shows its steps, errors with position, and a check, and the translation can train it', () =>
  onCalculator(
    async (page) => {
      const steps = (await readTexts(page, '.calc-lines math')).map((step) => step.replace(/\s/g, ''));
      expect(steps.slice(0, 5)).toEqual(['Wq', 'Uk', 'Wq+Uk', 'tanh(Wq+Uk)', 'v·tanh(Wq+Uk)']);
      const before = await readLine(page);
      // A parameter is an input like any other.
      await click(page, '[aria-label="v, 1"]');
      await page.keyboard.type('3');
      await page.keyboard.press('Enter');
      await expect.poll(() => readLine(page)).not.toEqual(before);
      const changed = await readLine(page);
      await typeInto(page, '#field-formula', 'v · tanh(W q + U)');
      await page.keyboard.press('Enter');
      await waitForText(page, '.calc-formula .field-error', /a vector beside the matrix, at character 16/);
      expect(await readLine(page)).toEqual(changed);
      await typeInto(page, '#field-formula', '−|q − k|²');
      await page.keyboard.press('Enter');
      const readInputs = () => readTexts(page, '.calc-inputs caption b');
      await expect.poll(readInputs).toEqual(['query', 'key', 'value', 'mask']);
      expect(await readTexts(page, '.calc-formula .field-error')).toEqual([]);
      await click(page, '.formula-tools button');
      const check = /^Right\. 42 derivatives, .* at most \d\.\d\d × 10⁻[⁵⁶⁷⁸⁹] of the largest, by [qk];/;
      await waitForText(page, '.formula-status', check);
      expect(await findAxeViolations(page)).toEqual([]);
      const weights = await readLine(page);
      // Opens the translation that trains it, and returns.
      await click(page, '.formula-tools button', 1);
      const { link } = await waitUntil(
        page,
        (now) => now.state === 'live' && now.link.includes('experiment=translation'),
      );
      expect(parseLink(link).configuration.parameters).toMatchObject({ score: 'own', formula: '−|q − k|²' });
      await openExploration(page, 'settings');
      await click(page, '.formula-tools button', 1);
      await expect.poll(() => readLine(page)).toEqual(weights);
      expect((await readInstrument(page)).notices).toEqual([]);
    },
    `#${writeLink({ experiment: 'calculator', parameters: { mechanism: 'own', formula: 'v · tanh(W q + U k)' } })}`,
  ));

/** Numbers of the bars below the arrows. @param {Page} page @param {string} name */
const readBars = (page, name) => readTexts(page, `.calc-flow .${name}`);

test('tips of arrows move by pointer and keys, dials change scale and temperature', () =>
  onPage('#chapter=2&scene=1', async (page) => {
    await expect.poll(() => readBars(page, 'weights')).toHaveLength(6);
    const before = await readBars(page, 'weights');
    await dragBy(page, '[aria-label="key, criminal"]', { x: -90, y: -70 });
    await expect.poll(() => readBars(page, 'weights')).not.toEqual(before);
    // The products of the other keys stay.
    const products = await readBars(page, 'products');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => readBars(page, 'products')).not.toEqual(products);
    expect((await readBars(page, 'products')).slice(0, 5)).toEqual(products.slice(0, 5));
    const context = () => page.$eval('attento-scope >>> .context', (node) => node.getAttribute('style'));
    const [weights, place] = [await readBars(page, 'weights'), await context()];
    await page.$eval('attento-scope >>> [aria-label="value, is"]', (node) =>
      /** @type {SVGElement} */ (node).focus(),
    );
    await page.keyboard.press('ArrowUp');
    await expect.poll(context).not.toBe(place);
    expect(await readBars(page, 'weights')).toEqual(weights);
    // A temperature that is ten times as low makes the weights sharper.
    await page.focus('attento-scope >>> .calc-dial:last-child input');
    await page.keyboard.press('Home');
    const readLargest = async () => Math.max(...(await readBars(page, 'weights')).map(Number));
    await expect.poll(readLargest).toBeGreaterThan(0.95);
    expect(await findAxeViolations(page)).toEqual([]);
  }));

test('one number of an embedding or a matrix moves the arrows', () =>
  onPage('#chapter=2&scene=1', async (page) => {
    await expect.poll(() => readBars(page, 'weights')).toHaveLength(6);
    const before = await readBars(page, 'weights');
    await click(page, '.calc-form label', 2);
    await expect.poll(() => page.$$('attento-scope >>> .calc-origin input')).toHaveLength(14);
    const weights = await readBars(page, 'weights');
    const query = () => page.$eval('attento-scope >>> .tip.query', (node) => node.getAttribute('transform'));
    const place = await query();
    // Steps of the keyboard change the embedding; a drag changes the query matrix.
    await page.focus('attento-scope >>> [aria-label="x, chasing, 1"]');
    await page.keyboard.press('ArrowUp');
    await expect.poll(query).not.toBe(place);
    await expect.poll(() => readBars(page, 'weights')).not.toEqual(weights);
    const moved = await readBars(page, 'weights');
    await dragBy(page, '[aria-label="W_q, 2, 1"]', { x: 0, y: 40 });
    await expect.poll(() => readBars(page, 'weights')).not.toEqual(moved);
    expect(await findAxeViolations(page)).toEqual([]);
    await waitUntil(page, ({ link }) => link.includes('queryWeight'));
    // The arrows that can be moved have not changed.
    await click(page, '.calc-form label', 0);
    await expect.poll(() => readBars(page, 'weights')).toEqual(before);
    // A reply to the question, given beside "Origin", changes one product of "Arrows" only, and both come back.
    const products = await readBars(page, 'products');
    await click(page, '.calc-form label', 2);
    await expect.poll(() => page.$$('attento-scope >>> .calc-origin input')).toHaveLength(14);
    const own = await readBars(page, 'weights');
    expect(own).not.toEqual(before);
    await clickOnPage(page, '.question-choices button');
    await expect.poll(() => readBars(page, 'products')).toEqual(products.with(1, '35.4'));
    await click(page, '.calc-form label', 2);
    await expect.poll(() => readBars(page, 'weights')).toEqual(own);
  }));

test('a tip follows a finger', () =>
  onPage('#chapter=2&scene=1', { width: 390, height: 844, touch: true }, async (page) => {
    await expect.poll(() => readBars(page, 'weights')).toHaveLength(6);
    const findTip = async () => {
      const arrow = await page.$('attento-scope >>> [aria-label="key, chasing"]');
      const point = await (await arrow?.$('circle'))?.clickablePoint();
      if (!point) throw new Error('no tip');
      return point;
    };
    const tip = await findTip();
    await page.touchscreen.touchStart(tip.x, tip.y);
    // The browser would scroll after some moves, and take the finger from the tip.
    for (let i = 1; i <= 6; i++) await page.touchscreen.touchMove(tip.x + 8 * i, tip.y + 4 * i);
    await page.touchscreen.touchEnd();
    const readDistance = async () => {
      const { x, y } = await findTip();
      return Math.hypot(x - tip.x - 48, y - tip.y - 24);
    };
    // Numbers are rounded.
    await expect.poll(readDistance).toBeLessThan(2);
  }));
