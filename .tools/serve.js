/** A static server for dist/ with the published headers; used by `npm start`, the benchmarks and the browser tests. */
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream';

/** The strictest policy under which everything works; the hosted page sends it. */
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
 * Any page may use the assets, so they allow every origin. Cross-origin isolated pages only embed frames that send
 * `Cross-Origin-Embedder-Policy`, too. It is `credentialless`, which WebKit ignores, because under `require-corp` WebKit
 * blocks workers in sandboxed frames. @type {Record<string, string>}
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

/** By file extension. @type {Record<string, string>} */
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

/** A secure context for browsers, as https is. The name localhost would need a hosts file. */
const kAddress = '127.0.0.1';

/**
 * @typedef {object} ServeOptions
 * @property {string} root the folder to serve
 * @property {number} [port] 0, the default, takes any free port
 * @property {string} [base] the path under which the folder appears; default '/'
 * @property {Record<string, string | undefined>} [headers] added to the published ones; undefined removes one
 * @property {(path: string) => void} [onRequest] sees the path of every request below `base`, query excluded
 * @property {(path: string) => number} [getStatus] the status to respond with; 0 never responds; default 200
 *
 * @typedef {object} Server
 * @property {string} url of the folder, ending in '/'
 * @property {number} port
 * @property {() => Promise<void>} close
 */

/**
 * Starts serving; rejects with the system's error (code EADDRINUSE) when the port is taken.
 * @param {ServeOptions} options
 * @returns {Promise<Server>}
 */
export function serve({ root, port = 0, base = '/', headers = {}, onRequest, getStatus = () => 200 }) {
  const folder = resolve(root);
  const sent = Object.entries({ ...publishedHeaders, ...headers }).filter(([, value]) => value !== undefined);
  const server = createServer((request, response) => {
    // In WebKit, 'self' matches nothing in a sandboxed frame, which has no origin, so the address is listed as well.
    const named = `'self' http://${request.headers.host}`;
    for (const [name, value] of sent) response.setHeader(name, String(value).replaceAll("'self'", named));
    /** @param {number} status */
    const refuse = (status) => {
      response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${status}\n`);
    };
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
    const path = getPathBelow(base, request.url ?? '/');
    if (path === null) return refuse(404);
    onRequest?.(path);
    const status = getStatus(path);
    if (status === 0) return;
    if (status !== 200) return refuse(status);
    const file = findFile(folder, path);
    if (!file) return refuse(404);
    response.setHeader('Content-Type', mimeTypes[extname(file)] ?? 'application/octet-stream');
    response.setHeader('Content-Length', statSync(file).size);
    if (request.method === 'HEAD') response.end();
    // If the file disappears meanwhile, only this response fails.
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
 * Returns the decoded path below `base`, starting with '/', or null if it is not below `base` or cannot be decoded.
 * @param {string} base
 * @param {string} url
 */
function getPathBelow(base, url) {
  try {
    const path = decodeURIComponent(url.split(/[?#]/, 1)[0]);
    return path.startsWith(base) && !path.includes('\0') ? `/${path.slice(base.length)}` : null;
  } catch {
    return null;
  }
}

/**
 * Returns the file for a path, the index page for a folder, or null; never a file outside `folder`.
 * @param {string} folder
 * @param {string} path
 */
function findFile(folder, path) {
  const target = join(folder, normalize(path));
  if (target !== folder && !target.startsWith(folder + sep)) return null;
  const file = path.endsWith('/') ? join(target, 'index.html') : target;
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : null;
}
