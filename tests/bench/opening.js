/**
 * `node tests/bench/opening.js`: what the main thread of a page does from Run to the first map, and while it trains, on a
 * processor that Chromium throttles; and how long the first map takes.
 *
 *   --experiment a,b    only these; otherwise every experiment, and the calculator
 *   --runs 5            openings of each, every one in a browser of its own; medians are printed
 *   --throttle 4        how many times slower than this machine
 *   --seconds 4         how long it is watched after the first map
 *   --details           what fills the longest tasks
 *   --json              the same as JSON
 *
 * Tasks are measured by the processor time of their thread, not by the clock, so that other work of the machine hardly
 * counts; the time to the first map is by the clock. Uses dist/ as it stands.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { serve } from '../../.tools/serve.js';
import { Failure, main, root } from '../../.tools/shell.js';
import { launch } from '../browser/driver.js';
import { openHost } from '../browser/host.js';

/** Longer than this a task delays what the reader does, ms. */
const kLong = 50;

/**
 * An event of the trace; times in µs.
 * @typedef {{ name: string, cat: string, ph: string, pid: number, tid: number, ts: number, dur?: number, tdur?: number, args: any }} TraceEvent
 */

/**
 * @typedef {object} Opening
 * @property {number} firstMap ms by the clock, from the press of Run to the frame that shows the first map
 * @property {number[]} opening tasks from Run to the first map, ms of processor time
 * @property {number[]} training tasks after it
 * @property {{ ms: number, parts: [string, number][] }[]} details of the longest tasks
 */

const categories = ['toplevel', 'blink.user_timing'];
const kDetailed = [
  'devtools.timeline', 'disabled-by-default-v8.cpu_profiler',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.stack',
];

/** @param {string} experiment @param {{ site: string, throttle: number, seconds: number }} options @returns {Promise<Opening>} */
async function measure(experiment, { site, throttle, seconds, trace: file }) {
  const tag = `<attento-scope experiment="${experiment}"></attento-scope>`;
  const host = await openHost({
    '': `<!doctype html><link rel="icon" href="data:,"><title>A post</title><body><h1>A post</h1>${tag}<script type="module" src="${site}attentoscope.js"></script>`,
  });
  const browser = await launch('chromium');
  try {
    const { page, problems } = await browser.open(host.url);
    const run = await page.waitForSelector('attento-scope >>> .primary');
    await page.waitForNetworkIdle();
    await page.emulateCPUThrottling(throttle);
    await page.evaluate(() => {
      const element = /** @type {HTMLElement} */ (document.querySelector('attento-scope'));
      element.addEventListener('pointerdown', () => performance.mark('run'), { once: true });
      const { clearRect } = CanvasRenderingContext2D.prototype;
      let seen = false;
      const see = () => {
        if (!seen) requestAnimationFrame(() => setTimeout(() => performance.mark('first-map')));
        seen = true;
      };
      const calculates = element.getAttribute('experiment') === 'calculator';
      if (calculates) return element.addEventListener('attento-ready', see, { once: true });
      let learned = false;
      element.addEventListener(
        'attento-progress',
        () => {
          learned = true;
        },
        { once: true },
      );
      // What draws the map, or writes it, once there are numbers.
      const seenIn = (node) =>
        learned && node?.closest('[part~="map"]') && !node.closest('.transport') && see();
      CanvasRenderingContext2D.prototype.clearRect = function (...box) {
        clearRect.apply(this, box);
        seenIn(this.canvas);
      };
      new MutationObserver((records) => {
        for (const { target } of records) seenIn(target instanceof Element ? target : target.parentElement);
      }).observe(element.shadowRoot, { subtree: true, childList: true, characterData: true });
    });
    await page.tracing.start({ categories: file ? [...categories, ...kDetailed] : categories, path: file });
    await run?.click();
    await page.waitForFunction(() => performance.getEntriesByName('first-map').length > 0, {
      polling: 200,
      timeout: 60_000,
    });
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    const trace = await page.tracing.stop();
    if (problems.length > 0) throw new Failure(`${experiment}: ${problems.join('; ')}`);
    return readTrace(JSON.parse(new TextDecoder().decode(trace)).traceEvents);
  } finally {
    await browser.close();
    await host.close();
  }
}

/** @param {TraceEvent[]} events @returns {Opening} */
function readTrace(events) {
  const markOf = (/** @type {string} */ name) => {
    const found = events.find((event) => event.cat.includes('user_timing') && event.name === name);
    if (!found) throw new Failure(`The trace has no mark ${name}.`);
    return found;
  };
  const [from, to] = [markOf('run'), markOf('first-map')];
  const own = events.filter((event) => event.ph === 'X' && event.tid === from.tid && event.pid === from.pid);
  const isTask = (/** @type {TraceEvent} */ event) => event.name === 'ThreadControllerImpl::RunTask';
  const tasks = own.filter((event) => isTask(event) && event.ts + (event.dur ?? 0) > from.ts);
  if (false)
    console.log(
      tasks.filter(({ tdur }) => tdur === undefined).map((t) => [t.ts - from.ts, t.dur]),
      from.ts,
      to.ts - from.ts,
    );
  const ms = (/** @type {TraceEvent} */ event) => (event.tdur ?? 0) / 1000;
  const longest = tasks.toSorted((a, b) => ms(b) - ms(a)).slice(0, 8);
  return {
    firstMap: (to.ts - from.ts) / 1000,
    opening: tasks.filter((task) => task.ts <= to.ts).map(ms),
    training: tasks.filter((task) => task.ts > to.ts).map(ms),
    details: longest.map((task) => ({
      at: (task.ts - from.ts) / 1000,
      ms: ms(task),
      parts: partsOf(task, own),
    })),
  };
}

/** What a task consists of, each by its own time. @param {TraceEvent} task @param {TraceEvent[]} events */
function partsOf(task, events) {
  const end = task.ts + (task.dur ?? 0);
  const inside = events.filter(
    (event) => event !== task && event.ts >= task.ts && event.ts + (event.dur ?? 0) <= end,
  );
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const event of inside) {
    const last = event.ts + (event.dur ?? 0);
    const children = inside.filter(
      (other) => other !== event && other.ts >= event.ts && other.ts + (other.dur ?? 0) <= last,
    );
    // Only the outermost children count.
    const direct = children.filter(
      (child) =>
        !children.some(
          (other) =>
            other !== child &&
            other.ts <= child.ts &&
            other.ts + (other.dur ?? 0) >= child.ts + (child.dur ?? 0),
        ),
    );
    const alone = (event.tdur ?? 0) - direct.reduce((sum, { tdur = 0 }) => sum + tdur, 0);
    const { url = '', functionName = '' } = event.args?.data ?? {};
    const label = [event.name, functionName, url.split('/').pop()].filter(Boolean).join(' ');
    sums.set(label, (sums.get(label) ?? 0) + alone / 1000);
  }
  return [...sums].sort(([, a], [, b]) => b - a).slice(0, 8);
}

await main(async () => {
  const { values: options } = parseArgs({
    options: {
      experiment: { type: 'string' },
      runs: { type: 'string', default: '5' },
      throttle: { type: 'string', default: '4' },
      seconds: { type: 'string', default: '4' },
      details: { type: 'boolean', default: false },
      dist: { type: 'string', default: join(root, 'dist') },
      trace: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const { calculator, outlines } = await import('../../web/outline.js');
  const names = options.experiment?.split(',') ?? [...outlines().map(({ name }) => name), calculator.name];
  const server = await serve({ root: options.dist });
  try {
    for (const name of names) {
      const runs = [];
      for (let i = 0; i < Number(options.runs); i++) {
        runs.push(
          await measure(name, {
            site: server.url,
            throttle: Number(options.throttle),
            seconds: Number(options.seconds),
            trace: options.trace,
          }),
        );
      }
      const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
      const of = (pick) => Math.round(median(runs.map(pick)));
      const count = (tasks) => tasks.filter((ms) => ms > kLong).length;
      console.log(
        name.padEnd(20),
        'first map',
        of((r) => r.firstMap),
        'longest',
        of((r) => Math.max(...r.opening)),
        'long',
        of((r) => count(r.opening)),
        'sum',
        of((r) => r.opening.reduce((a, b) => a + b, 0)),
        '| training longest',
        of((r) => Math.max(0, ...r.training)),
        'long',
        of((r) => count(r.training)),
      );
      if (options.details)
        for (const { at, ms, parts } of runs[0].details) {
          console.log(
            `   ${Math.round(ms)} ms at ${Math.round(at)}: ${parts.map(([label, own]) => `${label} ${own.toFixed(0)}`).join(', ')}`,
          );
        }
    }
  } finally {
    await server.close();
  }
});
