/**
 * `npm run hosts [name …]`: builds small projects with other site generators and bundlers, from the packed npm package or
 * from the snippets of Share, opens their pages in Chromium, and writes the results into web/embed/README.md. `--as-built`
 * uses dist/ as it is.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { tools } from '../tests/hosts/tools.js';
import { build } from './build.js';
import { serve } from './serve.js';
import { installRequirements } from './setup.js';
import { captureOutput, isMainModule, printLine, root, runMain, runOrFail, UserError } from './shell.js';

/** Outside the repository, so that no project resolves packages from our node_modules. */
const scratch = join(tmpdir(), 'attentoscope-hosts');
const sources = join(root, 'tests/hosts');
const readme = join(root, 'web/embed/README.md');

const experiment = 'context-lookup';
const seed = 5;
const steps = 10;
const fragment = `v1;experiment=${experiment};seed=${seed}`;

/** How long a page may take to start, in ms, on a busy machine. */
const kStartTimeout = 60_000;

/** @import { Page, Tool } from '../tests/hosts/tools.js' */
/** @typedef {{ tool: string, way: string, wrong: string }} Row `wrong` is empty on success */

/**
 * @param {Tool} tool
 * @param {{ base: string, archive: string }} published
 * @returns {Promise<string>} the folder of the built site
 */
async function buildProject(tool, published) {
  const source = join(sources, tool.folder);
  const project = join(scratch, tool.folder);
  mkdirSync(project, { recursive: true });
  const manifest = join(source, 'package.json');
  await install(manifest, project, published.archive);
  for (const name of readdirSync(project))
    if (name !== 'node_modules' && name !== 'package.json') rmSync(join(project, name), { recursive: true });
  cpSync(source, project, { recursive: true });
  for (const [to, from] of Object.entries(tool.copies ?? {})) {
    mkdirSync(dirname(join(project, to)), { recursive: true });
    cpSync(join(root, 'web/embed/examples', from), join(project, to));
  }
  await replacePlaceholders(project, published.base);
  const { code, output } = await captureOutput('npm', ['--prefix', project, 'run', 'build'], {
    env: { CI: '1', NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' },
  });
  if (code !== 0) throw new Error(`does not build: ${extractErrorLines(output)}`);
  return join(project, 'site');
}

/**
 * Installs the packages of a project unless they are installed; our package is always installed again.
 * @param {string} manifest
 * @param {string} project
 * @param {string} archive
 */
async function install(manifest, project, archive) {
  const installedManifest = join(project, 'package.json');
  const manifestText = readFileSync(manifest, 'utf8');
  if (
    !existsSync(join(project, 'node_modules')) ||
    readFileSync(installedManifest, 'utf8') !== manifestText
  ) {
    rmSync(installedManifest, { force: true });
    mkdirSync(join(project, 'node_modules'), { recursive: true });
    cpSync(manifest, installedManifest);
    const options = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
    const { code, output } = await captureOutput('npm', ['--prefix', project, 'install', ...options]);
    if (code !== 0) {
      rmSync(installedManifest);
      throw new Error(`does not install: ${extractErrorLines(output)}`);
    }
  }
  const ours = join(project, 'node_modules/attentoscope');
  rmSync(ours, { recursive: true, force: true });
  mkdirSync(ours);
  const unpack = ['-xzf', archive, '-C', ours, '--strip-components=1'];
  await runOrFail('tar', unpack, 'The npm package could not be unpacked; the lines above say why.');
}

/** Replaces placeholders by snippets of Share and by the URL of the files. @param {string} project @param {string} base */
async function replacePlaceholders(project, base) {
  const { createSnippets } = await import('../web/share/share-snippets.js');
  /** @param {string} label */
  const createSnippet = (label) => {
    const [, name = '', braces] = /^(.*?)( with braces)?$/.exec(label) ?? [];
    const snippetFragment = braces ? `${fragment};shown=${encodeURIComponent('{{ 7 * 7 }}')}` : fragment;
    const all = createSnippets({ title: 'Context lookup', fragment: snippetFragment, link: null, base });
    const found = all.find((snippet) => snippet.label === name);
    if (!found) throw new UserError(`Share has no snippet called ${name}.`);
    return found.text;
  };
  for (const name of readdirSync(project, { recursive: true, encoding: 'utf8' })) {
    const path = join(project, name);
    if (name.startsWith('node_modules') || !statSync(path).isFile()) continue;
    const text = readFileSync(path, 'utf8');
    const filled = text
      .replaceAll('https://example.org/attentoscope/', base)
      .replace(/\{share ([^}]+)\}/g, (_, label) => createSnippet(label))
      .replace('{tag of Share}', () => createSnippet('One tag').split('\n')[1] ?? '');
    if (filled !== text) writeFileSync(path, filled);
  }
}

/** The error lines of a tool's output. @param {string} output */
function extractErrorLines(output) {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /error|can't|cannot|failed|unable|not supported/i.test(line));
  return lines.join(' ').slice(0, 300) || 'its output has no error message';
}

/**
 * Opens a page, trains its instrument and compares the result.
 * @param {import('../tests/browser/driver.js').Driver} browser
 * @param {string} url
 * @param {Page} page
 * @param {string} expected fingerprint
 * @returns {Promise<string>} what went wrong, empty on success
 */
async function testPage(browser, url, { path, wrong }, expected) {
  const { page, problems } = await browser.open(url + path);
  try {
    const element = await waitForElement(page);
    const outcome = await element.evaluate(async (node, steps) => {
      const scope = /** @type {import('../web/element/attento-scope.js').AttentoScope} */ (node);
      await customElements.whenDefined('attento-scope');
      await scope.activate();
      await scope.scope?.train({ steps });
      return {
        worker: scope.scope?.worker,
        fingerprint: await scope.scope?.fingerprint(),
        notices: scope.notices.list,
      };
    }, steps);
    if (!outcome.fingerprint) return `did not start: ${outcome.notices.map(({ text }) => text).join(' ')}`;
    if (!outcome.worker) return "trained in the page's own thread";
    if (outcome.fingerprint !== expected) return `other numbers: ${outcome.fingerprint}, not ${expected}`;
    const found = wrong ? await element.evaluate(wrong) : '';
    if (found) return found;
    return problems.join(' ');
  } catch (error) {
    return [error instanceof Error ? error.message : String(error), ...problems].join(' ').slice(0, 300);
  } finally {
    await page.close();
  }
}

/** Waits for the element, in the page, a shadow root or a frame. @param {import('puppeteer-core').Page} page */
async function waitForElement(page) {
  const end = Date.now() + kStartTimeout;
  while (Date.now() < end) {
    // Lazy frames load when they are visible.
    await page.evaluate(() => document.querySelector('iframe')?.scrollIntoView());
    for (const frame of page.frames()) {
      const element = await frame.$('>>> attento-scope').catch(() => null);
      if (element && (await element.evaluate(() => customElements.get('attento-scope') !== undefined)))
        return element;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The page shows no instrument.');
}

/** The fingerprint of the same run in Node. */
async function computeReferenceFingerprint() {
  const { createScope } = await import('../web/index.js');
  const scope = await createScope({ experiment, seed, worker: false });
  await scope.train({ steps });
  const fingerprint = await scope.fingerprint();
  scope.dispose();
  return fingerprint;
}

/** The name and version of a tool. @param {Tool} tool */
async function readToolTitle({ folder, name, from = folder }) {
  const manifest = join(sources, folder, 'package.json');
  const { dependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8'));
  /** @param {string} word that asks a program for its version */
  const readVersion = async (word) => /\d+(\.\d+)+/.exec((await captureOutput(from, [word])).output)?.[0];
  const version = dependencies[from] ?? (await readVersion('version')) ?? (await readVersion('--version'));
  return `${name} ${version}`;
}

/** @param {readonly string[]} toolNames names of folders; none: all */
async function testTools(toolNames) {
  const { launch } = await import('../tests/browser/driver.js');
  const expected = await computeReferenceFingerprint();
  mkdirSync(scratch, { recursive: true });
  const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', scratch];
  const packed = await runOrFail('npm', packing, 'npm pack failed; the lines above say why.');
  const [{ filename, files }] = JSON.parse(packed.slice(packed.indexOf('[')));
  const archive = join(scratch, filename);
  if (!files.some((/** @type {{ path: string }} */ { path }) => path === 'dist/attentoscope.js'))
    throw new UserError('dist/ is not built; run this without --as-built.');
  const published = await serve({ root: join(root, 'dist') });
  const browser = await launch('chromium');
  /** @type {Row[]} */
  const rows = [];
  try {
    for (const tool of tools.filter(({ folder }) => toolNames.length === 0 || toolNames.includes(folder))) {
      const title = await readToolTitle(tool);
      /** @param {string} way @param {string} wrong */
      const addRow = (way, wrong) => {
        rows.push({ tool: title, way, wrong });
        console.log(`${wrong ? '✗' : '✓'} ${title}: ${way}${wrong ? `: ${wrong}` : ''}`);
      };
      try {
        const folder = await buildProject(tool, { base: published.url, archive });
        writeFileSync(join(folder, 'favicon.ico'), ''); // browsers always request it
        const site = await serve({ root: folder, headers: { 'Content-Security-Policy': undefined } });
        for (const page of tool.pages) addRow(page.way, await testPage(browser, site.url, page, expected));
        await site.close();
      } catch (error) {
        if (error instanceof UserError) throw error;
        for (const { way } of tool.pages) addRow(way, error instanceof Error ? error.message : String(error));
      }
      writeTable(rows);
    }
  } finally {
    await browser.close();
    await published.close();
  }
  return rows;
}

/** Replaces the table rows of the tested tools. @param {readonly Row[]} rows */
function writeTable(rows) {
  const text = readFileSync(readme, 'utf8');
  const [whole, start = '', old = '', end = ''] =
    /(<!-- hosts -->\n)([\s\S]*?)(<!-- \/hosts -->)/.exec(text) ?? [];
  if (!whole) throw new UserError('web/embed/README.md has no <!-- hosts --> marker for the table.');
  const resultRows = rows.map(
    ({ tool, way, wrong }) => `| ${tool} | ${way} | ${wrong ? `✗ ${wrong}` : '✓'} |`,
  );
  const lines = tools.flatMap(({ name }) => {
    /** @param {string} line */
    const isRowOfTool = (line) => line.startsWith(`| ${name} `);
    return resultRows.some(isRowOfTool)
      ? resultRows.filter(isRowOfTool)
      : old.split('\n').filter(isRowOfTool);
  });
  const table = ['| tool | way of embedding | |', '|--|--|--|', ...lines, ''].join('\n');
  writeFileSync(
    readme,
    text.replace(whole, () => start + table + end),
  );
}

if (isMainModule(import.meta.url)) {
  await runMain(async () => {
    await installRequirements(['build', 'hosts']);
    const parameters = process.argv.slice(2);
    if (!parameters.includes('--as-built')) await build();
    const toolNames = parameters.filter((word) => !word.startsWith('--'));
    const rows = await testTools(toolNames);
    const failed = rows.filter(({ wrong }) => wrong).length;
    printLine(`${rows.length - failed} passed, ${failed} failed`);
    if (failed > 0) process.exitCode = 1;
  });
}
