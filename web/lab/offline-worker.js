/**
 * The service worker of the lab, published as `offline.js`: after one visit the page works without a network.
 *
 * Files with a hash in their names never change and come from the cache. Everything else (pages, modules, the worker)
 * comes from the network while there is one, so that a new build is never mixed with an old one.
 *
 * A new version waits until no page of the old one is open; then the old cache is deleted.
 */

/** The build fills in a hash of all files, and their names. */
const kVersion = 'none';
/** @type {readonly string[]} */
const kFiles = [];

const worker = /** @type {OfflineScope} */ (/** @type {unknown} */ (self));

/**
 * The members of a service worker's global scope that this file uses.
 * @typedef {object} OfflineScope
 * @property {{ scope: string }} registration
 * @property {(type: string, listener: (event: WorkerEvent) => void) => void} addEventListener
 */
/** @typedef {{ request: Request, waitUntil: (work: Promise<unknown>) => void, respondWith: (answer: Promise<Response>) => void }} WorkerEvent */

/** Prefix of this lab's caches; other builds on the same server have their own. */
const kCachePrefix = `attentoscope ${worker.registration.scope} `;
const kCache = kCachePrefix + kVersion;
const kHashedName = /-[\w-]{8}\.\w+$/;

worker.addEventListener('install', (event) => event.waitUntil(fillCache()));
worker.addEventListener('activate', (event) => event.waitUntil(deleteOldCaches()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const name = getFileName(request.url);
  if (request.method !== 'GET' || name === null) return;
  event.respondWith(kHashedName.test(name) ? cacheFirst(request, name) : networkFirst(request, name));
});

async function fillCache() {
  const cache = await caches.open(kCache);
  await cache.addAll(kFiles.map((name) => new Request(name, { cache: 'no-cache' })));
}

async function deleteOldCaches() {
  for (const name of await caches.keys()) {
    if (name.startsWith(kCachePrefix) && name !== kCache) await caches.delete(name);
  }
}

/** @param {string} address @returns {string | null} name of a cached file; null for other addresses */
function getFileName(address) {
  const { scope } = worker.registration;
  const [path = ''] = address.split(/[?#]/, 1);
  if (!path.startsWith(scope)) return null;
  const name = path.slice(scope.length) || 'index.html';
  return kFiles.includes(name) ? name : null;
}

/** @param {string} name @returns {Promise<Response | undefined>} */
async function findCached(name) {
  const cache = await caches.open(kCache);
  return cache.match(name, { ignoreVary: true });
}

/** @param {Request} request @param {string} name */
async function cacheFirst(request, name) {
  return (await findCached(name)) ?? fetch(request);
}

/** @param {Request} request @param {string} name */
async function networkFirst(request, name) {
  const answer = await fetch(request).catch(() => null);
  // A server error counts as no network; other error responses are passed on.
  if (answer && answer.status < 500) return answer;
  return (await findCached(name)) ?? answer ?? Response.error();
}
