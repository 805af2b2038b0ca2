/** Tests replies of a scene: to a text that the reader types, and the units of metrics in the reply to a prediction. */
import { expect, test } from 'vitest';
import { HoldReply } from '../../web/lab/hold-reply.js';
import { determineOutcome } from '../../web/lab/question.js';
import { listPlacedScenes } from '../experiments/replies.js';

test('a typed text gets a reply, the text of the scene and an untrained model none', async () => {
  const reply = new HoldReply(() => undefined);
  const replyToText = async (/** @type {string} */ text) => `It reads ${text}.`;
  reply.openScene(/** @type {never} */ ({ typedText: 'it is good', replyToText }));
  /** @param {string} text */
  const follow = async (text) => {
    await reply.followText(text, /** @type {never} */ ({}));
    return reply.sentences;
  };
  expect(await follow('it is good')).toEqual([]);
  expect(await follow('it is not good')).toEqual(['It reads it is not good.']);
  // The same text gets no second reply.
  expect(await follow('it is not good')).toEqual(['It reads it is not good.']);
  expect(await follow('')).toEqual([]);
});

test('weights in a reply are percentages', () => {
  const scene = listPlacedScenes().find(({ place }) => place === '3.5');
  const { question } = /** @type {NonNullable<typeof scene>} */ (scene);
  const values = { massOnModifier: 0.957 };
  const { text } = determineOutcome(/** @type {NonNullable<typeof question>} */ (question), 'sentiment', {
    values,
  });
  expect(text).toContain('95.7\u00a0%');
});
