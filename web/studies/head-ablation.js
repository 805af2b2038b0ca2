/**
 * What a head contributes: how many answers are right with it and without it, measured on the whole held-out set.
 * @module
 */

import { say } from '../language/say.js';
import { h } from '../parts/dom.js';
import { formatCount, formatShare, messageOf } from '../parts/format.js';
import { createJob } from '../parts/job.js';

/** @import { ViewOptions } from '../engine/shapes.js' */

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
  let [busy, gone] = [false, false];
  /** Heads that are to be off, until they are. @type {readonly number[] | null} */
  let wanted = null;
  const told = h('p', { class: 'head-told', role: 'status' });
  const job = createJob({ label: say('How far does accuracy drop without each head?'), run: measureAll });
  const element = h('div', { class: 'head-ablation' }, told, job.element);

  async function exact() {
    return Number((await evaluate()).metrics['exactMatch']);
  }

  /** Switches exactly these heads off, and tells what that does; of several wishes the last. */
  async function settle() {
    if (busy || !wanted) return;
    busy = true;
    while (wanted && !gone) {
      /** @type {readonly number[]} */
      const list = wanted;
      const names = list.map(name).join(', ');
      told.textContent = list.length > 0 ? say('Measuring without {names} …', { names }) : '';
      try {
        const at = step;
        const measures = list.length > 0;
        if (measures && off().length > 0) await change('headsOff', []);
        const before = measures ? await exact() : 0;
        await change('headsOff', list);
        if (measures && wanted === list)
          told.textContent = say(
            'Exact answers: {before} with all heads, {after} without {names}, after step {step}.',
            {
              before: formatShare(before),
              after: formatShare(await exact()),
              names,
              step: formatCount(at),
            },
          );
      } catch (error) {
        told.textContent = messageOf(error);
      }
      if (wanted === list) wanted = null;
    }
    busy = false;
  }

  /** @type {Parameters<typeof createJob>[0]['run']} */
  async function measureAll(signal, report) {
    if (busy) return;
    busy = true;
    pause();
    told.textContent = '';
    const kept = off();
    try {
      await change('headsOff', []);
      const before = await exact();
      carried.clear();
      for (let head = 0; head < count; ++head) {
        signal.throwIfAborted();
        report(head / count, say('Without {name}.', { name: name(head) }));
        await change('headsOff', [head]);
        carried.set(head, before - (await exact()));
        onMeasured();
      }
      const [most] = [...carried].sort((a, b) => b[1] - a[1]);
      if (most)
        told.textContent = say(
          'Exact answers: {before} with all heads. The largest drop is without {name}: {after}, after step {step}.',
          {
            before: formatShare(before),
            name: name(most[0]),
            after: formatShare(before - most[1]),
            step: formatCount(step),
          },
        );
    } finally {
      if (!gone) await change('headsOff', kept);
      busy = false;
      settle();
    }
  }

  return {
    element,
    carried: /** @type {ReadonlyMap<number, number>} */ (carried),
    /** @returns {readonly number[]} heads that are off, or are about to be */
    off: () => wanted ?? off(),
    /** @param {readonly number[]} heads that alone are to be off */
    choose(heads) {
      wanted = heads;
      settle();
    },
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
      gone = true;
      job.dispose();
    },
  };
}
