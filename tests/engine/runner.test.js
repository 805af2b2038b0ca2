/** The runner's slices, speeds and frames, with a fake clock and session; running.test.js tests its ends and errors. */
import { beforeEach, expect, it } from 'vitest';
import { Runner } from '../../web/engine/runner.js';
import { FakeClock, FakeSession } from './fakes.js';

/** @typedef {{ step: number, at: number, rate: number, fullSpeed: number }} FrameReport */

/** @type {FakeClock} */
let clock;
/** @type {FakeSession} */
let session;
/** @type {Runner} */
let runner;
/** @type {FrameReport[]} */
let frames;
/** @type {number[]} */
let saves;
/** Whether frames are released at once. */
let acknowledges = true;

/** @param {number} msPerStep */
function setUp(msPerStep) {
  clock = new FakeClock();
  session = new FakeSession(clock, msPerStep);
  frames = [];
  saves = [];
  acknowledges = true;
  runner = new Runner(
    session,
    {
      onFrame(snapshot, { stepsPerSecond: rate, fullSpeed }) {
        frames.push({ step: snapshot.step, at: clock.time, rate, fullSpeed });
        if (acknowledges) runner.release();
      },
      onPaused: () => undefined,
      onSave: () => saves.push(clock.time),
      onCrash: () => undefined,
    },
    clock,
  );
}

beforeEach(() => setUp(0.001));

/** Starts a run at full speed. @param {number} ms */
function runFor(ms) {
  runner.run(1, Infinity, Infinity);
  clock.advance(ms);
}

it.each([0.0001, 0.001, 0.1, 3])('slices converge to about 8 ms when a step takes %s ms', (msPerStep) => {
  setUp(msPerStep);
  runFor(500);
  const late = session.calls.slice(-10).map((count) => count * msPerStep);
  expect(Math.min(...late)).toBeGreaterThan(5);
  expect(Math.max(...late)).toBeLessThan(15);
  expect(session.calls[0] * msPerStep).toBeLessThan(30);
});

it('train() runs exactly the requested steps, in few calls', async () => {
  const training = runner.train(40_000);
  clock.advance(1000);
  const result = await training;
  expect([result.step, result.steps, session.step]).toEqual([40_000, 40_000, 40_000]);
  expect(session.calls.length).toBeLessThan(15);
  expect(result.stepsPerSecond).toBeGreaterThan(900_000);
  expect(frames.at(-1)?.step).toBe(40_000);
  expect(clock.idle).toBe(true);
});

it.each([1, 7, 30, 1000, 20_000])('a free run keeps a speed of %s steps per second', (speed) => {
  runner.run(1, speed, Infinity);
  clock.advance(10_000);
  expect(Math.abs(session.step - speed * 10)).toBeLessThanOrEqual(Math.max(1, speed * 0.02));
});

it('a free run follows a change of speed at once, and many changes do not slow it down', () => {
  runner.run(1, 1, Infinity);
  clock.advance(100);
  runner.setSpeed(1000);
  clock.advance(1000);
  expect(session.step).toBeGreaterThan(950);
  runner.setSpeed(Infinity);
  clock.advance(1000);
  expect(session.step).toBeGreaterThan(500_000);
  const before = session.step;
  for (let i = 0; i < 300; i++) {
    runner.setSpeed(2 + (i % 2) * 0.1);
    clock.advance(10);
  }
  expect(session.step - before).toBeGreaterThanOrEqual(5);
  expect(session.step - before).toBeLessThanOrEqual(9);
});

it('a free run does not catch up after a long stall', () => {
  runner.run(1, 1000, Infinity);
  clock.advance(100);
  const before = session.step;
  clock.time += 60_000;
  clock.advance(10);
  expect(session.step - before).toBeLessThan(300);
});

it('a free run saves a checkpoint every 2 s', () => {
  runFor(10_100);
  expect(saves.length).toBe(5);
  for (let i = 1; i < saves.length; i++) expect(saves[i] - saves[i - 1]).toBeGreaterThanOrEqual(2000);
});

it.each([1, 3])(
  'frames take a bounded share of the time, which is smaller if more workers (%i) wait',
  (members) => {
    const snapshotMs = 20;
    const snapshot = session.snapshot.bind(session);
    session.snapshot = () => {
      clock.time += snapshotMs;
      return snapshot();
    };
    if (members > 1) {
      runner.setGroup({
        memberCount: members,
        train(count, done) {
          session.train(count);
          done(null);
        },
        halt: () => undefined,
      });
    }
    runFor(5000);
    const share = (frames.length * snapshotMs) / 5000;
    expect(share).toBeLessThan(1 / (1 + 4 * members) + 0.02);
    expect(share).toBeGreaterThan(1 / (1 + 4 * members) - 0.05);
  },
);

it('frames are sent at most once per display frame', () => {
  runFor(1000);
  expect(frames.length).toBeGreaterThan(30);
  expect(frames.length).toBeLessThan(64);
  for (let i = 1; i < frames.length; i++) expect(frames[i].at - frames[i - 1].at).toBeGreaterThanOrEqual(16);
});

it('frames wait until one is released; training does not', () => {
  acknowledges = false;
  runFor(1000);
  expect(frames.length).toBe(2);
  const { step } = session;
  clock.advance(1000);
  expect(frames.length).toBe(2);
  expect(session.step).toBeGreaterThan(step);
  runner.release();
  clock.advance(100);
  expect(frames.length).toBe(3);
});

it('frames always show the last state, even if none is released', () => {
  acknowledges = false;
  runFor(500);
  runner.stop('pause');
  expect(frames.length).toBe(3);
  expect(frames[2].step).toBe(session.step);
});

it('frames have the actual speed and the full speed', () => {
  setUp(2);
  runner.run(1, 200, Infinity);
  clock.advance(3000);
  for (const { rate } of frames.slice(-50)) expect(Math.abs(rate - 200)).toBeLessThan(10);
  expect(frames.at(-1)?.fullSpeed).toBeCloseTo(500);
  session.msPerStep = 4;
  clock.advance(10_000);
  expect(frames.at(-1)?.fullSpeed).toBeCloseTo(250, -1);
});
