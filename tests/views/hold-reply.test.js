/** Tests replies of a scene: to a text that the reader types, and the units of metrics in the reply to a prediction. */
import { expect, test } from 'vitest';
import { HoldReply } from '../../web/lab/hold-reply.js';
import { determineOutcome } from '../../web/lab/question.js';

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

test.each([
  ['sentiment', { massOnModifier: 0.957, massOnPrevious: 0.258 }, /: 95\.7\u00a0%; .*: 25\.8\u00a0%$/],
  ['draw', { klDivergence: 0.5, windowOnInk: 0.25 }, /: 0\.50; .*: 25\.0\u00a0%$/],
])('shares in a reply are percentages, other metrics of %s are not', (experiment, values, expected) => {
  const question = { text: '', choices: [], metricNames: Object.keys(values) };
  expect(determineOutcome(question, experiment, { values }).text).toMatch(expected);
});
