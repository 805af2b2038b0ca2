/** Tests features in browsers: one example, and a smaller network. */
import { expect, test } from 'vitest';
import { openLab } from '../../browser/fixture.js';
import { readTexts, waitForText } from '../../browser/instrument.js';
import { openExploration, pressButton } from '../../browser/operate.js';

/** @import { AttentoScope } from '../../../web/element/attento-scope.js' */

const { onRun } = openLab();

test('shows one example, and retrains a smaller network', () =>
  onRun('v1;experiment=feature-attention;examples=20000', async (page) => {
    await openExploration(page, 'prune');
    await expect.poll(() => readTexts(page, '.panel .button:disabled')).toEqual(['Keep two, and retrain']);
    await openExploration(page, '');
    await page.$eval('attento-scope', async (element) => {
      const { scope } = /** @type {AttentoScope} */ (element);
      await scope?.train({ steps: scope.manifest.plannedSteps });
    });
    await waitForText(page, '.features-found', /found/);

    await pressButton(page, '.features', 'Look at one example');
    await waitForText(page, '.panel-status', /^Example 0: x4 = .* and x7 = .*; y is [01]\./);

    await openExploration(page, 'prune');
    await pressButton(page, '.panel', 'Keep x4 and x7, and retrain');
    await waitForText(page, '.panel-table th', /x4 and x7/);
    const [plain] = (await readTexts(page, '.panel-table tbody tr')).filter((row) => row.startsWith('Plain'));
    expect(plain).toMatch(/^Plain network1210\.\d{3}410\.\d{3}$/);
  }));
