/**
 * `node tests/bench/opening.js`: measures the tasks of a page's main thread from Run to the first map and during training, on
 * a processor that Chromium throttles; the time to the first map; and the heap size.
 *
 *   --experiment a,b    only these; otherwise every experiment, and the calculator
 *   --runs 5            openings of each, each in a new browser; medians are printed
 *   --throttle 4        how many times slower than this machine
 *   --seconds 4         duration of the measurement after the first map
 *   --dist folder       a built site; otherwise dist/ as it is
 *
 * Tasks are measured in processor time of their thread, so that other load has little effect; it has some, because Chromium
 * throttles by wall-clock time. The time to the first map is wall-clock time, too.
 */
import { parseArgs } from 'node:util';
import { serve } from '../../.tools/serve.js';
import { printLine, root, runMain, UserError } from '../../.tools/shell.js';
import { calculator, outlines } from '../../web/outline.js';
import { launch } from '../browser/driver.js';
import { openHost } from '../browser/host-site.js';
import { median } from './ratios.js';
import { printRows } from './table.js';

/** A task longer than this, in ms, delays input. */
const kLong = 50;

/**
 * An event of the trace; times in µs.
 * @typedef {object} TraceEvent
 * @property {string} name
 * @property {string} cat
 * @property {string} ph X for events with a duration
 * @property {number} pid
 * @property {number} tid
 * @property {number} ts
 * @property {number} [dur]
 * @property {number} [tdur] in thread time; a few very short ones have none
 *
 * @typedef {object} Opening
 * @property {number} firstMap wall-clock ms from the press of Run to the frame that shows the first map
 * @property {readonly number[]} opening tasks from Run to the first map, ms of processor time
 * @property {readonly number[]} training tasks after it
 * @property {number} heap of the page's thread after a collection, MB
 *
 * @typedef {{ site: string, throttle: number, seconds: number }} Conditions
 */

/** @param {string} experiment @param {Conditions} conditions @returns {Promise<Opening>} */
async function measureOpening(experiment, { site, throttle, seconds }) {
  const tag = `<attento-scope experiment="${experiment}"></attento-scope>`;
  const host = await openHost({
    '': `<!doctype html><link rel="icon" href="data:,"><title>A post</title>${tag}<script type="module" src="${site}attentoscope.js"></script>`,
  });
  const browser = await launch('chromium');
  try {
    const { page, problems } = await browser.open(host.url);
    const run = await page.waitForSelector('attento-scope >>> .primary');
    await page.waitForNetworkIdle();
    const session = await page.createCDPSession();
    await page.emulateCPUThrottling(throttle);
    await page.evaluate(markOpening);
    await page.tracing.start({ categories: ['toplevel', 'blink.user_timing'] });
    await run?.click();
    const marked = () => performance.getEntriesByName('first-map').length > 0;
    await page.waitForFunction(marked, { polling: 200, timeout: 60_000 });
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    const trace = JSON.parse(new TextDecoder().decode(await page.tracing.stop()));
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    if (problems.length > 0) throw new UserError(`${experiment}: ${problems.join('; ')}`);
    return { ...readTrace(trace.traceEvents), heap: usedSize / 1e6 };
  } finally {
    await browser.close();
    await host.close();
  }
}

/** Runs in the page: marks the press of Run, and the frame that shows the first map. */
function markOpening() {
  const element = /** @type {HTMLElement} */ (document.querySelector('attento-scope'));
  element.addEventListener('pointerdown', () => performance.mark('run'), { once: true });
  let isMarked = false;
  const markFirstMap = () => {
    if (!isMarked) requestAnimationFrame(() => setTimeout(() => performance.mark('first-map')));
    isMarked = true;
  };
  // The calculator does not train; it is ready when it fires attento-ready.
  if (element.getAttribute('experiment') === 'calculator') {
    element.addEventListener('attento-ready', markFirstMap, { once: true });
    return;
  }
  let learned = false;
  element.addEventListener('attento-progress', () => {
    learned = true;
  });
  // Any drawing or text of the map after training has begun.
  const seeIn = (/** @type {Element | null} */ node) => {
    if (learned && node?.closest('[part~="map"]') && !node.closest('.transport')) markFirstMap();
  };
  const { clearRect } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.clearRect = function (x, y, width, height) {
    clearRect.call(this, x, y, width, height);
    seeIn(this.canvas);
  };
  new MutationObserver((records) => {
    for (const { target } of records) seeIn(target instanceof Element ? target : target.parentElement);
  }).observe(/** @type {ShadowRoot} */ (element.shadowRoot), {
    subtree: true,
    childList: true,
    characterData: true,
  });
}

/** @param {readonly TraceEvent[]} events @returns {Omit<Opening, 'heap'>} */
function readTrace(events) {
  const findMark = (/** @type {string} */ name) => {
    const found = events.find((event) => event.cat.includes('user_timing') && event.name === name);
    if (!found) throw new UserError(`The trace has no mark ${name}.`);
    return found;
  };
  const [from, to] = [findMark('run'), findMark('first-map')];
  const tasks = events.filter(
    ({ name, ph, pid, tid, ts, dur = 0 }) =>
      name === 'ThreadControllerImpl::RunTask' &&
      ph === 'X' &&
      pid === from.pid &&
      tid === from.tid &&
      ts + dur > from.ts,
  );
  if (!tasks.some(({ tdur }) => tdur)) throw new UserError('This Chromium measures no processor time.');
  const times = (/** @type {readonly TraceEvent[]} */ some) => some.map(({ tdur = 0 }) => tdur / 1000);
  return {
    firstMap: (to.ts - from.ts) / 1000,
    opening: times(tasks.filter(({ ts }) => ts <= to.ts)),
    training: times(tasks.filter(({ ts }) => ts > to.ts)),
  };
}

/** @param {readonly number[]} tasks */
const findLongestTask = (tasks) => Math.max(0, ...tasks);

/** @param {readonly number[]} tasks */
const countLongTasks = (tasks) => tasks.filter((ms) => ms > kLong).length;

await runMain(async () => {
  const { values: options } = parseArgs({
    options: {
      experiment: { type: 'string' },
      runs: { type: 'string', default: '5' },
      throttle: { type: 'string', default: '4' },
      seconds: { type: 'string', default: '4' },
      dist: { type: 'string', default: `${root}dist` },
    },
  });
  const [runs, throttle, seconds] = [options.runs, options.throttle, options.seconds].map(Number);
  const names = options.experiment?.split(',') ?? [...outlines().map(({ name }) => name), calculator.name];
  const server = await serve({ root: options.dist });
  const rows = [
    ['experiment', 'first map', 'longest', `> ${kLong} ms`, 'all', 'then longest', `> ${kLong} ms`, 'heap'],
  ];
  try {
    for (const name of names) {
      printLine(name);
      /** @type {Opening[]} */
      const openings = [];
      for (let i = 0; i < runs; i++)
        openings.push(await measureOpening(name, { site: server.url, throttle, seconds }));
      const middle = (/** @type {(opening: Opening) => number} */ pick) =>
        Math.round(median(openings.map(pick)));
      rows.push([
        name,
        `${middle(({ firstMap }) => firstMap)} ms`,
        `${middle(({ opening }) => findLongestTask(opening))} ms`,
        `${middle(({ opening }) => countLongTasks(opening))}`,
        `${middle(({ opening }) => opening.reduce((sum, ms) => sum + ms, 0))} ms`,
        `${middle(({ training }) => findLongestTask(training))} ms`,
        `${middle(({ training }) => countLongTasks(training))}`,
        `${middle(({ heap }) => heap)} MB`,
      ]);
    }
  } finally {
    await server.close();
  }
  console.log(
    `\nTasks of the main thread from Run to the first map, then for ${seconds} s while it trains; throttled ${throttle} times\n`,
  );
  printRows(rows);
});
