/**
 * `npm run recordings`: trains every scene whose reply is recorded for its planned steps, and writes the metrics that the
 * reply shows. It takes a quarter of an hour; the result is the same on every machine.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.js';
import { computeEarlyFingerprint } from './posters.js';
import { installRequirements } from './setup.js';
import { isMainModule, printLine, root, runMain } from './shell.js';

/** @import { Configuration } from '../web/engine/schema.js' */
/** @import { RecordedRun } from '../web/lab/recordings.js' */

const fingerprintsFile = join(root, 'tests/experiments/recorded-fingerprints.json');

/** Significant digits of a recorded metric. */
const kDigits = 5;

/** A run to record: its link, and the metrics that replies show. @typedef {{ link: string, configuration: Configuration, names: readonly string[] }} RunToRecord */

/** @returns {Promise<RunToRecord[]>} without duplicates, in the order of the chapters */
export async function findRunsToRecord() {
  const { getChapters, createConfiguration } = await import('../web/lab/chapters.js');
  const { writeLink } = await import('../web/index.js');
  /** @type {Map<string, RunToRecord>} */
  const found = new Map();
  for (const scene of getChapters().flatMap(({ scenes }) => scenes)) {
    if (!scene.isRecorded) continue;
    const configuration = createConfiguration(scene);
    const link = writeLink(configuration);
    const names = new Set([...(found.get(link)?.names ?? []), ...(scene.question?.metricNames ?? [])]);
    found.set(link, { link, configuration, names: [...names] });
  }
  return [...found.values()];
}

/**
 * Trains for the planned number of steps.
 * @param {RunToRecord} run
 * @returns {Promise<RecordedRun>}
 */
export async function recordRun({ configuration, names }) {
  const { createScope } = await import('../web/index.js');
  const scope = await createScope({ ...configuration, worker: false });
  try {
    const { plannedSteps } = scope.manifest;
    const { step, metrics } = await scope.train({ steps: plannedSteps });
    const roundedMetrics = names.map((name) => [name, Number(metrics[name]?.toPrecision(kDigits))]);
    return { step, work: computeWork(scope.manifest), metrics: Object.fromEntries(roundedMetrics) };
  } finally {
    scope.dispose();
  }
}

/** @param {import('../web/engine/shapes.js').Manifest} manifest @returns {number} of a whole run, in 10^9 multiply-adds */
export const computeWork = ({ work, microBatches, plannedSteps }) =>
  Math.round((work * microBatches * plannedSteps) / 1e9);

/** The stored fingerprints of the recorded runs after their first steps, by link. @returns {Record<string, string>} */
export const readRecordedFingerprints = () => JSON.parse(readFileSync(fingerprintsFile, 'utf8'));

if (isMainModule(import.meta.url)) {
  await runMain(async () => {
    await installRequirements(['build']);
    await build();
    const entries = [];
    /** @type {Record<string, string>} */
    const fingerprints = {};
    for (const run of await findRunsToRecord()) {
      const { link, configuration } = run;
      printLine(link);
      entries.push(`  ${JSON.stringify(link)}: ${JSON.stringify(await recordRun(run))},\n`);
      fingerprints[link] = await computeEarlyFingerprint(configuration);
    }
    writeFileSync(
      join(root, 'web/lab/recorded-runs.js'),
      `// Written by \`npm run recordings\`.\n// biome-ignore-all format: generated file.\n/** By link. @type {Readonly<Record<string, import('./recordings.js').RecordedRun>>} */\nexport const recordedRuns = {\n${entries.join('')}};\n`,
    );
    writeFileSync(fingerprintsFile, `${JSON.stringify(fingerprints, null, 2)}\n`);
  });
}
