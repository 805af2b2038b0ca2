import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentSecurityPolicy, mimeTypes, publishedHeaders, serve } from '../../.tools/serve.js';
import { headersFile, nginxFile } from '../../.tools/server-configs.js';
import { root } from '../../.tools/shell.js';

describe('the static server', () => {
  /** @type {string} */
  let folder;
  /** @type {import('../../.tools/serve.js').Server} */
  let server;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'serve-'));
    mkdirSync(join(folder, 'site/embed'), { recursive: true });
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    writeFileSync(join(folder, 'site/index.html'), '<!doctype html>');
    writeFileSync(join(folder, 'site/embed/index.html'), 'embedded');
    writeFileSync(join(folder, 'site/core.wasm'), new Uint8Array([0, 97, 115, 109]));
    writeFileSync(join(folder, 'site/a b.js'), 'export {};');
    server = await serve({ root: join(folder, 'site'), base: '/deep/er/' });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it('keeps running if a file disappears while it is sent', async () => {
    const gone = join(folder, 'site/gone.js');
    writeFileSync(gone, 'export {};');
    const other = await serve({
      root: join(folder, 'site'),
      // After the file was found, before it is opened.
      onRequest: (path) => path.endsWith('gone.js') && process.nextTick(() => rmSync(gone)),
    });
    await expect(fetch(`${other.url}gone.js`).then((response) => response.text())).rejects.toThrow();
    expect((await fetch(`${other.url}index.html`)).status).toBe(200);
    await other.close();
  });

  /** The status of a path that is sent unchanged; fetch would normalize it. @param {string} path */
  const rawStatus = (path) =>
    new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port: server.port, path }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });

  it('sends pages with the published policy and allows every origin', async () => {
    const response = await fetch(server.url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toBe(
      contentSecurityPolicy.replaceAll("'self'", `'self' ${new URL(server.url).origin}`),
    );
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  it.each([
    ['core.wasm', 'application/wasm'],
    ['a%20b.js?v=1', 'text/javascript; charset=utf-8'],
    ['embed/', 'text/html; charset=utf-8'],
  ])('sends the right type for %s', async (path, type) => {
    const response = await fetch(server.url + path);
    expect(response.headers.get('content-type')).toBe(type);
  });

  it.each([
    '/',
    '/deep/er/none.js',
    '/deep/er/../../secret.txt',
    '/deep/er/%2e%2e/secret.txt',
    '/deep/er/..%2fsecret.txt',
    '/deep/er/%zz',
    '/deep/er/%00',
    '/deep/er/embed',
  ])('responds with an error to %s', async (path) => {
    expect(await rawStatus(path)).toBe(404);
  });

  it('sends the same headers as the configurations for Netlify, Cloudflare Pages and nginx', async () => {
    const response = await fetch(server.url);
    // Only this server adds its address to 'self'.
    const named = `'self' ${new URL(server.url).origin}`;
    const sent = Object.keys(publishedHeaders).map((name) => [
      name,
      response.headers.get(name)?.replaceAll(named, "'self'"),
    ]);
    expect(readFileSync(join(root, 'dist/_headers'), 'utf8')).toBe(headersFile);
    expect(readFileSync(join(root, 'dist/embed/nginx.conf'), 'utf8')).toBe(nginxFile);
    const [scope, ...lines] = headersFile.trimEnd().split('\n');
    expect(scope).toBe('/*');
    expect(
      lines.map((line) =>
        line
          .trim()
          .split(/: (.*)/)
          .slice(0, 2),
      ),
    ).toEqual(sent);
    const added = [...nginxFile.matchAll(/add_header (\S+) "([^"]*)" always;/g)];
    expect(added.map(([, name, value]) => [name, value])).toEqual(sent);
    const types = [...nginxFile.matchAll(/^ {4}"([^"]+)" (\w+);$/gm)];
    expect(types.map(([, type, ending]) => [`.${ending}`, type])).toEqual(Object.entries(mimeTypes));
  });

  it('rejects with EADDRINUSE if the port is in use', async () => {
    await expect(serve({ root: folder, port: server.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
