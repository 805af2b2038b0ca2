/** The timeline: the film of a run, of which a past frame is chosen. */
import { expect, test, vi } from 'vitest';
import { createTimeline } from '../../web/parts/timeline.js';

/** @param {number[]} steps that are recorded */
function record(...steps) {
  const onShow = vi.fn();
  const timeline = createTimeline({ onShow });
  for (const step of steps) timeline.record({ step }, 100);
  return { timeline, onShow };
}

test('shows the recorded frame before the chosen step, and the next one on the way forward', () => {
  const { timeline, onShow } = record(0, 10, 20, 30);
  timeline.choose(15);
  expect(timeline.getFrame()).toEqual({ step: 10 });
  timeline.choose(11);
  expect(timeline.getFrame()).toEqual({ step: 20 });
  timeline.choose(30);
  expect([timeline.getChosen(), timeline.getFrame()]).toEqual([null, { step: 30 }]);
  expect(onShow).toHaveBeenCalledTimes(3);
});

test('keeps the past in view while the run goes on, until the present is chosen or the run starts anew', () => {
  const { timeline } = record(0, 10);
  timeline.choose(0);
  timeline.record({ step: 120 }, 100);
  expect([timeline.getFrame(), timeline.getPlanned()]).toEqual([{ step: 0 }, 120]);
  timeline.choose(null);
  expect(timeline.getFrame()).toEqual({ step: 120 });
  timeline.choose(10);
  timeline.record({ step: 0 }, 100);
  expect([timeline.getChosen(), timeline.getFrame()]).toEqual([null, { step: 0 }]);
});
