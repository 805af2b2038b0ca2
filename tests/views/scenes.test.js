/** The learning path: chapters, scenes and addresses; and the table of all attention mechanisms. */
import { describe, expect, test } from 'vitest';
import { readTexts } from '../../.tools/texts.js';
import { mainSettings } from '../../web/generated/mainSettings.js';
import { experiments, mechanisms, parseLink } from '../../web/index.js';
import { findNearestNumber, readAddress, writeAddress } from '../../web/lab/address.js';
import { buildMechanismTable, listMechanismUses } from '../../web/lab/all-of-attention.js';
import { chapterOutlines } from '../../web/lab/chapter-outlines.js';
import {
  createConfiguration,
  createPresetLinker,
  describeSettings,
  findScene,
  findSceneForConfiguration,
  getChapters,
  listInstrumentSchemas,
  loadChapter,
} from '../../web/lab/chapters.js';
import { findTerm, glossary } from '../../web/lab/glossary.js';
import { parseParagraphs, parsePieces, stripMarkup } from '../../web/lab/prose-parser.js';
import { SceneController } from '../../web/lab/scene-controller.js';

/** Maximum number of words of a scene, and of a sentence. */
const kMaximumWords = { scene: 60, sentence: 25 };

for (const { number } of getChapters()) await loadChapter(number);
const scenes = getChapters().flatMap((chapter) =>
  chapter.scenes.map((scene, i) => ({ ...scene, where: `${chapter.number}.${i + 1} ${scene.title}` })),
);
/** @param {string} text */
const splitWords = (text) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));

/** @param {string} text of one paragraph @returns {string[]} */
const splitSentences = (text) => stripMarkup(text).split(/(?<=[.?!])\s+(?=[\p{Lu}“])/u);

/** Sentences that are too long, one line each. @param {readonly string[]} texts */
const findLongSentences = (texts) =>
  texts.flatMap((text) =>
    splitSentences(text)
      .filter((sentence) => splitWords(sentence).length > kMaximumWords.sentence)
      .map((sentence) => `${splitWords(sentence).length} words: ${sentence}`),
  );

test('a scene can watch the first example', () => {
  const { parameters } = createConfiguration({ experiment: 'caption', watchedExample: 0 });
  expect(parameters['probeExample']).toBe(0);
});

describe('the path', () => {
  test('has at most 64 scenes, and a tour of about 45 minutes', () => {
    expect(scenes.length).toBeLessThanOrEqual(64);
    const tour = scenes.filter(({ isOnTour }) => isOnTour);
    const minutes = tour.reduce((sum, one) => sum + one.minutes, 0);
    expect(minutes).toBeGreaterThan(35);
    expect(minutes).toBeLessThan(50);
  });

  test('shows every experiment', () => {
    const coveredExperiments = new Set(scenes.map(({ experiment }) => experiment));
    expect(listInstrumentSchemas().filter(({ name }) => !coveredExperiments.has(name))).toEqual([]);
  });
});

test('every chapter names the five settings of its experiment that matter most', () => {
  const names = experiments().map(({ name }) => name);
  expect([...mainSettings.keys()].sort()).toEqual(names.sort());
  for (const { name, parameters } of experiments()) {
    const names = ['seed', ...parameters.map((parameter) => parameter.name)];
    expect(new Set(mainSettings.get(name)?.filter((one) => names.includes(one))).size, name).toBe(5);
  }
});

test('the notice of a scene has its main settings only', () => {
  const wider = scenes.find(({ where }) => where.startsWith('0.3'));
  expect(describeSettings('translation', wider?.settings)).toBe(
    'Now shown: Task: digits, reversed · Hidden state: 64 · Score: none: no attention.',
  );
});

describe.each(scenes)('scene $where', (scene) => {
  test('is short, and ends with a task or a question', () => {
    expect(splitWords(stripMarkup(scene.text)).length).toBeLessThanOrEqual(kMaximumWords.scene);
    expect(
      Boolean(scene.question ?? scene.faultyModel) || parseParagraphs(scene.text).at(-1)?.kind === 'task',
    ).toBe(true);
  });

  test('has no question without a reply', () => {
    const asks = parseParagraphs(scene.text).some(({ text }) => /[\p{L}\p{N}]\?/u.test(stripMarkup(text)));
    // The race itself answers which lane was first.
    if (asks)
      expect(scene.question ?? scene.faultyModel ?? scene.explore).toBeTypeOf(
        scene.explore === 'race' ? 'string' : 'object',
      );
  });

  test('sets only parameters of its experiment', () => {
    const configuration = createConfiguration(scene);
    const subject = listInstrumentSchemas().find(({ name }) => name === scene.experiment);
    for (const name of Object.keys(configuration.parameters))
      expect(subject?.parameters.map((one) => one.name)).toContain(name);
    expect(findSceneForConfiguration(configuration)).not.toBeNull();
  });

  test('uses terms of the glossary, and links to existing presets', () => {
    for (const { kind, target } of parseParagraphs(scene.text).flatMap(({ text }) => parsePieces(text))) {
      if (kind === 'term') expect(findTerm(target.slice(1)), target).toBeDefined();
      if (kind === 'link') expect(createPresetLinker(scene.experiment)(target)).toMatch(/^#v1;/);
    }
  });
});

/** @param {import('../../web/lab/faulty-model.js').FaultyModel} faultyModel @returns {string[]} the reason for each line */
const listReasons = ({ explainFault, lines, explanationsWhyCorrect = {} }) =>
  [
    explainFault,
    ...lines.map((line) => line.explainWhyCorrect),
    ...Object.values(explanationsWhyCorrect),
  ].map((reason) => reason(kExampleFindings));

/** Example findings about a network. @type {import('../../web/lab/faulty-model.js').ModelMeasurements} */
const kExampleFindings = {
  results: { loss: 0.2, metrics: { exactMatch: 0.7 } },
  map: /** @type {never} */ ({}),
  smallestRowSum: 0.4,
  firstRowScores: { low: -1, high: 2 },
  lastRowScores: { low: 0, high: 3 },
  rowDifference: { firstRow: 1, secondRow: 2, low: -1, high: 2 },
  ratio: { weights: 5, scores: 5 },
  largestKey: 0,
  contextError: 0,
};

describe('the words', () => {
  test(`no sentence of a scene, a reason or the glossary is longer than ${kMaximumWords.sentence} words`, () => {
    const texts = scenes.flatMap(({ text, question, faultyModel }) => [
      ...parseParagraphs(text).map((one) => one.text),
      ...(question
        ? [question.text, ...question.choices.flatMap(({ text: choice, reason = '' }) => [choice, reason])]
        : []),
      ...(faultyModel ? [...listReasons(faultyModel)] : []),
    ]);
    expect(
      findLongSentences([
        ...texts,
        ...glossary.map(({ definition }) => definition),
        ...chapterOutlines.map(({ question }) => question),
      ]),
    ).toEqual([]);
  });

  test('the check finds a long sentence, and separates sentences', () => {
    expect(findLongSentences([`${'word '.repeat(26)}. Short one.`])).toHaveLength(1);
    expect(findLongSentences([`${'word '.repeat(25)}. “${'word '.repeat(25)}.”`])).toEqual([]);
  });

  test('every term of the glossary is used in a scene', () => {
    const used = new Set(
      scenes.flatMap(({ text }) =>
        parsePieces(text).flatMap(({ kind, target }) => (kind === 'term' ? [target.slice(1)] : [])),
      ),
    );
    const pictures = new Set(['hard']);
    expect(
      glossary.filter(({ name }) => !used.has(name) && !pictures.has(name)).map(({ name }) => name),
    ).toEqual(['entropy']);
  });

  test('German texts use one word for each term', () => {
    const german = JSON.stringify(Object.values(readTexts('de')));
    expect(german).toMatch(/Attention/);
    expect(german.match(/Aufmerksamkeit|\bLoss\b|\bTore?n?\b|\bAbfrage/g)).toBeNull();
  });
});

describe('addresses', () => {
  const usual = { link: '', start: false, tour: false };

  test('contain chapter, scene and the reader’s changes', () => {
    expect(readAddress('#chapter=4&scene=2')).toEqual({ ...usual, chapter: '4', scene: '2' });
    const link = 'v1;experiment=translation;seed=3';
    expect(readAddress(`#chapter=4&scene=2&${link}`)).toEqual({ ...usual, chapter: '4', scene: '2', link });
    expect(readAddress('#v1;experiment=translation').link).toBe('v1;experiment=translation');
    for (const hash of ['', '#', '#start', '#start&v1;mode=quiz', '#start&v1;experiment=translation'])
      expect([hash, readAddress(hash).start, readAddress(hash).chapter]).toEqual([hash, true, null]);
    expect(writeAddress({ start: true })).toBe('#start');
  });

  test.each([
    ['#chapter=4&scene=2&v1;seed=3', '#chapter=4&amp;scene=2&amp;v1;seed=3'],
    ['#chapter=4&scene=2&v1;seed=3', `#${encodeURIComponent('chapter=4&scene=2&v1;seed=3')}`],
    ['#chapter=4&scene=2', `#${encodeURIComponent(encodeURIComponent('chapter=4&scene=2'))}`],
    ['#chapter=5&scene=4', '#chapter=5&scene=4).'],
  ])('%s is read the same in the form that mail and chat programs write', (address, received) => {
    expect(readAddress(received)).toEqual(readAddress(address));
  });

  test('a missing number is replaced by the nearest', () => {
    expect(findNearestNumber('3', [0, 1, 2, 5])).toBe(2);
    expect(findNearestNumber('99', [0, 1, 2, 5])).toBe(5);
    for (const bad of ['', '-1', 'x', '1e9', '9'.repeat(30)]) expect(findNearestNumber(bad, [0, 1])).toBe(0);
  });

  test.each([
    ['#chapter=6&scene=5', 6, 4, true],
    ['#chapter=7&scene=x', 7, 0, false],
    ['#chapter=5&scene=9', 5, 6, false],
    ['#chapter=99&scene=2', 10, 1, false],
  ])('%s leads to chapter %i, scene %i: %s', (hash, chapter, scene, isExact) => {
    const place = findScene(readAddress(hash));
    expect([place.chapter.number, place.scene, place.isExact]).toEqual([chapter, scene, isExact]);
  });
});

describe('the table of all attention mechanisms', () => {
  test('has every score and every locality of the registry, and each link opens that model', () => {
    const translation = experiments().find(({ name }) => name === 'translation');
    const values = (/** @type {string} */ parameter) =>
      translation?.parameters.find(({ name }) => name === parameter)?.choices?.map(({ value }) => value) ??
      [];
    const found = listMechanismUses();
    const scores = values('score').filter((value) => value !== 'none');
    for (const score of scores)
      for (const locality of values('locality')) {
        const [use] = found.filter((one) => one.mechanism === score && one.locality === locality);
        const { configuration, notices } = parseLink(use?.link ?? '');
        const own = { score: 'concat', locality: 'global', ...configuration.parameters };
        expect([own.score, own.locality, notices]).toEqual([score, locality, []]);
      }
    for (const { link } of found) expect(parseLink(link).notices).toEqual([]);
    const hard = found.filter((use) => use.locality === 'hard' && use.experiment === 'translation');
    expect(hard.map(({ mechanism }) => mechanism)).toEqual(scores);
    for (const { link } of hard) expect(parseLink(link).configuration.parameters['attention']).toBe('hard');
  });

  test('uses the names of the registry, and has no empty row or column', () => {
    const { rows, columns } = buildMechanismTable();
    const mechanismNames = mechanisms().map(({ name }) => name);
    for (const { mechanism } of listMechanismUses()) expect(mechanismNames).toContain(mechanism);
    expect(rows.length).toBeGreaterThanOrEqual(8);
    for (const [i] of columns.entries()) expect(rows.some(({ cells }) => cells[i]?.length)).toBe(true);
  });
});

test('words for phones are a separate piece, and are not printed', () => {
  const text = 'Open *All numbers*[, under “Numbers”](~). Read.';
  expect(parsePieces(text).find(({ kind }) => kind === 'phone')?.text).toBe(', under “Numbers”');
  expect(stripMarkup(text)).toBe('Open All numbers. Read.');
});

test('a scene is not shown if the instrument cannot start', async () => {
  const element = Object.assign(new EventTarget(), { configuration: '', state: 'starting' });
  const controller = new SceneController(/** @type {any} */ (element));
  const shown = controller.show({ experiment: 'translation', seed: 1, parameters: {} });
  element.state = 'failed';
  element.dispatchEvent(new Event('attento-error'));
  expect(await shown).toBe(false);
});

test('numbers and tools are folded in first scenes, beside questions and on projectors, until the reader unfolds them', () => {
  const marks = new Set();
  const element = {
    hasAttribute: (/** @type {string} */ name) => marks.has(name),
    toggleAttribute: (/** @type {string} */ name, /** @type {boolean} */ on) =>
      on ? marks.add(name) : marks.delete(name),
  };
  const controller = new SceneController(/** @type {any} */ (element));
  const isFolded = (
    /** @type {number} */ scene,
    { question = false, text = '', namesScene = true, theme = 'auto' } = {},
  ) => {
    const scenes = Array.from({ length: scene + 1 }, () => ({ question: question ? {} : undefined, text }));
    controller.foldTools(/** @type {any} */ ({ chapter: { scenes }, scene, namesScene }), theme);
    return marks.has('data-folded');
  };
  expect(isFolded(0)).toBe(true);
  expect(isFolded(1)).toBe(false);
  expect(isFolded(1, { question: true })).toBe(true);
  expect(isFolded(1, { question: true, text: 'Open *All numbers*.' })).toBe(false);
  expect(isFolded(0, { namesScene: false })).toBe(false);
  expect(isFolded(1, { theme: 'projector' })).toBe(true);
  marks.clear();
  expect(isFolded(0)).toBe(false);
});
