/** Tests graphs in browsers: editing an own graph by mouse and keyboard, with immediate predictions. */
import { expect, test } from 'vitest';
import { openLab } from '../../browser/fixture.js';
import { readTexts, waitForElements, waitForText, waitUntil } from '../../browser/instrument.js';
import { findAxeViolations } from '../../browser/layout.js';
import { choosePreset, click, openExploration, pressButton, showTable } from '../../browser/operate.js';

/** @import { Page } from 'puppeteer-core' */

const small = 'v1;experiment=graph-attention;batchSize=8;examples=500;kinds=5;steps=200;width=8';

const kRead = '.side .readout';
const kOwn = '.exploration[data-name=own-graph]';
const kStatus = `${kOwn} .panel-status:not(:empty)`;

/** @param {Page} page @param {number} node */
const clickNode = (page, node) => click(page, `${kOwn} .graph-node`, node);

/** The labels of the nodes. @param {Page} page */
const readLabels = (page) => readTexts(page, `${kOwn} .graph-node > span:first-child`);

/** @param {Page} page @param {number} choice of the switch: nodes or edges */
const clicksChange = (page, choice) => click(page, `${kOwn} .bars-choice input`, choice);

const { onRun } = openLab();

test('an own graph is edited by mouse and keyboard, with predictions', () =>
  onRun(small, async (page) => {
    await openExploration(page, 'own-graph');
    await waitForElements(page, `${kOwn} .graph-node`, 10);
    const watched = await readLabels(page);
    expect(watched.slice(0, 5)).toEqual(['a ?', 'b ?', 'c ?', 'd ?', 'e ?']);

    // Removes and restores the true edge of the first query.
    await clickNode(page, 0);
    await waitForText(page, kRead, /^“a \?” listens to .*(right|wrong)\.$/);
    await clicksChange(page, 1);
    await clickNode(page, 5);
    await waitForText(page, kRead, /No edge carries its answer\.$/);
    await page.keyboard.press('Enter');
    await waitForText(page, kRead, /(right|wrong)\.$/);

    // An isolated node has a message.
    await pressButton(page, kOwn, 'Remove its edges');
    await waitForText(page, kStatus, /Isolated: 1 “a \?”\. It sees no other node/);

    // Two nodes that are not queries.
    await clickNode(page, 0);
    await clickNode(page, 5);
    await clickNode(page, 6);
    await waitForText(page, kStatus, /^Neither of the two asks/);
    await page.keyboard.press('Delete');
    await expect.poll(() => readLabels(page)).toEqual(watched.filter((_, node) => node !== 6));

    // A new node with another letter and value.
    await pressButton(page, kOwn, 'Add a node');
    await waitForElements(page, `${kOwn} .graph-node`, 10);
    await page.select(`attento-scope >>> ${kOwn} select`, 'b');
    await expect.poll(async () => (await readLabels(page))[9]).toBe('b 0');
    expect(await findAxeViolations(page)).toEqual([]);

    // It survives the run, and has new predictions during the next one.
    await choosePreset(page, 'GAT');
    await waitUntil(page, ({ link, step }) => link.includes('mechanism=gat') && step > 0);
    await waitForText(page, kStatus, /Read after step [1-9].* renewed/);
    expect((await readLabels(page))[9]).toBe('b 0');
    await pressButton(page, kOwn, 'The watched graph');
    await expect.poll(async () => (await readLabels(page))[9]).not.toBe('b 0');
  }));

test('a graph can be typed as text, and an invalid one shows an error', () =>
  onRun(small, async (page) => {
    await openExploration(page, 'own-graph');
    await waitForElements(page, `${kOwn} .graph-node`, 10);
    await click(page, `${kOwn} .graph-text > summary`);
    /** @param {number} nth @param {string} text */
    const write = async (nth, text) => {
      const fields = await page.$$(`attento-scope >>> ${kOwn} form input`);
      await fields[nth]?.evaluate((field, value) => Object.assign(field, { value }), text);
    };
    await write(0, 'a 1, z ?');
    await write(1, '');
    await pressButton(page, kOwn, 'Read it');
    await waitForText(page, kStatus, /z \?.*attributes from a to e/);
    expect(await readLabels(page)).toHaveLength(10);
    await write(0, 'a 1, a 2, a ?');
    await write(1, '3-1, 3-2');
    await pressButton(page, kOwn, 'Read it');
    await waitForElements(page, `${kOwn} .graph-node`, 3);
    await expect.poll(() => readLabels(page)).toEqual(['a 1', 'a 2', 'a ?']);
    await clickNode(page, 2);
    await waitForText(page, kRead, /Its true edges carry different values\.$/);
    await showTable(page, kOwn);
    await waitForElements(page, `${kOwn} tbody tr`, 3);
    const cells = await readTexts(page, `${kOwn} tbody tr > *`);
    const rows = [0, 1, 2].map((row) => cells.slice(5 * row, 5 * row + 5));
    expect(rows.map(([node]) => node)).toEqual(['3: a ?', '3: a ?', '3: a ?']);
    expect(rows.map(([, sees, , carries]) => [sees, carries]).toSorted()).toEqual([
      ['1: a 1', 'yes'],
      ['2: a 2', 'yes'],
      ['3: a ?', 'no'],
    ]);
  }));

test('an edge is held by keys, and refused where there is none', () =>
  onRun(small, async (page) => {
    await waitForElements(page, '[data-name=graph] .graph-node', 10);
    await click(page, '[data-name=graph] .graph-node', 0);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('h');
    await waitForText(page, '.side .hold-head', /“a \?” is made to look at “[a-e] \d”\./);
    await waitForText(page, '.side .hold [role=status]', /^Row 1 held on “.*”: now says “\d”, \d\.\d\d\.$/);
    await waitForElements(page, '[data-name=graph] .graph-node[data-held]', 1);
    await waitUntil(page, ({ link }) => /hold=0%3A\d/.test(link));
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => readTexts(page, '.side .hold')).toEqual([]);
    // No query node is a neighbor of another query node.
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('h');
    await waitForText(page, '.side .hold [role=status]', /^“a \?” can only look along its edges/);
  }));
