/**
 * The service worker of the lab, published as `offline.js`: once the page has been seen, it works without a network.
 *
 * What carries a hash in its name never changes and comes from the cache. Everything else (pages, modules, the worker)
 * comes from the network while there is one, so that a new build is never mixed with an old one.
 *
 * A new version waits until no page of the old one is open; then the old cache goes.
 */

/** The build writes a hash of all these files, and their names. */
const kVersion = 'none';
/** @type {readonly string[]} */
const kFiles = [];

const worker = /** @type {OfflineScope} */ (/** @type {unknown} */ (self));

/**
 * What is used of a service worker's global scope.
 * @typedef {object} OfflineScope
 * @property {{ scope: string }} registration
 * @property {(type: string, listener: (event: WorkerEvent) => void) => void} addEventListener
 */
/** @typedef {{ request: Request, waitUntil: (work: Promise<unknown>) => void, respondWith: (answer: Promise<Response>) => void }} WorkerEvent */

/** Other builds on the same server have caches of their own. */
const kOurs = `attentoscope ${worker.registration.scope} `;
const kCache = kOurs + kVersion;
const kHashed = /-[\w-]{8}\.\w+$/;

worker.addEventListener('install', (event) => event.waitUntil(fill()));
worker.addEventListener('activate', (event) => event.waitUntil(clean()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const name = nameOf(request.url);
  if (request.method !== 'GET' || name === null) return;
  event.respondWith(kHashed.test(name) ? cacheFirst(request, name) : networkFirst(request, name));
});

async function fill() {
  const cache = await caches.open(kCache);
  await cache.addAll(kFiles.map((name) => new Request(name, { cache: 'no-cache' })));
}

async function clean() {
  for (const name of await caches.keys()) {
    if (name.startsWith(kOurs) && name !== kCache) await caches.delete(name);
  }
}

/** @param {string} address @returns {string | null} of a file that is kept */
function nameOf(address) {
  const { scope } = worker.registration;
  const [path = ''] = address.split(/[?#]/, 1);
  if (!path.startsWith(scope)) return null;
  const name = path.slice(scope.length) || 'index.html';
  return kFiles.includes(name) ? name : null;
}

/** @param {string} name @returns {Promise<Response | undefined>} */
async function kept(name) {
  const cache = await caches.open(kCache);
  return cache.match(name, { ignoreVary: true });
}

/** @param {Request} request @param {string} name */
async function cacheFirst(request, name) {
  return (await kept(name)) ?? fetch(request);
}

/** @param {Request} request @param {string} name */
async function networkFirst(request, name) {
  const answer = await fetch(request).catch(() => null);
  // A server that fails is as good as none; whatever else it says, it means.
  if (answer && answer.status < 500) return answer;
  return (await kept(name)) ?? answer ?? Response.error();
}
