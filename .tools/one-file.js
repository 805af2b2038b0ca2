/**
 * Builds that are one file and ask for nothing more: `inline.js`, the package with worker and module inside, and
 * `attentoscope.html`, the lab for a USB stick or an upload.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { mimeTypes } from './serve.js';
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
  // A part of the page, where it is packed once.
  data.wasm = 'document.getElementById("module").textContent';
  writeFileSync(join(dist, 'inline.js'), `/*!\n${notices}*/\n${inline}`);
  const lab = await bundled(config, 'web/lab/main.js', data);
  writeFileSync(
    join(dist, 'attentoscope.html'),
    `${pageOfOneFile(readFileSync(join(dist, 'index.html'), 'utf8'), `/*!\n${notices}*/\n${lab}`, wasm)}<!-- The licenses stand at the beginning of the packed script. -->\n`,
  );
}

/** Shorter blocks than usual, each with a code of its own: a thousandth less. @param {string | Buffer} content */
const packed = (content) => base85(gzipSync(content, { level: 9, memLevel: 7 }));

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
 * @param {string} wasm the packed module
 */
function pageOfOneFile(page, code, wasm) {
  /** @param {string} name */
  const asset = (name) => readFileSync(join(dist, name));
  // The style sheet is packed with the script, before which nothing is to be seen.
  const [link = '', sheet = ''] = /<link rel="stylesheet"[^>]* href="\.\/([^"]+)">/.exec(page) ?? [];
  const styles = JSON.stringify(`${embedAssets(String(asset(sheet)), asset)}body{visibility:visible}`);
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
    .replace('</body>', () => `${textScript('module', wasm)}\n  ${packedScript(styled)}</body>`);
}

/**
 * A style sheet with the pictures that it asks for inside, since the policy of the page allows no request.
 * @param {string} sheet
 * @param {(name: string) => Buffer} read a file beside it
 */
export const embedAssets = (sheet, read) =>
  sheet.replace(/url\((["']?)(?!data:|#)(?:\.\/)?([^)"']+)\1\)/g, (_, _quote, name) => {
    const type = mimeTypes[extname(name)];
    if (!type) throw new Error(`${name} cannot be put into a style sheet: its type is not known.`);
    return `url(data:${type};base64,${read(name).toString('base64')})`;
  });

/** @param {string} id @param {string} text */
function textScript(id, text) {
  if (/<\/script/i.test(text)) throw new Error('A packed text would end its own tag.');
  return `<script type="text/plain" id="${id}">${text}</script>`;
}

/** A script that unpacks and runs another. @param {string} code */
function packedScript(code) {
  const reader = readFileSync(join(root, 'web/engine/base85.js'), 'utf8').replace('export ', '');
  return `${textScript('packed', packed(code))}
  <script type="module">
    ${reader.replace(/\/\*\*.*?\*\//gs, '').replace(/\n\s*/g, '\n')}
    const packed = document.getElementById('packed');
    const stream = new Blob([readBase85(packed.textContent)]).stream();
    const script = document.createElement('script');
    script.type = 'module';
    script.textContent = await new Response(stream.pipeThrough(new DecompressionStream('gzip'))).text();
    packed.replaceWith(script);
  </script>
  `;
}

/** As web/engine/base85.js reads it. @param {Buffer} bytes */
function base85(bytes) {
  const spare = -bytes.length & 3;
  const kFirst = '('.charCodeAt(0);
  const whole = Buffer.concat([bytes, Buffer.alloc(spare)]);
  const signs = ['0'.charCodeAt(0) + spare];
  for (let i = 0; i < whole.length; i += 4) {
    const number = whole.readUInt32BE(i);
    for (let j = 4; j >= 0; j--) signs.push(kFirst + (Math.floor(number / 85 ** j) % 85));
  }
  return Buffer.from(signs).toString('latin1');
}
