/** A static server for dist/ with the headers that we publish; used by `npm start`, the bench and the browser tests. */
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream';

/** The strictest policy under which everything works, and which the hosted page sends. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types attentoscope attentoscope-offline',
].join('; ');

/**
 * Assets may be used from any page, so they are open to every origin, and to pages that are isolated from others
 * (`Cross-Origin-Embedder-Policy`), which take a frame only if it asks for the like. WebKit does not know `credentialless`
 * and ignores it: under `require-corp` it lets a sandboxed frame have no worker. @type {Record<string, string>}
 */
export const publishedHeaders = {
  'Content-Security-Policy': contentSecurityPolicy,
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cross-Origin-Embedder-Policy': 'credentialless',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

/** By the ending of a file's name. @type {Record<string, string>} */
export const mimeTypes = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
};

/** Browsers trust it as they do https, and it needs no hosts file, as the name localhost does. */
const kAddress = '127.0.0.1';

/**
 * @typedef {object} ServeOptions
 * @property {string} root the folder to serve
 * @property {number} [port] 0, the default, takes any free port
 * @property {string} [base] the path under which the folder appears; default '/'
 * @property {Record<string, string | undefined>} [headers] added to the published ones; undefined removes one
 * @property {(path: string) => void} [onRequest] sees the path of every request below `base`, query excluded
 * @property {(path: string) => number} [statusOf] what to answer in place of 200; 0 for nothing at all, ever
 *
 * @typedef {object} Server
 * @property {string} url where the folder is, ending in '/'
 * @property {number} port
 * @property {() => Promise<void>} close
 */

/**
 * Starts serving; rejects with the system's error (code EADDRINUSE) when the port is taken.
 * @param {ServeOptions} options
 * @returns {Promise<Server>}
 */
export function serve({ root, port = 0, base = '/', headers = {}, onRequest, statusOf = () => 200 }) {
  const folder = resolve(root);
  const sent = Object.entries({ ...publishedHeaders, ...headers }).filter(([, value]) => value !== undefined);
  const server = createServer((request, response) => {
    // A sandboxed frame has no origin, so in WebKit nothing is 'self' there: the address is named beside it.
    const named = `'self' http://${request.headers.host}`;
    for (const [name, value] of sent) response.setHeader(name, String(value).replaceAll("'self'", named));
    /** @param {number} status */
    const refuse = (status) => {
      response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${status}\n`);
    };
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
    const path = pathBelow(base, request.url ?? '/');
    if (path === null) return refuse(404);
    onRequest?.(path);
    const status = statusOf(path);
    if (status === 0) return;
    if (status !== 200) return refuse(status);
    const file = fileFor(folder, path);
    if (!file) return refuse(404);
    response.setHeader('Content-Type', mimeTypes[extname(file)] ?? 'application/octet-stream');
    response.setHeader('Content-Length', statSync(file).size);
    if (request.method === 'HEAD') response.end();
    // A file that goes away meanwhile ends this answer, not the server.
    else pipeline(createReadStream(file), response, () => undefined);
  });
  return new Promise((settle, reject) => {
    server.once('error', reject);
    server.listen(port, kAddress, () => {
      const address = server.address();
      const actual = typeof address === 'object' && address ? address.port : port;
      settle({
        url: `http://${kAddress}:${actual}${base}`,
        port: actual,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}

/**
 * The decoded path below `base`, starting with '/', or null when it is not below it or not decodable.
 * @param {string} base
 * @param {string} url
 */
function pathBelow(base, url) {
  try {
    const path = decodeURIComponent(url.split(/[?#]/, 1)[0]);
    return path.startsWith(base) && !path.includes('\0') ? `/${path.slice(base.length)}` : null;
  } catch {
    return null;
  }
}

/**
 * The file for a path, an index page for a folder, or null; never anything outside `folder`.
 * @param {string} folder
 * @param {string} path
 */
function fileFor(folder, path) {
  const target = join(folder, normalize(path));
  if (target !== folder && !target.startsWith(folder + sep)) return null;
  const file = path.endsWith('/') ? join(target, 'index.html') : target;
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : null;
}
