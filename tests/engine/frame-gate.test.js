import { beforeEach, describe, expect, it } from 'vitest';
import { FrameGate, onNextFrame } from '../../web/engine/frame-gate.js';

/** @type {(() => void)[]} */
let waiting;
/** @type {string[]} */
let visibleItems;
/** @type {string[]} */
let dropped;
/** @type {FrameGate<string>} */
let gate;

const nextFrame = () => waiting.splice(0).forEach((run) => void run());

beforeEach(() => {
  waiting = [];
  visibleItems = [];
  dropped = [];
  gate = new FrameGate(
    (item) => visibleItems.push(item),
    (item) => dropped.push(item),
    (run) => {
      waiting.push(run);
      return () => waiting.splice(waiting.indexOf(run), 1);
    },
  );
});

describe('the frame gate', () => {
  it('shows the first at once and the newest in each following frame', () => {
    for (const item of ['a', 'b', 'c']) gate.push(item);
    expect(visibleItems).toEqual(['a']);
    expect(dropped).toEqual(['b']);
    nextFrame();
    expect(visibleItems).toEqual(['a', 'c']);
    nextFrame();
    gate.push('d');
    expect(visibleItems).toEqual(['a', 'c', 'd']);
  });

  it('shows nothing after close()', () => {
    gate.push('a');
    gate.push('b');
    gate.close();
    nextFrame();
    expect(visibleItems).toEqual(['a']);
  });

  it('uses a timer where there is no display', async () => {
    const began = performance.now();
    await new Promise((resolve) => onNextFrame(() => resolve(null)));
    expect(performance.now() - began).toBeGreaterThan(10);
    let ran = false;
    onNextFrame(() => {
      ran = true;
    })();
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(ran).toBe(false);
  });
});
