/**
 * Tests that no scene contradicts its own numbers. Every network that a scene shows is trained for its planned steps, with
 * three seeds in the full run, and the text is compared with the measurements.
 */
import { describe, expect, test } from 'vitest';
import { determineOutcome, formatVerdict } from '../../web/lab/question.js';
import { claims } from './claims.js';
import { findReply, listPlacedScenes, trainScene } from './replies.js';

/** @import { HeldAnswer } from '../../web/engine/shapes.js' */
/** @import { Scope } from '../../web/engine/scope.js' */
/** @import { Choice } from '../../web/lab/question.js' */

const scenes = listPlacedScenes();
/** Scenes that are watched during training are tested in settings.test.js. */
const scenesWithQuestion = scenes.filter(({ question }) => question && !question.watch);
/** The calculator and the map viewer train nothing. */
const untrained = new Set(['calculator', 'maps']);
/** Scenes whose networks train in about a second; the others are only trained in the full run, as are other seeds. */
const quick = new Set(['0.3', '1.2', '1.3', '1.5', '8.1', '8.2', '8.4', '8.5', '8.8']);

/** The seeds of a scene, its own first, in one test each of those that `npm test` takes. @param {(typeof scenes)[number]} scene */
const listRuns = ({ settings, place, experiment }) => {
  const own = settings?.seed ?? 7;
  if (untrained.has(experiment)) return [{ seeds: [own], tags: [] }];
  return quick.has(place)
    ? [
        { seeds: [own], tags: [] },
        { seeds: [8, 9], tags: ['full'] },
      ]
    : [{ seeds: [own, 8, 9], tags: ['full'] }];
};

/** Expects valid numbers and no unfilled placeholders. @param {string} text */
function expectComplete(text) {
  expect(text).toMatch(/\d/);
  expect(text).not.toMatch(/undefined|null|NaN|\{/);
}

describe.each(scenesWithQuestion)('$place $title', (scene) => {
  const { question, experiment } = scene;
  if (!question) return;

  for (const { seeds, tags } of listRuns(scene)) {
    test(`the reply matches the numbers, and most outcomes have a reason: seed ${seeds}`, {
      tags,
    }, async () => {
      /** @type {(Choice | undefined)[]} */
      const happened = [];
      for (const seed of seeds) {
        const trained = untrained.has(experiment) ? null : await trainScene(scene, seed);
        const found = await findReply(scene, trained);
        const { id, text: verdict, reason, table } = determineOutcome(question, experiment, found);
        const choice = question.choices.find((one) => one.id === id);
        expect(
          choice?.isOutcome?.(found.values, found.comparisonValues ?? {}) ?? true,
          `seed ${seed}: ${verdict}`,
        ).toBeTruthy();
        for (const { id: chosen } of question.choices) {
          const text = formatVerdict(question, chosen, { id, text: verdict, reason });
          expect(text).toContain(chosen === id ? 'As you predicted' : 'You predicted');
          expect(text).not.toMatch(/undefined|NaN|\{/);
        }
        expectComplete(`${verdict} ${JSON.stringify(table?.rows ?? [])}`);
        happened.push(choice);
        trained?.scope.dispose();
      }
      const rare = happened.filter((choice) => choice?.reason === undefined);
      expect(rare.length).toBeLessThanOrEqual(happened.length / 2);
    });
  }
});

describe.each(scenes.filter(({ title }) => claims.some((claim) => claim.title === title)))(
  '$place $title: its text',
  (scene) => {
    const own = claims.filter(({ title }) => title === scene.title);

    test('contains the tested sentences', () => {
      for (const { sentence } of own) expect(scene.text.replace(/\s+/g, ' ')).toContain(sentence);
    });

    for (const { seeds, tags } of listRuns(scene)) {
      test(`is true for its network: seed ${seeds}`, { tags }, async () => {
        for (const seed of seeds) {
          const trained = await trainScene(scene, seed);
          for (const { sentence, holds } of own)
            expect(await holds(trained), `${sentence} ${JSON.stringify(trained.metrics)}`).toBe(true);
          trained.scope.dispose();
        }
      });
    }
  },
);

describe.each(scenes.filter(({ replyToHold }) => replyToHold))(
  '$place $title: its reply to a row that is held',
  (scene) => {
    test('states numbers', { tags: quick.has(scene.place) ? [] : ['full'] }, async () => {
      const { scope } = await trainScene(scene, scene.settings?.seed ?? 7);
      const sentences = [];
      const held = await holdFirstPosition(scope);
      for await (const sentence of scene.replyToHold?.(held, scope) ?? []) sentences.push(sentence);
      expect(sentences.length).toBeGreaterThan(0);
      for (const sentence of sentences) expectComplete(sentence);
      scope.dispose();
    });
  },
);

/** The last row that answers, with all its weight on the first position. @param {Scope} scope @returns {Promise<HeldAnswer>} */
async function holdFirstPosition(scope) {
  const { columnLabels, maps } = scope.manifest;
  if (scope.configuration.experiment === 'context-lookup') {
    const values = columnLabels.map((_, i) => i);
    const rows = { 0: values.map((value) => Number(value === 0)) };
    const input = { context: 0, values };
    const answer = await scope.predict({ ...input, attention: { rows } });
    return { input, row: 0, column: 0, answer, learned: [], held: [] };
  }
  const input = { example: 0 };
  const { labels, probabilities, learned } = await scope.counterfactual(input);
  const row = labels.length - 1;
  const column = labels[row]?.findIndex((label) => label !== null) ?? 0;
  const own = { token: learned[row]?.label ?? '', probability: learned[row]?.probability ?? 0 };
  const held = { token: labels[row]?.[column] ?? '', probability: probabilities[row]?.[column] ?? 0 };
  const answer = await scope.predict(input);
  return { input, map: maps[0]?.name ?? '', row, column, answer, learned: [own], held: [held] };
}

/** Shares in words. @type {Readonly<Record<string, number>>} */
const kWords = { 'a tenth': 0.1, half: 0.5, 'nine tenths': 0.9 };

/** The bounds [from, to] that a text states, or null if it states something else. @param {string} text @returns {[number, number] | null} */
function parseBounds(text) {
  const plain = Object.entries(kWords).reduce(
    (all, [word, share]) => all.replaceAll(new RegExp(`\\b${word}\\b`, 'g'), `${100 * share} %`),
    text.replaceAll('\u00a0', ' '),
  );
  const between = /^Between (\d+) ?%? and (\d+) %$/.exec(plain);
  if (between) return [Number(between[1]) / 100, Number(between[2]) / 100];
  const more = /^(?:More than )?(\d+) %(?: or more)?$/.exec(plain);
  if (more) return [Number(more[1]) / 100, 1];
  const less = /^Less than (\d+) %/.exec(plain);
  return less ? [0, Number(less[1]) / 100] : null;
}

describe('bounds in words', () => {
  const ranges = scenesWithQuestion.filter(({ question }) =>
    question?.choices.every(({ text }) => parseBounds(text)),
  );

  test('match the numbers', () => {
    expect(ranges.length).toBeGreaterThan(8);
    for (const { question, place, experiment } of ranges) {
      if (!question) continue;
      for (let percent = 0.5; percent < 100; ++percent) {
        const values = new Proxy({}, { get: () => percent / 100 });
        const { id } = determineOutcome({ ...question, metricNames: [], comparison: undefined }, experiment, {
          values,
        });
        const [low, high] = parseBounds(question.choices.find((one) => one.id === id)?.text ?? '') ?? [1, 0];
        expect(low <= percent / 100 && percent / 100 <= high, `${place}: ${percent} % is “${id}”`).toBe(true);
      }
    }
  });

  test('are parsed correctly', () => {
    expect(parseBounds('More than 95 %')).toEqual([0.95, 1]);
    expect(parseBounds('Between a tenth and nine tenths')).toEqual([0.1, 0.9]);
    expect(parseBounds('Less than 20 %: by chance it would be 11 %')).toEqual([0, 0.2]);
    expect(parseBounds('Some share a key')).toBeNull();
  });
});
