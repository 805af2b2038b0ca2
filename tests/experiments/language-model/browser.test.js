/** Tests the language model in browsers: samples, prompts, and own texts. */
import { expect, test } from 'vitest';
import { openLab } from '../../browser/fixture.js';
import { readPixels, readTexts, waitForText } from '../../browser/instrument.js';
import { findAxeViolations } from '../../browser/layout.js';
import { click, openExploration, pressButton, setText, train } from '../../browser/operate.js';

const small =
  'experiment=language-model;tokens=characters;context=16;dModel=16;heads=2;batchSize=4;lines=200';
const view = '.written';

const { onRun } = openLab();

test('shows a sample with its attention, draws another one, and continues a prompt', () =>
  onRun(`v1;${small}`, async (page) => {
    await train(page, 20);
    const sample = async () => (await readTexts(page, `${view} > .written-plate .written-token`)).join('');
    await expect.poll(async () => (await sample()).length).toBe(16);
    const verdict = /bits per character in the test; counted trigrams/;
    await waitForText(page, '.reading .align-verdict', verdict);
    await click(page, `${view} > .written-plate .written-token`, 3);
    await waitForText(page, '.reading .readout', /^To write .* the model looked at/);
    await expect.poll(() => readPixels(page, `${view} > .written-plate canvas`)).toBeTruthy();
    const before = await sample();
    await pressButton(page, view, 'Sample again');
    await expect.poll(sample).not.toBe(before);
    await setText(page, `${view} form input`, 'Ada <b>');
    await pressButton(page, view, 'Continue the text');
    const own = `${view} [data-figure=own]`;
    await waitForText(page, `${own} .panel-status`, /^Written after step 20/);
    // Unknown characters become one unknown token each, and markup stays text.
    const tokens = await readTexts(page, `${own} .written-token`);
    expect(tokens).toHaveLength(16);
    expect(tokens.slice(0, 4).join('')).toBe('Ada ');
    expect(tokens[4]).toBe('<unknown>');
    // A text has no exact match, so the effect of a disabled head is measured by token accuracy.
    await openExploration(page, 'head-grid');
    await pressButton(page, '.side', 'Accuracy without each head in turn');
    const accuracies =
      /^Token accuracy of all test examples: 0\.\d+ with all heads\. .*: 0\.\d+, after step 20/;
    await waitForText(page, '.head-status', accuracies);
    expect(await findAxeViolations(page)).toEqual([]);
  }));
