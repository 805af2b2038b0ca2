/**
 * What a head carries: how many answers are right with it and without it, measured on the whole held-out set.
 * @module
 */

import { h } from './dom.js';
import { formatCount, formatShare, messageOf } from './format.js';
import { createJob } from './job.js';

/** @typedef {import('./view.js').ViewOptions} ViewOptions */

/**
 * @param {object} options
 * @param {Pick<ViewOptions, 'change' | 'evaluate' | 'pause'>} options.of
 * @param {number} options.count heads of all kinds
 * @param {(index: number) => string} options.name of a head, of whatever kind
 * @param {() => readonly number[]} options.off heads that are switched off
 * @param {() => void} options.onMeasured
 */
export function createHeadAblation({ of: { change, evaluate, pause }, count, name, off, onMeasured }) {
  /** @type {Map<number, number>} */
  const carried = new Map();
  let step = 0;
  let turn = 0;
  const told = h('p', { class: 'head-told', role: 'status' });
  const job = createJob({ label: 'What does each head carry?', run: measureAll });
  const element = h('div', { class: 'head-ablation' }, told, job.element);

  async function exact() {
    return Number((await evaluate()).metrics['exactMatch']);
  }

  /** Switches exactly these heads off, and tells what that does. @param {readonly number[]} wanted */
  async function choose(wanted) {
    const mine = ++turn;
    const list = wanted.map(name).join(', ');
    told.textContent = wanted.length > 0 ? `Measuring without ${list} …` : '';
    try {
      if (wanted.length === 0) return await change('headsOff', []);
      const at = step;
      if (off().length > 0) await change('headsOff', []);
      const before = await exact();
      await change('headsOff', wanted);
      const after = await exact();
      if (mine !== turn) return;
      told.textContent = `Exact answers: ${formatShare(before)} with all heads, ${formatShare(after)} without ${list}, after step ${formatCount(at)}.`;
    } catch (error) {
      if (mine === turn) told.textContent = messageOf(error);
    }
  }

  /** @type {Parameters<typeof createJob>[0]['run']} */
  async function measureAll(signal, report) {
    pause();
    turn++;
    told.textContent = '';
    const kept = off();
    const at = step;
    try {
      await change('headsOff', []);
      const before = await exact();
      carried.clear();
      for (let head = 0; head < count; ++head) {
        signal.throwIfAborted();
        report(head / count, `Without ${name(head)}.`);
        await change('headsOff', [head]);
        carried.set(head, before - (await exact()));
        onMeasured();
      }
      const [most] = [...carried].sort((a, b) => b[1] - a[1]);
      if (most)
        told.textContent = `Exact answers: ${formatShare(before)} with all heads. ${name(most[0])} carries most: ${formatShare(before - most[1])} without it, after step ${formatCount(at)}.`;
    } finally {
      await change('headsOff', kept);
    }
  }

  return {
    element,
    carried: /** @type {ReadonlyMap<number, number>} */ (carried),
    choose,
    /** @param {number} now step */
    update(now) {
      if (now !== step && carried.size > 0) {
        carried.clear();
        onMeasured();
      }
      step = now;
    },
    text: () => told.textContent ?? '',
    dispose() {
      turn++;
      job.dispose();
    },
  };
}
