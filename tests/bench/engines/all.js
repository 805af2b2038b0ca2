/** The engines that run in Node and in browsers alike; each loads its library on demand. */

/** @type {Record<string, import('../runner.js').Load>} */
export const engines = {
  attentoscope: async (host) => (await import('./core.js')).load(host),
  'attentoscope-fast': async (host) => (await import('./core.js')).load(host, 'bench_core-fast'),
  'jax-js': async () => {
    // With shared memory, jax-js sends each kernel to a pool of workers, which is slower on all workloads.
    Reflect.deleteProperty(globalThis, 'SharedArrayBuffer');
    return (await import('./jax.js')).load();
  },
  'plain-js': async () => (await import('./plain.js')).load(),
};
