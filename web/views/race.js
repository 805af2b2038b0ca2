/**
 * A race: the same experiment a few times over, from the same seed on the same batches, one setting varied. Each lane
 * trains in a thread of its own.
 * @module
 */

import { say } from '../language/say.js';
import { createCategoryPlot } from './category-plot.js';
import { h } from './dom.js';
import { formatCount, formatFixed, formatPercent, formatShare } from './format.js';
import { createJob } from './job.js';
import { createLane } from './race-lane.js';
import { raceStyles } from './race-styles.js';
import { createClock, kMostLanes, lanesOf, numbersIn, readyRaces, valuesOf, varied } from './races.js';

export const styles = raceStyles;

/** @typedef {import('./view.js').ViewOptions} ViewOptions */
/** @typedef {import('./view.js').View} View */
/** @typedef {import('./races.js').Race} Race */

/** Each lane is measured so many times. */
const kParts = 40;
const kMarks = [0.9, 0.99];

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView({ restartWith, settings, metrics, parameters, pause }) {
  // What a model is asked to get right: the first number of which more is better.
  const aim = metrics.find(({ name, better }) => better === 'higher' && name !== 'loss');
  const right = aim?.name ?? '';
  const found = metrics.find(({ name }) => name === 'alignmentAccuracy');
  const ready = readyRaces(settings);
  /** @type {Race} */
  let race = ready[0] ?? { vary: varied(settings)[0]?.name ?? '', values: [] };
  /** @type {ReturnType<typeof createLane>[]} */
  let lanes = [];

  const note = h('p', { class: 'panel-note' });
  const lanesHost = h('div', { class: 'race-lanes' });
  const outcome = h('p', { role: 'status' });
  const plot = createCategoryPlot({ title: aim?.label ?? '', axis: say('step'), low: 0 });
  plot.element.hidden = true;
  const job = createJob({ label: say('Start the race'), run });
  const values = h('div', { class: 'race-values' });
  const chosen = h(
    'select',
    { 'aria-label': say('Setting that is varied'), onchange: () => offer(chosen.value) },
    ...varied(settings).map(({ name, label = name }) => h('option', { value: name }, label)),
  );
  const element = h(
    'section',
    { class: 'bars race', 'aria-label': say('Race') },
    h(
      'div',
      { class: 'panel' },
      h('h2', {}, say('Race')),
      h(
        'div',
        { class: 'panel-row' },
        ...ready.map((one) =>
          h('button', { type: 'button', class: 'button', onclick: () => choose(one) }, say(one.label)),
        ),
      ),
      h(
        'details',
        { class: 'race-own' },
        h('summary', {}, say('A race of your own')),
        h('div', {}, chosen, values),
      ),
      note,
      job.element,
      lanesHost,
      outcome,
      plot.element,
    ),
  );
  choose(race);

  /** @param {Race} next */
  function choose(next) {
    race = next;
    chosen.value = race.vary;
    offer(race.vary, race.values);
  }

  /** @param {string} vary @param {Race['values']} [on] */
  function offer(vary, on = []) {
    const setting = settings.find(({ name }) => name === vary);
    if (!setting) return;
    const listed = valuesOf(setting);
    const present = parameters()[vary];
    /** @type {HTMLInputElement[]} */
    const boxes = listed.map(({ value }) =>
      h('input', {
        type: 'checkbox',
        checked: on.length > 0 ? on.includes(value) : listed.length <= kMostLanes,
        onchange: read,
      }),
    );
    const text = h('input', {
      type: 'text',
      'aria-label': say('Values, parted by commas'),
      value: (on.length > 0 ? on : [present, 2 * Number(present)]).join(', '),
      oninput: read,
    });
    values.replaceChildren(
      ...(listed.length > 0
        ? listed.map(({ label }, i) => h('label', {}, /** @type {HTMLInputElement} */ (boxes[i]), label))
        : [text]),
    );
    read();

    function read() {
      const wanted =
        listed.length > 0
          ? listed.flatMap(({ value }, i) => (boxes[i]?.checked ? [value] : []))
          : numbersIn(text.value);
      race = { vary, values: wanted };
      write();
    }
  }

  function write() {
    const count = new Set(race.values).size;
    const able = count >= 2 && count <= kMostLanes;
    const label = settings.find(({ name }) => name === race.vary)?.label ?? race.vary;
    const names = lanesOf(
      race,
      settings.find(({ name }) => name === race.vary),
    ).map((lane) => lane.label);
    note.textContent = able
      ? say(
          '{setting}: {lanes}. Everything else as it is set now; same seed, same batches, one thread each.',
          {
            setting: label,
            lanes: names.join(` ${say('against')} `),
          },
        )
      : say('Choose two to {most} values of: {setting}.', { most: kMostLanes, setting: label });
    job.offer(say('Start the race'), able);
  }

  /** @type {Parameters<typeof createJob>[0]['run']} */
  async function run(signal, report) {
    pause();
    for (const lane of lanes) lane.dispose();
    const wanted = lanesOf(
      race,
      settings.find(({ name }) => name === race.vary),
    );
    const names = [
      say('step'),
      aim?.label ?? '',
      ...(found ? [found.label] : []),
      ...kMarks.map((mark) => say('{share} at', { share: formatPercent(mark) })),
    ];
    lanes = wanted.map(({ label, parameters: own }) =>
      createLane({ label, parameters: { ...parameters(), ...own }, names }),
    );
    lanesHost.replaceChildren(...lanes.map((lane) => lane.element));
    outcome.textContent = '';
    const curves = wanted.map(() => new Float64Array(kParts).fill(Number.NaN));
    /** @type {string[]} */
    let steps = [];
    const done = wanted.map(() => 0);
    const clocks = wanted.map(() => createClock(kMarks));
    const ends = new AbortController();
    signal.addEventListener('abort', () => ends.abort(), { once: true });
    report(0, say('Getting ready.'));
    const opened = await Promise.allSettled(
      wanted.map(async (lane, i) => {
        /** @type {import('./view.js').SecondRun | undefined} */
        let run;
        run = await restartWith(lane.parameters, (frame) => lanes[i]?.show(frame, run?.manifest));
        return run;
      }),
    );
    try {
      const runs = opened.map((one) => {
        if (one.status === 'rejected') throw one.reason;
        return one.value;
      });
      plot.element.hidden = false;
      await Promise.all(
        runs.map(async (run, i) => {
          const { plannedSteps } = run.manifest;
          const part = Math.ceil(plannedSteps / kParts);
          const stepOf = (/** @type {number} */ k) => Math.min(plannedSteps, (k + 1) * part);
          const parts = Math.ceil(plannedSteps / part);
          if (parts > steps.length) steps = Array.from({ length: parts }, (_, k) => formatCount(stepOf(k)));
          for (let k = 0; k < parts; ++k) {
            const began = performance.now();
            const { step, metrics: now } = await run.train({
              steps: stepOf(k) - (k > 0 ? stepOf(k - 1) : 0),
              signal: ends.signal,
            });
            const share = Number(now[right] ?? Number.NaN);
            clocks[i]?.pass(step, share, (performance.now() - began) / 1000);
            const curve = curves[i];
            if (curve) curve[k] = share;
            lanes[i]?.tell([
              formatCount(step),
              formatShare(share),
              ...(found ? [formatShare(now[found.name] ?? Number.NaN)] : []),
              ...(clocks[i]?.reached ?? []).map((at) =>
                at
                  ? say('{steps} steps, {seconds} s', {
                      steps: formatCount(at.step),
                      seconds: formatFixed(at.seconds, 1),
                    })
                  : '–',
              ),
            ]);
            done[i] = (k + 1) / parts;
            report(done.reduce((sum, d) => sum + d, 0) / done.length, say('Training.'));
            plot.show({
              labels: steps,
              series: wanted.map(({ label }, n) => ({ name: label, values: curves[n] ?? [] })),
            });
          }
        }),
      );
      outcome.textContent = verdictOf(wanted, clocks);
    } finally {
      ends.abort();
      for (const one of opened) if (one.status === 'fulfilled') one.value.dispose();
    }
  }

  return {
    element,
    wide: true,
    update: () => undefined,
    repaint() {
      plot.repaint();
      for (const lane of lanes) lane.repaint();
    },
    summary: () => outcome.textContent ?? '',
    dispose() {
      job.dispose();
      plot.dispose();
      for (const lane of lanes) lane.dispose();
    },
  };
}

/**
 * @param {readonly import('./races.js').Lane[]} lanes
 * @param {readonly ReturnType<typeof createClock>[]} clocks
 * @returns {string} who was first at the highest share that anybody reached
 */
export function verdictOf(lanes, clocks) {
  for (let mark = kMarks.length - 1; mark >= 0; --mark) {
    const first = clocks
      .map(({ reached }, i) => ({ label: lanes[i]?.label, at: reached[mark]?.step }))
      .filter(({ at }) => at !== undefined)
      .sort((a, b) => Number(a.at) - Number(b.at));
    const [best] = first;
    if (!best) continue;
    const same = first.filter(({ at }) => at === best.at).map(({ label }) => label);
    const share = formatPercent(kMarks[mark] ?? 0);
    const rest = lanes.length - first.length;
    const never =
      rest > 0 ? ` ${say('{rest} of {all} lanes never came so far.', { rest, all: lanes.length })}` : '';
    const won = { share, lanes: same.join(` ${say('and')} `), steps: formatCount(Number(best.at)) };
    return `${say('First at {share}: {lanes}, after {steps} steps.', won)}${never}`;
  }
  return say('None of them reached {share}.', { share: formatPercent(kMarks[0] ?? 0) });
}
