/** Tests the calculator in real browsers. One long file, because all cases read the same table. */
import { describe, expect, test } from 'vitest';
import { mechanisms, parseLink, writeLink } from '../../../web/index.js';
import { defaultBrowsers } from '../../browser/driver.js';
import { openSharedBrowser, openSharedSite } from '../../browser/fixture.js';
import { click, findAxeViolations, openExploration, readInstrument } from '../../browser/instrument.js';
import { isFullRun, selectSample } from '../../full-run.js';

/** @import { Page } from 'puppeteer-core' */

const site = openSharedSite();

/** Numbers of a line of the formula. @param {Page} page @param {string} title */
function readLine(page, title) {
  return page.evaluate((title) => {
    const root = document.querySelector('attento-scope')?.shadowRoot;
    const rows = [...(root?.querySelectorAll('.calc-lines tr') ?? [])];
    const row = rows.find((one) => one.querySelector('.calc-title')?.textContent === title);
    return [...(row?.querySelectorAll('.num') ?? [])].map((cell) => cell.textContent?.trim() ?? '');
  }, title);
}

/** @param {Page} page @param {string} selector @returns {Promise<string[]>} */
function texts(page, selector) {
  return page.$$eval(`attento-scope >>> ${selector}`, (nodes) =>
    nodes.map((node) => node.textContent?.trim().replace(/\s+/g, ' ') ?? ''),
  );
}

/** @template T @param {() => Promise<T>} read @param {(value: T) => boolean} holds @returns {Promise<T>} */
async function pollUntil(read, holds) {
  for (const end = Date.now() + 100_000; ; ) {
    const value = await read();
    if (holds(value)) return value;
    if (Date.now() > end) throw new Error(`not reached: ${holds}\nlast: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** @param {Page} page */
const readWeights = (page) => readLine(page, 'weights');

/** @param {Page} page */
const waitForWeights = (page) =>
  pollUntil(
    () => readWeights(page),
    (row) => row.length > 0,
  );

describe.each(defaultBrowsers)('%s', (name) => {
  const browser = openSharedBrowser(name);

  test('editing a number changes the weights, and the link restores it', async () => {
    const { page, problems } = await browser.open(`${site.url}#v1;experiment=calculator`);
    const before = await waitForWeights(page);
    expect(before).toHaveLength(6);
    // "chasing", first feature, typed; then two steps up.
    await click(page, '[aria-label="query, chasing, 1"]');
    await page.keyboard.type('-2');
    await page.keyboard.press('Enter');
    const typed = await pollUntil(
      () => readWeights(page),
      (row) => String(row) !== String(before),
    );
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    const { link } = await pollUntil(
      () => readInstrument(page),
      (reading) => /numbers=.*-1\.8/.test(reading.link),
    );
    await pollUntil(
      async () => page.url(),
      (url) => url.endsWith(link),
    );

    const second = await browser.open(`${site.url}#${link}`);
    await pollUntil(
      async () => [await readWeights(page), await readWeights(second.page)].map(String),
      ([first, other]) => first === other && first !== String(typed),
    );
    await page.close();
    // A sentence of another length keeps the edited numbers.
    await click(second.page, '#calc-tokens');
    await second.page.keyboard.press('End');
    await second.page.keyboard.type(' today');
    await second.page.keyboard.press('Enter');
    await pollUntil(
      () => readWeights(second.page),
      (row) => row.length === 7,
    );
    const [field] = await second.page.$$('attento-scope >>> [aria-label="query, chasing, 1"]');
    expect(await field?.evaluate((node) => /** @type {HTMLInputElement} */ (node).value)).toBe('−1.8');
    await second.page.close();
    expect([...problems, ...second.problems]).toEqual([]);
  });

  test('the map has a row for each query, and pressing one shows its computation', async () => {
    const { page, problems } = await browser.open(`${site.url}#v1;experiment=calculator`);
    await waitForWeights(page);
    await openExploration(page, 'map');
    for (const [query, token] of /** @type {const} */ ([
      [5, 'criminal'],
      [0, 'The'],
    ])) {
      await click(page, '.calc-map tbody button', query);
      await pollUntil(
        () => texts(page, '.calc-map tr.asking th'),
        (asking) => String(asking) === token,
      );
      const row = (await texts(page, '.calc-map tr.asking td')).map(Number);
      expect(row).toHaveLength(6);
      for (const [i, weight] of (await readWeights(page)).entries())
        expect(row[i]).toBeCloseTo(Number(weight), 1.9);
    }
    expect(await findAxeViolations(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('trains the parameters so that the selected cells get the weight, and undoes it', async () => {
    const formula = encodeURIComponent('q W k + b · |t − s|');
    const { page, problems } = await browser.open(
      `${site.url}#v1;experiment=calculator;mechanism=own;formula=${formula}`,
    );
    const before = await waitForWeights(page);
    await openExploration(page, 'train');
    // The target of "chasing" changes from itself to "FBI".
    await click(page, '.calc-map [aria-label^="chasing should find FBI"]');
    await pollUntil(
      () => texts(page, '.calc-map [aria-pressed=true]'),
      (pressed) => pressed.length === 2, // including that of the shown query
    );
    await click(page, '.calc-descent .primary');
    await pollUntil(
      () => texts(page, '.calc-told'),
      ([status = '']) => /after \d+ steps\.$/.test(status),
    );
    await pollUntil(
      () => readWeights(page),
      (row) => Number(row[1]) > 0.97,
    );
    expect(await findAxeViolations(page)).toEqual([]);
    const { link } = await pollUntil(
      () => readInstrument(page),
      (reading) => /numbers=/.test(reading.link),
    );
    expect(link).toMatch(/W\(4,4\)/);
    expect(link).not.toMatch(/query\(/);
    await click(page, '.calc-descent .button', 2);
    await pollUntil(
      () => readWeights(page),
      (row) => String(row) === String(before),
    );
    expect(problems).toEqual([]);
  });

  test('a size that is too large and invalid numbers are rejected', async () => {
    const { page, problems } = await browser.open(`${site.url}#v1;experiment=calculator`);
    const before = await waitForWeights(page);
    await openExploration(page, 'settings');
    const [field] = await page.$$('attento-scope >>> #field-features');
    for (const text of ['100000', '0', '2.5', '']) {
      await click(page, '#field-features');
      await page.evaluate((text) => {
        document.execCommand('selectAll');
        document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
      }, text);
      await page.keyboard.press('Enter');
      await pollUntil(
        () => texts(page, '.notice.bad'),
        (all) => all.includes('Features: expected an integer from 1 to 8'),
      );
      await pollUntil(
        async () => field?.evaluate((node) => /** @type {HTMLInputElement} */ (node).value),
        (value) => value === '4',
      );
      expect(await readWeights(page)).toEqual(before);
    }
    expect(problems).toEqual([]);
  });

  test('supports dragging numbers, masks, lessons and the choice of the query', async () => {
    const { page, problems } = await browser.open(`${site.url}#v1;experiment=calculator`);
    const before = await waitForWeights(page);
    const [cell] = await page.$$('attento-scope >>> [aria-label="key, FBI, 1"]');
    await cell?.scrollIntoView();
    const box = await cell?.boundingBox();
    if (!box) throw new Error('no cell to drag');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 - 60, { steps: 5 });
    await page.mouse.up();
    const dragged = await pollUntil(
      () => readWeights(page),
      (row) => String(row) !== String(before),
    );
    expect(Number(dragged[1])).toBeGreaterThan(Number(before[1]));
    await click(page, '[aria-label="mask, FBI"]');
    await pollUntil(
      () => readWeights(page),
      (row) => row[1] === '0.000',
    );
    expect((await readLine(page, 'masked'))[1]).toBe('−∞');
    await (await page.$$('attento-scope >>> #calc-lesson'))[0]?.select('equal');
    await pollUntil(
      () => readWeights(page),
      (row) => row.every((weight) => weight === '0.167'),
    );
    await (await page.$$('attento-scope >>> #calc-lesson'))[0]?.select('example');
    await pollUntil(
      () => readWeights(page),
      (row) => String(row) === String(before),
    );
    await click(page, '.calc-queries label', 1);
    await pollUntil(
      () => readWeights(page),
      (row) => String(row) !== String(before),
    );
    expect(problems).toEqual([]);
  });

  test('selecting a weight shows its derivatives, in every mechanism', async () => {
    const { page, problems } = await browser.open(`${site.url}#v1;experiment=calculator`);
    await waitForWeights(page);
    expect(await texts(page, '.slope')).toEqual([]);
    await click(page, 'tr.final button.num', 1);
    const slopes = await pollUntil(
      () => texts(page, '.slope'),
      (all) => all.length > 0,
    );
    expect(slopes).toHaveLength(3 * 24);
    expect(slopes.some((slope) => slope.startsWith('+'))).toBe(true);
    expect(slopes.some((slope) => slope.startsWith('−'))).toBe(true);
    expect((await texts(page, '.calc-slopes b'))[0]).toBe('weights [chasing, FBI]');
    for (const mechanism of selectSample(mechanisms())) {
      const [select] = await page.$$('attento-scope >>> #calc-mechanism');
      await select?.select(mechanism.name);
      await pollUntil(
        () => texts(page, '.calc-lines .calc-title'),
        (titles) => titles.length >= mechanism.lines.length,
      );
      await click(page, 'button.num');
      await pollUntil(
        () => texts(page, '.slope'),
        (all) => all.length > 0,
      );
    }
    expect(problems).toEqual([]);
    expect((await readInstrument(page)).notices).toEqual([]);
  });

  test('an invalid link shows a notice, and the page works', async () => {
    const link = 'v1;experiment=calculator;features=77;options=scale(-3)causal(true);numbers=key(1,2)3,foo';
    const { page, problems } = await browser.open(`${site.url}#${link}`);
    expect(await waitForWeights(page)).toHaveLength(6);
    const { notices } = await readInstrument(page);
    expect(notices.join('\n')).toMatch(/features[\s\S]*numbers[\s\S]*scale/);
    expect(await readLine(page, 'masked')).toContain('−∞');
    expect(problems).toEqual([]);
  });

  test('an own formula shows its steps and parameters, errors with position, a check, and can be trained', async () => {
    const formula = 'v · tanh(W q + U k)';
    const link = writeLink({ experiment: 'calculator', parameters: { mechanism: 'own', formula } });
    const { page, problems } = await browser.open(`${site.url}#${link}`);
    const before = await waitForWeights(page);
    const steps = (await texts(page, '.calc-lines math')).map((step) => step.replaceAll(' ', ''));
    expect(steps.slice(0, 5)).toEqual(['Wq', 'Uk', 'Wq+Uk', 'tanh(Wq+Uk)', 'v·tanh(Wq+Uk)']);
    // A parameter is an input like any other.
    await click(page, '[aria-label="v, 1"]');
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await pollUntil(
      () => readWeights(page),
      (row) => String(row) !== String(before),
    );
    await click(page, 'tr.final button.num');
    await pollUntil(
      async () => page.$('attento-scope >>> [aria-label^="W, 1, 1, derivative"]'),
      (cell) => cell !== null,
    );
    /** @param {string} text */
    const write = async (text) => {
      await click(page, '#field-formula');
      await page.evaluate((text) => {
        document.execCommand('selectAll');
        document.execCommand('insertText', false, text);
      }, text);
      await page.keyboard.press('Enter');
    };
    const previousWeights = await readWeights(page);
    await write('v · tanh(W q + U)');
    await pollUntil(
      () => texts(page, '.calc-formula .field-error'),
      (errors) => /a vector beside the matrix, at character 16/.test(errors.join()),
    );
    expect(await readWeights(page)).toEqual(previousWeights);
    await write('−|q − k|²');
    await pollUntil(
      () => texts(page, '.calc-inputs caption b'),
      (names) => String(names) === 'query,key,value,mask',
    );
    expect(await texts(page, '.calc-formula .field-error')).toEqual([]);
    await click(page, '.formula-tools button');
    const [status] = await pollUntil(
      () => texts(page, '.formula-status'),
      (all) => all.join() !== '',
    );
    expect(status).toMatch(
      /^Right\. 42 derivatives, .* at most \d\.\d\d × 10⁻[⁵⁶⁷⁸⁹] of the largest, by [qk];/,
    );
    expect(await findAxeViolations(page)).toEqual([]);
    const expectedWeights = await readWeights(page);
    await pollUntil(
      () => readInstrument(page),
      (reading) => parseLink(reading.link).configuration.parameters['formula'] === '−|q − k|²',
    );
    const { link: left } = await readInstrument(page);
    // Opens the translation that trains it, and returns.
    await click(page, '.formula-tools button', 1);
    const there = await pollUntil(
      () => readInstrument(page),
      ({ state, link }) => state === 'live' && link.includes('experiment=translation'),
    );
    expect(parseLink(there.link).configuration.parameters).toMatchObject({
      score: 'own',
      formula: '−|q − k|²',
    });
    await openExploration(page, 'settings');
    await click(page, '.formula-tools button');
    await pollUntil(
      () => texts(page, '.formula-status'),
      (again) => again[0] === status,
    );
    await click(page, '.formula-tools button', 1);
    expect(await waitForWeights(page)).toEqual(expectedWeights);
    await pollUntil(
      async () => (await readInstrument(page)).link,
      (link) => link === left.replace(/;numbers=[^;]*/, ''),
    );
    expect((await readInstrument(page)).notices).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('the code can be copied, with or without access to the clipboard', async () => {
    const { page, problems } = await browser.open(`${site.url}#v1;experiment=calculator`);
    await waitForWeights(page);
    await openExploration(page, 'code');
    await click(page, '.calc-code button', 1);
    await pollUntil(
      () => texts(page, '.share-status'),
      (statuses) => statuses.some((text) => /PyTorch|from here/.test(text)),
    );
    const [area] = await page.$$('attento-scope >>> .calc-code textarea');
    const code = await area?.evaluate((node) => /** @type {HTMLTextAreaElement} */ (node).value);
    expect(code).toMatch(
      /import torch[\s\S]*def attend\(query, key[\s\S]*query = torch\.tensor\(\[\[\[0\.6, 0\.0/,
    );
    expect(problems).toEqual([]);
  });

  test('links lead to the chapters and back', async () => {
    const { page, problems } = await browser.open(`${site.url}#v1;experiment=calculator`);
    await waitForWeights(page);
    await page.click('#chapters a[href="#chapter=1"]');
    await pollUntil(
      () => readInstrument(page),
      ({ state, link }) => state === 'live' && link.includes('context-lookup'),
    );
    expect(await readWeights(page)).toEqual([]);
    await page.click('#chapters a[href="#chapter=2"]');
    await waitForWeights(page);
    expect((await readInstrument(page)).notices).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('shows the weights after a prediction, and again after a reload', async () => {
    const { page, problems } = await browser.open(`${site.url}#chapter=2&scene=2`);
    const before = await waitForWeights(page);
    await page.click('.question-choices button:nth-child(2)');
    await page.waitForFunction(() =>
      document.querySelector('.question-answer')?.textContent?.includes('As you predicted'),
    );
    await pollUntil(
      () => readInstrument(page),
      ({ link }) => link.includes('numbers='),
    );
    expect(await waitForWeights(page)).toEqual(before);
    await page.click('.way .next');
    await page.waitForFunction(() => document.querySelector('.question-answer')?.textContent?.trim() === '');
    await page.click('.way .back');
    await page.waitForFunction(() =>
      document.querySelector('.question-answer')?.textContent?.includes('As you predicted'),
    );
    expect(problems).toEqual([]);
  });

  test.runIf(isFullRun).each(['projector', 'light', 'dark'])(
    'axe finds nothing in the %s theme',
    async (theme) => {
      const { page } = await browser.open(`${site.url}#v1;experiment=calculator;theme=${theme};nonsense=1`);
      await waitForWeights(page);
      await click(page, 'tr.final button.num', 1);
      await pollUntil(
        () => texts(page, '.slope'),
        (all) => all.length > 0,
      );
      expect(await findAxeViolations(page)).toEqual([]);
    },
  );
});

const chromium = openSharedBrowser('chromium');

test('fits on a phone', async () => {
  const { page } = await chromium.open(`${site.url}#v1;experiment=calculator`, {
    width: 360,
    height: 740,
    touch: true,
  });
  await page.evaluate(() => document.querySelector('attento-scope')?.scrollIntoView());
  await waitForWeights(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
