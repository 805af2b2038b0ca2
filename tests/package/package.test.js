/** The npm package: it is complete, valid and typed, and works without a browser. */
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { captureOutput, root } from '../../.tools/shell.js';
import { createSnippets } from '../../web/share/share-snippets.js';
import { computeFingerprint, installPackage, trial } from './install-package.js';

/** @type {import('./install-package.js').Project} */
let project;
beforeAll(() => {
  project = installPackage();
});
afterAll(() => project.remove());

/** @param {string} path in the installed package */
const read = (path) => readFileSync(join(project.installed, path), 'utf8');

/** Modules of the package. */
const listCode = () => project.files.filter((path) => /^dist\/[^/]+\.js$/.test(path));

it('the archive contains only the expected files', () => {
  const expected =
    /^(LICENSE|((tests|wasm|web(\/\w+)?)\/)?README\.md|CHANGELOG\.md|CONTRIBUTING\.md|package\.json|dist\/(?!lab-)[\w-]+\.(js|wasm)|dist\/(custom-elements|integrity)\.json|dist\/(embed\.(html|css)|anywidget\.mjs|NOTICES\.txt)|dist\/types\/.+\.d\.ts|web\/embed\/(examples\/.+|blog-post\.html|[\w-]+\.md)|web\/lab\/(picture\.png|film\.gif))$/;
  expect(project.files.filter((path) => !expected.test(path))).toEqual([]);
  expect(readdirSync(join(project.folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    'attentoscope',
  ]);
});

it('the archive has every file that its files import', () => {
  const missing = listCode().flatMap((path) =>
    [...read(path).matchAll(/(?:from|import|import\(|new URL\()\s*["'`](\.\/[\w.-]+)["'`]/g)]
      .map(([, target]) => target)
      .filter((target) => !existsSync(join(project.installed, 'dist', target))),
  );
  expect(missing).toEqual([]);
});

// Next reads `new URL('.', …)` as a file, and webpack resolves a nested address to `file:`.
it('the archive addresses its files in a form that other bundlers support', () => {
  const code = listCode().filter((path) => !path.endsWith('inline.js'));
  const addresses = code.flatMap((path) =>
    [...read(path).matchAll(/new URL\((?:(?!new URL)[^;]){0,200}?import\.meta\.url/g)].map(
      ([address]) => address,
    ),
  );
  expect(addresses.length).toBeGreaterThan(5);
  const isSupported = /^new URL\([`"']\.\/[\w-]+\.(wasm|js)[`"'],import\.meta\.url$/;
  expect(addresses.filter((address) => !isSupported.test(address))).toEqual([]);
});

it('the archive has every file that Share and its own pages address', () => {
  const base = 'https://example.org/attentoscope/';
  const texts = createSnippets({ title: 'x', fragment: 'v1;experiment=x', link: null, base }).map(
    ({ text }) => text,
  );
  const named = texts.flatMap((text) => [
    ...text.matchAll(/https:\/\/example\.org\/attentoscope\/([\w.-]+)/g),
  ]);
  const own = [...read('dist/embed.html').matchAll(/ (?:href|src)="\.\/([\w.-]+)"/g)];
  const files = new Set([...named, ...own].map(([, name]) => name));
  const expected = 'anywidget.mjs attentoscope.js embed-parent.js embed.css embed.html embed.js';
  expect([...files].sort().join(' ')).toBe(expected);
  expect([...files].filter((name) => !existsSync(join(project.installed, 'dist', name)))).toEqual([]);
});

it('the archive has every file that its documentation links to', () => {
  const texts = project.files.filter((path) => path.endsWith('.md'));
  expect(texts).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'web/embed/README.md']));
  const missing = texts.flatMap((path) =>
    [...read(path).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
      .map(([, target]) => join(dirname(path), target))
      .filter((target) => !existsSync(join(project.installed, target)))
      .map((target) => `${path}: ${target}`),
  );
  expect(missing).toEqual([]);
});

it('the archive has the licenses of everything that it contains', () => {
  const notices = read('dist/NOTICES.txt');
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  for (const name of ['lit', 'lit-html', 'lit-element', '@lit/reactive-element', 'uqr']) {
    const folder = `node_modules/${name}`;
    expect(notices).toContain(`${name} ${packages[folder].version} (${packages[folder].license})`);
    // Terms that several packages share are printed once, on one line.
    for (const paragraph of readFileSync(join(root, folder, 'LICENSE'), 'utf8')
      .trim()
      .split('\n\n'))
      expect(notices.replace(/\s+/g, ' ')).toContain(paragraph.replace(/\s+/g, ' '));
  }
  const parts = 'Eigen|Emscripten|musl|libc++|Mozilla Public License Version 2.0|Apache License';
  for (const part of parts.split('|')) expect(notices).toContain(part);
  const holders = 'Google LLC|Project Nayuki|Rich Felker|mozilla.org/MPL/2.0|The Emscripten Authors';
  for (const file of ['inline.js', 'attentoscope.html']) {
    const text = readFileSync(join(root, 'dist', file), 'utf8');
    for (const holder of holders.split('|')) expect(text).toContain(holder);
  }
});

// It also finds files that are exported and missing.
it('the archive passes publint', async () => {
  const { messages, pkg } = await publint({ pkgDir: project.installed, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

it('can be imported in Node, registers nothing, trains to the same bits, and computes attention', async () => {
  const expected = await computeFingerprint(trial);
  const output = project.node(`
    const { AttentoScope } = await import('attentoscope/element');
    await import('attentoscope/define');
    if (globalThis.customElements || typeof AttentoScope !== 'function') throw new Error('no server');
    const results = [];
    for (const name of ['attentoscope', 'attentoscope/inline']) {
      const { attend, createScope } = await import(name);
      const scope = await createScope({ ...${JSON.stringify(trial.options)}, worker: false });
      await scope.train({ steps: ${trial.steps} });
      const { weights } = await attend('dot', { query: [[[1]]], key: [[[2], [2]]] });
      results.push([await scope.fingerprint(), ...weights.data]);
      scope.dispose();
    }
    console.log(JSON.stringify(results));`);
  expect(JSON.parse(output)).toEqual(Array(2).fill([expected, 0.5, 0.5]));
});

describe('the types', () => {
  const settings = {
    compilerOptions: {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
      target: 'es2022',
      module: 'nodenext',
      moduleResolution: 'nodenext',
      lib: ['es2023', 'dom'],
      types: [],
    },
  };

  /** The errors of tsc. @param {Record<string, string>} files code by name @returns {Promise<string>} */
  const runTsc = async (files) => {
    // Projects with React have its types.
    for (const name of ['@types/react', 'csstype'])
      cpSync(join(root, 'node_modules', name), join(project.folder, 'node_modules', name), {
        recursive: true,
      });
    for (const [name, code] of Object.entries(files)) project.write(name, code);
    project.write('tsconfig.json', JSON.stringify({ ...settings, files: Object.keys(files) }));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    return (await captureOutput(process.execPath, [tsc, '-p', project.folder])).output;
  };

  it('are accepted in a strict program', async () => {
    expect(
      await runTsc({
        'use.ts': `
        import { attend, AttentoscopeError, createScope, experiments, sweep } from 'attentoscope';
        import type { Progress, Scope, ScopeOptions } from 'attentoscope';
        import { AttentoScope } from 'attentoscope/element';
        import 'attentoscope/define';
        import * as inline from 'attentoscope/inline';
        import { AttentoScope as Component, type AttentoScopeProps } from 'attentoscope/react';

        const options: ScopeOptions = { experiment: 'context-lookup', seed: 7, parameters: { learningRate: 0.01 } };
        const scope: Scope = await createScope(options);
        scope.addEventListener('progress', ({ detail }) => {
          const progress: Progress = detail;
          const loss: number = progress.loss;
          console.log(loss.toFixed(3));
        });
        const { steps }: { steps: number } = await scope.train({ steps: 10 });
        const { weights, truth } = await scope.attention();
        const shares: Float32Array = weights;
        if (truth) console.log(truth.length, shares, steps);
        for (const { name, parameters } of experiments()) console.log(name.length, parameters[0]?.type);
        for await (const { evaluation } of sweep({ experiment: 'context-lookup', vary: { contexts: [2] } })) {
          console.log(evaluation.loss.toFixed(2));
        }
        const attended = await attend('dot', { query: [[[1]]], key: [[[1]]] });
        console.log(attended['weights']?.shape, inline.createScope === createScope);
        const element = document.querySelector('attento-scope');
        element?.addEventListener('attento-progress', ({ detail }) => console.log(detail.step.toFixed()));
        const same: AttentoScope | null = element;
        await same?.activate({ run: true });
        const props: AttentoScopeProps = {
          experiment: 'context-lookup', seed: 7, 'learning-rate': 0.01, className: 'wide',
          onProgress: ({ step, loss }) => console.log(step.toFixed(), loss.toFixed(2)),
        };
        console.log(Component(props).key);
        if (same?.state === 'failed') throw new AttentoscopeError('CANCELLED');
      `,
      }),
    ).toBe('');
  });

  it('refuse what is wrong', async () => {
    const wrong = {
      'option.ts': "import { createScope } from 'attentoscope'; createScope({ experiment: 7 });",
      'loss.ts':
        "import type { Progress } from 'attentoscope'; export const f = (p: Progress): string => p.loss;",
      'event.ts':
        "document.querySelector('attento-scope')!.addEventListener('attento-change', ({ detail }) => detail.x); import 'attentoscope/define';",
      'error-value.ts':
        "import type { AttentoscopeError } from 'attentoscope'; export const f = (e: AttentoscopeError) => e.value.x;",
    };
    const output = await runTsc(wrong);
    for (const name of Object.keys(wrong)) expect(output).toContain(`${name}(`);
    expect(output).not.toContain('Cannot find module');
  });
});
