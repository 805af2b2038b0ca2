/** Tests that every slow scene is recorded, and that recordings equal what a run gives. */
import { describe, expect, test } from 'vitest';
import { computeEarlyFingerprint } from '../../.tools/posters.js';
import {
  computeWork,
  findRunsToRecord,
  readRecordedFingerprints,
  recordRun,
} from '../../.tools/recordings.js';
import { createScope } from '../../web/index.js';
import { createConfiguration, resolveParameters } from '../../web/lab/chapters.js';
import { determineOutcome } from '../../web/lab/question.js';
import { recordedRuns } from '../../web/lab/recorded-runs.js';
import { estimateSeconds, readRecording } from '../../web/lab/recordings.js';
import { listPlacedScenes } from './replies.js';

const scenes = listPlacedScenes().filter(({ experiment }) => !['calculator', 'maps'].includes(experiment));
const recorded = scenes.filter((scene) => scene.isRecorded);
const expectedRuns = await findRunsToRecord();

/** @param {(typeof scenes)[number]} scene @returns {Promise<number>} seconds on two slow cores */
async function estimateSceneSeconds(scene) {
  let seconds = 0;
  const own = createConfiguration(scene);
  const beside = scene.question?.comparison?.settings;
  const all = [own, ...(beside ? [{ ...own, parameters: resolveParameters(scene.experiment, beside) }] : [])];
  for (const configuration of all) {
    const scope = await createScope({ ...configuration, worker: false });
    seconds += estimateSeconds(computeWork(scope.manifest));
    scope.dispose();
  }
  return seconds;
}

/** Maximum seconds on two slow cores for a reply that needs only metrics. */
const kLongestWait = 30;
/** Maximum seconds for a run that the reader watches or whose network they use afterwards. */
const kLongestWatched = 65;

/** @param {(typeof scenes)[number]} scene */
const waitsForNumbers = ({ question }) => question && !question.probe && !question.watch;

describe('on two slow cores', () => {
  test.each(scenes.map((scene) => /** @type {const} */ ([`${scene.place} ${scene.title}`, scene])))(
    '%s is short or recorded',
    async (_, scene) => {
      const seconds = await estimateSceneSeconds(scene);
      if (scene.isRecorded)
        expect(seconds, 'the scene is fast, so remove its recording').toBeGreaterThan(kLongestWait);
      else expect(seconds).toBeLessThanOrEqual(waitsForNumbers(scene) ? kLongestWait : kLongestWatched);
    },
  );
});

describe('recorded runs', () => {
  test('exist for exactly the scenes with `recorded`', () => {
    expect(recorded.length).toBeGreaterThan(0);
    expect(Object.keys(recordedRuns)).toEqual(expectedRuns.map(({ link }) => link));
    expect(Object.keys(readRecordedFingerprints())).toEqual(Object.keys(recordedRuns));
  });

  // Runs are deterministic, so comparing the first steps is enough.
  test('have the recorded fingerprint after their first steps', async () => {
    for (const { link, configuration } of expectedRuns)
      expect(
        await computeEarlyFingerprint(configuration),
        `${link}: if the change is intended, run \`npm run recordings\``,
      ).toBe(readRecordedFingerprints()[link]);
  });

  test.each(expectedRuns)('$link: training again gives the recording', { tags: 'full' }, async (run) => {
    expect(await recordRun(run)).toEqual(recordedRuns[run.link]);
  });

  test.each(recorded.map((scene) => /** @type {const} */ ([scene.place, scene])))(
    '%s: the reply needs only recorded metrics, and says so',
    (_, scene) => {
      const { question, experiment } = scene;
      if (!question) throw new Error('Only a reply can be recorded.');
      expect([question.probe, question.watch, question.comparison]).toEqual(Array(3).fill(undefined));
      const { metrics, text } = readRecording(scene);
      const values = new Proxy(metrics, {
        get(all, name) {
          if (!(name in all)) throw new Error(`${String(name)} is not recorded.`);
          return all[String(name)];
        },
      });
      for (const choice of question.choices) choice.isOutcome?.(values, {});
      const { text: verdict, reason } = determineOutcome(question, experiment, { values: metrics });
      expect(verdict).toMatch(/\d/);
      expect(reason, verdict).toBeDefined();
      const [, seed, minutes] =
        /^Recorded: seed (\d+), \d,000 steps\. Run trains it here, in about (\d) min on a slow computer$/.exec(
          text,
        ) ?? [];
      expect(Number(seed)).toBe(scene.settings?.seed ?? 7);
      expect(Number(minutes)).toBeGreaterThan(0);
    },
  );
});
