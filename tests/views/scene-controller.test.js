/** What a scene shows of the last one: nothing that is held, typed or chosen there; within a scene all of it stays. */
import { expect, test } from 'vitest';
import { SceneController } from '../../web/lab/scene-controller.js';

const french = { experiment: 'translation', seed: 7, parameters: {} };

/** @param {string} link that the instrument shows */
function createInstrument(link) {
  const element = { configuration: link, state: 'live' };
  return { element, controller: new SceneController(/** @type {never} */ (element)) };
}

test.each([
  [
    'a scene begins without what was held, typed and chosen',
    { begins: true },
    'v1;experiment=translation;speed=5',
  ],
  ['a scene may have a text', { begins: true, typedText: 'la' }, /;speed=5;text=la$/],
  [
    'own data of an address come without the text of the scene',
    { begins: true, typedText: 'la', link: 'v1;data=eA' },
    /;data=eA$/,
  ],
  ['an address may hold rows', { begins: true, link: 'v1;hold=2%3A1' }, /;hold=2%3A1/],
  ['within a scene they stay', {}, /;hold=1%3A0;shown=x;speed=5;text=zone$/],
])('%s', async (_, options, expected) => {
  const { element, controller } = createInstrument(
    'v1;experiment=translation;shown=x;hold=1%3A0;text=zone;speed=5',
  );
  await controller.show(french, options);
  expect(element.configuration).toMatch(expected);
});

test('own data that are in no link come without the text of the scene', async () => {
  const { element, controller } = createInstrument('v1;experiment=translation');
  Object.assign(element, { scope: { manifest: { data: { source: 'own' } } } });
  await controller.show(french, { begins: true, typedText: 'la' });
  expect(element.configuration).toBe('v1;experiment=translation');
});

test('another model begins without what was held', async () => {
  const { element, controller } = createInstrument('v1;experiment=translation;hold=1%3A0;text=zone');
  await controller.show({ ...french, seed: 8 });
  expect(element.configuration).toBe('v1;experiment=translation;seed=8');
});
