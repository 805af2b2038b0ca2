/** Tests that a teacher's settings last for the whole visit: every address that the page writes contains them. */
import { afterEach, describe, expect, test } from 'vitest';
import { experiments } from '../../web/index.js';
import {
  getVisit,
  isLesson,
  readAddress,
  readVisitSettings,
  selectVisitSettings,
  setVisit,
  writeAddress,
} from '../../web/lab/address.js';

afterEach(() => setVisit(new Map()));

/** @param {string} fragment */
const enter = (fragment) => setVisit(readVisitSettings(fragment));

const kLesson = 'lock=seed,settings,data;mode=lesson';

describe('a visit', () => {
  test('is part of every address', () => {
    enter(`#chapter=4&scene=1&v1;${kLesson}`);
    expect([
      writeAddress({ chapter: 4, scene: 2 }),
      writeAddress({ chapter: 5 }),
      writeAddress({ start: true }),
      writeAddress({ link: 'v1;experiment=sentiment;seed=3' }),
      writeAddress({ chapter: 4, scene: 1, link: 'v1;experiment=translation;seed=3;shown=weights' }),
    ]).toEqual([
      `#chapter=4&scene=2&v1;${kLesson}`,
      `#chapter=5&v1;${kLesson}`,
      `#start&v1;${kLesson}`,
      `#v1;experiment=sentiment;${kLesson};seed=3`,
      `#chapter=4&scene=1&v1;experiment=translation;${kLesson};seed=3;shown=weights`,
    ]);
  });

  test('is read back from every address, so that it survives a reload and going back', () => {
    enter(`#chapter=4&scene=1&tour&v1;hide=save;${kLesson};locale=de;theme=dark`);
    const visit = new Map(getVisit());
    expect(visit.size).toBe(6);
    for (const address of [{ chapter: 7, scene: 2 }, { start: true }, { link: 'v1;experiment=draw' }]) {
      const hash = writeAddress(address);
      enter('#chapter=0');
      expect(getVisit().size).toBe(0);
      enter(hash);
      expect([...getVisit()].sort()).toEqual([...visit].sort());
      // Writing it again changes nothing.
      expect(writeAddress(readAddress(hash))).toBe(hash);
    }
  });

  test('takes precedence over a link of the page, and adds nothing without a teacher’s settings', () => {
    enter('#chapter=1&v1;mode=quiz');
    expect(writeAddress({ link: 'v1;experiment=sentiment;lock=seed;mode=lesson' })).toBe(
      '#v1;experiment=sentiment;mode=quiz',
    );
    enter('#chapter=1&v1;mode=explore');
    expect(getVisit().size).toBe(0);
    expect(writeAddress({ chapter: 1, link: 'v1;mode=quiz' })).toBe('#chapter=1');
    // A link for students has its own visit.
    const quiz = readVisitSettings('#v1;lock=seed;mode=quiz');
    expect(writeAddress({ chapter: 1, scene: 2 }, quiz)).toBe('#chapter=1&scene=2&v1;lock=seed;mode=quiz');
  });

  test('keeps names of all experiments, and passes an instrument those that it has or that are unknown', () => {
    enter('#chapter=4&v1;lock=seed,score,pooling,nonsense;mode=quiz;theme=dark');
    expect(Object.fromEntries(selectVisitSettings('translation'))).toEqual({
      lock: 'seed,score,nonsense',
      mode: 'quiz',
      theme: 'dark',
    });
    expect(selectVisitSettings('sentiment').get('lock')).toBe('seed,pooling,nonsense');
    expect(writeAddress({ chapter: 5 })).toContain('lock=seed,score,pooling,nonsense');
    // The calculator has neither lessons nor locks.
    expect(Object.fromEntries(selectVisitSettings('calculator'))).toEqual({ theme: 'dark' });
    enter('#chapter=4&tour&v1;mode=projector');
    expect(Object.fromEntries(selectVisitSettings('calculator'))).toEqual({ mode: 'projector' });
    for (const { name } of experiments()) expect(selectVisitSettings(name).get('mode')).toBe('projector');
  });

  test('students are asked for predictions in a lesson and in a quiz only', () => {
    const results = ['lesson', 'quiz', 'projector', 'explore'].map((mode) =>
      isLesson(new Map([['mode', mode]])),
    );
    expect(results).toEqual([true, true, false, false]);
    expect(isLesson()).toBe(false);
  });
});
