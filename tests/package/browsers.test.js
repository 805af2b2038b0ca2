/** The packed package in real browsers: through a bundler, without one, and as one file. */
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../../.tools/serve.js';
import { createScope } from '../../web/index.js';
import { browserNames } from '../browser/driver.js';
import { sharedBrowser } from '../browser/fixture.js';
import { installPackage, trial } from './packed.js';

/** @type {import('./packed.js').Project} */
let project;
/** @type {string} */
let expected;
/** @type {(() => Promise<void>)[]} */
const open = [];
const browsers = { chromium: sharedBrowser('chromium'), firefox: sharedBrowser('firefox') };

beforeAll(async () => {
  project = installPackage();
  const scope = await createScope({ ...trial.options, worker: false });
  await scope.train({ steps: trial.steps });
  expected = scope.fingerprint();
  scope.dispose();
});
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});
afterAll(() => project.remove());

const body = '<attento-scope experiment="context-lookup" seed="5"></attento-scope>';

/** What the page does with the package: it trains a scope of its own, and the element's. */
const use = `
  async function use(createScope) {
    const scope = await createScope(${JSON.stringify(trial.options)});
    await scope.train({ steps: ${trial.steps} });
    const element = document.querySelector('attento-scope');
    await element.activate();
    await element.scope.train({ steps: ${trial.steps} });
    return {
      workers: [scope.worker, element.scope.worker],
      fingerprints: [scope.fingerprint(), element.scope.fingerprint()],
      notices: [...scope.notices, ...element.scope.notices],
    };
  }`;

/**
 * Opens a page and waits for what it found out.
 * @param {import('../browser/driver.js').BrowserName} name
 * @param {string} folder
 * @param {string} page
 * @param {Record<string, string>} [headers]
 */
async function visit(name, folder, page, headers) {
  /** @type {string[]} */
  const requests = [];
  const server = await serve({ root: folder, headers, onRequest: (path) => requests.push(path) });
  open.push(server.close);
  const { page: tab, problems } = await browsers[name].open(`${server.url}${page}`);
  const outcome = await tab.evaluate(() => /** @type {any} */ (globalThis).outcome);
  return { outcome, problems, requests };
}

/** All is well: in workers, with the bits of Node. */
const sound = () => ({ workers: [true, true], fingerprints: [expected, expected], notices: [] });

describe('in a project that Vite builds', () => {
  it('trains in Chromium', async () => {
    project.write(
      'index.html',
      `<!doctype html><link rel="icon" href="data:,"><title>Vite</title>${body}<script type="module" src="./main.js"></script>`,
    );
    project.write(
      'main.js',
      `import 'attentoscope/define';
      import { createScope } from 'attentoscope';
      ${use}
      globalThis.outcome = use(createScope);`,
    );
    await build({ root: project.folder, base: './', configFile: false, logLevel: 'error' });
    const { outcome, problems } = await visit('chromium', join(project.folder, 'dist'), 'index.html');
    expect(outcome).toEqual(sound());
    expect(problems).toEqual([]);
  });
});

describe.each(browserNames)('without a bundler, in %s', (name) => {
  it('trains from the files as they are', async () => {
    project.write(
      'plain.html',
      `<!doctype html><link rel="icon" href="data:,"><title>Plain</title>${body}<script type="module" src="plain.js"></script>`,
    );
    // Twice and under two addresses: the element is registered once all the same.
    project.write(
      'plain.js',
      `import './node_modules/attentoscope/dist/attentoscope.js';
      import './node_modules/attentoscope/dist/attentoscope.js?again';
      import { createScope } from './node_modules/attentoscope/dist/api.js';
      ${use}
      globalThis.outcome = use(createScope);`,
    );
    const { outcome, problems } = await visit(name, project.folder, 'plain.html');
    expect(outcome).toEqual(sound());
    expect(problems).toEqual([]);
  });

  it('trains from one file under a policy that allows no request', async () => {
    project.write(
      'inline.html',
      `<!doctype html><link rel="icon" href="data:,"><title>One file</title>${body}<script type="module" src="inline.js"></script>`,
    );
    project.write(
      'inline.js',
      `import { createScope } from './node_modules/attentoscope/dist/inline.js';
      ${use}
      globalThis.outcome = use(createScope);`,
    );
    const policy =
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; img-src data:";
    const { outcome, problems, requests } = await visit(name, project.folder, 'inline.html', {
      'Content-Security-Policy': policy,
    });
    expect(outcome).toEqual(sound());
    expect(problems).toEqual([]);
    expect(requests).toEqual(['/inline.html', '/inline.js', '/node_modules/attentoscope/dist/inline.js']);
  });
});
