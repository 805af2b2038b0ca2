/**
 * Writes the single-file builds, which load nothing else: `inline.js`, the element with worker and module inside, and
 * `attentoscope.html`, the lab for a USB stick or an upload.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { build, minifySync } from 'vite';
import { replaceOne } from './replace-one.js';
import { mimeTypes } from './serve.js';
import { root, UserError } from './shell.js';
import { createUnicodeSection } from './unicode.js';

const wasmFolder = join(root, 'build/wasm');
const dist = join(root, 'dist');

/** The content security policy of the single-file page: its own code may run, requests are blocked. */
const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'wasm-unsafe-eval'",
  'worker-src blob:',
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * Writes both files into dist/, where the site must have been built.
 * @param {import('vite').UserConfig} config shared by all builds
 * @param {string} notices licenses of the contents
 */
export async function writeSingleFiles(config, notices) {
  const wasm = compressToText(
    Buffer.concat([readFileSync(join(wasmFolder, 'whole.wasm')), createUnicodeSection()]),
  );
  // The page passes the module to its worker, so that the file contains it once.
  const worker = await bundleEntry(config, 'web/engine/worker.js', {
    wasm: 'globalThis.attentoscopeWasm',
    worker: "''",
  });
  const data = { wasm: JSON.stringify(wasm), worker: JSON.stringify(worker) };
  const inline = await bundleEntry(config, 'web/element/inline.js', data);
  // The page of the lab contains the packed module as an element.
  data.wasm = 'document.getElementById("module").textContent';
  writeFileSync(join(dist, 'inline.js'), `/*!\n${notices}*/\n${inline}`);
  const lab = await bundleEntry(config, 'web/lab/main.js', data);
  writeFileSync(
    join(dist, 'attentoscope.html'),
    `${createSingleFilePage(readFileSync(join(dist, 'index.html'), 'utf8'), lab, wasm)}<!--\n${notices}-->\n`,
  );
}

/** @param {string | Buffer} content @returns {string} gzip as base93; Zopfli's output is 5% smaller than zlib's */
function compressToText(content) {
  const folder = mkdtempSync(join(tmpdir(), 'attentoscope-'));
  const file = join(folder, 'content');
  writeFileSync(file, content);
  const { status, stdout } = spawnSync('zopfli', ['--i15', '-c', file], { maxBuffer: 1 << 26 });
  rmSync(folder, { recursive: true });
  if (status !== 0) throw new UserError('zopfli could not compress the single-file builds.');
  return encodeBase93(stdout);
}

/**
 * Bundles an entry and all its static and dynamic imports into the text of one module.
 * @param {import('vite').UserConfig} config
 * @param {string} entry
 * @param {{ wasm: string, worker: string }} data JavaScript expressions
 * @returns {Promise<string>}
 */
async function bundleEntry(config, entry, data) {
  const result = await build({
    ...config,
    configFile: false,
    base: '/', // with relative URLs, the worker, a classic script, would contain import.meta
    plugins: [...(config.plugins ?? []), createInlinePartsPlugin(data)],
    build: {
      ...config.build,
      write: false,
      assetsInlineLimit: Number.MAX_SAFE_INTEGER,
      rolldownOptions: {
        input: join(root, entry),
        preserveEntrySignatures: 'strict',
        output: { codeSplitting: false },
      },
    },
  });
  const { output } = /** @type {import('vite').Rolldown.RolldownOutput} */ (result);
  const others = output.slice(1).map(({ fileName }) => fileName);
  if (others.length > 0) throw new Error(`${entry} does not fit into one file: ${others.join(', ')}`);
  return output[0].code;
}

/**
 * Replaces worker and module by data. Uses the JavaScript of the module with all experiments, without the URL from which
 * Emscripten would load the module.
 * @param {{ wasm: string, worker: string }} data
 * @returns {import('vite').Plugin}
 */
function createInlinePartsPlugin({ wasm, worker }) {
  const engine = join(root, 'web/engine');
  return {
    name: 'embedded-assets',
    enforce: 'pre',
    resolveId(id) {
      if (id === './asset-addresses.js') return join(engine, 'embedded-assets.js');
      if (id === './embedded-data.js') return join(engine, 'embedded-data.js');
      if (id === '#core' || id === '#attend') return join(wasmFolder, 'whole.mjs');
      return undefined;
    },
    load(id) {
      if (id === join(engine, 'embedded-data.js'))
        return `export const wasm = ${wasm}; export const worker = ${worker};`;
      if (id === join(wasmFolder, 'whole.mjs'))
        return replaceOne(readFileSync(id, 'utf8'), /_scriptDir = import\.meta\.url/g, '_scriptDir = ""', id);
      return undefined;
    },
  };
}

/**
 * @param {string} page built index.html, which refers to style sheet, icon and script
 * @param {string} code of the script
 * @param {string} wasm the packed module
 */
function createSingleFilePage(page, code, wasm) {
  /** @param {string} name */
  const readAsset = (name) => readFileSync(join(dist, name));
  // The compressed script contains the style sheet, and the page is hidden until it runs.
  const [link = '', sheet = ''] = /<link rel="stylesheet"[^>]* href="\.\/([^"]+)">/.exec(page) ?? [];
  const styles = JSON.stringify(
    `${embedAssets(String(readAsset(sheet)), readAsset)}body{visibility:visible}`,
  );
  const styled = `{const sheet=new CSSStyleSheet();sheet.replaceSync(${styles});document.adoptedStyleSheets.push(sheet)}${code}`;
  return page
    .replace(/^ +/gm, '')
    .replace('<html', '$& data-alone')
    .replace('<meta charset="utf-8">', `$&\n<meta http-equiv="Content-Security-Policy" content="${policy}">`)
    .replace(link, '<style>body{visibility:hidden}</style>')
    .replace(/(<link rel="icon" href=")\.\/([^"]+)"/, (_, start, name) => {
      return `${start}data:image/svg+xml;base64,${readAsset(name).toString('base64')}"`;
    })
    .replace(/ *<script type="module"[^>]* src="[^"]+"><\/script>\n/, '')
    .replace(
      '</body>',
      () => `${createTextScript('module', wasm)}\n  ${createCompressedScript(styled)}</body>`,
    );
}

/**
 * Inlines the images of a style sheet, since the policy of the page blocks requests.
 * @param {string} sheet
 * @param {(name: string) => Buffer} read a file beside it
 */
export const embedAssets = (sheet, read) =>
  sheet.replace(/url\((["']?)(?!data:|#)(?:\.\/)?([^)"']+)\1\)/g, (_, _quote, name) => {
    const type = mimeTypes[extname(name)];
    if (!type) throw new Error(`${name} cannot be inlined into a style sheet: its MIME type is unknown.`);
    return `url(data:${type};base64,${read(name).toString('base64')})`;
  });

/** @param {string} id @param {string} text */
function createTextScript(id, text) {
  if (/<\/script/i.test(text))
    throw new Error('A compressed text contains </script, which would end its element.');
  return `<script type="text/plain" id="${id}">${text}</script>`;
}

/** A script that unpacks and runs another. @param {string} code */
function createCompressedScript(code) {
  const reader = readFileSync(join(root, 'web/engine/base93.js'), 'utf8').replace('export ', '');
  const loader = `${reader}
    const packed = document.getElementById('packed');
    const stream = new Blob([decodeBase93(packed.textContent)]).stream();
    const script = document.createElement('script');
    script.type = 'module';
    script.textContent = await new Response(stream.pipeThrough(new DecompressionStream('gzip'))).text();
    packed.replaceWith(script);`;
  const { code: small } = minifySync('loader.js', loader, { module: true, mangle: { toplevel: true } });
  return `${createTextScript('packed', compressToText(code))}\n<script type="module">${small}</script>\n`;
}

/**
 * Encodes bytes as base93, which web/engine/base93.js decodes.
 * @param {Buffer} bytes
 * @returns {string} the number of bytes, a space, digits
 */
export function encodeBase93(bytes) {
  /** @type {number[]} */
  const signs = [];
  const push = (/** @type {number} */ digit) => signs.push(digit + 33 + (digit > 26 ? 1 : 0));
  let [waiting, bits] = [0, 0];
  for (const byte of [...bytes, 0, 0]) {
    waiting |= byte << bits;
    bits += 8;
    if (bits < 14) continue;
    const width = (waiting & 8191) > 456 ? 13 : 14;
    const number = waiting & (2 ** width - 1);
    push(number % 93);
    push(Math.floor(number / 93));
    waiting >>= width;
    bits -= width;
  }
  return `${bytes.length} ${Buffer.from(signs).toString('latin1')}`;
}
