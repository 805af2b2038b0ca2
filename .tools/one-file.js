/**
 * Builds that are one file and ask for nothing more: `inline.js`, the package with worker and module inside, and
 * `attentoscope.html`, the lab for a USB stick or an upload.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { root } from './shell.js';
import { unicodeSection } from './unicode.js';

const wasmFolder = join(root, 'build/wasm');
const dist = join(root, 'dist');

/** What the page of one file may do: run what is in it. Requests are not among it. */
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
 * Writes both into dist/, where the site has been built.
 * @param {import('vite').UserConfig} config what all builds have in common
 * @param {string} notices of the licences of what is inside
 */
export async function writeOneFiles(config, notices) {
  const wasm = packed(Buffer.concat([readFileSync(join(wasmFolder, 'whole.wasm')), unicodeSection()]));
  // The page hands the module to its worker, so that the file holds it once.
  const worker = await bundled(config, 'web/engine/worker.js', {
    wasm: 'globalThis.attentoscopeWasm',
    worker: "''",
  });
  const data = { wasm: JSON.stringify(wasm), worker: JSON.stringify(worker) };
  const inline = await bundled(config, 'web/element/inline.js', data);
  writeFileSync(join(dist, 'inline.js'), `/*!\n${notices}*/\n${inline}`);
  const lab = await bundled(config, 'web/lab/main.js', data);
  writeFileSync(
    join(dist, 'attentoscope.html'),
    `${pageOfOneFile(readFileSync(join(dist, 'index.html'), 'utf8'), lab)}<!--\n${notices}-->\n`,
  );
}

/** @param {string | Buffer} content */
const packed = (content) => gzipSync(content, { level: 9 }).toString('base64');

/**
 * An entry with everything that it imports, dynamically too, as the text of one module.
 * @param {import('vite').UserConfig} config
 * @param {string} entry
 * @param {{ wasm: string, worker: string }} data JavaScript expressions
 * @returns {Promise<string>}
 */
async function bundled(config, entry, data) {
  const result = await build({
    ...config,
    configFile: false,
    base: '/', // nothing is relative to the file, so the worker, which is no module, is free of import.meta
    plugins: [...(config.plugins ?? []), partsInside(data)],
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
 * Worker and module as data, and the JavaScript of the module that holds everything, without the address that
 * Emscripten would look for it at.
 * @param {{ wasm: string, worker: string }} data
 * @returns {import('vite').Plugin}
 */
function partsInside({ wasm, worker }) {
  const engine = join(root, 'web/engine');
  return {
    name: 'parts-inside',
    enforce: 'pre',
    resolveId(id) {
      if (id === './parts.js') return join(engine, 'parts-inside.js');
      if (id === './parts-data.js') return join(engine, 'parts-data.js');
      if (id === '#core' || id === '#attend') return join(wasmFolder, 'whole.mjs');
      return undefined;
    },
    load(id) {
      if (id === join(engine, 'parts-data.js'))
        return `export const wasm = ${wasm}; export const worker = ${worker};`;
      if (id === join(wasmFolder, 'whole.mjs'))
        return readFileSync(id, 'utf8').replace('var _scriptDir = import.meta.url', 'var _scriptDir = ""');
      return undefined;
    },
  };
}

/**
 * @param {string} page as built, which asks for style sheet, icon and script
 * @param {string} code of the script
 */
function pageOfOneFile(page, code) {
  /** @param {string} name */
  const asset = (name) => readFileSync(join(dist, name));
  // The style sheet is packed with the script, before which nothing is to be seen.
  const [link = '', sheet = ''] = /<link rel="stylesheet"[^>]* href="\.\/([^"]+)">/.exec(page) ?? [];
  const styles = JSON.stringify(`${asset(sheet)}body{visibility:visible}`);
  const styled = `{const sheet=new CSSStyleSheet();sheet.replaceSync(${styles});document.adoptedStyleSheets.push(sheet)}${code}`;
  return page
    .replace('<html', '$& data-alone')
    .replace(
      '<meta charset="utf-8">',
      `$&\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`,
    )
    .replace(link, '<style>body{visibility:hidden}</style>')
    .replace(/(<link rel="icon" href=")\.\/([^"]+)"/, (_, start, name) => {
      return `${start}data:image/svg+xml;base64,${asset(name).toString('base64')}"`;
    })
    .replace(/ *<script type="module"[^>]* src="[^"]+"><\/script>\n/, '')
    .replace('</body>', () => `${packedScript(styled)}</body>`);
}

/** A script that unpacks and runs another. @param {string} code */
function packedScript(code) {
  // Shorter blocks than usual, each with a code of its own: a thousandth less.
  const bytes = gzipSync(code, { level: 9, memLevel: 7 });
  return `<script type="text/plain" id="packed">${base91(bytes)}</script>
  <script type="module">
    const packed = document.getElementById('packed');
    const text = packed.textContent;
    const bytes = new Uint8Array(${bytes.length});
    const digit = (code) => code - 33 - (code > 60);
    for (let i = 0, at = 0, bits = 0, waiting = 0; at < bytes.length; i += 2) {
      const number = digit(text.charCodeAt(i)) + 91 * digit(text.charCodeAt(i + 1));
      waiting |= number << bits;
      bits += (number & 8191) > 88 ? 13 : 14;
      for (; bits > 7; bits -= 8, waiting >>= 8) bytes[at++] = waiting;
    }
    const stream = new Blob([bytes]).stream();
    const script = document.createElement('script');
    script.type = 'module';
    script.textContent = await new Response(stream.pipeThrough(new DecompressionStream('gzip'))).text();
    packed.replaceWith(script);
  </script>
  `;
}

/**
 * The encoding basE91: two signs for 13 bits, or for 14 where these are at most 88 in the first 13, since 91² is more than 2¹³. Its
 * signs here are those of ASCII from "!" on without "<", which alone has a meaning in a script's text.
 * @param {Buffer} bytes
 * @returns {string} a fiftieth shorter than five signs for four bytes
 */
export function base91(bytes) {
  /** @type {number[]} */
  const signs = [];
  const push = (/** @type {number} */ digit) => signs.push(digit + 33 + (digit > 26 ? 1 : 0));
  let [waiting, bits] = [0, 0];
  for (const byte of [...bytes, 0, 0]) {
    waiting |= byte << bits;
    bits += 8;
    if (bits < 14) continue;
    const width = (waiting & 8191) > 88 ? 13 : 14;
    const number = waiting & (2 ** width - 1);
    push(number % 91);
    push(Math.floor(number / 91));
    waiting >>= width;
    bits -= width;
  }
  return Buffer.from(signs).toString('latin1');
}
