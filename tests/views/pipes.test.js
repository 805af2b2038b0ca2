/** Tests the film of the start page: its frames, and that the recording equals a real run of the network. */
import { expect, test } from 'vitest';
import { kStepsPerFrame, recordSentences } from '../../.tools/film.js';
import { computeShownStep } from '../../web/instrument/pipes-film.js';
import { recordedSentences, stepsPerFrame } from '../../web/instrument/recorded-sentences.js';
import { decodeSentence, filmedSteps, interpolateFrame } from '../../web/instrument/sentence-film.js';

test('the recording begins as a run begins, and in the full run it is the run', async () => {
  const frameCount = process.env.ATTENTO_PROOF === '1' ? filmedSteps / kStepsPerFrame + 1 : 3;
  const size = (/** @type {string} */ words) => words.split(' ').length;
  expect(stepsPerFrame).toBe(kStepsPerFrame);
  expect(await recordSentences(frameCount)).toEqual(
    recordedSentences.map((one) => ({
      ...one,
      weights: one.weights.slice(0, frameCount * size(one.source) * size(one.target)),
      answers: one.answers.slice(0, frameCount),
    })),
  );
});

test('the recorded network learns: at the end all words are right, and its largest weights are at the truth', () => {
  for (const recorded of recordedSentences) {
    const { sentence, frames } = decodeSentence(recorded, stepsPerFrame);
    const last = interpolateFrame(frames, filmedSteps);
    expect(last).toMatchObject({ step: filmedSteps, answers: sentence.target });
    expect(frames[0]?.answers).not.toEqual(sentence.target);
    const columns = sentence.source.length;
    for (const t of sentence.target.keys()) {
      const row = last.weights.subarray(t * columns, (t + 1) * columns);
      expect(sentence.truth[t * columns + row.indexOf(Math.max(...row))]).toBe(1);
    }
  }
});

test('weights between two frames lie between them', () => {
  const frames = [0, 10].map((step, i) => ({ step, weights: Float32Array.of(i, 1 - i), answers: [`${i}`] }));
  expect(interpolateFrame(frames, 2.5)).toEqual({
    step: 0,
    weights: Float32Array.of(0.25, 0.75),
    answers: ['0'],
  });
  expect(interpolateFrame(frames, 10)).toBe(frames[1]);
  expect(interpolateFrame(frames, 99)).toBe(frames[1]);
});

test('the film stands trained, rewinds to step 0, and learns again', () => {
  expect(computeShownStep(0)).toBe(filmedSteps);
  expect(computeShownStep(1000)).toBe(filmedSteps);
  const rewinding = [1500, 1800, 2200].map(computeShownStep);
  expect(rewinding).toEqual([...rewinding].sort((a, b) => b - a));
  expect(computeShownStep(2300)).toBeCloseTo(0, 0);
  expect(computeShownStep(60_000)).toBe(filmedSteps);
});
