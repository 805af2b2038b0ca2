/** Tests the map viewer in browsers: files from a URL, dropped and hostile files, and saving. */
import { expect, test } from 'vitest';
import { captureDownload, dropFile, keepDownloads } from '../../browser/files.js';
import { openLab } from '../../browser/fixture.js';
import {
  readInstrument,
  readTexts,
  waitForElements,
  waitForText,
  waitUntil,
  waitUntilLive,
} from '../../browser/instrument.js';
import { findAxeViolations } from '../../browser/layout.js';
import { click, openExploration, pressButton, setText } from '../../browser/operate.js';
import { findSaveControls, parseCsvCells, save } from '../../browser/saved-figures.js';

/** @import { Page } from 'puppeteer-core' */
/** @import { AttentoScope } from '../../../web/element/attento-scope.js' */

const markup = '<img src=x onerror="window.ran=true">';
const token = JSON.stringify(markup);
const own = `{
  "title": ${token},
  "maps": {
    ${token}: {
      "weights": [[[0.25, 0.75], [2, null]], [[1, 0], [-0.5, 1.5]]],
      "rows": [${token}, "b"],
      "columns": ["x", ${token}],
      "truth": [[0, 1], [1, 0]]
    },
    "seen": {
      "weights": [[0.1, 0.2, 0.3, 0.4]],
      "rows": ["a word"],
      "picture": [[[1, 0, 0], [0, 1, 0]], [[0, 0, 1], [1, 1, 1]]],
      "patches": [2, 2]
    }
  }
}`;

/** @param {Page} page */
const hasScriptRun = (page) => page.evaluate(() => 'ran' in window);

const { site, onHost, onPage, onRun } = openLab();

/** @param {string} src @param {(page: Page, problems: string[]) => Promise<void>} act */
const at = (src, act) =>
  onHost(
    `<attento-scope experiment="maps" eager parts="inspector try explore" src="${src}"></attento-scope>`,
    {
      policy: `default-src 'none'; img-src data:; script-src ${site.url} 'wasm-unsafe-eval'; worker-src blob:; connect-src ${site.url} 'self'`,
      pages: { 'own.json': own, 'bad.json': '{"weights": [[1],\n [x]]}' },
    },
    act,
  );

test('a file from src keeps tokens as text, and shows unusual numbers with a notice', () =>
  at('own.json', async (page, problems) => {
    const { notices } = await waitUntilLive(page);
    expect(notices).toEqual([]);
    await waitForText(page, '.maps-title', /^<img src=x/);
    const labels = await readTexts(page, '.maps-view .bars-label');
    expect(labels).toEqual([expect.stringContaining('onerror'), 'b']);
    expect(await readTexts(page, '.maps-remarks li')).toEqual([
      'Among the weights of this map: 1 NaN, 1 negative. They are shown as they are; measures leave their rows out.',
      '1 of 4 rows do not add up to 1. They are shown as they are; measures divide them by their sums.',
    ]);
    const measures = await readTexts(page, '.maps-measures dd');
    expect(measures).toEqual(['0.811', '0.75', '100\u00a0%', '75\u00a0%', '0.288']);
    expect(await hasScriptRun(page)).toBe(false);
    expect(await findAxeViolations(page)).toEqual([]);
    expect(problems).toEqual([]);
  }));

test('an invalid file shows an error with its position, and the sample instead', () =>
  at('bad.json', async (page) => {
    const { notices } = await waitUntilLive(page);
    expect(notices[0]).toBe("line 2, column 3 = 'x': expected a number, NaN, Infinity, -Infinity or null");
    await waitForText(page, '.maps-title', /^A transformer learns/);
  }));

test('a link makes no request to another server', () =>
  onPage(`#v1;experiment=maps;src=${encodeURIComponent('https://example.org/maps.json')}`, async (page) => {
    const { notices } = await waitUntilLive(page);
    expect(notices[0]).toMatch(/^src: .*expected an address of http:\/\/127\.0\.0\.1/);
  }));

test('a dropped file shows all its heads, and can be saved', () =>
  onPage('#v1;experiment=maps', async (page) => {
    await keepDownloads(page);
    await waitUntilLive(page);
    await dropFile(page, '.maps', '{"weights": [[2, 3], [1]]}', 'ragged.json');
    await waitForText(page, '.notice.bad', /^line 1, column 24 = 1 before '\]': expected 2, as many/);
    await dropFile(page, '.maps', own, 'own.json');
    await waitForElements(page, '.maps-remarks');
    await click(page, '.head-open', 1);
    await waitUntil(page, ({ link }) => link.includes('head=2'));
    await waitForText(page, '.head-opened', / L1·H2(, most.*)?$/);
    const [control] = await findSaveControls(page);
    if (!control) throw new Error('There is no save control.');
    const csv = await captureDownload(page, () => save(page, control, 'csv'));
    expect(parseCsvCells(csv.text)[1]?.slice(1, 3)).toEqual(['1', '0']);
    const svg = await captureDownload(page, () => save(page, control, 'svg'));
    expect(svg.text).not.toContain('<img');
    await openExploration(page, 'arcs');
    await waitForText(page, '.arcs .readout-where', /looks at$|is looked at by$/);
    expect(await findAxeViolations(page)).toEqual([]);
    await openExploration(page, 'format');
    await waitForText(page, '.maps-format pre', /MultiheadAttention/);
    expect(await hasScriptRun(page)).toBe(false);
  }));

test('an image is highlighted by its patches', () =>
  onRun('v1;experiment=maps', async (page) => {
    await dropFile(page, '.maps', own, 'own.json');
    await waitForElements(page, '.maps-remarks');
    await page.$eval('attento-scope >>> .maps-choice select', (choice) => {
      /** @type {HTMLSelectElement} */ (choice).selectedIndex = 1;
      choice.dispatchEvent(new Event('change'));
    });
    await openExploration(page, 'picture');
    await waitForText(page, '.maps-status', /^“a word” looks most at patch 2, 2/);
    expect((await readInstrument(page)).notices).toEqual([]);
  }));

test('a pinned map is compared with another file', () =>
  onRun('v1;experiment=maps', async (page) => {
    await dropFile(page, '.maps', own, 'own.json');
    await waitForElements(page, '.maps-remarks');
    await click(page, '.head-open', 1);
    await pressButton(page, '.maps-view', 'Pin');
    await waitForText(page, '.compare [role=status]', /Both maps are the same/);
    await dropFile(page, '.maps', '{"weights": [[0.25, 0.75], [1, 3]], "tokens": ["b", "c"]}', 'two.json');
    await waitForText(page, '.compare-notes', /^two\.json/);
    await waitForText(page, '.compare-notes', /^own\.json · .*H2/);
    await waitForText(page, '.compare [role=status]', /0\.74 on average .* different tokens/);
  }));

test('600 tokens are shown in sections, colored by row, and without the dominant token', () =>
  onRun('v1;experiment=maps', async (page) => {
    const row = `[${'1e-4,'.repeat(599)}0.9401]`;
    const tokens = [...Array.from({ length: 599 }, (_, i) => `t${i + 1}`), '[SEP]'];
    const weights = Array.from({ length: 600 }, () => row).join(',');
    const large = `{"weights":[${weights}],"tokens":${JSON.stringify(tokens)}}`;
    await dropFile(page, '.maps', large, 'large.json');
    await waitForElements(page, '.maps-part input', 2);
    expect(await readTexts(page, '.maps-view .bars-label')).toHaveLength(32);
    await setText(page, '.maps-part input', '590');
    await page.$eval('attento-scope >>> .maps-part input', (input) =>
      input.dispatchEvent(new Event('change')),
    );
    await waitForText(page, '.maps-view .bars-label', /^t569$/);
    expect(await readTexts(page, '.maps-part span')).toEqual(['to 600 of 600', 'to 32 of 600']);
    await page.$eval('attento-scope >>> .maps-options select', (select) => {
      /** @type {HTMLSelectElement} */ (select).selectedIndex = 1;
      select.dispatchEvent(new Event('change'));
    });
    await waitForText(page, '.maps-view .legend', /largest of its row \(0\.940\)/);
    await page.$eval('attento-scope >>> .maps-options .check input', (box) =>
      /** @type {HTMLElement} */ (box).click(),
    );
    await waitForText(page, '.maps-remarks li', /^Without “\[SEP\]”: what is left/);
    await waitForText(page, '.maps-view .legend', /largest of its row \(0\.00167\)/);
    await waitUntil(page, ({ link }) => link.includes('colorScale=row;row=568;seed=0;without=%5BSEP%5D'));
  }));
