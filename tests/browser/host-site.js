/** Host sites: small servers of test pages, each with its own origin. */
import { createServer } from 'node:http';

/**
 * @typedef {object} HostSite
 * @property {string} url ending in '/'
 * @property {string} origin
 * @property {() => Promise<void>} close
 */

/** @type {Record<string, string>} */
const types = {
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  xhtml: 'application/xhtml+xml',
};

/**
 * @param {Record<string, string>} pages by path without the leading slash; '' is the first page
 * @param {{ policy?: string | null, headers?: Record<string, string>, address?: string, redirects?: Record<string, string> }} [options]
 *   `policy`: its Content-Security-Policy; `headers`: further headers; `address`: 127.0.0.2 is a different site than that of our
 *   files; `redirects`: target URLs by path
 * @returns {Promise<HostSite>}
 */
export function openHost(pages, { policy = null, headers = {}, address = '127.0.0.1', redirects = {} } = {}) {
  const server = createServer(({ url = '' }, response) => {
    const path = url.slice(1).split('?')[0];
    for (const [header, value] of Object.entries(headers)) response.setHeader(header, value);
    if (policy) response.setHeader('Content-Security-Policy', policy);
    if (Object.hasOwn(redirects, path)) return response.writeHead(302, { Location: redirects[path] }).end();
    if (!Object.hasOwn(pages, path)) return response.writeHead(404).end();
    response.setHeader('Content-Type', types[path.split('.').pop() ?? ''] ?? 'text/html; charset=utf-8');
    response.end(pages[path]);
  });
  return new Promise((resolve) => {
    server.listen(0, address, () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      const origin = `http://${address}:${port}`;
      resolve({
        url: `${origin}/`,
        origin,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}

/** @returns {Promise<string>} a port that no program uses */
export async function findFreePort() {
  const host = await openHost({});
  await host.close();
  return new URL(host.url).port;
}
