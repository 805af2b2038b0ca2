/** The packed package in real browsers: through a bundler, without one, and as one file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { serve } from '../../.tools/serve.js';
import { openSharedBrowser } from '../browser/fixture.js';
import { computeFingerprint, installPackage, trial } from './install-package.js';

/** @type {import('./install-package.js').Project} */
let project;
/** @type {string} */
let expected;
const browser = openSharedBrowser('chromium');

beforeAll(async () => {
  project = installPackage();
  expected = await computeFingerprint(trial);
});
afterAll(() => project.remove());

const body = '<attento-scope experiment="context-lookup" seed="5" parts="explore"></attento-scope>';

/** Page code that trains a scope of its own and the element's scope. */
const use = `
  async function use(createScope) {
    const scope = await createScope(${JSON.stringify(trial.options)});
    await scope.train({ steps: ${trial.steps} });
    const element = document.querySelector('attento-scope');
    await element.activate();
    await element.scope.train({ steps: ${trial.steps} });
    return {
      workers: [scope.worker, element.scope.worker],
      fingerprints: [await scope.fingerprint(), await element.scope.fingerprint()],
      notices: [...scope.notices, ...element.scope.notices],
    };
  }`;

/**
 * Opens a page and waits for its result.
 * @param {string} folder
 * @param {string} page
 * @param {Record<string, string | undefined>} [headers]
 */
async function visit(folder, page, headers) {
  /** @type {string[]} */
  const requests = [];
  const server = await serve({ root: folder, headers, onRequest: (path) => requests.push(path) });
  onTestFinished(server.close);
  const { page: tab, problems } = await browser.open(`${server.url}${page}`);
  const outcome = await tab.evaluate(() => /** @type {any} */ (globalThis).outcome);
  return { outcome, problems, requests };
}

/** The expected result: in workers, with the same bits as Node. */
const createExpectation = () => ({ workers: [true, true], fingerprints: [expected, expected], notices: [] });

/** Writes a page with an element and a module. @param {string} name @param {string} code that provides createScope */
function writePage(name, code) {
  project.write(
    `${name}.html`,
    `<!doctype html><link rel="icon" href="data:,"><title>${name}</title>${body}<script type="module" src="./${name}.js"></script>`,
  );
  project.write(`${name}.js`, `${code}\n${use}\nglobalThis.outcome = use(createScope);`);
}

const files = './node_modules/attentoscope/dist';

it('the package trains in a project that Vite builds', async () => {
  writePage('index', "import 'attentoscope/define'; import { createScope } from 'attentoscope';");
  await build({ root: project.folder, base: './', configFile: false, logLevel: 'error' });
  const { outcome, problems } = await visit(join(project.folder, 'dist'), 'index.html');
  expect([outcome, problems]).toEqual([createExpectation(), []]);
});

it('the package trains without a bundler, with the unchanged files', async () => {
  // The module is loaded under two addresses; the element must be registered only once.
  writePage(
    'plain',
    `import '${files}/attentoscope.js'; import '${files}/attentoscope.js?again';
      import { createScope } from '${files}/api.js';`,
  );
  const { outcome, problems } = await visit(project.folder, 'plain.html');
  expect([outcome, problems]).toEqual([createExpectation(), []]);
});

it('the package trains with the single file under a policy that allows no requests', async () => {
  writePage('inline', `import { createScope } from '${files}/inline.js';`);
  const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; img-src data:";
  const { outcome, problems, requests } = await visit(project.folder, 'inline.html', {
    'Content-Security-Policy': policy,
  });
  expect([outcome, problems]).toEqual([createExpectation(), []]);
  expect(requests).toEqual(['/inline.html', '/inline.js', '/node_modules/attentoscope/dist/inline.js']);
});

it('the package loads the single file only with its integrity hash', async () => {
  const { 'inline.js': sum } = JSON.parse(
    readFileSync(join(project.installed, 'dist/integrity.json'), 'utf8'),
  );
  const file = 'node_modules/attentoscope/dist/inline.js';
  /** @param {string} page @param {string} integrity */
  const write = (page, integrity) =>
    project.write(
      page,
      `<!doctype html><link rel="icon" href="data:,"><title>Sum</title>${body}<script type="module" src="${file}" integrity="${integrity}"></script>
        <script type="module">globalThis.outcome = customElements.get('attento-scope') !== undefined;</script>`,
    );
  const headers = { 'Content-Security-Policy': undefined };
  write('sum.html', sum);
  expect((await visit(project.folder, 'sum.html', headers)).outcome).toBe(true);
  write('other.html', sum.replace(/.{4}$/, 'AAAA'));
  const other = await visit(project.folder, 'other.html', headers);
  expect(other.outcome).toBe(false);
  expect(other.problems.join()).toMatch(/integrity/);
});
